/** Removes links to operations that the document does not have, or that were set aside. */
import { KitError } from '../../errors.ts';
import { findOperations } from '../compiling/operation-nodes.ts';
import { createLinkReader } from '../compiling/read-links.ts';
import { splitPointer } from '../json/pointer.ts';
import type { DisabledOperation, Repair } from '../model/contract.ts';
import { type Files, findTarget, type Node, stringAt, toPlace } from '../refs/nodes.ts';
import { createPartGraph } from './part-graph.ts';
import { withoutParts } from './without-parts.ts';

interface WithoutLinks {
  readonly files: Files;
  readonly repairs: readonly Repair[];
}

/** Expects that all references can be resolved. */
export function withoutDanglingLinks(root: Node, files: Files, disabled: readonly DisabledOperation[]): WithoutLinks {
  if (files.values().every(({ text }) => !text.includes('links'))) return { files, repairs: [] };
  const { resolveTarget } = createLinkReader(files, root, findOperations(files, root));
  const disabledIds = new Set(disabled.map(({ id }) => id));
  // Links of components are not read unless a response refers to them.
  const parents = [...createPartGraph({ files, root, broken: new Map() }).values()].filter(
    ({ kind }) => kind !== 'components',
  );
  const links = parents.flatMap(({ optional }) => optional.filter(({ kind }) => kind === 'link'));
  const dangling = links.flatMap(({ node }) => {
    const link = findTarget(files, node) ?? node;
    return isDangling(() => resolveTarget(link)) ? [{ node, link }] : [];
  });
  return {
    files: withoutParts(
      files,
      dangling.map(({ node }) => node),
    ),
    repairs: dangling.map((one) => danglingRepair(one, disabledIds)),
  };
}

function isDangling(resolve: () => unknown): boolean {
  try {
    resolve();
    return false;
  } catch (error) {
    if (error instanceof KitError) return true;
    throw error;
  }
}

function danglingRepair(
  { node, link }: { readonly node: Node; readonly link: Node },
  disabledIds: ReadonlySet<string>,
): Repair {
  const name = splitPointer(node.pointer).at(-1) ?? '';
  const target = stringAt(link, 'operationId') ?? stringAt(link, 'operationRef') ?? '';
  const effect = disabledIds.has(target)
    ? 'it is ignored, since this operation is not served'
    : 'it is ignored, since the document has no such operation; correct or remove it';
  return { place: toPlace(node), what: `the link "${name}" to "${target}"`, effect };
}
