/** Requests that create several records at once: a list, or `{ "products": [...] }`, and responses with the same records. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../json/exact-json.ts';
import type { MediaType, Operation } from '../model/contract.ts';
import type { Schema } from '../model/schema.ts';
import { composedSchemas, declaredProperties, itemsSchema } from '../model/schema-view.ts';
import { splitSentences } from '../model/sentences.ts';
import { isObjectLike, requestMedia, successMedia } from './record-views.ts';

/** Where a body has its records. */
export interface BulkList {
  /** The property of the list; undefined where the body is the list. */
  readonly name: string | undefined;
  readonly item: Schema;
}

export interface BulkContents {
  readonly sent: BulkList;
  readonly returned: BulkList;
}

/** Undefined unless request and response have one list of records each, with the same properties in part. */
export function findBulkContents(operation: Operation, requestSchema: Schema): BulkContents | undefined {
  const responseSchema = successMedia(operation)?.schema;
  const [sent, returned] = [requestSchema, responseSchema].map((schema) => schema && findBulkList(schema));
  if (sent === undefined || returned === undefined) return undefined;
  const names = declaredProperties(returned.item);
  return [...declaredProperties(sent.item).keys()].some((name) => names.has(name)) ? { sent, returned } : undefined;
}

/**
 * The contents of the operation that creates the records of a collection; undefined where it creates one. A record with one
 * list, such as a cart with its items, is no list of records.
 */
export function findBulkCreation(create: Operation | undefined, read: Operation | undefined): BulkContents | undefined {
  const schema = create && requestMedia(create)?.schema;
  // One of several shapes may be a single record.
  if (
    create === undefined ||
    schema === undefined ||
    composedSchemas(schema).some(({ anyOf, oneOf }) => anyOf.length + oneOf.length > 0)
  )
    return undefined;
  const contents = findBulkContents(create, schema);
  const name = contents?.returned.name;
  const record = read && successMedia(read)?.schema;
  return name !== undefined && record !== undefined && declaredProperties(record).has(name) ? undefined : contents;
}

function findBulkList(schema: Schema): BulkList | undefined {
  const items = itemsSchema(schema);
  if (items !== undefined && isObjectLike(items)) return { name: undefined, item: items };
  const properties = declaredProperties(schema);
  const lists = [...properties].flatMap(([name, declared]): BulkList[] => {
    const item = itemsSchema(declared);
    return item !== undefined && isObjectLike(item) ? [{ name, item }] : [];
  });
  const [only, ...others] = lists;
  // Next to other properties, a list may be a part of one record.
  return others.length === 0 && properties.size === 1 ? only : undefined;
}

export function bulkBody({ name }: BulkList, items: readonly Json[]): Json {
  return name === undefined ? items : { [name]: items };
}

export function bulkItems({ name }: BulkList, body: Json | undefined): readonly JsonObject[] {
  const list = name === undefined || !isJsonObject(body) || !Object.hasOwn(body, name) ? body : body[name];
  return isJsonArray(list) ? list.filter(isJsonObject) : [];
}

/** The operation as one that creates a single item, for checks that compare the item with its part of the request. */
export function itemOperation(operation: Operation, { sent, returned }: BulkContents): Operation {
  const { requestBody, responses } = operation;
  const withSchema = (schema: Schema) => (media: MediaType) => ({ ...media, schema });
  return {
    ...operation,
    requestBody: requestBody && { ...requestBody, content: requestBody.content.map(withSchema(sent.item)) },
    responses: responses.map((response) =>
      response.status.startsWith('2')
        ? { ...response, content: response.content.map(withSchema(returned.item)) }
        : response,
    ),
  };
}

/** The sentence that lets a request create all of its records or none: "Creates the products, all of them or none.", "The request is atomic." */
export function allOrNone(description: string): string | undefined {
  return splitSentences(description).find(
    (sentence) =>
      /\ball(?: of (?:them|the \w+))?,? or (?:none|nothing)\b|\ball[- ]or[- ]nothing\b|\batomic(?:ally)?\b/i.test(
        sentence,
      ) && !/\b(?:not|no|never|isn't|without)\b/i.test(sentence),
  );
}
