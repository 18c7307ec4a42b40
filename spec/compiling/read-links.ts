/** Reads the `links` of a response: the operation that can follow, and its parameters. */
import { KitError } from '../../errors.ts';
import { splitPointer } from '../json/pointer.ts';
import type { Link } from '../model/contract.ts';
import {
  childNode,
  decodeFragment,
  dereference,
  entries,
  type Files,
  formatLocation,
  type Node,
  refFileUrl,
  stringAt,
  toPlace,
} from '../refs/nodes.ts';
import type { OperationNode } from './operation-nodes.ts';

/** The id of the operation that a link refers to, or why it is not an operation of this contract. */
export type LinkTarget = { readonly operation: string } | { readonly unresolvedReason: string };

export interface LinkReader {
  /** Returns the links of a response to operations of the contract. Throws `spec-invalid` like `resolveTarget`. */
  readLinks(response: Node): readonly Link[];
  /**
   * Throws `spec-invalid` if no operation has the `operationId`, or if `operationRef` points to nothing within the
   * loaded files: OpenAPI requires an existing operation.
   */
  resolveTarget(link: Node): LinkTarget;
}

export function createLinkReader(files: Files, root: Node, operations: readonly OperationNode[]): LinkReader {
  const ids = new Set(operations.map(({ id }) => id));
  const byLocation = operationIdsByLocation(root, operations);

  function resolveTarget(link: Node): LinkTarget {
    const id = stringAt(link, 'operationId');
    if (id !== undefined) return ids.has(id) ? { operation: id } : operationOutsidePaths(files, link, id);
    const ref = stringAt(link, 'operationRef');
    return ref === undefined
      ? { unresolvedReason: 'it does not specify an operation' }
      : resolveOperationRef(link, ref);
  }

  function resolveOperationRef(link: Node, ref: string): LinkTarget {
    const file = files.get(refFileUrl(link, ref) ?? '');
    if (file === undefined) return { unresolvedReason: 'its operation is in another document' };
    const operationId = byLocation.get(`${file.url}#${decodeFragment(ref)}`);
    const node =
      operationId === undefined ? resolvePointer(files, { file, pointer: '', value: file.value }, ref) : undefined;
    const operation = operationId ?? (node && byLocation.get(locationKey(node)));
    if (operation !== undefined) return { operation };
    if (node?.value === undefined) throw unknownOperationError(childNode(link, 'operationRef'), ref);
    return { unresolvedReason: 'its operation is not under "paths"' };
  }

  return {
    resolveTarget,
    readLinks: (response) =>
      entries(childNode(response, 'links')).flatMap(([name, at]) => {
        const link = dereference(files, at);
        const target = resolveTarget(link);
        return 'operation' in target ? [readLink(name, link, target.operation)] : [];
      }),
  };
}

function readLink(name: string, node: Node, operation: string): Link {
  const parameters = entries(childNode(node, 'parameters'));
  const requestBody = childNode(node, 'requestBody').value;
  return {
    name,
    place: toPlace(node),
    operation,
    parameters: new Map(parameters.flatMap(([key, { value }]) => (value === undefined ? [] : [[key, value]]))),
    ...(requestBody !== undefined && { requestBody }),
  };
}

/** Keyed by their location and by their path in the main document; the first operation if several paths share one. */
function operationIdsByLocation(root: Node, operations: readonly OperationNode[]): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  for (const { id, node, pointer } of operations) {
    for (const key of [`${root.file.url}#${pointer}`, locationKey(node)]) if (!places.has(key)) places.set(key, id);
  }
  return places;
}

function locationKey({ file, pointer }: Node): string {
  return `${file.url}#${pointer}`;
}

const operationIdPattern = /\/(?:get|put|post|delete|options|head|patch|trace)\/operationId$/;

/** Callbacks and webhooks also contain operations. */
function operationOutsidePaths(files: Files, link: Node, id: string): LinkTarget {
  const isNamed = [...files.values()].some((file) =>
    file.lines.keys().some((pointer) => operationIdPattern.test(pointer) && valueAtPointer(file, pointer) === id),
  );
  if (isNamed) return { unresolvedReason: `the operation "${id}" is not under "paths"` };
  throw unknownOperationError(childNode(link, 'operationId'), id);
}

function valueAtPointer(file: Node['file'], pointer: string): unknown {
  const root: Node = { file, pointer: '', value: file.value };
  return splitPointer(pointer).reduce(childNode, root).value;
}

/**
 * Returns the target of a reference, through any references on the way; its value is undefined if the target does not
 * exist.
 */
function resolvePointer(files: Files, root: Node, ref: string): Node {
  const end = splitPointer(decodeFragment(ref)).reduce((node, key) => childNode(dereference(files, node), key), root);
  return end.value === undefined ? end : dereference(files, end);
}

function unknownOperationError(node: Node, name: string): KitError {
  return new KitError('spec-invalid', `a link points to "${name}", which is not an operation of the document`, {
    where: formatLocation(node),
  });
}
