import { FilesProblem, type FilesRequest } from './http.ts';

export type Scheme = 'vaultKey' | 'vaultCookie';

/** Alternatives, each of which requires all of its schemes; none at all is open to all. */
export type Security = readonly (readonly Scheme[])[];

/** Tenants by their keys in the query. */
const keys: ReadonlyMap<string, string> = new Map([
  ['North-7Kd2Qp9xVt4LmZ3w', 'north'],
  ['South-1Rf8Yc5sHj6NbX0e', 'south'],
]);
const cookies: ReadonlyMap<string, string> = new Map([
  ['North-Bq6Wn3Tz8Gv1Ux5s', 'north'],
  ['South-Md4Pa9Ke2Lo7Ih0y', 'south'],
]);

export const [northKey = '', southKey = ''] = keys.keys();
export const [northCookie = '', southCookie = ''] = cookies.keys();

/** Whose credentials these are. */
export interface Authentication {
  /** The values of the query parameter, decoded. */
  keysIn(request: FilesRequest): readonly string[];
  cookiesIn(request: FilesRequest): readonly string[];
  tenantOfKey(key: string): string | undefined;
  tenantOfCookie(cookie: string): string | undefined;
  /** Undefined without valid credentials. */
  tenantOf(security: Security, tenants: Readonly<Record<Scheme, string | undefined>>): string | undefined;
}

export const authentication: Authentication = {
  keysIn: ({ query }) => new URLSearchParams(query).getAll('vault_key'),
  cookiesIn: ({ headers }) =>
    cookiePairs(headers['cookie']).flatMap(([name, value]) => (name === 'vault_session' ? [value] : [])),
  tenantOfKey: (key) => keys.get(key),
  tenantOfCookie: (cookie) => cookies.get(cookie),
  tenantOf: (security, tenants) => {
    for (const schemes of security) {
      const [first, ...others] = schemes.map((scheme) => tenants[scheme]);
      if (first !== undefined && others.every((other) => other === first)) return first;
    }
    return undefined;
  },
};

export function cookiePairs(header = ''): readonly (readonly [name: string, value: string])[] {
  return header.split(';').map((pair) => {
    const [name = '', ...value] = pair.trim().split('=');
    return [name, value.join('=')] as const;
  });
}

/** A credential that is given several times is none. */
export function requireTenant(service: Authentication, security: Security, request: FilesRequest): string {
  const [key, ...otherKeys] = service.keysIn(request);
  const [cookie, ...otherCookies] = service.cookiesIn(request);
  const tenant = service.tenantOf(security, {
    vaultKey: key === undefined || otherKeys.length > 0 ? undefined : service.tenantOfKey(key),
    vaultCookie: cookie === undefined || otherCookies.length > 0 ? undefined : service.tenantOfCookie(cookie),
  });
  if (tenant === undefined) throw new FilesProblem(401, 'A valid credential is required.');
  return tenant;
}
