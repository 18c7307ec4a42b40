/** Below which paths of a host the operations of a contract stand. */
import type { Contract, Operation, Server } from './contract.ts';

type Served = Pick<Operation, 'servers'>;

/** The servers of an operation: its own or those of its path item, else those of the contract. */
export function serversOf({ servers = [] }: Served, contract: Pick<Contract, 'servers'>): readonly Server[] {
  return servers.length > 0 ? servers : contract.servers;
}

/** The paths of these servers, with every value of a variable that is listed; `''` where there are no servers. */
export function basePathsOf(servers: readonly Server[]): ReadonlySet<string> {
  if (servers.length === 0) return new Set(['']);
  return new Set(servers.flatMap(({ basePath, addresses }) => [basePath, ...addresses.flatMap(pathOf)]));
}

/** Those of all its operations, the longest first; without the empty one. */
export function allBasePaths(contract: Pick<Contract, 'operations' | 'servers'>): readonly string[] {
  const paths = known.get(contract.operations) ?? longestFirst(contract);
  known.set(contract.operations, paths);
  return paths;
}

const known = new WeakMap<readonly Operation[], readonly string[]>();

function longestFirst(contract: Pick<Contract, 'operations' | 'servers'>): readonly string[] {
  const lists = new Set(contract.operations.map((operation) => serversOf(operation, contract)));
  const paths = new Set([...lists].flatMap((servers) => [...basePathsOf(servers)]));
  return [...paths].filter((path) => path !== '').toSorted((a, b) => b.length - a.length);
}

const OPEN = 'any-value';

/** None where a variable without a list of values is part of the path. */
function pathOf(address: string): readonly string[] {
  const url = URL.parse(address.replaceAll('{}', OPEN), 'http://server.invalid');
  return url === null || url.pathname.includes(OPEN) ? [] : [url.pathname.replace(/\/+$/, '')];
}
