/** The operations that cannot be used, since a reference that they need cannot be resolved. */
import type { KitError } from '../../errors.ts';
import type { DisabledOperation } from '../model/contract.ts';
import { childNode, entries, type Files, findTarget, type Node, stringAt, toPlace } from '../refs/nodes.ts';
import { METHODS } from './document-shape.ts';
import type { UnusableParts } from './unusable-parts.ts';

interface PathOperations {
  readonly usable: number;
  readonly disabled: readonly (DisabledOperation & { readonly cause: KitError })[];
}

/** Of all paths, in document order. */
export function findDisabledOperations(root: Node, files: Files, { reasonOf }: UnusableParts): PathOperations {
  const paths = entries(childNode(root, 'paths')).filter(([path]) => path.startsWith('/'));
  const operations = paths.flatMap(([path, at]) => {
    const cause = reasonOf({ kind: 'path item', node: at });
    const item = findTarget(files, at);
    if (item === undefined) return [{ path, id: path, node: at, cause }];
    return entries(item)
      .filter(([key]) => METHODS.includes(key))
      .map(([key, node]) => {
        const method = key.toUpperCase();
        const id = stringAt(findTarget(files, node) ?? node, 'operationId') ?? `${method} ${path}`;
        return { path, id, method, node, cause: cause ?? reasonOf({ kind: 'operation', node }) };
      });
  });
  const disabled = operations.flatMap(({ node, cause, ...operation }) =>
    cause === undefined ? [] : [{ ...operation, cause, place: toPlace(node), reason: describeReason(cause) }],
  );
  return { disabled, usable: operations.length - disabled.length };
}

/** `"#/components/schemas/Pet" does not exist (api.yaml:12)` */
export function describeReason({ detail, where }: KitError): string {
  return where === undefined ? detail : `${detail} (${where})`;
}
