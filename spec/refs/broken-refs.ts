/** Finds the references of a file, and reports the broken ones as one error. */
import { KitError } from '../../errors.ts';
import { isJsonArray, isJsonObject, type Json } from '../json/exact-json.ts';
import { memoize } from '../memoize.ts';
import type { SourceFile } from '../source/source-file.ts';
import { childNode, type Files, formatLocation, getRef, type Node, refFileUrl, resolveRef } from './nodes.ts';

/** Returns the nodes of a file that have a `$ref`, in line order. */
export const findRefs = memoize((file: SourceFile): readonly Node[] => {
  const root: Node = { file, pointer: '', value: file.value };
  const found: Keys[] = [];
  collectRefs(file.value, [], found);
  return found.map((keys) => keys.reduce(childNode, root));
});

type Keys = readonly (string | number)[];

/** Adds to `found` the path of each value with a `$ref`. */
function collectRefs(value: Json, keys: (string | number)[], found: Keys[]): void {
  if (isJsonArray(value)) {
    for (const [index, item] of value.entries()) collectBelow(item, index);
  } else if (isJsonObject(value)) {
    if (typeof value['$ref'] === 'string') found.push([...keys]);
    for (const key of Object.keys(value)) collectBelow(value[key] ?? null, key);
  }

  function collectBelow(part: Json, key: string | number): void {
    if (typeof part !== 'object' || part === null) return;
    keys.push(key);
    collectRefs(part, keys, found);
    keys.pop();
  }
}

interface BrokenRef {
  readonly detail: string;
  readonly where: string;
  readonly error: KitError;
}

/** Why a referenced file could not be read, by its URL. */
type ReadErrors = ReadonlyMap<string, KitError>;

/** Further broken references are only counted. */
const MAX_REPORTED = 10;

/** Returns one error for all broken references, each at its first location; undefined if there are none. */
export function brokenRefsError(
  refs: readonly Node[],
  files: Files,
  readErrors: ReadErrors = new Map(),
): KitError | undefined {
  const [first, ...others] = findBrokenRefs(refs, files, readErrors);
  if (first === undefined) return undefined;
  const reported = others
    .slice(0, MAX_REPORTED - 1)
    .map(({ detail, where: location }) => `; also ${detail} (${location})`);
  const remaining = others.length - reported.length;
  const { fix, cause } = first.error;
  return new KitError(
    'spec-ref',
    `${first.detail}${reported.join('')}${remaining > 0 ? `; and ${remaining} more` : ''}`,
    {
      where: first.where,
      // The fix of another error code would be misleading here.
      ...(first.error.code === 'spec-ref' && { fix }),
      ...(cause !== undefined && { cause }),
    },
  );
}

/** Yields only the first of several equal references in one file, and only one broken reference for each cause. */
function* findBrokenRefs(refs: readonly Node[], files: Files, readErrors: ReadErrors): Generator<BrokenRef> {
  const seen = new Set<string>();
  for (const node of refs) {
    const key = `${node.file.url} ${getRef(node)}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const brokenRef = checkRef(node, files, readErrors);
    if (brokenRef === undefined || seen.has(brokenRefKey(brokenRef))) continue;
    seen.add(brokenRefKey(brokenRef));
    yield brokenRef;
  }
}

function brokenRefKey({ detail, where: location }: BrokenRef): string {
  return `${location} ${detail}`;
}

function checkRef(node: Node, files: Files, readErrors: ReadErrors): BrokenRef | undefined {
  const ref = getRef(node) ?? '';
  const location = formatLocation(childNode(node, '$ref'));
  const reason = readErrors.get(refFileUrl(node, ref) ?? '');
  if (reason !== undefined) {
    // The cause is the file that cannot be parsed, so its location is reported.
    const syntaxErrorLocation = reason.code === 'spec-syntax' ? reason.where : undefined;
    return { detail: reason.detail, where: syntaxErrorLocation ?? location, error: reason };
  }
  try {
    resolveRef(files, node, ref);
  } catch (error) {
    if (error instanceof KitError) return { detail: error.detail, where: error.where ?? location, error };
  }
  return undefined;
}
