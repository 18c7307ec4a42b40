/** The items of a response whose media type is a sequence of items: events, or lines of JSON. */
import { isJsonArray, type Json } from '../../spec/json/exact-json.ts';
import type { MediaType } from '../../spec/model/contract.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { flattenSchema } from '../../spec/sampling/flatten-schema.ts';
import { sampleValue } from '../../spec/sampling/sample-value.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { sequenceFormat, serializeItem } from '../../spec/wire/sequence.ts';

export interface SequenceRequest {
  readonly media: MediaType;
  readonly type: string;
  /** The body that the schema of the whole, or an example, gives. */
  readonly body: Json | undefined;
  /** How many items a stream has that the body does not determine. */
  readonly count: number;
  /** Gives a valid sample realistic values; other ones for another key. */
  readonly makeUp: (value: Json, schema: Schema, key: string) => Json;
}

/** Each item as it is sent; undefined if the body is not a sequence, or a declared text. */
export function sequenceBody({ media, type, body, ...more }: SequenceRequest): readonly string[] | undefined {
  const format = sequenceFormat(type);
  const { itemSchema, schema, examples } = media;
  if (format === undefined || (typeof body === 'string' && (examples.length > 0 || itemSchema === undefined)))
    return undefined;
  const isExample = examples.length > 0 || (schema?.examples.length ?? 0) > 0;
  return sequenceItems({ itemSchema, schema, body, isExample, ...more }).map((item) => serializeItem(format, item));
}

interface ItemSource extends Pick<SequenceRequest, 'body' | 'count' | 'makeUp'> {
  readonly itemSchema: Schema | undefined;
  readonly schema: Schema | undefined;
  /** Whether the contract gives the body: then each item is the same. */
  readonly isExample: boolean;
}

/** Before OpenAPI 3.2, the schema of a stream describes one item unless it is an array. */
function sequenceItems({ itemSchema, schema, body, isExample, count, makeUp }: ItemSource): readonly Json[] {
  if (body !== undefined && isJsonArray(body)) return body;
  const described = itemSchema ?? schema;
  const sampled = body === undefined ? described : undefined;
  const items = sampled === undefined ? [body ?? null] : samples(sampled);
  if (items.length === 0) return items;
  return Array.from({ length: count }, (_unused, index) => {
    const item = items[index % items.length] ?? null;
    // The body is the first item, as one that is read alone; the others are about other things.
    if (index > 0 && schema !== undefined && sampled === undefined && !isExample)
      return makeUp(item, schema, `${schema.place.pointer} ${index}`);
    return sampled === undefined ? item : makeUp(item, sampled, `${sampled.place.pointer} ${index}`);
  });
}

/** One item of each kind that a stream has. */
function samples(schema: Schema): readonly Json[] {
  const sampled = alternatives(schema).map((one) => sampleValue(one, 'response'));
  const valid = sampled.filter((value) => value !== undefined).filter((value) => isValid(schema, value, 'response'));
  const other = valid.length > 0 ? undefined : sampleValue(schema, 'response');
  return other === undefined ? valid : [other];
}

function alternatives(schema: Schema): readonly Schema[] {
  const { oneOf, anyOf } = schema;
  const choices = oneOf.length > 0 ? oneOf : anyOf;
  return choices.length > 1 ? choices.map((_unused, index) => flattenSchema(schema, index)) : [schema];
}
