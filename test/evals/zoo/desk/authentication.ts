import type { DeskRequest } from './http.ts';

export type Scheme = 'staff' | 'session';

/** Alternatives, each of which asks for all of its schemes; none at all is open to everybody. */
export type Security = readonly (readonly Scheme[])[];

export interface DeskAuthentication {
  /** By the Authorization header, RFC 7617. */
  isStaff(request: DeskRequest, staff: string): boolean;
  isSession(request: DeskRequest, sessions: ReadonlySet<string>): boolean;
  isAuthorized(security: Security, satisfies: (scheme: Scheme) => boolean): boolean;
}

export const authentication: DeskAuthentication = {
  isStaff: (request, staff) => {
    const { scheme, token } = authorizationOf(request);
    return scheme.toLowerCase() === 'basic' && userAndPassword(token) === staff;
  },
  isSession: (request, sessions) => {
    const [sessionCookie] = cookiesOf(request).filter(([name]) => name === 'desk_session');
    return sessionCookie !== undefined && sessions.has(sessionCookie[1]);
  },
  isAuthorized: (security, satisfies) => security.length === 0 || security.some((schemes) => schemes.every(satisfies)),
};

export function authorizationOf({ headers }: DeskRequest): {
  readonly scheme: string;
  readonly token: string;
} {
  const [, scheme = '', token = ''] = /^([^ ]+) +([^ ]+)$/.exec(headers['authorization'] ?? '') ?? [];
  return { scheme, token };
}

/** `user:password`; undefined for what is not Base64. */
export function userAndPassword(token: string): string | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(token) || token.length % 4 !== 0) return undefined;
  return Buffer.from(token, 'base64').toString('utf8');
}

/** In the order they were sent. */
export function cookiesOf({ headers }: DeskRequest): readonly (readonly [name: string, value: string])[] {
  return (headers['cookie'] ?? '').split(';').flatMap((pair) => {
    const [name = '', ...value] = pair.trim().split('=');
    return name === '' ? [] : [[name, value.join('=')] as const];
  });
}
