/** Identifiers for new records: 1, 2, 3, ..., UUIDs, or texts of the kind that the schema asks for. */
import { createHash } from 'node:crypto';
import type { Json } from '../../spec/json/exact-json.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { remembered } from '../../spec/remembered.ts';
import { textOf } from '../../spec/resources/paths.ts';
import type { Resource } from '../../spec/resources/resources.ts';
import { flatten } from '../../spec/sampling/flatten.ts';
import { sampleOf } from '../../spec/sampling/sample.ts';
import { drawTexts } from '../../spec/sampling/texts.ts';
import { isValid } from '../../spec/validation/validate.ts';
import type { Shelf } from './shelf.ts';

/** Numbers that cannot be one are skipped; a schema with few values soon has none left. */
const MOST_NUMBERS = 1_000;

/** So many numbers in a row that cannot be one: there are no more above. */
const MOST_REFUSED = 10;

interface Numbered extends Pick<Shelf, 'records' | 'name' | 'seed'> {
  readonly resource: Pick<Resource, 'idSchemas'>;
}

/** Values that the schemas accept, another one each time; the caller takes the first that is free. */
export async function* newIds(shelf: Numbered): AsyncGenerator<Json> {
  const { resource, records, name, seed } = shelf;
  const counted = countedBy(resource.idSchemas);
  let refused = 0;
  for (let tries = 0; tries < MOST_NUMBERS; tries++) {
    const number = await records.nextNumber(name);
    const facts = { number, origin: `${seed ?? ''} ${name} ${number}` };
    const id = candidates(resource.idSchemas, facts).find((value) => isAccepted(value, resource.idSchemas));
    refused = id === undefined ? refused + 1 : 0;
    if (id !== undefined) yield id;
    if (counted !== undefined && refused === MOST_REFUSED) return yield* freeNumbers(shelf, counted);
  }
}

/** Where the highest number is taken: those that no record has, from the lowest. */
async function* freeNumbers({ resource, records, name }: Numbered, schema: Schema): AsyncGenerator<Json> {
  const taken = new Set((await records.list(name)).map(({ id }) => id));
  for (let number = 1; number <= taken.size + MOST_NUMBERS; number++) {
    const value = numbered(schema, number);
    if (!taken.has(textOf(value)) && isAccepted(value, resource.idSchemas)) yield value;
  }
}

/** New numbers lie above one that came with its record, and so do those after it is removed. */
export async function skipTo(
  { resource, records, name }: Pick<Shelf, 'resource' | 'records' | 'name'>,
  id: Json,
): Promise<void> {
  const position = positionOf(resource, id);
  if (position > 0) await records.skipNumbers(name, position);
}

/** Which of the numbers it is, from 1; 0 for what is none. */
export function positionOf(resource: Pick<Resource, 'idSchemas'>, id: Json): number {
  const schema = countedBy(resource.idSchemas);
  const text = Number.isSafeInteger(id) ? String(id) : textOf(id);
  if (schema === undefined || !/^\d{1,15}$/.test(text)) return 0;
  const { least, step } = countingOf(schema);
  const position = (BigInt(text) - least) / step + 1n;
  return Math.max(0, Number(position));
}

interface Facts {
  /** 1, 2, 3, ... */
  readonly number: number;
  /** The same text gives the same values. */
  readonly origin: string;
}

/** In a request and in an answer, and as the text of a path. */
function isAccepted(value: Json, schemas: readonly Schema[]): boolean {
  return schemas.every(
    (schema) => isValid(schema, value, 'response') || isValid(schema, String(value), 'request'),
  );
}

function candidates(schemas: readonly Schema[], facts: Facts): readonly Json[] {
  const [declared, parameter] = schemas.map((schema) => flatten(schema));
  const schema = declared ?? parameter;
  if (schema === undefined) return [String(facts.number)];
  if (schema.enum !== undefined) return schema.enum.slice((facts.number - 1) % schema.enum.length);
  const counted = countedBy(schemas);
  if (counted !== undefined) return [numbered(counted, facts.number)];
  if (schema.format === 'uuid' || parameter?.format === 'uuid') return [uuidOf(facts.origin)];
  return texts(parameter?.pattern === undefined ? schema : { ...schema, pattern: parameter.pattern }, facts);
}

/** The schema that makes an identifier a number: one in the body says more of its kind than a text in the path. */
function countedBy([declared]: readonly Schema[]): Schema | undefined {
  const schema = declared === undefined ? undefined : flatten(declared);
  const isCounted = schema?.types?.has('integer') === true || schema?.types?.has('number') === true;
  return isCounted && schema.enum === undefined ? schema : undefined;
}

/** The n-th from the lowest that is allowed, or from 1. */
function numbered(schema: Schema, number: number): Json {
  const { least, step } = countingOf(schema);
  const value = least + BigInt(number - 1) * step;
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

const countingOf = remembered(({ minimum, exclusiveMinimum, multipleOf }: Schema) => {
  const step = BigInt(Math.max(1, Math.ceil(Number(multipleOf ?? 1))));
  const above = exclusiveMinimum === undefined ? 1 : Math.floor(Number(exclusiveMinimum)) + 1;
  const bound = BigInt(Math.max(1, Math.ceil(Number(minimum ?? 1)), above));
  return { least: ((bound + step - 1n) / step) * step, step };
});

/** Version 4 in form. */
function uuidOf(origin: string): string {
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

function texts(schema: Schema, { number, origin }: Facts): readonly string[] {
  const plain = String(number);
  if (schema.pattern !== undefined) return [...drawn(schema.pattern, origin), plain];
  const padded = plain.padStart(schema.minLength ?? 0, '0');
  if (schema.format === 'email') return [`someone${number}@example.com`];
  if (schema.format === undefined) return [padded];
  const sample = sampleOf(schema, 'response');
  const like = typeof sample === 'string' ? [`${sample}${number}`, sample.replace(/\d+(?=\D*$)/, plain)] : [];
  return [padded, ...like];
}

const DRAWS = 20;

function drawn(pattern: RegExp, origin: string): readonly string[] {
  const seed = createHash('sha256').update(origin).digest().readInt32BE();
  try {
    // What stands in a path is easier to read without strange characters.
    const values = drawTexts(pattern, { seed, numRuns: DRAWS });
    return values.toSorted((a, b) => Number(!/^[\w.~-]+$/.test(a)) - Number(!/^[\w.~-]+$/.test(b)));
  } catch {
    return [];
  }
}
