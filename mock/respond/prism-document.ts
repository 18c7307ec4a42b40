/** The minimal document that Prism reads: one response of a contract. */
import { isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import type { MediaType, Operation, Response } from '../../spec/model/contract.ts';
import { mediaTypeEssence } from '../../spec/model/media-parameters.ts';
import { childValue, expandSchema, followReferences, withoutReferences } from './expand-schema.ts';

/** Every response is placed at this operation, so that Prism has no choice to make. */
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
 * Without parameters, bodies and callbacks (Prism would call any URL that a client sends), and without references.
 * `undefined` if the schema cannot be expanded.
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
  const found = entries.find(([name]) => mediaTypeEssence(name) === range)?.[1];
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
