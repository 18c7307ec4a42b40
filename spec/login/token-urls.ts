/** The operations that the OAuth2 flows of a contract name as the source of their codes and tokens. */
import { collectBasePaths, effectiveServers } from '../model/base-paths.ts';
import type { Contract, Operation } from '../model/contract.ts';

/** Whether a flow has the path of this operation as its `tokenUrl` or `refreshUrl`. */
export function isTokenUrl(contract: Contract, operation: Operation): boolean {
  return isFlowUrl(contract, operation, ['tokenUrl', 'refreshUrl']);
}

/** The same for `authorizationUrl`. */
export function isAuthorizationUrl(contract: Contract, operation: Operation): boolean {
  return operation.method === 'GET' && isFlowUrl(contract, operation, ['authorizationUrl']);
}

function isFlowUrl(contract: Contract, { path, ...operation }: Operation, names: readonly string[]): boolean {
  const bases = [...collectBasePaths(effectiveServers(operation, contract)), ''];
  const own = new Set(bases.map((base) => normalizePath(`${base}${path}`)));
  return flowPaths(contract, names).some((one) => own.has(one));
}

/** Of a relative URL, and of one with the host of a server, which stands for the mock. */
function flowPaths(contract: Contract, names: readonly string[]): readonly string[] {
  const hosts = new Set([
    LOCAL_HOST,
    ...contract.servers.flatMap(({ url }) => URL.parse(url, `http://${LOCAL_HOST}`)?.host ?? []),
  ]);
  return flowUrls(contract).flatMap(({ name, url }) => {
    return names.includes(name) && hosts.has(url.host) ? [normalizePath(url.pathname)] : [];
  });
}

interface FlowUrl {
  /** `tokenUrl`, `refreshUrl`, `authorizationUrl` or `openIdConnectUrl`. */
  readonly name: string;
  readonly url: URL;
}

/** Relative ones are below the first server. */
export function flowUrls({ securitySchemes, servers }: Contract): readonly FlowUrl[] {
  const [base = ''] = servers.map(({ basePath }) => basePath);
  return securitySchemes
    .flatMap(({ flows = [] }) => flows.flatMap((flow) => flow.urls))
    .flatMap((text) => {
      const [, name = '', address = ''] = /^(\S+) (.*)$/.exec(text) ?? [];
      const url = URL.parse(address, `http://${LOCAL_HOST}${base}/`);
      return url === null ? [] : [{ name, url }];
    });
}

const LOCAL_HOST = 'server.invalid';

export function normalizePath(path: string): string {
  return path.replace(/\/+$/, '');
}
