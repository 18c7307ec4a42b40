/** One object with a property of several values, as the alternatives by that value that the other side has. */
import { canonicalJson } from '../../json/exact-json.ts';
import type { Schema } from '../../model/schema.ts';
import type { Constraints } from './constraints.ts';

/** The demands once for each of the others, if a required property tells these apart and has no other value. */
export function splitByPropertyValue<One extends Constraints>(
  one: One,
  others: readonly Constraints[],
): readonly One[] {
  if (one.type !== 'object' || others.length < 2) return [one];
  const name = [...one.object.required].find((candidate) => distinguishes(candidate, one, others));
  if (name === undefined) return [one];
  return others.map((other) => {
    const properties = new Map(schemasOfProperty(other, name).map((schema) => [name, schema]));
    const shapes = [...one.object.propertySchemas, { properties, patterns: [], rest: undefined }];
    return { ...one, object: { ...one.object, propertySchemas: shapes } };
  });
}

function distinguishes(name: string, one: Constraints, others: readonly Constraints[]): boolean {
  const lists = others.map((other) => listedValues(other, name));
  const all = new Set(lists.flat());
  const own = listedValues(one, name);
  const isDistinct = all.size === lists.flat().length && lists.every((list) => list.length > 0);
  return isDistinct && own.length === all.size && own.every((value) => all.has(value));
}

/** None where it is not required, or not by one list alone. */
function listedValues({ object }: Constraints, name: string): readonly string[] {
  const schemas = schemasOfProperty({ object }, name);
  const lists = schemas.flatMap((schema) => {
    const list = schema.enum ?? (schema.const === undefined ? undefined : [schema.const.value]);
    return list === undefined ? [] : [list.map(canonicalJson)];
  });
  return lists.length === 1 && object.required.has(name) ? (lists[0] ?? []) : [];
}

function schemasOfProperty({ object }: Pick<Constraints, 'object'>, name: string): readonly Schema[] {
  return object.propertySchemas.flatMap(({ properties }) => properties.get(name) ?? []);
}
