/** The references that stand in a file, and whether they lead anywhere. */
import { KitError } from '../errors.ts';
import { isJsonArray, isJsonObject, type Json } from './exact-json.ts';
import { type Node, refOf, step, target } from './nodes.ts';
import type { SourceFile } from './source.ts';

/** The nodes of a file that hold a `$ref`, in the order of their lines. */
export function refsIn(file: SourceFile): readonly Node[] {
  const root: Node = { file, pointer: '', value: file.value };
  const refs =
    knownRefs.get(file) ?? Array.from(refsBelow(file.value, []), (keys) => keys.reduce(step, root));
  knownRefs.set(file, refs);
  return refs;
}

const knownRefs = new WeakMap<SourceFile, readonly Node[]>();

/** The keys that lead to each value with a `$ref`. */
function* refsBelow(value: Json, keys: (string | number)[]): Generator<readonly (string | number)[]> {
  if (isJsonArray(value)) {
    for (const [index, item] of value.entries()) yield* refsWithin(item, keys, index);
  } else if (isJsonObject(value)) {
    if (typeof value['$ref'] === 'string') yield [...keys];
    for (const [key, part] of Object.entries(value)) yield* refsWithin(part, keys, key);
  }
}

function* refsWithin(value: Json, keys: (string | number)[], key: string | number) {
  if (typeof value !== 'object' || value === null) return;
  keys.push(key);
  yield* refsBelow(value, keys);
  keys.pop();
}

/** The complaint about the first reference that leads nowhere. */
export function brokenRef(
  refs: readonly Node[],
  files: ReadonlyMap<string, SourceFile>,
): KitError | undefined {
  const intact = new Set<string>();
  for (const node of refs) {
    const ref = refOf(node) ?? '';
    const key = `${node.file.url} ${ref}`;
    if (intact.has(key)) continue;
    try {
      target(files, node, ref);
      intact.add(key);
    } catch (error) {
      if (error instanceof KitError) return error;
    }
  }
  return undefined;
}
