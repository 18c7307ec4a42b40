/** Requests that create several records at once: a list, or `{ "products": [...] }`, and responses with the same records. */
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  stringifyJson,
} from '../../../../spec/json/exact-json.ts';
import type { MediaType, Operation } from '../../../../spec/model/contract.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { declaredProperties } from '../../../../spec/model/schema-view.ts';
import { isObjectLike, successMedia } from '../../../../spec/resources/record-views.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import type { Exchange } from '../../model/exchange.ts';

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

function findBulkList(schema: Schema): BulkList | undefined {
  const flat = flattenSchema(schema);
  if (flat.items !== undefined && isObjectLike(flat.items)) return { name: undefined, item: flat.items };
  const lists = [...flat.properties].flatMap(([name, declared]): BulkList[] => {
    const { items } = flattenSchema(declared);
    return items !== undefined && isObjectLike(items) ? [{ name, item: items }] : [];
  });
  const [only, ...others] = lists;
  // Next to other properties, a list may be a part of one record.
  return others.length === 0 && flat.properties.size === 1 ? only : undefined;
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

/** The exchange as one whose response shows this item alone, which the Location of the whole does not name. */
export function itemExchange(exchange: Exchange, item: Json): Exchange {
  const { outcome } = exchange;
  if (outcome.kind !== 'response') return exchange;
  const body = Buffer.from(stringifyJson(item));
  const headers = outcome.response.headers.filter(([name]) => name.toLowerCase() !== 'location');
  return { ...exchange, outcome: { ...outcome, response: { ...outcome.response, headers, body } } };
}
