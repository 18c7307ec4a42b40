/** Below which paths of a host the operations of a contract stand. */
import type { Contract, Operation, Server } from './contract.ts';

type WithServers = Pick<Operation, 'servers'>;

/** The servers of an operation: its own or those of its path item, else those of the contract. */
export function effectiveServers(
  { servers = [] }: WithServers,
  contract: Pick<Contract, 'servers'>,
): readonly Server[] {
  return servers.length > 0 ? servers : contract.servers;
}

/** The paths of these servers, with every value of a variable that is listed; `''` where there are no servers. */
export function collectBasePaths(servers: readonly Server[]): ReadonlySet<string> {
  if (servers.length === 0) return new Set(['']);
  return new Set(servers.flatMap(({ basePath, expandedUrls }) => [basePath, ...expandedUrls.flatMap(urlBasePath)]));
}

/** Those of all its operations, the longest first; without the empty one. */
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

/** None where a variable without a list of values is part of the path. */
function urlBasePath(address: string): readonly string[] {
  const url = URL.parse(address.replaceAll('{}', VARIABLE_PLACEHOLDER), 'http://server.invalid');
  return url === null || url.pathname.includes(VARIABLE_PLACEHOLDER) ? [] : [url.pathname.replace(/\/+$/, '')];
}
