/** How the operations of a resource represent its records: as the body itself, in an envelope, or in a list. */

import { memoize, memoizeString } from '../memoize.ts';
import { findResponse, isJsonType, type MediaType, type Operation, type Response } from '../model/contract.ts';
import type { Schema } from '../model/schema.ts';
import { composedSchemas, declaredProperties, declaredTypes, itemsSchema } from '../model/schema-view.ts';

/** The lowest status comes first; `default` is used if no success is declared. */
export const successResponses = memoize(({ responses }: Operation): readonly Response[] => {
  const declared = responses.filter(({ status }) => /^2(\d\d|XX)$/.test(status));
  if (declared.length === 0) return responses.filter(({ status }) => status === 'default');
  return declared.toSorted((a, b) => a.status.localeCompare(b.status));
});

/** Declared by its exact status, by its range, or by `default`, which is an error if a success is also declared. */
export function declaresError(operation: Operation, status: number): boolean {
  const response = findResponse(operation, status);
  return response !== undefined && !successResponses(operation).includes(response);
}

/** `default` does not count: few contracts intend it for conflicts, and their servers accept duplicates. */
export function rejectsDuplicates({ responses }: Operation): boolean {
  return responses.some(({ status }) => status === '409' || status === '4XX');
}

/** Whether the exact status is declared. */
export function declaresStatus({ responses }: Operation, status: number): boolean {
  return responses.some((response) => response.status === String(status));
}

/** Whether a PUT is only for records that exist, as far as the contract says. */
export function onlyReplaces(put: Operation): boolean {
  return declaresStatus(put, 404) && !declaresStatus(put, 201);
}

export function jsonMedia(content: readonly MediaType[]): MediaType | undefined {
  return content.find(({ range }) => isJsonType(range) || range === '*/*' || range === 'application/*');
}

/** The media type of the first success response with a JSON body. */
export const successMedia = memoize((operation: Operation): MediaType | undefined =>
  successResponses(operation)
    .map(({ content }) => jsonMedia(content))
    .find((media) => media !== undefined),
);

/** Whether `whole` is the other schema, or is composed of it (Stripe: a customer, or a deleted one). */
export function includesSchema(whole: Schema | undefined, schema: Schema | undefined): boolean {
  if (whole === undefined || schema === undefined) return false;
  return composedSchemas(whole).some(
    ({ place }) => place.file === schema.place.file && place.pointer === schema.place.pointer,
  );
}

/** JSON, else a form, with or without files. */
export const requestMedia = memoize(({ requestBody }: Operation): MediaType | undefined => {
  const content = requestBody?.content ?? [];
  const predicates = [isJsonType, (type: string) => type === FORM, (type: string) => type === MULTIPART];
  return predicates.map((matches) => content.find(({ range }) => matches(range))).find((one) => one !== undefined);
});

const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';

/** An absent schema allows an object. */
export function isObjectLike(schema: Schema | undefined): boolean {
  if (schema === undefined) return true;
  const types = declaredTypes(schema);
  if (types.size > 0) return types.has('object');
  return declaredProperties(schema).size > 0 || schema.additionalProperties !== undefined;
}

/** The location of a list in a body. */
export interface ListView {
  /** The property that contains the list; undefined if it is the body itself. */
  readonly name: string | undefined;
  readonly array: Schema;
  readonly item: Schema;
}

const listNames = ['items', 'data', 'results', 'records', 'content', 'value', 'values', 'list', 'entries', 'rows'];

/**
 * An array of objects, or an object with one such array; of several, the one with a usual name or the name of the
 * collection.
 */
export function detectListView(schema: Schema | undefined, collection: string): ListView | undefined {
  return schema === undefined ? undefined : listViewCache(schema)(collection);
}

const listViewCache = memoize((schema: Schema) => memoizeString((collection) => computeListView(schema, collection)));

function computeListView(schema: Schema, collection: string): ListView | undefined {
  const ownItem = objectItemSchema(schema);
  if (ownItem !== undefined) return { name: undefined, array: schema, item: ownItem };
  const lists = [...declaredProperties(schema)].flatMap(([name, array]): readonly NamedList[] => {
    const item = objectItemSchema(array);
    return item === undefined ? [] : [{ name, array, item }];
  });
  if (lists.length <= 1) return lists[0];
  const usualNames = [collection.split('/').at(-1) ?? '', ...listNames];
  return usualNames.map((name) => lists.find((list) => list.name === name)).find((list) => list !== undefined);
}

interface NamedList extends ListView {
  readonly name: string;
}

/** The location of a list of texts or numbers, such as names. */
export function detectScalarListView(schema: Schema | undefined, collection: string): ListView | undefined {
  const ownItem = schema && scalarItemSchema(schema);
  if (schema === undefined || ownItem !== undefined)
    return ownItem && { name: undefined, array: schema, item: ownItem };
  const properties = [...declaredProperties(schema)];
  const usualNames = [collection.split('/').at(-1) ?? '', ...listNames];
  const lists = properties.flatMap(([name, array]): readonly NamedList[] => {
    const item = usualNames.includes(name) || properties.length === 1 ? scalarItemSchema(array) : undefined;
    return item === undefined ? [] : [{ name, array, item }];
  });
  return lists.length === 1 ? lists[0] : undefined;
}

function scalarItemSchema(schema: Schema): Schema | undefined {
  if (!declaredTypes(schema).has('array')) return undefined;
  const items = itemsSchema(schema);
  const types = items === undefined ? [] : [...declaredTypes(items)];
  return types.length > 0 && types.every((type) => type === 'string' || type === 'integer' || type === 'number')
    ? items
    : undefined;
}

function objectItemSchema(schema: Schema): Schema | undefined {
  if (!declaredTypes(schema).has('array')) return undefined;
  const items = itemsSchema(schema);
  return items !== undefined && isObjectLike(items) ? items : undefined;
}
