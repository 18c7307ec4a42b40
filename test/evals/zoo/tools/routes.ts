/** From a method and a path to an operation. */
import type { OperationId } from './handlers.ts';
import { decoded } from './query.ts';
import { Problem } from './reply.ts';
import type { Doors } from './store.ts';

export const staffKey = 'Staff-4hT9xKq2Lm7VbZ81';
export const managerKey = 'Manager-Qw83nRt5YpX0sDf6';

const staff: Doors = { 'x-workshop-key': staffKey };
const staffOrManager: Doors = { ...staff, 'x-manager-key': managerKey };

export interface Route {
  readonly operation: OperationId;
  readonly names: readonly string[];
  /** Undefined where all may enter. */
  readonly doors: Doors | undefined;
}

interface Entry {
  readonly operation: OperationId;
  readonly method: string;
  readonly path: RegExp;
  readonly doors: Doors | undefined;
}

const entries: readonly Entry[] = [
  { operation: 'readHours', method: 'GET', path: /^\/hours$/, doors: undefined },
  { operation: 'listTools', method: 'GET', path: /^\/tools$/, doors: staff },
  { operation: 'createTool', method: 'POST', path: /^\/tools$/, doors: staff },
  { operation: 'readTool', method: 'GET', path: /^\/tools\/([^/]+)$/, doors: staff },
  { operation: 'replaceTool', method: 'PUT', path: /^\/tools\/([^/]+)$/, doors: staff },
  { operation: 'changeTool', method: 'PATCH', path: /^\/tools\/([^/]+)$/, doors: staff },
  { operation: 'removeTool', method: 'DELETE', path: /^\/tools\/([^/]+)$/, doors: staffOrManager },
  { operation: 'listLoans', method: 'GET', path: /^\/tools\/([^/]+)\/loans$/, doors: staff },
  { operation: 'lendTool', method: 'POST', path: /^\/tools\/([^/]+)\/loans$/, doors: staff },
  { operation: 'readLoan', method: 'GET', path: /^\/tools\/([^/]+)\/loans\/([^/]+)$/, doors: staff },
  { operation: 'endLoan', method: 'DELETE', path: /^\/tools\/([^/]+)\/loans\/([^/]+)$/, doors: staff },
  { operation: 'createMember', method: 'POST', path: /^\/members$/, doors: staff },
  { operation: 'readMember', method: 'GET', path: /^\/members\/([^/]+)$/, doors: staff },
];

/** HEAD is answered as GET is, without the body. */
export function routeOf(method: string, path: string): Route {
  const here = entries.filter((entry) => entry.path.test(path));
  const [any] = here;
  if (any === undefined) throw new Problem(404, 'There is nothing at this address.');
  const found = here.find((entry) => entry.method === (method === 'HEAD' ? 'GET' : method));
  if (found === undefined) throw new Problem(405, allowed(here));
  const [, ...names] = found.path.exec(path) ?? [];
  return { operation: found.operation, names: names.map(decodedName), doors: found.doors };
}

function allowed(here: readonly Entry[]): string {
  return here.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
}

/** A plus is itself in a path. */
function decodedName(name: string): string {
  return decoded(name.replaceAll('+', '%2B'));
}
