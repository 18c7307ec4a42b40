/** The operations of a document as nodes: what is read of each, and what a link or a note is about, start here. */
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
export function itemNodes(files: Files, path: string, at: Node): readonly OperationNode[] {
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
