/** From a method and a path to an operation. */
import type { OperationId } from './handlers.ts';
import { decoded } from './query.ts';
import { ToolProblem } from './response.ts';
import type { AcceptedKeys } from './store.ts';

export const staffKey = 'Staff-4hT9xKq2Lm7VbZ81';
export const managerKey = 'Manager-Qw83nRt5YpX0sDf6';

const staff: AcceptedKeys = { 'x-workshop-key': staffKey };
const staffOrManager: AcceptedKeys = { ...staff, 'x-manager-key': managerKey };

export interface ToolRoute {
  readonly operation: OperationId;
  readonly pathValues: readonly string[];
  /** Undefined where all may enter. */
  readonly acceptedKeys: AcceptedKeys | undefined;
}

interface Entry {
  readonly operation: OperationId;
  readonly method: string;
  readonly path: RegExp;
  readonly acceptedKeys: AcceptedKeys | undefined;
}

const entries: readonly Entry[] = [
  { operation: 'readHours', method: 'GET', path: /^\/hours$/, acceptedKeys: undefined },
  { operation: 'listTools', method: 'GET', path: /^\/tools$/, acceptedKeys: staff },
  { operation: 'createTool', method: 'POST', path: /^\/tools$/, acceptedKeys: staff },
  { operation: 'readTool', method: 'GET', path: /^\/tools\/([^/]+)$/, acceptedKeys: staff },
  { operation: 'replaceTool', method: 'PUT', path: /^\/tools\/([^/]+)$/, acceptedKeys: staff },
  { operation: 'changeTool', method: 'PATCH', path: /^\/tools\/([^/]+)$/, acceptedKeys: staff },
  { operation: 'removeTool', method: 'DELETE', path: /^\/tools\/([^/]+)$/, acceptedKeys: staffOrManager },
  { operation: 'listLoans', method: 'GET', path: /^\/tools\/([^/]+)\/loans$/, acceptedKeys: staff },
  { operation: 'lendTool', method: 'POST', path: /^\/tools\/([^/]+)\/loans$/, acceptedKeys: staff },
  { operation: 'readLoan', method: 'GET', path: /^\/tools\/([^/]+)\/loans\/([^/]+)$/, acceptedKeys: staff },
  { operation: 'endLoan', method: 'DELETE', path: /^\/tools\/([^/]+)\/loans\/([^/]+)$/, acceptedKeys: staff },
  { operation: 'createMember', method: 'POST', path: /^\/members$/, acceptedKeys: staff },
  { operation: 'readMember', method: 'GET', path: /^\/members\/([^/]+)$/, acceptedKeys: staff },
];

/** HEAD is answered as GET is, without the body. */
export function findRoute(method: string, path: string): ToolRoute {
  const matchingEntries = entries.filter((entry) => entry.path.test(path));
  const [any] = matchingEntries;
  if (any === undefined) throw new ToolProblem(404, 'There is nothing at this address.');
  const found = matchingEntries.find((entry) => entry.method === (method === 'HEAD' ? 'GET' : method));
  if (found === undefined) throw new ToolProblem(405, allowed(matchingEntries));
  const [, ...names] = found.path.exec(path) ?? [];
  return { operation: found.operation, pathValues: names.map(decodedName), acceptedKeys: found.acceptedKeys };
}

function allowed(matchingEntries: readonly Entry[]): string {
  return matchingEntries.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
}

/** A plus is itself in a path. */
function decodedName(name: string): string {
  return decoded(name.replaceAll('+', '%2B'));
}
