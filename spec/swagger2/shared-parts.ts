/** Parts of a document that several operations share. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../json/exact-json.ts';
import { joinPointer, splitPointer } from '../json/pointer.ts';

/** The strings of a list; empty for anything else. */
export function textsIn(list: Json | undefined): readonly string[] {
  return isJsonArray(list) ? list.filter((one) => typeof one === 'string') : [];
}

export interface SharedPart {
  readonly value: Json;
  /** In the original document. */
  readonly from: string;
}

/** A part, or what it refers to in `section` of the same document; undefined for another reference. */
export function followRef(
  document: JsonObject,
  section: 'parameters' | 'responses',
  { value, from }: SharedPart,
): SharedPart | undefined {
  const ref = isJsonObject(value) ? value['$ref'] : undefined;
  if (typeof ref !== 'string') return { value, from };
  const [first, name, ...others] = ref.startsWith('#/') ? splitPointer(ref.slice(1)) : [];
  const parts = document[section];
  if (first !== section || name === undefined || others.length > 0 || !isJsonObject(parts)) return undefined;
  const target = parts[name];
  return target === undefined ? undefined : { value: target, from: joinPointer(`/${section}`, name) };
}
