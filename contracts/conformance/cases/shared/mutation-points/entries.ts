import { isJsonArray, isJsonObject, type Json, sameJson } from '../../../../../spec/exact-json.ts';
import { sampleOf } from '../../../../../spec/sample.ts';
import type { Schema } from '../../../../../spec/schema.ts';
import { isValid } from '../../../../../spec/validate.ts';
import type { TwinBody } from '../../../request/twin.ts';
import { flatFor, memberSchema } from '../../../request/values/sites.ts';

/**
 * A sample leaves open what may be there under any name: this body has one entry in each object that declares a schema
 * for those. Undefined where there is no such object.
 */
export function withEntries(body: TwinBody): TwinBody | undefined {
  const full = widened(body.schema, body.full);
  const isOther = !sameJson(full, body.full) && isValid(body.schema, full, 'request');
  return isOther ? { ...body, full } : undefined;
}

function widened(schema: Schema, value: Json): Json {
  const flat = flatFor(schema, value);
  if (isJsonArray(value)) {
    return value.map((item, index) => within(flat.prefixItems[index] ?? flat.items, item));
  }
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(
    ([name, part]) => [name, within(memberSchema(flat, name), part)] as const,
  );
  const [entry] = entriesOf(flat).filter((one) => !Object.hasOwn(value, one.name) && isTyped(one));
  return Object.fromEntries(entry === undefined ? members : [...members, [entry.name, entry.value]]);
}

function within(schema: Schema | undefined, value: Json): Json {
  return schema === undefined ? value : widened(schema, value);
}

/** `true` and `{}` let everything in: nothing there can be wrong. */
function isTyped({ schema, value }: Entry): boolean {
  const { types, enum: options, const: only } = flatFor(schema, value);
  return types !== undefined || options !== undefined || only !== undefined;
}

export interface Entry {
  readonly name: string;
  readonly schema: Schema;
  readonly value: Json;
}

/** A valid member for each schema that an object declares for members beyond its own. */
export function* entriesOf(flat: Schema): Generator<Entry> {
  const { patternProperties, additionalProperties: others } = flat;
  const named = patternProperties.map(({ pattern, schema }) => [nameFor(flat, pattern), schema] as const);
  const rest = others?.possible === true ? [[anyName(flat), others] as const] : [];
  for (const [name, schema] of [...named, ...rest]) {
    const value = name === undefined ? undefined : sampleOf(schema, 'request');
    if (name !== undefined && value !== undefined) yield { name, schema, value };
  }
}

function anyName({ propertyNames: names }: Schema): string | undefined {
  if (names === undefined || isValid(names, 'x-entry', 'request')) return 'x-entry';
  const name = sampleOf({ ...names, types: new Set(['string'] as const) }, 'request');
  return typeof name === 'string' ? name : undefined;
}

function nameFor(flat: Schema, pattern: RegExp): string | undefined {
  const { properties, patternProperties, additionalProperties, propertyNames, required, ...rest } = flat;
  const asText: Schema = {
    ...rest,
    ...{ properties: new Map(), patternProperties: [], required: new Set<string>(), examples: [] },
    ...{ additionalProperties: undefined, propertyNames: undefined, default: undefined, format: undefined },
    ...{ types: new Set(['string'] as const), pattern, minLength: 1, maxLength: 40, enum: undefined },
    ...{ unevaluatedProperties: undefined, const: undefined, not: undefined, if: undefined },
  };
  const name = sampleOf(asText, 'request');
  return typeof name === 'string' ? name : undefined;
}
