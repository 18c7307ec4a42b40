/** The base paths of a contract's operations, from the URLs of their servers. */
import type { Contract, Operation, Server } from './contract.ts';

type WithServers = Pick<Operation, 'servers'>;

/** The servers of an operation: those of the operation or its path item, else those of the contract. */
export function effectiveServers(
  { servers = [] }: WithServers,
  contract: Pick<Contract, 'servers'>,
): readonly Server[] {
  return servers.length > 0 ? servers : contract.servers;
}

/** Returns the paths of these servers, with every listed value of their variables; `''` if there are no servers. */
export function collectBasePaths(servers: readonly Server[]): ReadonlySet<string> {
  if (servers.length === 0) return new Set(['']);
  return new Set(servers.flatMap(({ basePath, expandedUrls }) => [basePath, ...expandedUrls.flatMap(urlBasePath)]));
}

/** Returns the base paths of all operations, longest first, without the empty one. */
export function listBasePaths(contract: Pick<Contract, 'operations' | 'servers'>): readonly string[] {
  const paths = basePathCache.get(contract.operations) ?? computeBasePaths(contract);
  basePathCache.set(contract.operations, paths);
  return paths;
}

const basePathCache = new WeakMap<readonly Operation[], readonly string[]>();

function computeBasePaths(contract: Pick<Contract, 'operations' | 'servers'>): readonly string[] {
  const lists = new Set(contract.operations.map((operation) => effectiveServers(operation, contract)));
  const paths = new Set([...lists].flatMap((servers) => [...collectBasePaths(servers)]));
  return [...paths].filter((path) => path !== '').toSorted((a, b) => b.length - a.length);
}

const VARIABLE_PLACEHOLDER = 'any-value';

/** Empty if a variable without a list of values is part of the path. */
function urlBasePath(address: string): readonly string[] {
  const url = URL.parse(address.replaceAll('{}', VARIABLE_PLACEHOLDER), 'http://server.invalid');
  return url === null || url.pathname.includes(VARIABLE_PLACEHOLDER) ? [] : [url.pathname.replace(/\/+$/, '')];
}
