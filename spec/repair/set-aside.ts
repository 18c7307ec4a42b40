/**
 * Sets aside what needs a reference that cannot be resolved, and nothing else: an operation, or only a link, example or
 * callback. The files of the result have no such references.
 */
import { combineErrors, type KitError } from '../../errors.ts';
import { splitPointer } from '../json/pointer.ts';
import type { DisabledOperation, Repair } from '../model/contract.ts';
import { type BrokenRefs, findBrokenRefs } from '../refs/broken-refs.ts';
import { childNode, type Files, type Node, toPlace } from '../refs/nodes.ts';
import { describeReason, findDisabledOperations } from './disabled-operations.ts';
import { createPartGraph, type GraphInput, type GraphPart, type PartReference } from './part-graph.ts';
import { findUnusableParts } from './unusable-parts.ts';
import { withoutBrokenRefs, withoutParts } from './without-parts.ts';

export interface SetAside {
  /** By URL. */
  readonly files: Files;
  readonly repairs: readonly Repair[];
  readonly disabled: readonly DisabledOperation[];
}

/**
 * If no operation is left, throws `spec-ref` with all of these references. Then undefined if files could not be read: their
 * errors are those of a document that must be valid.
 */
export function setAsideBroken(
  root: Node,
  files: Files,
  readErrors: ReadonlyMap<string, KitError>,
): SetAside | undefined {
  const broken = findBrokenRefs(files, readErrors);
  if (broken.size === 0) return { files, repairs: [], disabled: [] };
  return setAside({ root, files, broken }, readErrors);
}

/** The same for operations and components that are not valid. Their references can be resolved. */
export function setAsideInvalid(root: Node, files: Files, invalid: BrokenRefs): SetAside | undefined {
  return setAside({ root, files, broken: invalid }, new Map());
}

function setAside(
  { root, files, broken }: GraphInput,
  readErrors: ReadonlyMap<string, KitError>,
): SetAside | undefined {
  const graph = createPartGraph({ files, root, broken });
  const unusable = findUnusableParts(graph);
  const { disabled, usable } = findDisabledOperations(root, files, unusable);
  const error = combineErrors([...broken.values()].map(({ error: one }) => one));
  if (usable === 0 && readErrors.size > 0) return undefined;
  if (usable === 0 && error !== undefined) throw error;
  const removed = [...graph.values()].flatMap((parent) =>
    parent.optional.flatMap((part): readonly RemovedPart[] => {
      const cause = unusable.reasonOf(part);
      return cause === undefined ? [] : [{ parent, part, cause }];
    }),
  );
  const dropped = removed.filter(isReportedAlone);
  const reported = new Set([...disabled, ...dropped].map(({ cause }) => cause));
  return {
    files: withoutBrokenRefs(
      withoutParts(
        files,
        removed.map(({ part }) => part.node),
      ),
      readErrors,
    ),
    repairs: [...disabled.map(disabledRepair), ...dropped.map(droppedRepair), ...unusedRepairs(broken, reported)],
    disabled: disabled.map(({ cause: _cause, ...operation }) => operation),
  };
}

interface RemovedPart {
  readonly parent: GraphPart;
  readonly part: PartReference;
  readonly cause: KitError;
}

/** As the end of a sentence. */
function fixOf({ fix }: KitError): string {
  return `${fix.charAt(0).toLowerCase()}${fix.slice(1).replace(/\.$/, '')}`;
}

function disabledRepair({
  id,
  method,
  place,
  reason,
  cause,
}: DisabledOperation & { readonly cause: KitError }): Repair {
  const what = method === undefined ? `the path ${id}` : `the operation ${id}`;
  return { place, what, operation: id, effect: `it is not served and not tested, since ${reason}; ${fixOf(cause)}` };
}

/** Operations and paths are reported as such, and components only where they are used. */
function isReportedAlone({ parent, part }: RemovedPart): boolean {
  return parent.kind !== 'components' && partNames.has(part.kind);
}

const partNames = new Map<string, string>([
  ['link', 'link'],
  ['example', 'example'],
  ['callback', 'callback'],
  ['outgoing path item', 'webhook'],
  ['data', 'data'],
]);

function droppedRepair({ part, cause }: RemovedPart): Repair {
  const name = splitPointer(part.node.pointer).at(-1) ?? '';
  const what = part.kind === 'data' ? `"${name}" with a $ref` : `the ${partNames.get(part.kind)} "${name}"`;
  return { place: toPlace(part.node), what, effect: `it is ignored, since ${describeReason(cause)}; ${fixOf(cause)}` };
}

/** Each reference and each invalid component once. */
function unusedRepairs(broken: BrokenRefs, reported: ReadonlySet<KitError>): readonly Repair[] {
  const unused = Map.groupBy(
    [...broken.values()].filter(({ error }) => !reported.has(error)),
    ({ error }) => error,
  );
  return [...unused].flatMap(([error, [first]]) => {
    if (first === undefined) return [];
    const effect = `it is ignored, since no operation needs it; ${fixOf(error)}`;
    return error.code === 'spec-ref'
      ? [{ place: toPlace(childNode(first.node, '$ref')), what: `a $ref without a target: ${error.detail}`, effect }]
      : [{ place: toPlace(first.node), what: `a part that is not valid: ${error.detail}`, effect }];
  });
}
