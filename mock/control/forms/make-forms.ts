/** Forms for values that a user writes: the schema as a graph, and a valid value to start with. */
import type { Json, JsonObject } from '../../../spec/json/exact-json.ts';
import { findResponse, isJsonType, type MediaType, type Operation } from '../../../spec/model/contract.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { sampleValue } from '../../../spec/sampling/sample-value.ts';
import type { MadeUpValues } from '../../made-up/made-up-values.ts';
import type { RecordEditor } from '../../records/record-handler.ts';
import { describeSchema } from './describe-schema.ts';

export async function recordForm({ shape }: RecordEditor, madeUp: MadeUpValues): Promise<JsonObject> {
  const { schema, omittable, idName } = shape;
  const graph = schema === undefined ? anyValue : describeSchema(schema, omittable);
  return { ...graph, ...(await startValue(schema, madeUp)), ...(idName !== undefined && { idName }) };
}

/** For a status that the operation does not declare, any value is possible. */
export async function responseForm(operation: Operation, status: number, madeUp: MadeUpValues): Promise<JsonObject> {
  const media = preferredMedia(findResponse(operation, status)?.content ?? []);
  return mediaForm(media, madeUp);
}

export async function webhookForm({ requestBody }: Operation, madeUp: MadeUpValues): Promise<JsonObject> {
  return mediaForm(preferredMedia(requestBody?.content ?? []), madeUp);
}

async function mediaForm(media: MediaType | undefined, madeUp: MadeUpValues) {
  const schema = media?.schema;
  const graph = schema === undefined ? anyValue : describeSchema(schema);
  const [example] = media?.examples ?? [];
  const start = example === undefined ? await startValue(schema, madeUp) : { value: example.value };
  return { ...graph, ...start, ...(media !== undefined && { mediaType: media.range }) };
}

function preferredMedia(content: readonly MediaType[]): MediaType | undefined {
  return content.find(({ range }) => isJsonType(range)) ?? content[0];
}

const anyValue = { root: '0', schemas: { 0: {} } };

/** The mock sends it, in a response or a webhook. */
async function startValue(schema: Schema | undefined, madeUp: MadeUpValues): Promise<{ readonly value?: Json }> {
  const value = schema === undefined ? undefined : sampleValue(schema, 'response');
  if (schema === undefined || value === undefined) return {};
  await madeUp.load();
  return { value: madeUp.makeUp(value, schema) };
}
