/** Where a document tells of what the server asks of its clients. */
import type { Call } from '../model/contract.ts';
import { entries, type Files, follow, type Node, step } from '../refs/nodes.ts';
import { itemNodes, type OperationNode } from './operation-nodes.ts';

export interface CallNode extends Omit<Call, 'operation'> {
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
