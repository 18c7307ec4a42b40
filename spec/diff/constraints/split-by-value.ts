/** Splits an object with several values of a property into alternatives by value, to match those of the other side. */
import { canonicalJson } from '../../json/exact-json.ts';
import type { Schema } from '../../model/schema.ts';
import type { Constraints } from './constraints.ts';

/** Returns one copy for each of the others, if a required property distinguishes these and has no other value. */
export function splitByPropertyValue<One extends Constraints>(
  one: One,
  others: readonly Constraints[],
): readonly One[] {
  if (one.type !== 'object' || others.length < 2) return [one];
  const name = [...one.object.required].find((candidate) => distinguishes(candidate, one, others));
  if (name === undefined) return [one];
  return others.map((other) => {
    const properties = new Map(schemasOfProperty(other, name).map((schema) => [name, schema]));
    const propertySchemas = [...one.object.propertySchemas, { properties, patterns: [], additional: undefined }];
    return { ...one, object: { ...one.object, propertySchemas } };
  });
}

function distinguishes(name: string, one: Constraints, others: readonly Constraints[]): boolean {
  const lists = others.map((other) => listedValues(other, name));
  const all = new Set(lists.flat());
  const ownValues = listedValues(one, name);
  const isDistinct = all.size === lists.flat().length && lists.every((list) => list.length > 0);
  return isDistinct && ownValues.length === all.size && ownValues.every((value) => all.has(value));
}

/** Empty if the property is not required, or not restricted by exactly one list. */
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
