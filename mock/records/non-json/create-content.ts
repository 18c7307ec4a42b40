/** POST of non-JSON content: stores the body under a new id. */
import { encodeUtf8, fromBase64, toBase64 } from '../../../platform/bytes.ts';
import { isEqualJson, isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import { mediaTypeEssence } from '../../../spec/model/media-parameters.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { declaredProperties } from '../../../spec/model/schema-view.ts';
import { findIdentifierName } from '../../../spec/resources/identifiers.ts';
import type { NonJsonResource } from '../../../spec/resources/non-json-resources.ts';
import { expandPath, findPathParameter, parameterNames } from '../../../spec/resources/path-templates.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import type { HttpError } from '../../http/http-error.ts';
import { successStatus } from '../collection.ts';
import { entityTag, recordHeaders } from '../operations/record-headers.ts';
import { projectRecord, projectValue } from '../projection.ts';
import {
  linkPath,
  type PreparedOperation,
  type RawBody,
  type RecordRequest,
  type RecordResponse,
  type SampleResponse,
} from '../record-handler.ts';
import { generateIds } from '../values/generate-ids.ts';
import { type ContentContext, contentLocation } from './content-location.ts';

export async function createContent(context: ContentContext): Promise<PreparedOperation | HttpError | undefined> {
  const { request } = context;
  const value = toStoredContent(request);
  if (value === undefined) return undefined;
  return {
    status: successStatus(request, true),
    commit: async (response) => {
      const id = await insertWithNewId(context, value, response);
      if (id === undefined) return { body: response.sample, headers: {} };
      const path = linkPath(expandPath(context.content.path, [...context.values, id]), context.options.prefix, request);
      const headers = new Map([
        ['location', path],
        ['etag', entityTag(value)],
      ]);
      return { body: withId(context, id, response), headers: recordHeaders(request, response, headers) };
    },
  };
}

/** The new id; undefined if the contract allows no free one. */
async function insertWithNewId(
  context: ContentContext,
  value: JsonObject,
  response: SampleResponse,
): Promise<Json | undefined> {
  const { content, values, options } = context;
  const { records, seed, prefix } = options;
  const { name } = contentLocation(content, [...values, 'new'], prefix);
  const declared = [idSchema(context, response), idParameter(content)?.schema];
  const idSchemas = declared.filter((schema) => schema !== undefined);
  for await (const id of generateIds({ resource: { idSchemas }, records, name, seed })) {
    const { key } = contentLocation(content, [...values, id], prefix);
    if (await records.insert(name, key, value)) return id;
  }
  return undefined;
}

function idSchema(context: ContentContext, { schema }: SampleResponse) {
  const name = idPropertyName(context, schema);
  return name === undefined ? undefined : schema && declaredProperties(schema).get(name);
}

function idPropertyName({ content }: ContentContext, schema: SampleResponse['schema']): string | undefined {
  return schema === undefined ? undefined : findIdentifierName({ schemas: [schema], parameter: idParameter(content) });
}

/** The sample with the id of the created content. */
function withId(context: ContentContext, id: Json, { sample, schema }: SampleResponse): Json | undefined {
  const name = idPropertyName(context, schema);
  if (name === undefined || schema === undefined || !isJsonObject(sample)) return sample;
  const body = { ...sample, [name]: id };
  return isValid(schema, body, 'response') ? body : sample;
}

function idParameter({ path, read: operation }: NonJsonResource) {
  return findPathParameter(operation, parameterNames(path).length - 1);
}

/** Text is stored decoded; anything else as bytes, plus the parsed value if that is an object or a list (XML). */
export function toStoredContent({ sent, content }: RecordRequest): JsonObject | undefined {
  if (content === undefined) return undefined;
  const { type, bytes } = content;
  if (typeof sent === 'string') return { type: mediaTypeEssence(type), text: sent };
  const value = isJsonObject(sent) || isJsonArray(sent) ? { value: sent } : {};
  return { type, base64: toBase64(bytes), ...value };
}

/** `text/plain` of `text/plain; charset=latin1`; undefined for initial contents, which have only a sample. */
export function storedMediaType({ type }: JsonObject): string | undefined {
  return typeof type === 'string' ? mediaTypeEssence(type) : undefined;
}

/** The media type of any bytes, also of those that were sent with a more exact one. */
export const OCTETS = 'application/octet-stream';

/** The content as sent if the response schema allows it, or else the part that the schema allows. */
export function contentResponse(
  storedContent: JsonObject,
  { sample, schema, type }: SampleResponse,
): Omit<RecordResponse, 'headers'> {
  const { text, value } = storedContent;
  if (type === OCTETS && typeof storedContent['base64'] === 'string')
    return { body: sample, rawBody: { ...rawBody(storedContent), type: undefined } };
  if (type === undefined || type !== storedMediaType(storedContent)) return { body: sample };
  const contentValue = typeof text === 'string' ? text : value;
  if (schema === undefined || contentValue === undefined) return { body: sample, rawBody: rawBody(storedContent) };
  const isComplete =
    isValid(schema, contentValue, 'response') && isEqualJson(projectValue(schema, contentValue), contentValue);
  if (isComplete) return { body: contentValue, rawBody: rawBody(storedContent) };
  return { body: partialContent(contentValue, schema, sample) };
}

function partialContent(contentValue: Json, schema: Schema, sample: Json | undefined): Json | undefined {
  return isJsonObject(contentValue) ? projectRecord(contentValue, schema, sample) : sample;
}

function rawBody({ text, type, base64 }: JsonObject): RawBody {
  if (typeof text === 'string') return { bytes: encodeUtf8(text), type: undefined };
  return { bytes: fromBase64(String(base64)), type: String(type) };
}
