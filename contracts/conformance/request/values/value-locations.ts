/** The locations in a body that a mutation can change, at every depth, and functions for the changes. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { countChoices, flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { formatPath, isValid } from '../../../../spec/validation/validate.ts';
import { withActiveBranches } from './conditional-schemas.ts';

export type Path = readonly (string | number)[];

/** A value within a body. */
export interface ValueLocation {
  readonly path: Path;
  /** `body.lines[0].size` */
  readonly name: string;
  /** As in the document; use it for validation. */
  readonly schema: Schema;
  /** Without combinators; use it to derive values. */
  readonly flat: Schema;
  readonly value: Json;
  readonly isRequired: boolean;
  /** The schema of the enclosing object, as in the document; undefined for array items and for the body itself. */
  readonly parentSchema: Schema | undefined;
}

interface LocationOptions {
  /** The path of the value itself. */
  readonly path?: Path;
  /** `first`: items with a positional schema, and the first of the others, which share one. */
  readonly items?: 'first' | 'all';
}

/** Every property and first item below the body, parents before children. */
export function* findLocations(
  schema: Schema,
  value: Json,
  { path = [], items = 'first' }: LocationOptions = {},
): Generator<ValueLocation> {
  const flat = flattenSchemaFor(schema, value);
  if (isJsonObject(value)) {
    for (const [name, part] of Object.entries(value)) {
      const declared = memberSchema(flat, name);
      if (declared === undefined || declared.readOnly) continue;
      const isRequired = flat.required.has(name);
      const location = createLocation({
        path: [...path, name],
        schema: declared,
        value: part,
        isRequired,
        parentSchema: schema,
      });
      yield location;
      if (typeof part === 'object') yield* findLocations(declared, part, { path: location.path, items });
    }
  }
  for (const index of isJsonArray(value) ? itemIndexes(flat, value.length, items) : []) {
    const itemSchema = flat.prefixItems[index] ?? flat.items;
    const item = isJsonArray(value) ? value[index] : undefined;
    if (item === undefined || itemSchema === undefined) continue;
    const location = createLocation({
      path: [...path, index],
      schema: itemSchema,
      value: item,
      ...noParentObject,
    });
    yield location;
    yield* findLocations(itemSchema, item, { path: location.path, items });
  }
}

function itemIndexes({ prefixItems }: Schema, count: number, items: LocationOptions['items']): readonly number[] {
  const length = items === 'all' ? Math.min(count, MAX_ITEMS) : Math.min(count, prefixItems.length + 1);
  return Array.from({ length }, (_unused, index) => index);
}

/** Longer arrays are not searched in full. */
const MAX_ITEMS = 200;

/** The schema of a member of an object: from `properties`, `patternProperties` or `additionalProperties`. */
export function memberSchema(flat: Schema, name: string): Schema | undefined {
  const matching = flat.patternProperties.find(({ pattern }) => pattern.test(name))?.schema;
  return flat.properties.get(name) ?? matching ?? flat.additionalProperties;
}

/** The body itself. */
export function rootLocation(schema: Schema, value: Json): ValueLocation {
  return createLocation({ path: [], schema, value, ...noParentObject });
}

/** No enclosing object could omit the value. */
const noParentObject = { isRequired: true, parentSchema: undefined } as const;

function createLocation({
  path,
  schema,
  value,
  isRequired,
  parentSchema,
}: Omit<ValueLocation, 'name' | 'flat'>): ValueLocation {
  const [name, flat] = [formatPath(path), flattenSchemaFor(schema, value)];
  return { path, name, schema, flat, value, isRequired, parentSchema };
}

/** The value at a path; undefined where there is none. */
export function valueAt(body: Json, path: Path): Json | undefined {
  return path.reduce<Json | undefined>((value, key) => {
    if (isJsonArray(value)) return value[Number(key)];
    return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }, body);
}

/** Flattens a schema with the alternatives and the branches of conditions that match the value. */
export function flattenSchemaFor(declared: Schema, value: Json): Schema {
  const schema = withActiveBranches(declared, value);
  const choices = countChoices(schema);
  // Without alternatives no validation is needed.
  if (choices === 1) return flattenSchema(schema);
  for (let choice = 0; choice < choices; choice++) {
    const flat = flattenSchema(schema, choice);
    if (isValid(flat, value, 'request')) return flat;
  }
  return flattenSchema(schema);
}

/** The body with one value replaced. */
export function replaceAt(body: Json, path: Path, value: Json): Json {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (isJsonArray(body)) return body.map((item, index) => (index === key ? replaceAt(item, rest, value) : item));
  if (!isJsonObject(body)) return body;
  const part = Object.hasOwn(body, key) ? body[key] : undefined;
  if (part === undefined && rest.length > 0) return body;
  return { ...body, [key]: part === undefined ? value : replaceAt(part, rest, value) };
}

/** The body without one property. */
export function removeAt(body: Json, path: Path): Json {
  const [key, ...rest] = path;
  if (key === undefined) return body;
  if (isJsonArray(body)) return body.map((item, index) => (index === key ? removeAt(item, rest) : item));
  if (!isJsonObject(body)) return body;
  if (rest.length === 0) return without(body, new Set([String(key)]));
  const part = Object.hasOwn(body, key) ? body[key] : undefined;
  return part === undefined ? body : { ...body, [key]: removeAt(part, rest) };
}

/** The body without several properties of one object. */
export function removeAllAt(body: Json, path: Path, names: ReadonlySet<string>): Json {
  const object = valueAt(body, path);
  return isJsonObject(object) ? replaceAt(body, path, without(object, names)) : body;
}

function without(object: JsonObject, names: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.has(name)));
}

/** The body with one property under another name. */
export function renameAt(body: Json, path: Path, name: string): Json {
  const [key, ...rest] = path;
  if (key === undefined) return body;
  if (isJsonArray(body)) return body.map((item, index) => (index === key ? renameAt(item, rest, name) : item));
  if (!isJsonObject(body)) return body;
  const members = Object.entries(body).map(([member, part]): [string, Json] => {
    if (member !== key) return [member, part];
    return rest.length === 0 ? [name, part] : [member, renameAt(part, rest, name)];
  });
  return Object.fromEntries(members);
}
