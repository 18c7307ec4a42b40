/** A record as an answer may show it: what the response declares, nothing that is writeOnly, valid by its schema. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../spec/exact-json.ts';
import type { Schema } from '../../spec/schema.ts';
import { itemsOf, partsOf, propertiesOf, requiredOf } from '../../spec/schema-view.ts';
import { isValid } from '../../spec/validate.ts';

/** Always valid where `sample` is; what the record lacks is taken from there. */
export function shown(record: JsonObject, schema: Schema, sample: Json | undefined): Json | undefined {
  const own = project(schema, record);
  if (isValid(schema, own, 'response')) return own;
  if (!isJsonObject(own) || !isJsonObject(sample)) return sample;
  const filled = { ...missing(own, schema, sample), ...own };
  if (isValid(schema, filled, 'response')) return project(schema, filled);
  return overlaid(own, schema, sample);
}

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
  const parts = partsOf(schema);
  const declared = Map.groupBy(
    parts.flatMap((part) => [...part.properties]),
    ([name]) => name,
  );
  const isOpen = declared.size === 0 || parts.some(allowsMore);
  const names = [...declared.keys()].filter((name) => Object.hasOwn(value, name));
  const isRequired = (name: string) => parts.some(({ required }) => required.has(name));
  const others = Object.keys(value).filter((name) => !declared.has(name) && (isOpen || isRequired(name)));
  return Object.fromEntries(
    [...names, ...others].flatMap((name) => {
      const schemas = declared.get(name)?.map(([, part]) => part) ?? [];
      return schemas.some(({ writeOnly }) => writeOnly)
        ? []
        : [[name, projectPart(schemas, value[name] ?? null)]];
    }),
  );
}

/** Where several parts describe it, none of them alone says what it may hold. */
function projectPart([schema, ...others]: readonly Schema[], value: Json): Json {
  return schema === undefined || others.length > 0 ? value : project(schema, value);
}

function allowsMore({ additionalProperties, patternProperties }: Schema): boolean {
  return additionalProperties?.possible === true || patternProperties.length > 0;
}
