/** The operations of a document as nodes, and its outgoing calls: callbacks and webhooks. */
import { joinPointer } from '../json/pointer.ts';
import type { OutgoingCall } from '../model/contract.ts';
import { childNode, dereference, entries, type Files, type Node, stringAt } from '../refs/nodes.ts';

export interface OperationNode {
  /** The id in the Contract: `operationId`, or `METHOD /path`. */
  readonly id: string;
  /** Upper case. */
  readonly method: string;
  readonly path: string;
  readonly node: Node;
  /** The path item that contains the operation. */
  readonly pathItem: Node;
  /** The pointer of the operation by its path in the main document, even if another file contains it. */
  readonly pointer: string;
}

/** The names between braces in the template of a path. */
export function templateNames(path: string): ReadonlySet<string> {
  return new Set(Array.from(path.matchAll(/\{([^{}]+)\}/g), ([, name = '']) => name));
}

/** Keys under which a document that was converted from OpenAPI 3.2 has the operations that 3.1 has no keys for. */
export const queryKey = 'x-plant-store-query';
export const additionalOperationsKey = 'x-plant-store-additional-operations';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** In document order. Throws `spec-ref`. */
export function findOperations(files: Files, root: Node): readonly OperationNode[] {
  return entries(childNode(root, 'paths')).flatMap(([path, at]) =>
    path.startsWith('/') ? pathItemOperations(files, path, at) : [],
  );
}

/** Returns the operations of one path item. Throws `spec-ref`. */
function pathItemOperations(files: Files, path: string, at: Node): readonly OperationNode[] {
  const item = dereference(files, at);
  return operationEntries(item).map(({ method, part, keys }) => {
    const node = dereference(files, part);
    const id = stringAt(node, 'operationId') ?? `${method} ${path}`;
    return { id, method, path, node, pathItem: item, pointer: keys.reduce(joinPointer, at.pointer) };
  });
}

interface OperationEntry {
  readonly method: string;
  readonly part: Node;
  /** Below the path item. */
  readonly keys: readonly string[];
}

/** Methods that OpenAPI has no key for are written as they are sent. */
function operationEntries(item: Node): readonly OperationEntry[] {
  return entries(item).flatMap(([key, part]): readonly OperationEntry[] => {
    if (methods.includes(key)) return [{ method: key.toUpperCase(), part, keys: [key] }];
    if (key === queryKey) return [{ method: 'QUERY', part, keys: [key] }];
    if (key !== additionalOperationsKey) return [];
    return entries(part).map(([method, one]) => ({ method, part: one, keys: [key, method] }));
  });
}

/** A webhook or callback in a document. */
interface OutgoingCallNode extends Omit<OutgoingCall, 'operation'> {
  readonly node: OperationNode;
}

/**
 * Returns webhooks, then the callbacks of the operations. Callbacks of callbacks are left out: they may be recursive.
 */
export function findOutgoingCalls(
  files: Files,
  root: Node,
  operations: readonly OperationNode[],
): readonly OutgoingCallNode[] {
  const webhooks = namedEntries(childNode(root, 'webhooks')).flatMap(([name, at]) =>
    pathItemOperations(files, '', at).map((node) => ({ name, node })),
  );
  return [...webhooks, ...operations.flatMap((operation) => findCallbacks(files, operation))];
}

function findCallbacks(files: Files, { id, node }: OperationNode): readonly OutgoingCallNode[] {
  return namedEntries(childNode(node, 'callbacks')).flatMap(([name, at]) =>
    namedEntries(dereference(files, at)).flatMap(([expression, item]) =>
      pathItemOperations(files, expression, item).map((one) => ({ name, callbackOf: id, node: one })),
    ),
  );
}

function namedEntries(node: Node): readonly (readonly [string, Node])[] {
  return entries(node).filter(([name]) => !name.startsWith('x-'));
}
