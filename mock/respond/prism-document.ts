/** The smallest document that still has one answer of a contract: what Prism gets to read. */
import { isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import type { MediaType, Operation, Response } from '../../spec/model/contract.ts';
import { childValue, expandSchema, followReferences, withoutReferences } from './expand-schema.ts';

/** Wherever the answer stands in the contract, here it is this one; so Prism has no choice and cannot miss. */
export const PRISM_OPERATION = {
  path: '/',
  method: 'get',
  status: 200,
  mediaType: 'application/json',
} as const;

export interface ResponsePlace {
  readonly operation: Operation;
  readonly response: Response;
  readonly media: MediaType | undefined;
}

/**
 * Without parameters, bodies and callbacks (Prism would call whatever URL the client sends), and without references.
 * `undefined` where the schema cannot be written out.
 */
export function prismDocument(document: JsonObject, place: ResponsePlace): JsonObject | undefined {
  const response = declaredResponse(document, place);
  const content = mediaDocument(document, response, place.media?.range);
  if (content === undefined) return undefined;
  const headers = headersDocument(document, response);
  const onlyResponse = { description: '', headers, content };
  return {
    openapi: document['openapi'] ?? '3.0.3',
    info: { title: '', version: '' },
    paths: {
      [PRISM_OPERATION.path]: {
        [PRISM_OPERATION.method]: { responses: { [PRISM_OPERATION.status]: onlyResponse } },
      },
    },
  };
}

function declaredResponse(document: JsonObject, { operation, response }: ResponsePlace): JsonObject {
  const paths = childValue(document, 'paths');
  const item = followReferences(document, childValue(paths, operation.path));
  const declared = followReferences(document, childValue(item, operation.method.toLowerCase()));
  const responses = childValue(declared, 'responses');
  const names = isJsonObject(responses) ? Object.keys(responses) : [];
  const name = names.find((one) => one.toUpperCase() === response.status.toUpperCase()) ?? '';
  return followReferences(document, childValue(responses, name)) ?? {};
}

function mediaDocument(document: JsonObject, response: JsonObject, range: string | undefined): JsonObject | undefined {
  const content = childValue(response, 'content');
  const entries = isJsonObject(content) ? Object.entries(content) : [];
  const found = entries.find(([name]) => name.split(';')[0]?.trim().toLowerCase() === range)?.[1];
  const schema = childValue(followReferences(document, found), 'schema');
  if (schema === undefined) return {};
  const tree = expandSchema(schema, document);
  return tree === undefined ? undefined : { [PRISM_OPERATION.mediaType]: { schema: tree } };
}

function headersDocument(document: JsonObject, response: JsonObject): JsonObject {
  const headers = childValue(response, 'headers');
  const entries = isJsonObject(headers) ? Object.entries(headers) : [];
  return Object.fromEntries(
    entries.map(([name, header]) => [name, headerDocument(document, followReferences(document, header) ?? {})]),
  );
}

function headerDocument(document: JsonObject, header: JsonObject): JsonObject {
  const [first] = Object.values(followReferences(document, header['examples']) ?? {});
  const example = header['example'] ?? childValue(followReferences(document, first), 'value');
  const schema: Json | undefined =
    header['schema'] === undefined ? undefined : expandSchema(header['schema'], document);
  return {
    ...(schema === undefined ? {} : { schema }),
    ...(example === undefined ? {} : { example: withoutReferences(example) }),
  };
}
