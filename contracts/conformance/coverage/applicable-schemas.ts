/** Finds the schemas that apply to each part of a body, and the keywords that a body violates. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import { type Direction, type Schema, toKeywordPlace } from '../../../spec/model/schema.ts';
import { isValid, type Violation, validate } from '../../../spec/validation/validate.ts';

/** A part of a value and a schema that applies to it. */
export interface SchemaApplication {
  readonly schema: Schema;
  readonly value: Json;
  readonly path: readonly (string | number)[];
}

const MAX_ITEMS = 20;
const MAX_DEPTH = 12;

/** Every part of a value with every schema that applies to it, each once; of alternatives, those that match. */
export function applySchemas(
  { schema, value, path }: SchemaApplication,
  direction: Direction,
): Generator<SchemaApplication> {
  return applySchemaSet(new Set([schema]), { value, path }, direction);
}

function* applySchemaSet(
  schemas: Set<Schema>,
  part: Omit<SchemaApplication, 'schema'>,
  direction: Direction,
): Generator<SchemaApplication> {
  if (part.path.length > MAX_DEPTH) return;
  // Iterating over a Set includes schemas added on the way, each of them once.
  for (const schema of schemas) {
    yield { ...part, schema };
    for (const next of applicableSubschemas({ ...part, schema }, direction)) schemas.add(next);
  }
  const inside = [...schemas].flatMap((schema) => applyToParts({ ...part, schema }));
  for (const [first, ...others] of Map.groupBy(inside, ({ path }) => path.at(-1)).values()) {
    if (first === undefined) continue;
    const applicable = new Set([first, ...others].map(({ schema }) => schema));
    yield* applySchemaSet(applicable, { value: first.value, path: first.path }, direction);
  }
}

function applicableSubschemas({ schema, value }: SchemaApplication, direction: Direction): readonly Schema[] {
  const isMatching = (part: Schema) => isValid(part, value, direction);
  const { allOf, anyOf, oneOf, if: condition, dependentSchemas } = schema;
  const branch = condition === undefined ? undefined : isMatching(condition) ? schema.then : schema.else;
  const dependent = isJsonObject(value)
    ? [...dependentSchemas].filter(([name]) => Object.hasOwn(value, name)).map(([, part]) => part)
    : [];
  return [
    ...allOf,
    ...anyOf.filter(isMatching),
    ...oneOf.filter(isMatching),
    ...dependent,
    ...(branch === undefined ? [] : [branch]),
  ];
}

function applyToParts({ schema, value, path }: SchemaApplication): readonly SchemaApplication[] {
  if (isJsonObject(value)) return applyToMembers(schema, value, path);
  if (!isJsonArray(value)) return [];
  return value.slice(0, MAX_ITEMS).flatMap((item, index) => {
    const subschema = schema.prefixItems[index] ?? schema.items;
    return subschema === undefined ? [] : [{ schema: subschema, value: item, path: [...path, index] }];
  });
}

function applyToMembers(
  schema: Schema,
  value: JsonObject,
  path: SchemaApplication['path'],
): readonly SchemaApplication[] {
  return Object.entries(value).flatMap(([name, part]) => {
    const matching = schema.patternProperties.filter(({ pattern }) => pattern.test(name));
    const declared = [schema.properties.get(name), ...matching.map((one) => one.schema)];
    const applicable = declared.filter((one) => one !== undefined);
    const subschemas = applicable.length > 0 ? applicable : [schema.additionalProperties ?? []].flat();
    return subschemas.map((subschema) => ({ schema: subschema, value: part, path: [...path, name] }));
  });
}

/** A keyword that a value violates, and the path of the violation in the value. */
interface ViolatedKeyword {
  readonly pointer: string;
  readonly path: readonly (string | number)[];
}

/** The keywords that a body violates; if no alternative matches, those of the closest one too. */
export function violatedKeywords(body: SchemaApplication): readonly ViolatedKeyword[] {
  const violations = validate(body.schema, body.value, 'request').map((one) => ({
    ...one,
    fullPath: [...body.path, ...one.path],
  }));
  return violations.flatMap((violation) => [
    { pointer: violation.place.pointer, path: violation.fullPath },
    ...violatedItems(body, violation),
    ...violatedAlternatives(body, violation),
  ]);
}

/** Every invalid item violates the `items` of its array. */
function violatedItems(body: SchemaApplication, { path }: Violation): readonly ViolatedKeyword[] {
  if (!path.some((part) => typeof part === 'number')) return [];
  return [...applySchemas(body, 'request')]
    .filter((part) => isJsonArray(part.value) && part.schema.items !== undefined && isInArray(part.path, path))
    .map((part) => ({ pointer: toKeywordPlace(part.schema, 'items').pointer, path: part.path }));
}

function isInArray(array: SchemaApplication['path'], path: SchemaApplication['path']): boolean {
  return typeof path[array.length] === 'number' && array.every((part, index) => part === path[index]);
}

function violatedAlternatives(
  body: SchemaApplication,
  { keyword, place, path }: Violation,
): readonly ViolatedKeyword[] {
  if (keyword !== 'oneOf' && keyword !== 'anyOf') return [];
  const holder = [...applySchemas(body, 'request')].find(
    (part) =>
      toKeywordPlace(part.schema, keyword).pointer === place.pointer &&
      part.path.length === path.length &&
      part.path.every((one, index) => one === path[index]),
  );
  if (holder === undefined) return [];
  const closest = closestAlternative(holder.schema[keyword], holder.value);
  return closest === undefined ? [] : violatedKeywords({ ...holder, schema: closest });
}

function closestAlternative(parts: readonly Schema[], value: Json): Schema | undefined {
  const [best] = parts
    .map((part) => ({ part, count: validate(part, value, 'request').length }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => a.count - b.count);
  return best?.part;
}
