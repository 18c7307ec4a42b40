/** Generates ids for new records: 1, 2, 3, ..., UUIDs, or texts that match the schema. */
import { firstInt32, toHex } from '../../../platform/bytes.ts';
import { sha256 } from '../../../platform/crypto.ts';
import type { Json } from '../../../spec/json/exact-json.ts';
import { memoize } from '../../../spec/memoize.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { toPathText } from '../../../spec/resources/path-templates.ts';
import type { Resource } from '../../../spec/resources/resources.ts';
import { flattenSchema } from '../../../spec/sampling/flatten-schema.ts';
import { generateStrings } from '../../../spec/sampling/sample-strings.ts';
import { sampleValue } from '../../../spec/sampling/sample-value.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import type { Collection } from '../collection.ts';

/** Numbers that the schema rejects are skipped; a schema with few values is soon exhausted. */
const MAX_NUMBERS = 1_000;

/** After this many consecutive rejections, no higher number is valid. */
const MAX_CONSECUTIVE_REJECTIONS = 10;

interface IdContext extends Pick<Collection, 'records' | 'name' | 'seed'> {
  readonly resource: Pick<Resource, 'idSchemas'>;
}

/** Valid candidates, a different one each time; the caller uses the first free one. */
export async function* generateIds(context: IdContext): AsyncGenerator<Json> {
  const { resource, records, name, seed } = context;
  const numericSchema = numericIdSchema(resource.idSchemas);
  let consecutiveRejections = 0;
  for (let attempts = 0; attempts < MAX_NUMBERS; attempts++) {
    const number = await records.nextNumber(name);
    const source = { number, origin: `${seed ?? ''} ${name} ${number}` };
    const id = candidateIds(resource.idSchemas, source).find((value) => isValidId(value, resource.idSchemas));
    consecutiveRejections = id === undefined ? consecutiveRejections + 1 : 0;
    if (id !== undefined) yield id;
    if (numericSchema !== undefined && consecutiveRejections === MAX_CONSECUTIVE_REJECTIONS)
      return yield* unusedNumbers(context, numericSchema);
  }
}

/** If the highest number is used: the unused numbers, from the lowest. */
async function* unusedNumbers({ resource, records, name }: IdContext, schema: Schema): AsyncGenerator<Json> {
  const usedIds = new Set((await records.list(name)).map(({ id }) => id));
  for (let number = 1; number <= usedIds.size + MAX_NUMBERS; number++) {
    const value = numericId(schema, number);
    if (!usedIds.has(toPathText(value)) && isValidId(value, resource.idSchemas)) yield value;
  }
}

/** Generated numbers are above any given id, even after its record is removed. */
export async function reserveId(
  { resource, records, name }: Pick<Collection, 'resource' | 'records' | 'name'>,
  id: Json,
): Promise<void> {
  const position = idPosition(resource, id);
  if (position > 0) await records.reserveNumbers(name, position);
}

/** The position of an id in the number sequence, from 1; 0 if it is not in the sequence. */
export function idPosition(resource: Pick<Resource, 'idSchemas'>, id: Json): number {
  const schema = numericIdSchema(resource.idSchemas);
  const text = Number.isSafeInteger(id) ? String(id) : toPathText(id);
  if (schema === undefined || !/^\d{1,15}$/.test(text)) return 0;
  const { first, step } = numberSequence(schema);
  // For each new record, and a bigint for each number would be slow.
  if (first === 1n && step === 1n) return Number(text);
  const position = (BigInt(text) - first) / step + 1n;
  return Math.max(0, Number(position));
}

interface IdSource {
  /** 1, 2, 3, ... */
  readonly number: number;
  /** The seed of the generated value. */
  readonly origin: string;
}

/** Valid in a request, in a response and as path text. */
function isValidId(value: Json, schemas: readonly Schema[]): boolean {
  const text = String(value);
  // A property may be a text, and the path parameter that names it a number.
  const sent = /^-?\d{1,15}$/.test(text) ? [text, Number(text)] : [text];
  return schemas.every(
    (schema) => isValid(schema, value, 'response') || sent.some((one) => isValid(schema, one, 'request')),
  );
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

/** The schema of a numeric id: a number in the body takes precedence over a string in the path. */
function numericIdSchema([declared]: readonly Schema[]): Schema | undefined {
  const schema = declared === undefined ? undefined : flattenSchema(declared);
  const isCounted = schema?.types?.has('integer') === true || schema?.types?.has('number') === true;
  return isCounted && schema.enum === undefined ? schema : undefined;
}

/** The n-th allowed number, starting at the minimum or at 1. */
function numericId(schema: Schema, number: number): Json {
  const { first, step } = numberSequence(schema);
  const value = first + BigInt(number - 1) * step;
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

const numberSequence = memoize(({ minimum = 1, exclusiveMinimum = 0, multipleOf = 1 }: Schema) => {
  const step = larger(1n, roundUp(multipleOf));
  const bound = larger(larger(1n, roundUp(minimum)), roundDown(exclusiveMinimum) + 1n);
  return { first: ((bound + step - 1n) / step) * step, step };
});

// As bigints, because doubles round bounds beyond 2^53: no id near a bound of 2^64 would be valid.
const roundUp = (value: number | bigint) => (typeof value === 'bigint' ? value : BigInt(Math.ceil(value)));
const roundDown = (value: number | bigint) => (typeof value === 'bigint' ? value : BigInt(Math.floor(value)));
const larger = (a: bigint, b: bigint) => (a > b ? a : b);

/** Has the form of a version 4 UUID. */
function createUuid(origin: string): string {
  const hex = toHex(sha256(origin));
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
  const seed = firstInt32(sha256(origin));
  try {
    // Prefer values without special characters, which are easier to read in a path.
    const values = generateStrings(pattern, { seed, numRuns: MAX_DRAWS });
    return values.toSorted((a, b) => Number(!/^[\w.~-]+$/.test(a)) - Number(!/^[\w.~-]+$/.test(b)));
  } catch {
    return [];
  }
}
