/** The references that stand in a file. */
import { isJsonArray, isJsonObject, type Json } from '../json/exact-json.ts';
import { remembered } from '../remembered.ts';
import type { SourceFile } from '../source/source-file.ts';
import { type Node, step } from './nodes.ts';

/** The nodes of a file that hold a `$ref`, in the order of their lines. */
export const refsIn = remembered((file: SourceFile): readonly Node[] => {
  const root: Node = { file, pointer: '', value: file.value };
  const found: Keys[] = [];
  collectRefs(file.value, [], found);
  return found.map((keys) => keys.reduce(step, root));
});

type Keys = readonly (string | number)[];

/** Adds to `found` the keys that lead to each value with a `$ref`. */
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
