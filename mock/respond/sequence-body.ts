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
}

/** Each item as it is sent; undefined if the body is not a sequence, or a declared text. */
export function sequenceBody({ media, type, body, count }: SequenceRequest): readonly string[] | undefined {
  const format = sequenceFormat(type);
  const { itemSchema, schema, examples } = media;
  if (format === undefined || (typeof body === 'string' && (examples.length > 0 || itemSchema === undefined)))
    return undefined;
  return sequenceItems({ itemSchema, schema, body, count }).map((item) => serializeItem(format, item));
}

interface ItemSource {
  readonly itemSchema: Schema | undefined;
  readonly schema: Schema | undefined;
  readonly body: Json | undefined;
  readonly count: number;
}

/** Before OpenAPI 3.2, the schema of a stream describes one item unless it is an array. */
function sequenceItems({ itemSchema, schema, body, count }: ItemSource): readonly Json[] {
  if (body !== undefined && isJsonArray(body)) return body;
  const described = itemSchema ?? schema;
  const items = body === undefined && described !== undefined ? samples(described) : [body ?? null];
  return items.length === 0
    ? items
    : Array.from({ length: count }, (_unused, index) => items[index % items.length] ?? null);
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
