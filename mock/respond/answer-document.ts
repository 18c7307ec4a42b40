/** The smallest document that still has one answer of a contract: what Prism gets to read. */
import { isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import type { MediaType, Operation, Response } from '../../spec/model/contract.ts';
import { follow, memberOf, unfold, withoutReferences } from './unfold.ts';

/** Wherever the answer stands in the contract, here it is this one; so Prism has no choice and cannot miss. */
export const ONLY = { path: '/', method: 'get', status: 200, mediaType: 'application/json' } as const;

export interface AnswerPlace {
  readonly operation: Operation;
  readonly response: Response;
  readonly media: MediaType | undefined;
}

/**
 * Without parameters, bodies and callbacks (Prism would call whatever URL the client sends), and without references.
 * `undefined` where the schema cannot be written out.
 */
export function answerDocument(document: JsonObject, place: AnswerPlace): JsonObject | undefined {
  const response = declaredResponse(document, place);
  const content = mediaDocument(document, response, place.media?.range);
  if (content === undefined) return undefined;
  const headers = headersDocument(document, response);
  const only = { description: '', headers, content };
  return {
    openapi: document['openapi'] ?? '3.0.3',
    info: { title: '', version: '' },
    paths: { [ONLY.path]: { [ONLY.method]: { responses: { [ONLY.status]: only } } } },
  };
}

function declaredResponse(document: JsonObject, { operation, response }: AnswerPlace): JsonObject {
  const paths = memberOf(document, 'paths');
  const item = follow(document, memberOf(paths, operation.path));
  const declared = follow(document, memberOf(item, operation.method.toLowerCase()));
  const responses = memberOf(declared, 'responses');
  const names = isJsonObject(responses) ? Object.keys(responses) : [];
  const name = names.find((one) => one.toUpperCase() === response.status.toUpperCase()) ?? '';
  return follow(document, memberOf(responses, name)) ?? {};
}

function mediaDocument(
  document: JsonObject,
  response: JsonObject,
  range: string | undefined,
): JsonObject | undefined {
  const content = memberOf(response, 'content');
  const entries = isJsonObject(content) ? Object.entries(content) : [];
  const found = entries.find(([name]) => name.split(';')[0]?.trim().toLowerCase() === range)?.[1];
  const schema = memberOf(follow(document, found), 'schema');
  if (schema === undefined) return {};
  const tree = unfold(schema, document);
  return tree === undefined ? undefined : { [ONLY.mediaType]: { schema: tree } };
}

function headersDocument(document: JsonObject, response: JsonObject): JsonObject {
  const headers = memberOf(response, 'headers');
  const entries = isJsonObject(headers) ? Object.entries(headers) : [];
  return Object.fromEntries(
    entries.map(([name, header]) => [name, headerDocument(document, follow(document, header) ?? {})]),
  );
}

function headerDocument(document: JsonObject, header: JsonObject): JsonObject {
  const [first] = Object.values(follow(document, header['examples']) ?? {});
  const example = header['example'] ?? memberOf(follow(document, first), 'value');
  const schema: Json | undefined =
    header['schema'] === undefined ? undefined : unfold(header['schema'], document);
  return {
    ...(schema === undefined ? {} : { schema }),
    ...(example === undefined ? {} : { example: withoutReferences(example) }),
  };
}
