/** Identifiers for new records: 1, 2, 3, ..., UUIDs, or texts of the kind that the schema asks for. */
import { createHash } from 'node:crypto';
import type { Json } from '../../spec/json/exact-json.ts';
import { memoize } from '../../spec/memoize.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { toPathText } from '../../spec/resources/path-templates.ts';
import type { Resource } from '../../spec/resources/resources.ts';
import { flattenSchema } from '../../spec/sampling/flatten-schema.ts';
import { generateStrings } from '../../spec/sampling/sample-strings.ts';
import { sampleValue } from '../../spec/sampling/sample-value.ts';
import { isValid } from '../../spec/validation/validate.ts';
import type { Collection } from './collection.ts';

/** Numbers that cannot be one are skipped; a schema with few values soon has none left. */
const MAX_NUMBERS = 1_000;

/** So many numbers in a row that cannot be one: there are no more above. */
const MAX_CONSECUTIVE_REJECTIONS = 10;

interface IdContext extends Pick<Collection, 'records' | 'name' | 'seed'> {
  readonly resource: Pick<Resource, 'idSchemas'>;
}

/** Values that the schemas accept, another one each time; the caller takes the first that is free. */
export async function* generateIds(context: IdContext): AsyncGenerator<Json> {
  const { resource, records, name, seed } = context;
  const numericSchema = numericIdSchema(resource.idSchemas);
  let rejectedInSequence = 0;
  for (let attempts = 0; attempts < MAX_NUMBERS; attempts++) {
    const number = await records.nextNumber(name);
    const source = { number, origin: `${seed ?? ''} ${name} ${number}` };
    const id = candidateIds(resource.idSchemas, source).find((value) => isValidId(value, resource.idSchemas));
    rejectedInSequence = id === undefined ? rejectedInSequence + 1 : 0;
    if (id !== undefined) yield id;
    if (numericSchema !== undefined && rejectedInSequence === MAX_CONSECUTIVE_REJECTIONS)
      return yield* unusedNumbers(context, numericSchema);
  }
}

/** Where the highest number is taken: those that no record has, from the lowest. */
async function* unusedNumbers({ resource, records, name }: IdContext, schema: Schema): AsyncGenerator<Json> {
  const usedIds = new Set((await records.list(name)).map(({ id }) => id));
  for (let number = 1; number <= usedIds.size + MAX_NUMBERS; number++) {
    const value = numericId(schema, number);
    if (!usedIds.has(toPathText(value)) && isValidId(value, resource.idSchemas)) yield value;
  }
}

/** New numbers lie above one that came with its record, and so do those after it is removed. */
export async function reserveId(
  { resource, records, name }: Pick<Collection, 'resource' | 'records' | 'name'>,
  id: Json,
): Promise<void> {
  const position = idPosition(resource, id);
  if (position > 0) await records.reserveNumbers(name, position);
}

/** Which of the numbers it is, from 1; 0 for what is none. */
export function idPosition(resource: Pick<Resource, 'idSchemas'>, id: Json): number {
  const schema = numericIdSchema(resource.idSchemas);
  const text = Number.isSafeInteger(id) ? String(id) : toPathText(id);
  if (schema === undefined || !/^\d{1,15}$/.test(text)) return 0;
  const { least: first, step } = numberSequence(schema);
  const position = (BigInt(text) - first) / step + 1n;
  return Math.max(0, Number(position));
}

interface IdSource {
  /** 1, 2, 3, ... */
  readonly number: number;
  /** The same text gives the same values. */
  readonly origin: string;
}

/** In a request and in an answer, and as the text of a path. */
function isValidId(value: Json, schemas: readonly Schema[]): boolean {
  return schemas.every((schema) => isValid(schema, value, 'response') || isValid(schema, String(value), 'request'));
}

function candidateIds(schemas: readonly Schema[], source: IdSource): readonly Json[] {
  const [declared, parameter] = schemas.map((schema) => flattenSchema(schema));
  const schema = declared ?? parameter;
  if (schema === undefined) return [String(source.number)];
  if (schema.enum !== undefined) return schema.enum.slice((source.number - 1) % schema.enum.length);
  const numericSchema = numericIdSchema(schemas);
  if (numericSchema !== undefined) return [numericId(numericSchema, source.number)];
  if (schema.format === 'uuid' || parameter?.format === 'uuid') return [createUuid(source.origin)];
  return textIds(parameter?.pattern === undefined ? schema : { ...schema, pattern: parameter.pattern }, source);
}

/** The schema that makes an identifier a number: one in the body says more of its kind than a text in the path. */
function numericIdSchema([declared]: readonly Schema[]): Schema | undefined {
  const schema = declared === undefined ? undefined : flattenSchema(declared);
  const isCounted = schema?.types?.has('integer') === true || schema?.types?.has('number') === true;
  return isCounted && schema.enum === undefined ? schema : undefined;
}

/** The n-th from the lowest that is allowed, or from 1. */
function numericId(schema: Schema, number: number): Json {
  const { least: first, step } = numberSequence(schema);
  const value = first + BigInt(number - 1) * step;
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

const numberSequence = memoize(({ minimum, exclusiveMinimum, multipleOf }: Schema) => {
  const step = BigInt(Math.max(1, Math.ceil(Number(multipleOf ?? 1))));
  const above = exclusiveMinimum === undefined ? 1 : Math.floor(Number(exclusiveMinimum)) + 1;
  const bound = BigInt(Math.max(1, Math.ceil(Number(minimum ?? 1)), above));
  return { least: ((bound + step - 1n) / step) * step, step };
});

/** Version 4 in form. */
function createUuid(origin: string): string {
  const hex = createHash('sha256').update(origin).digest('hex');
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4];
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

function textIds(schema: Schema, { number, origin }: IdSource): readonly string[] {
  const plain = String(number);
  if (schema.pattern !== undefined) return [...textsMatching(schema.pattern, origin), plain];
  const padded = plain.padStart(schema.minLength ?? 0, '0');
  if (schema.format === 'email') return [`someone${number}@example.com`];
  if (schema.format === undefined) return [padded];
  const sample = sampleValue(schema, 'response');
  const sampleBased = typeof sample === 'string' ? [`${sample}${number}`, sample.replace(/\d+(?=\D*$)/, plain)] : [];
  return [padded, ...sampleBased];
}

const MAX_DRAWS = 20;

function textsMatching(pattern: RegExp, origin: string): readonly string[] {
  const seed = createHash('sha256').update(origin).digest().readInt32BE();
  try {
    // What stands in a path is easier to read without strange characters.
    const values = generateStrings(pattern, { seed, numRuns: MAX_DRAWS });
    return values.toSorted((a, b) => Number(!/^[\w.~-]+$/.test(a)) - Number(!/^[\w.~-]+$/.test(b)));
  } catch {
    return [];
  }
}
