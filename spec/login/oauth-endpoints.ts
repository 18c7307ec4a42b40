/** The endpoints that the OAuth2 flows of a contract name and that no operation declares. */
import { memoize } from '../memoize.ts';
import { collectBasePaths, effectiveServers } from '../model/base-paths.ts';
import type { Contract } from '../model/contract.ts';
import { flowUrls, normalizePath } from './token-urls.ts';

export interface OAuthEndpoints {
  /** Paths of the token endpoints (RFC 6749, section 3.2). */
  readonly tokens: readonly string[];
  /** Paths of the authorization endpoints (RFC 6749, section 3.1). */
  readonly authorizations: readonly string[];
}

/** Cached by contract. The host of a URL does not matter: an app under test has that of the mock instead. */
export const undeclaredEndpoints = memoize((contract: Contract): OAuthEndpoints => {
  const declared = new Set(
    contract.operations.flatMap(({ path, ...operation }) =>
      [...collectBasePaths(effectiveServers(operation, contract)), ''].map((base) => normalizePath(`${base}${path}`)),
    ),
  );
  const isUndeclared = (path: string) => path !== '' && !path.includes('%') && !declared.has(path);
  const paths = (names: readonly string[]) =>
    flowUrls(contract).flatMap(({ name, url }) => {
      const path = normalizePath(url.pathname);
      return names.includes(name) && isUndeclared(path) ? [path] : [];
    });
  return {
    tokens: [...new Set(paths(['tokenUrl', 'refreshUrl']))],
    authorizations: [...new Set(paths(['authorizationUrl']))],
  };
});
