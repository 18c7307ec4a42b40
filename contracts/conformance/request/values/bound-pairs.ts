/**
 * Two properties of an object that are the bounds of a range: `minPrice` and `maxPrice`, `startDate` and `endDate`,
 * `from` and `to`. Implementations reject a lower bound above the upper one, although no schema can state that.
 */
import { compareBounds, nextBound } from '../../../../spec/described/compare-bounds.ts';
import { orderOfProperties } from '../../../../spec/described/stated-orders.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../../spec/json/exact-json.ts';
import { memoize } from '../../../../spec/memoize.ts';
import { type BoundNames, boundPairs } from '../../../../spec/model/bound-names.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import { flattenSchemaFor, memberSchema, type Path } from './value-locations.ts';

/**
 * The value with each lower bound below the upper one, or equal where the schema allows nothing else. The value at
 * `kept` does not change: the other bound is moved, or left out where it cannot be moved.
 */
export function withOrderedBounds(value: Json, schema: Schema, kept: Path = []): Json {
  const ordered = orderWithin(value, schema, kept);
  return ordered === value || isValid(schema, ordered, 'request') ? ordered : value;
}

/**
 * The change of a part of a record, with the other bound where the record would have them in the wrong order.
 * `record` has its other properties.
 */
export function withOtherBounds(
  change: JsonObject,
  { name, record, schema }: { readonly name: string; readonly record: JsonObject; readonly schema: Schema },
): JsonObject {
  const changed = { ...record, ...change };
  const ordered = withOrderedBounds(changed, schema, [name]);
  if (ordered === changed || !isJsonObject(ordered)) return change;
  const moved = Object.entries(ordered).filter(([key, value]) => value !== changed[key]);
  return { ...change, ...Object.fromEntries(moved) };
}

function orderWithin(value: Json, schema: Schema, kept: Path): Json {
  if (typeof value !== 'object' || value === null || !mayHaveBounds(schema)) return value;
  const [keptName, ...rest] = kept;
  const flat = flattenSchemaFor(schema, value);
  let isChanged = false;
  const orderPart = (part: Json, name: string | number, declared: Schema | undefined) => {
    const ordered = declared === undefined ? part : orderWithin(part, declared, name === keptName ? rest : []);
    isChanged ||= ordered !== part;
    return ordered;
  };
  if (isJsonArray(value)) {
    const items = value.map((item, index) => orderPart(item, index, flat.prefixItems[index] ?? flat.items));
    return isChanged ? items : value;
  }
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(
    ([name, part]) => [name, orderPart(part, name, memberSchema(flat, name))] as const,
  );
  const whole = isChanged ? Object.fromEntries(members) : value;
  const name = rest.length === 0 && typeof keptName === 'string' ? keptName : undefined;
  const names = [...flat.properties.keys()].filter((declared) => Object.hasOwn(whole, declared));
  return boundPairs(names).reduce(
    (object, pair) => orderPair(object, { ...inDeclaredOrder(pair, flat), schema: flat, kept: name }),
    whole,
  );
}

/** Descriptions or examples of the two properties show which is the lower bound, whatever their names suggest. */
function inDeclaredOrder({ lower, upper }: BoundNames, schema: Schema): BoundNames {
  const stated = orderOfProperties(schema, { lower, upper });
  if (stated !== undefined) return stated;
  const schemas = [lower, upper].flatMap((name) => memberSchema(schema, name) ?? []);
  const [low, high] = schemas.map((member) => flattenSchema(member).examples[0]);
  const order = low === undefined || high === undefined ? undefined : compareBounds(low, high, schemas);
  return order !== undefined && order > 0 ? { lower: upper, upper: lower } : { lower, upper };
}

/** Whether some object in the schema has such properties; most have none. */
const mayHaveBounds = memoize((schema: Schema): boolean => hasBounds(schema, new Set()));

/** `seen`: schemas may contain themselves. */
function hasBounds(schema: Schema, seen: Set<Schema>): boolean {
  if (seen.size === seen.add(schema).size) return false;
  const alternatives = [...schema.allOf, ...schema.anyOf, ...schema.oneOf];
  const parts = [...schema.properties.values(), ...schema.prefixItems, ...(schema.items ? [schema.items] : [])];
  const { properties } = flattenSchema(schema);
  return (
    boundPairs([...properties.keys()]).length > 0 || [...alternatives, ...parts].some((part) => hasBounds(part, seen))
  );
}

interface BoundPair {
  readonly lower: string;
  readonly upper: string;
  readonly schema: Schema;
  readonly kept: string | undefined;
}

function orderPair(object: JsonObject, { lower, upper, schema, kept }: BoundPair): JsonObject {
  const [low, high] = [object[lower], object[upper]];
  const [lowSchema, highSchema] = [memberSchema(schema, lower), memberSchema(schema, upper)];
  if (low === undefined || high === undefined || lowSchema === undefined || highSchema === undefined) return object;
  const order = compareBounds(low, high, [lowSchema, highSchema]);
  if (order === undefined || order < 0) return object;
  const isLowAllowed = (value: Json | undefined) => value !== undefined && isValid(lowSchema, value, 'request');
  const isHighAllowed = (value: Json | undefined) => value !== undefined && isValid(highSchema, value, 'request');
  const fromLow = kept === upper ? [] : [nextBound(low, 1), low].filter(isHighAllowed);
  const fromHigh = kept === lower ? [] : [nextBound(high, -1), high].filter(isLowAllowed);
  const isSwappable = kept !== lower && kept !== upper && order > 0 && isLowAllowed(high) && isHighAllowed(low);
  const changes: readonly JsonObject[] = [
    ...(isSwappable ? [{ [lower]: high, [upper]: low }] : []),
    ...fromLow.map((value) => ({ [upper]: value ?? high })),
    ...fromHigh.map((value) => ({ [lower]: value ?? low })),
  ];
  const isDistinct = (change: JsonObject) =>
    compareBounds(change[lower] ?? low, change[upper] ?? high, [lowSchema, highSchema]) !== 0;
  const change = changes.find(isDistinct) ?? (order === 0 ? {} : changes[0]);
  if (change !== undefined) return { ...object, ...change };
  const other = kept === lower ? upper : lower;
  if (schema.required.has(other)) return object;
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== other));
}
