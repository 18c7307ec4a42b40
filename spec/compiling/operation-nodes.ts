/** The operations of a document as nodes, and its outgoing calls: callbacks and webhooks. */
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
  return entries(item)
    .filter(([key]) => methods.includes(key))
    .map(([key, part]) => {
      const node = dereference(files, part);
      const method = key.toUpperCase();
      const id = stringAt(node, 'operationId') ?? `${method} ${path}`;
      return { id, method, path, node, pathItem: item, pointer: `${at.pointer}/${key}` };
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
