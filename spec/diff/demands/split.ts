/** One object with a property of several values, as the alternatives by that value that the other side has. */
import { canonicalText } from '../../json/exact-json.ts';
import type { Schema } from '../../model/schema.ts';
import type { Demands } from './demands.ts';

/** The demands once for each of the others, if a required property tells these apart and has no other value. */
export function splitLike<One extends Demands>(one: One, others: readonly Demands[]): readonly One[] {
  if (one.type !== 'object' || others.length < 2) return [one];
  const name = [...one.object.required].find((candidate) => tellsApart(candidate, one, others));
  if (name === undefined) return [one];
  return others.map((other) => {
    const properties = new Map(schemasOf(other, name).map((schema) => [name, schema]));
    const shapes = [...one.object.shapes, { properties, patterns: [], rest: undefined }];
    return { ...one, object: { ...one.object, shapes } };
  });
}

function tellsApart(name: string, one: Demands, others: readonly Demands[]): boolean {
  const lists = others.map((other) => listedFor(other, name));
  const all = new Set(lists.flat());
  const own = listedFor(one, name);
  const isDistinct = all.size === lists.flat().length && lists.every((list) => list.length > 0);
  return isDistinct && own.length === all.size && own.every((value) => all.has(value));
}

/** None where it is not required, or not by one list alone. */
function listedFor({ object }: Demands, name: string): readonly string[] {
  const schemas = schemasOf({ object }, name);
  const lists = schemas.flatMap((schema) => {
    const list = schema.enum ?? (schema.const === undefined ? undefined : [schema.const.value]);
    return list === undefined ? [] : [list.map(canonicalText)];
  });
  return lists.length === 1 && object.required.has(name) ? (lists[0] ?? []) : [];
}

function schemasOf({ object }: Pick<Demands, 'object'>, name: string): readonly Schema[] {
  return object.shapes.flatMap(({ properties }) => properties.get(name) ?? []);
}
