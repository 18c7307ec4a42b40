/** Looks along a value for the properties that its schema does not declare, or leaves optional. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import type { Direction, Schema } from '../../../spec/model/schema.ts';
import type { Place } from '../../../spec/source/source-file.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { forExamples } from './example-schema.ts';
import { allParts, certainParts } from './schema-parts.ts';

/**
 * `undeclared`: no schema that may judge the object names it, while properties are declared; `open`: neither, but the
 * contract says that others may come, or declares none at all; `optional`: declared, and an answer may leave it out;
 * `one way`: declared for the other direction (readOnly, writeOnly).
 */
export type FieldKind = 'undeclared' | 'open' | 'optional' | 'one way';

export interface Field {
  readonly kind: FieldKind;
  readonly at: readonly (string | number)[];
  readonly name: string;
  /** Of the schema that has, or has not, the property. */
  readonly place: Place;
}

export interface FieldLookup {
  readonly direction: Direction;
  /** More names that a schema stands for: those of the schemas that extend it by a discriminator. */
  readonly heirs: (schema: Schema) => ReadonlySet<string>;
}

/** Where the contract closes an object its own judgement tells of what is too much, and this does not. */
export function fieldsIn(schema: Schema, value: Json, looking: FieldLookup): readonly Field[] {
  const seen = new Set<string>();
  // Of the items of one list the first tells for all.
  return [...walk({ schemas: [schema], value, at: [], isOptional: false }, looking)].filter(
    ({ kind, at }) => {
      const key = JSON.stringify([kind, at.map((step) => (typeof step === 'number' ? 0 : step))]);
      return !seen.has(key) && seen.add(key);
    },
  );
}

interface Spot {
  readonly schemas: readonly Schema[];
  readonly value: Json;
  readonly at: readonly (string | number)[];
  /** Something around it was told as optional already. */
  readonly isOptional: boolean;
}

function* walk(spot: Spot, looking: FieldLookup): Generator<Field> {
  const { value } = spot;
  const parts = [...allParts(spot.schemas)];
  if (isJsonArray(value)) {
    for (const [index, item] of value.entries()) {
      const schemas = parts.flatMap((part) => part.prefixItems[index] ?? part.items ?? []);
      if (schemas.length > 0)
        yield* walk({ ...spot, schemas, value: item, at: [...spot.at, index] }, looking);
    }
  } else if (isJsonObject(value)) {
    for (const name of Object.keys(value)) yield* property({ ...spot, value }, parts, name, looking);
  }
}

function* property(
  spot: Spot & { readonly value: JsonObject },
  parts: readonly Schema[],
  name: string,
  looking: FieldLookup,
): Generator<Field> {
  const schemas = parts.flatMap((part) => declared(part, name));
  const at = [...spot.at, name];
  if (schemas.length === 0) {
    if (parts.some((part) => looking.heirs(part).has(name)) || isClosed(spot.schemas)) return;
    yield { kind: openness(parts), at, name, place: placeOf(parts) };
    return;
  }
  const place = schemas[0]?.place ?? placeOf(parts);
  const flag = looking.direction === 'request' ? 'readOnly' : 'writeOnly';
  if (schemas.some((schema) => schema[flag])) yield { kind: 'one way', at, name, place };
  const isFree = looking.direction === 'response' && !spot.isOptional && !isRequired(spot, name);
  if (isFree) yield { kind: 'optional', at, name, place };
  const below = { schemas, value: spot.value[name] ?? null, at, isOptional: spot.isOptional || isFree };
  yield* walk(below, looking);
}

/** What the part says of a property of that name; a schema for all others declares them. */
function declared(part: Schema, name: string): readonly Schema[] {
  const own = part.properties.get(name);
  const matching = part.patternProperties
    .filter(({ pattern }) => pattern.test(name))
    .map(({ schema }) => schema);
  const known = own === undefined ? matching : [own, ...matching];
  if (known.length > 0) return known;
  const rests = [part.additionalProperties, part.unevaluatedProperties];
  return rests.filter((rest) => rest !== undefined).filter((rest) => rest.possible && !saysNothing(rest));
}

/** `true` or `{}` */
function saysNothing(schema: Schema): boolean {
  const { types, format, enum: options, const: only, properties, items, allOf, anyOf, oneOf } = schema;
  const values = [types, format, options, only, items, schema.additionalProperties, schema.pattern];
  return (
    values.every((value) => value === undefined) &&
    properties.size + allOf.length + anyOf.length + oneOf.length === 0
  );
}

function openness(parts: readonly Schema[]): 'undeclared' | 'open' {
  const isFree = parts.every(
    ({ properties, patternProperties }) => properties.size + patternProperties.length === 0,
  );
  const isOpened = parts.some(
    ({ additionalProperties, unevaluatedProperties }) =>
      additionalProperties?.possible === true || unevaluatedProperties?.possible === true,
  );
  return isFree || isOpened ? 'open' : 'undeclared';
}

function placeOf(parts: readonly Schema[]): Place {
  const [first] = parts;
  const bearer = parts.find(({ properties }) => properties.size > 0) ?? first;
  return bearer?.place ?? { file: '', pointer: '', line: 1 };
}

/** Nothing but what is declared gets through all of these, or through any of their alternatives. */
function isClosed(schemas: readonly Schema[]): boolean {
  const certain = [...certainParts(schemas)];
  if (certain.some(refusesOthers)) return true;
  return certain.some(({ anyOf, oneOf }) =>
    [anyOf, oneOf].some((parts) => parts.length > 0 && parts.every((part) => isClosedPart(part))),
  );
}

function isClosedPart(schema: Schema): boolean {
  return [...certainParts([schema])].some(refusesOthers);
}

function refusesOthers({ additionalProperties, unevaluatedProperties }: Schema): boolean {
  return additionalProperties?.possible === false || unevaluatedProperties?.possible === false;
}

function isRequired({ schemas, value }: Spot, name: string): boolean {
  const asking: Asking = { name, value, known: new Map() };
  return schemas.some((schema) => requires(schema, asking));
}

interface Asking {
  readonly name: string;
  readonly value: Json;
  /** What was found of each schema, by however many ways it is reached. */
  readonly known: Map<Schema, boolean>;
}

/** By the schema itself, all that it is made of, or every alternative that the example fits. */
function requires(schema: Schema, asking: Asking): boolean {
  const found = asking.known.get(schema) ?? isAskedBy(schema, asking);
  asking.known.set(schema, found);
  return found;
}

function isAskedBy(schema: Schema, asking: Asking): boolean {
  if (schema.required.has(asking.name) || schema.allOf.some((part) => requires(part, asking))) return true;
  return [schema.anyOf, schema.oneOf].some((parts) => {
    const fitting = parts.filter((part) => isValid(forExamples(part), asking.value, 'response'));
    return fitting.length > 0 && fitting.every((part) => requires(part, asking));
  });
}
