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
  const declared = contract.operations.flatMap(({ path, method, ...operation }) =>
    [...collectBasePaths(effectiveServers(operation, contract)), ''].map((base) => ({
      method,
      path: `${base}${path}`,
    })),
  );
  const pathsOf = (names: readonly string[], method: string) => {
    const isDeclared = (path: string) =>
      declared.some((one) => one.method === method && matchesTemplate(one.path, path));
    const paths = flowUrls(contract).flatMap(({ name, url: { pathname } }) => {
      const isServed = pathname !== '/' && !pathname.includes('%') && !isDeclared(pathname);
      return names.includes(name) && isServed ? [pathname] : [];
    });
    return [...new Set(paths)];
  };
  return { tokens: pathsOf(['tokenUrl', 'refreshUrl'], 'POST'), authorizations: pathsOf(['authorizationUrl'], 'GET') };
});

/** Whether an operation has the path, also by a parameter in its own. */
function matchesTemplate(template: string, path: string): boolean {
  const [expected, segments] = [template, path].map((one) => normalizePath(one).split('/'));
  return (
    expected?.length === segments?.length &&
    expected?.every((segment, index) => segment.includes('{') || segment === segments?.[index]) === true
  );
}
