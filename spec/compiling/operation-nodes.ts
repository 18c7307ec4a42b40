/** The operations of a document as nodes, and those that the server asks of its clients: callbacks and webhooks. */
import type { Call } from '../model/contract.ts';
import { entries, type Files, follow, type Node, step, textAt } from '../refs/nodes.ts';

export interface OperationNode {
  /** As in the Contract: `operationId`, or `METHOD /path`. */
  readonly id: string;
  /** Upper case. */
  readonly method: string;
  readonly path: string;
  readonly node: Node;
  /** The path item around it. */
  readonly item: Node;
  /** Where the operation is found by its path in the main document, whatever file it is written in. */
  readonly pointer: string;
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** In the order of the document. Throws `spec-ref`. */
export function operationNodes(files: Files, root: Node): readonly OperationNode[] {
  return entries(step(root, 'paths')).flatMap(([path, at]) =>
    path.startsWith('/') ? itemNodes(files, path, at) : [],
  );
}

/** Those of one path item. Throws `spec-ref`. */
function itemNodes(files: Files, path: string, at: Node): readonly OperationNode[] {
  const item = follow(files, at);
  return entries(item)
    .filter(([key]) => methods.includes(key))
    .map(([key, part]) => {
      const node = follow(files, part);
      const method = key.toUpperCase();
      const id = textAt(node, 'operationId') ?? `${method} ${path}`;
      return { id, method, path, node, item, pointer: `${at.pointer}/${key}` };
    });
}

/** Where a document tells of what the server asks of its clients. */
interface CallNode extends Omit<Call, 'operation'> {
  readonly node: OperationNode;
}

/** Webhooks, then the callbacks of the operations. Those of calls themselves are left out: they may lead back to them. */
export function callsIn(files: Files, root: Node, operations: readonly OperationNode[]): readonly CallNode[] {
  const webhooks = named(step(root, 'webhooks')).flatMap(([name, at]) =>
    itemNodes(files, '', at).map((node) => ({ name, node })),
  );
  return [...webhooks, ...operations.flatMap((operation) => callbacksOf(files, operation))];
}

function callbacksOf(files: Files, { id, node }: OperationNode): readonly CallNode[] {
  return named(step(node, 'callbacks')).flatMap(([name, at]) =>
    named(follow(files, at)).flatMap(([expression, item]) =>
      itemNodes(files, expression, item).map((one) => ({ name, of: id, node: one })),
    ),
  );
}

function named(node: Node): readonly (readonly [string, Node])[] {
  return entries(node).filter(([name]) => !name.startsWith('x-'));
}
