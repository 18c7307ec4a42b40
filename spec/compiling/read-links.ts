/** The `links` of a response: which operation goes on from it, and with what. */
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

/** The operation that a link leads to, by its id; or why that is none of this contract. */
export type LinkTarget = { readonly operation: string } | { readonly unresolvedReason: string };

export interface LinkReader {
  /** Those of a response that lead to an operation of the contract. Throws `spec-invalid` as `targetOf` does. */
  readLinks(response: Node): readonly Link[];
  /**
   * Throws `spec-invalid` where no operation has the `operationId` or stands where `operationRef` points within the
   * files at hand: OpenAPI has both name an existing one.
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
    return ref === undefined ? { unresolvedReason: 'it names no operation' } : resolveOperationRef(link, ref);
  }

  function resolveOperationRef(link: Node, ref: string): LinkTarget {
    const file = files.get(refFileUrl(link, ref) ?? '');
    if (file === undefined) return { unresolvedReason: 'its operation is one of another document' };
    const operationId = byLocation.get(`${file.url}#${decodeFragment(ref)}`);
    const node =
      operationId === undefined ? resolvePointer(files, { file, pointer: '', value: file.value }, ref) : undefined;
    const operation = operationId ?? (node && byLocation.get(locationKey(node)));
    if (operation !== undefined) return { operation };
    if (node?.value === undefined) throw unknownOperationError(childNode(link, 'operationRef'), ref);
    return { unresolvedReason: 'its operation is not one under "paths"' };
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

/** By where they are written, and by their path in the main document; the first where one stands for several paths. */
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

/** Callbacks and webhooks have operations, too. */
function operationOutsidePaths(files: Files, link: Node, id: string): LinkTarget {
  const isNamed = [...files.values()].some((file) =>
    file.lines.keys().some((pointer) => operationIdPattern.test(pointer) && valueAtPointer(file, pointer) === id),
  );
  if (isNamed) return { unresolvedReason: `the operation "${id}" is not one under "paths"` };
  throw unknownOperationError(childNode(link, 'operationId'), id);
}

function valueAtPointer(file: Node['file'], pointer: string): unknown {
  const root: Node = { file, pointer: '', value: file.value };
  return splitPointer(pointer).reduce(childNode, root).value;
}

/** What a reference points at, through other references on the way; without a value where that is nothing. */
function resolvePointer(files: Files, root: Node, ref: string): Node {
  const end = splitPointer(decodeFragment(ref)).reduce((node, key) => childNode(dereference(files, node), key), root);
  return end.value === undefined ? end : dereference(files, end);
}

function unknownOperationError(node: Node, name: string): KitError {
  return new KitError('spec-invalid', `a link leads to "${name}", which is no operation of the document`, {
    where: formatLocation(node),
  });
}
