/** Where two JSON values differ. */
import { isJsonArray, isJsonObject, type Json, sameJson, stringifyJson } from '../../spec/json/exact-json.ts';

/** A field of a certificate that is not what it has to be. */
export interface Difference {
  /** `waivers[0].expires` */
  readonly field: string;
  /** What stands there, as JSON; `nothing` for a field that is not there. */
  readonly certificate: string;
  /** What has to stand there, and who says so. */
  readonly found: string;
  readonly source: string;
}

/** The innermost fields that differ, in the order of `expected`, then those that only `given` has. */
export function* differences(
  given: Json | undefined,
  expected: Json | undefined,
  field = '',
): Generator<Pick<Difference, 'field' | 'certificate' | 'found'>> {
  if (given !== undefined && expected !== undefined && sameJson(given, expected)) return;
  const parts = partsOf(given, expected);
  if (parts === undefined) yield { field, certificate: asText(given), found: asText(expected) };
  else
    for (const [key, one, other] of parts) {
      if (one === undefined && other === undefined) continue;
      yield* differences(one, other, typeof key === 'number' ? `${field}[${key}]` : dotted(field, key));
    }
}

type Part = readonly [key: string | number, given: Json | undefined, expected: Json | undefined];

/** Of two objects, or two lists; undefined for anything else. */
function partsOf(given: Json | undefined, expected: Json | undefined): readonly Part[] | undefined {
  if (given === undefined || expected === undefined) return undefined;
  if (isJsonArray(given) && isJsonArray(expected)) {
    const length = Math.max(given.length, expected.length);
    return Array.from({ length }, (_, index) => [index, given[index], expected[index]]);
  }
  if (!isJsonObject(given) || !isJsonObject(expected)) return undefined;
  const keys = new Set([...Object.keys(expected), ...Object.keys(given)]);
  return [...keys].map((key) => [key, ownOf(given, key), ownOf(expected, key)]);
}

function ownOf(value: Readonly<Record<string, Json>>, key: string): Json | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function dotted(field: string, key: string): string {
  return field === '' ? key : `${field}.${key}`;
}

function asText(value: Json | undefined): string {
  return value === undefined ? 'nothing' : stringifyJson(value);
}
