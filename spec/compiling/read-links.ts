/** The `links` of a response: which operation goes on from it, and with what. */
import { KitError } from '../../errors.ts';
import { splitPointer } from '../json/pointer.ts';
import type { Link } from '../model/contract.ts';
import {
  entries,
  type Files,
  follow,
  fragmentOf,
  type Node,
  placeOf,
  step,
  textAt,
  urlOfRef,
  whereOf,
} from '../refs/nodes.ts';
import type { OperationNode } from './operation-nodes.ts';

/** The operation that a link leads to, by its id; or why that is none of this contract. */
export type LinkTarget = { readonly operation: string } | { readonly elsewhere: string };

export interface LinkReader {
  /** Those of a response that lead to an operation of the contract. Throws `spec-invalid` as `targetOf` does. */
  linksOf(response: Node): readonly Link[];
  /**
   * Throws `spec-invalid` where no operation has the `operationId` or stands where `operationRef` points within the
   * files at hand: OpenAPI has both name an existing one.
   */
  targetOf(link: Node): LinkTarget;
}

export function linkReader(files: Files, root: Node, operations: readonly OperationNode[]): LinkReader {
  const ids = new Set(operations.map(({ id }) => id));
  const byPlace = placesOf(root, operations);

  function targetOf(link: Node): LinkTarget {
    const id = textAt(link, 'operationId');
    if (id !== undefined) return ids.has(id) ? { operation: id } : otherOperation(files, link, id);
    const ref = textAt(link, 'operationRef');
    return ref === undefined ? { elsewhere: 'it names no operation' } : referred(link, ref);
  }

  function referred(link: Node, ref: string): LinkTarget {
    const file = files.get(urlOfRef(link, ref) ?? '');
    if (file === undefined) return { elsewhere: 'its operation is one of another document' };
    const known = byPlace.get(`${file.url}#${fragmentOf(ref)}`);
    const node =
      known === undefined ? nodeAt(files, { file, pointer: '', value: file.value }, ref) : undefined;
    const operation = known ?? (node && byPlace.get(keyOf(node)));
    if (operation !== undefined) return { operation };
    if (node?.value === undefined) throw nowhere(step(link, 'operationRef'), ref);
    return { elsewhere: 'its operation is not one under "paths"' };
  }

  return {
    targetOf,
    linksOf: (response) =>
      entries(step(response, 'links')).flatMap(([name, at]) => {
        const link = follow(files, at);
        const target = targetOf(link);
        return 'operation' in target ? [readLink(name, link, target.operation)] : [];
      }),
  };
}

function readLink(name: string, node: Node, operation: string): Link {
  const parameters = entries(step(node, 'parameters'));
  const requestBody = step(node, 'requestBody').value;
  return {
    name,
    place: placeOf(node),
    operation,
    parameters: new Map(
      parameters.flatMap(([key, { value }]) => (value === undefined ? [] : [[key, value]])),
    ),
    ...(requestBody !== undefined && { requestBody }),
  };
}

/** By where they are written, and by their path in the main document; the first where one stands for several paths. */
function placesOf(root: Node, operations: readonly OperationNode[]): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  for (const { id, node, pointer } of operations) {
    for (const key of [`${root.file.url}#${pointer}`, keyOf(node)]) if (!places.has(key)) places.set(key, id);
  }
  return places;
}

function keyOf({ file, pointer }: Node): string {
  return `${file.url}#${pointer}`;
}

const ofOperation = /\/(?:get|put|post|delete|options|head|patch|trace)\/operationId$/;

/** Callbacks and webhooks have operations, too. */
function otherOperation(files: Files, link: Node, id: string): LinkTarget {
  const named = [...files.values()].some((file) =>
    file.lines.keys().some((pointer) => ofOperation.test(pointer) && textOf(file, pointer) === id),
  );
  if (named) return { elsewhere: `the operation "${id}" is not one under "paths"` };
  throw nowhere(step(link, 'operationId'), id);
}

function textOf(file: Node['file'], pointer: string): unknown {
  const root: Node = { file, pointer: '', value: file.value };
  return splitPointer(pointer).reduce(step, root).value;
}

/** What a reference points at, through other references on the way; without a value where that is nothing. */
function nodeAt(files: Files, root: Node, ref: string): Node {
  const end = splitPointer(fragmentOf(ref)).reduce((node, key) => step(follow(files, node), key), root);
  return end.value === undefined ? end : follow(files, end);
}

function nowhere(node: Node, name: string): KitError {
  return new KitError('spec-invalid', `a link leads to "${name}", which is no operation of the document`, {
    where: whereOf(node),
  });
}
