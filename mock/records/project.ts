/**
 * A record as an answer may show it: what the response declares, nothing that is writeOnly, valid by its schema. And what
 * was sent, without what only the store may set.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { itemsOf, partsOf, propertiesOf, requiredOf } from '../../spec/model/schema-view.ts';
import { remembered, rememberedLast } from '../../spec/remembered.ts';
import { isValid } from '../../spec/validation/validate.ts';

/** Always valid where `sample` is; what the record lacks is taken from there. */
export function shown(record: JsonObject, schema: Schema, sample: Json | undefined): Json | undefined {
  const { value: own, isWhole } = projected(schema)(record);
  if (isWhole) return own;
  if (!isJsonObject(own) || !isJsonObject(sample)) return sample;
  const filled = { ...missing(own, schema, sample), ...own };
  if (isValid(schema, filled, 'response')) return project(schema, filled);
  return overlaid(own, schema, sample);
}

/** Whether the schema takes as much of a record as it may show. */
export function isShowable(record: JsonObject, schema: Schema): boolean {
  return projected(schema)(record).isWhole;
}

/** A new record is looked at and then shown. Of more than one nothing is kept: garbage would outlive many requests. */
const projected = remembered((schema: Schema) =>
  rememberedLast((record: JsonObject) => {
    const value = project(schema, record);
    return { value, isWhole: isValid(schema, value, 'response') };
  }),
);

/** As much of the record as the schema takes, property by property; what it has not, only where it has to be there. */
function overlaid(own: JsonObject, schema: Schema, sample: JsonObject): JsonObject {
  const required = requiredOf(schema);
  const needed = Object.entries(sample).filter(([name]) => required.has(name) || Object.hasOwn(own, name));
  const bare = Object.fromEntries(needed);
  let valid: JsonObject = isValid(schema, bare, 'response') ? bare : sample;
  for (const [name, value] of Object.entries(own)) {
    const next = [value, completed(schema, name, value, sample[name])]
      .map((one) => ({ ...valid, [name]: one }))
      .find((one) => isValid(schema, one, 'response'));
    if (next !== undefined) valid = next;
  }
  return valid;
}

/** A part that lacks what an answer has to have there, such as the address of a link whose name was sent. */
function completed(schema: Schema, name: string, value: Json, sample: Json | undefined): Json {
  const part = propertiesOf(schema).get(name);
  return part !== undefined && isJsonObject(value) ? (shown(value, part, sample) ?? value) : value;
}

function missing(own: JsonObject, schema: Schema, sample: JsonObject): JsonObject {
  const required = requiredOf(schema);
  return Object.fromEntries(
    Object.entries(sample).filter(([name]) => required.has(name) && !Object.hasOwn(own, name)),
  );
}

/** In the order of the schema. What it does not declare stays where it is required, or more may come. */
export function project(schema: Schema, value: Json): Json {
  if (isJsonArray(value)) {
    const items = itemsOf(schema);
    return items === undefined ? value : value.map((item) => project(items, item));
  }
  if (!isJsonObject(value)) return value;
  const { declared, isOpen, required } = outlineOf(schema);
  const kept: [string, Json][] = [];
  for (const [name, part] of declared) {
    if (part.isShown && Object.hasOwn(value, name)) kept.push([name, projectPart(part, value[name] ?? null)]);
  }
  for (const name of Object.keys(value)) {
    if (!declared.has(name) && (isOpen || required.has(name))) kept.push([name, value[name] ?? null]);
  }
  return Object.fromEntries(kept);
}

interface Part {
  /** Where several parts describe it, none of them alone says what it may hold: then there is none. */
  readonly schema: Schema | undefined;
  /** False where one of them is writeOnly. */
  readonly isShown: boolean;
}

interface Outline {
  readonly declared: ReadonlyMap<string, Part>;
  readonly isOpen: boolean;
  readonly required: ReadonlySet<string>;
}

const outlineOf = remembered((schema: Schema): Outline => {
  const parts = partsOf(schema);
  const byName = Map.groupBy(
    parts.flatMap((part) => [...part.properties]),
    ([name]) => name,
  );
  const declared = new Map(
    [...byName].map(([name, all]): [string, Part] => {
      const [only] = all.length === 1 ? all : [];
      return [name, { schema: only?.[1], isShown: !all.some(([, { writeOnly }]) => writeOnly) }];
    }),
  );
  return { declared, isOpen: declared.size === 0 || parts.some(allowsMore), required: requiredOf(schema) };
});

function projectPart({ schema }: Part, value: Json): Json {
  return schema === undefined ? value : project(schema, value);
}

function allowsMore({ additionalProperties, patternProperties }: Schema): boolean {
  return additionalProperties?.possible === true || patternProperties.length > 0;
}

/** What was sent, at every depth without what only the store may set; as it is where no schema says so. */
export function withoutReadOnly(value: Json, schema: Schema | undefined): Json {
  if (schema === undefined) return value;
  if (isJsonArray(value)) return value.map((item) => withoutReadOnly(item, itemsOf(schema)));
  if (!isJsonObject(value)) return value;
  const declared = propertiesOf(schema);
  const kept = Object.entries(value).filter(([name]) => declared.get(name)?.readOnly !== true);
  return Object.fromEntries(kept.map(([name, part]) => [name, withoutReadOnly(part, declared.get(name))]));
}
