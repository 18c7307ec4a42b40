/** Which tokens a run needs from which token endpoints, by the OAuth2 flows of the document. */
import type { Contract, SecurityScheme } from '../../../spec/model/contract.ts';
import { type Credentials, isBasic, isBearer } from '../../options/credentials.ts';
import type { UserLogin } from '../../options/login.ts';

export interface TokenGrant {
  readonly url: string;
  readonly kind: 'password' | 'client credentials';
  /** That the operations require, in the order of the document. */
  readonly scopes: readonly string[];
  /** The schemes that the token is for. */
  readonly schemes: readonly SecurityScheme[];
}

export interface GrantInput {
  readonly contract: Contract;
  readonly baseUrl: string;
  readonly login: UserLogin;
  /** In place of the URLs of the document. */
  readonly tokenUrl?: string | undefined;
  /** Their schemes need no token. */
  readonly byScheme: Credentials['byScheme'];
}

/** One grant for each token endpoint; the schemes of an endpoint share a token. */
export function findTokenGrants(input: GrantInput): readonly TokenGrant[] {
  const { contract, byScheme } = input;
  const requests = usedSchemes(contract)
    .filter((scheme) => isBearer(scheme) && !byScheme.has(scheme.name))
    .flatMap((scheme) => {
      const endpoint = findEndpoint(scheme, input);
      return endpoint === undefined ? [] : [{ scheme, ...endpoint }];
    });
  return [...Map.groupBy(requests, ({ url, kind }) => `${kind} ${url}`).values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { url, kind } = first;
    const schemes = group.map(({ scheme }) => scheme);
    return [{ url, kind, schemes, scopes: requiredScopes(contract, schemes) }];
  });
}

/** The schemes of basic authentication without a credential, which accept the name and the password of a user. */
export function findBasicSchemes({ contract, byScheme }: Pick<GrantInput, 'contract' | 'byScheme'>) {
  return usedSchemes(contract).filter((scheme) => isBasic(scheme) && !byScheme.has(scheme.name));
}

/** The schemes that some operation requires or accepts. */
export function usedSchemes({ operations }: Contract): readonly SecurityScheme[] {
  const used = operations.flatMap(({ security }) => security.flatMap(({ schemes }) => schemes));
  return [...new Map(used.map((scheme) => [scheme.name, scheme])).values()];
}

interface Endpoint {
  readonly url: string;
  readonly kind: TokenGrant['kind'];
}

/** A user name means that the run acts for a user; without one it acts for the client alone. */
function findEndpoint({ flows = [] }: SecurityScheme, input: GrantInput): Endpoint | undefined {
  const { login, tokenUrl } = input;
  const kinds = [
    ...(login.username === undefined ? [] : (['password'] as const)),
    ...(login.clientSecret === undefined ? [] : (['client credentials'] as const)),
  ];
  const [first] = kinds;
  if (tokenUrl !== undefined) return first && { url: tokenUrl, kind: first };
  for (const kind of kinds) {
    const flow = flows.find(({ name }) => name === flowNames[kind]);
    const declared = flow?.urls.find((url) => url.startsWith(TOKEN_URL_PREFIX))?.slice(TOKEN_URL_PREFIX.length);
    const url = declared === undefined ? undefined : resolveTokenUrl(declared, input);
    if (url !== undefined) return { url, kind };
  }
  return undefined;
}

const flowNames = { password: 'password', 'client credentials': 'clientCredentials' } as const;

const TOKEN_URL_PREFIX = 'tokenUrl ';

/**
 * Relative to the base URL. A URL at one of the document's own servers belongs to the implementation, wherever that
 * runs: the credentials of a test system must not go to the production system that the document names.
 */
export function resolveTokenUrl(
  declared: string,
  { contract, baseUrl }: Pick<GrantInput, 'contract' | 'baseUrl'>,
): string | undefined {
  const base = `${baseUrl}/`;
  const url = URL.parse(declared, base);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  const server = contract.servers.find((one) => URL.parse(one.url)?.origin === url.origin);
  if (server === undefined || url.origin === new URL(baseUrl).origin) return url.href;
  const { basePath } = server;
  return url.pathname.startsWith(`${basePath}/`)
    ? new URL(`.${url.pathname.slice(basePath.length)}${url.search}`, base).href
    : new URL(`${url.pathname}${url.search}`, base).href;
}

function requiredScopes({ operations }: Contract, schemes: readonly SecurityScheme[]): readonly string[] {
  const requirements = operations.flatMap(({ security }) => security);
  const scopes = requirements.flatMap((requirement) =>
    schemes.flatMap(({ name }) => requirement.scopes?.get(name) ?? []),
  );
  return [...new Set(scopes)];
}
