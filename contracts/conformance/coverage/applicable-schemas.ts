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

/**
 * Every part of a value with every schema that applies to it, each once; of alternatives, those that match. Not a generator:
 * nearly all responses of a run come here.
 */
export function applySchemas(
  { schema, value, path }: SchemaApplication,
  direction: Direction,
): readonly SchemaApplication[] {
  const found: SchemaApplication[] = [];
  collectApplications({ value, path, schemas: new Set([schema]) }, direction, found);
  return found;
}

/** A part of a value, and the schemas that apply to it, as far as they are known. */
interface Part {
  readonly value: Json;
  readonly path: SchemaApplication['path'];
  readonly schemas: Set<Schema>;
}

function collectApplications({ value, path, schemas }: Part, direction: Direction, found: SchemaApplication[]): void {
  if (path.length > MAX_DEPTH) return;
  // Iterating over a Set includes schemas added on the way, each of them once.
  for (const schema of schemas) {
    found.push({ schema, value, path });
    addSubschemas(schemas, { schema, value }, direction);
  }
  const inside = new Map<string | number, Part>();
  const add = (key: string | number, part: Json, schema: Schema) => {
    const known = inside.get(key);
    if (known === undefined) inside.set(key, { value: part, path: [...path, key], schemas: new Set([schema]) });
    else known.schemas.add(schema);
  };
  for (const schema of schemas) {
    if (isJsonObject(value)) applyToMembers(schema, value, add);
    else if (isJsonArray(value)) applyToItems(schema, value, add);
  }
  for (const part of inside.values()) collectApplications(part, direction, found);
}

function addSubschemas(
  schemas: Set<Schema>,
  { schema, value }: Pick<SchemaApplication, 'schema' | 'value'>,
  direction: Direction,
): void {
  const { allOf, anyOf, oneOf, if: condition, dependentSchemas } = schema;
  for (const part of allOf) schemas.add(part);
  for (const alternatives of [anyOf, oneOf])
    for (const part of alternatives) if (isValid(part, value, direction)) schemas.add(part);
  if (isJsonObject(value))
    for (const [name, part] of dependentSchemas) if (Object.hasOwn(value, name)) schemas.add(part);
  if (condition === undefined) return;
  const branch = isValid(condition, value, direction) ? schema.then : schema.else;
  if (branch !== undefined) schemas.add(branch);
}

type AddPart = (key: string | number, part: Json, schema: Schema) => void;

function applyToItems({ prefixItems, items }: Schema, value: readonly Json[], add: AddPart): void {
  for (const [index, item] of value.slice(0, MAX_ITEMS).entries()) {
    const schema = prefixItems[index] ?? items;
    if (schema !== undefined) add(index, item, schema);
  }
}

function applyToMembers(
  { properties, patternProperties, additionalProperties }: Schema,
  value: JsonObject,
  add: AddPart,
): void {
  for (const [name, part] of Object.entries(value)) {
    const declared = properties.get(name);
    if (declared !== undefined) add(name, part, declared);
    const matching = patternProperties.filter(({ pattern }) => pattern.test(name));
    for (const { schema } of matching) add(name, part, schema);
    const isDeclared = declared !== undefined || matching.length > 0;
    if (!isDeclared && additionalProperties !== undefined) add(name, part, additionalProperties);
  }
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
  return applySchemas(body, 'request')
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
  const holder = applySchemas(body, 'request').find(
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
