/** Finds the computed properties of a value at every depth, and sets them. */
import { isJsonArray, isJsonObject, isNumeric, type Json, type JsonObject } from '../json/exact-json.ts';
import { memoize } from '../memoize.ts';
import type { Schema } from '../model/schema.ts';
import { matchingViews, reachableSchemas } from '../sampling/schema-views.ts';
import { isValid } from '../validation/validate.ts';
import { type Computation, computeValue, findComputations, isPossibleResult } from './computed-values.ts';

export interface ComputedProperty {
  /** The path of the object that has the property. */
  readonly parentPath: readonly (string | number)[];
  readonly shown: JsonObject;
  readonly computation: Computation;
}

/** Where the schema of an object is certain. */
export function* findComputed(
  schema: Schema,
  value: Json,
  path: ComputedProperty['parentPath'] = [],
): Generator<ComputedProperty> {
  const view = certainView(schema, value);
  if (view === undefined) return;
  if (isJsonArray(value)) {
    for (const [index, item] of value.entries())
      if (view.items !== undefined) yield* findComputed(view.items, item, [...path, index]);
    return;
  }
  if (!isJsonObject(value)) return;
  for (const computation of findComputations(view)) yield { parentPath: path, shown: value, computation };
  for (const [name, part] of Object.entries(value)) {
    const declared = view.properties.get(name);
    if (declared !== undefined) yield* findComputed(declared, part, [...path, name]);
  }
}

/** The value with the computed properties that it has set to what they are computed from, where the schema allows it. */
export function withComputed(schema: Schema, value: Json): Json {
  const view = certainView(schema, value);
  if (view === undefined) return value;
  const { items } = view;
  if (isJsonArray(value)) return items === undefined ? value : value.map((item) => withComputed(items, item));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, part]): [string, Json] => {
    const declared = view.properties.get(name);
    return [name, declared === undefined ? part : withComputed(declared, part)];
  });
  // A total of lines that have totals of their own follows from those.
  return findComputations(view).reduce<JsonObject>(setComputed, Object.fromEntries(members));
}

function setComputed(value: JsonObject, computation: Computation): JsonObject {
  const { property, schema } = computation;
  const [shown, computed] = [
    Object.hasOwn(value, property) ? value[property] : undefined,
    computeValue(computation, value),
  ];
  if (!isNumeric(shown) || computed === undefined || isPossibleResult(shown, computed)) return value;
  return isValid(schema, computed.value, 'response') ? { ...value, [property]: computed.value } : value;
}

/** Undefined where nothing is computed, and where several alternatives match. */
function certainView(schema: Schema, value: Json): Schema | undefined {
  if (typeof value !== 'object' || value === null || !hasComputed(schema)) return undefined;
  const [view, ...others] = matchingViews(schema, value);
  return others.length === 0 ? view : undefined;
}

/** Most schemas have no such property. */
const hasComputed = memoize((schema: Schema) =>
  [...reachableSchemas(schema)].some((part) => findComputations(part).length > 0),
);
