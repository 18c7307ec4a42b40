/**
 * Changes whose response does not name the record, such as 204: a record that is not found afterwards may have got
 * another name. Its list shows that, by the texts that were sent.
 */
import { isEqualJson, isInteger, isJsonObject, type Json } from '../../../spec/json/exact-json.ts';
import type { Contract, Operation } from '../../../spec/model/contract.ts';
import { listParameters } from '../../../spec/resources/list-parameters.ts';
import { findOperation } from '../../../spec/resources/operations.ts';
import { splitPath } from '../../../spec/resources/path-templates.ts';
import { findResourceByItem } from '../../../spec/resources/resources.ts';
import { flattenSchema } from '../../../spec/sampling/flatten-schema.ts';
import { type Exchange, isSuccess, type SentRequest, statusOf } from '../model/exchange.ts';
import type { RequestSpec } from '../model/request-spec.ts';
import { detectListShape } from '../stateful/lists/list-shape.ts';
import { hasMorePages, hasNext, pageSizeIn } from '../stateful/model/continuation.ts';
import { findIdentifier, type IdentifierTarget, identifyRecord } from '../stateful/model/identify-record.ts';
import { getProperty, parseBody } from '../stateful/model/response-records.ts';
import { lastSegment, readRequest, withoutQuery } from './read-request.ts';

/** An accepted PUT or PATCH of an item. */
export interface SentChange {
  readonly operation: Operation;
  readonly requestSpec: RequestSpec;
  readonly exchange: Exchange;
  readonly target: IdentifierTarget;
}

/** `lost`: the list was read to its end, and does not show the record. `unknown`: nothing shows whether it exists. */
export type SearchResult = { readonly renamedTo: string } | 'lost' | 'unknown';

export type SendRequest = (request: SentRequest) => Promise<Exchange>;

/** Whether the response leaves open which name the record has. */
export function isNameless({ operation, requestSpec, exchange, target }: SentChange): boolean {
  return statusOf(exchange) !== 202 && identifyRecord({ operation, requestSpec, exchange }, target) === undefined;
}

/** Undefined where no text was sent by which the record could be recognized, and where it is listed under its former name. */
export async function findAfterChange(
  contract: Contract,
  change: SentChange,
  send: SendRequest,
): Promise<SearchResult | undefined> {
  const texts = sentTexts(change);
  if (texts.length === 0) return undefined;
  const list = listOf(contract, change.operation);
  if (list === undefined) return 'unknown';
  const url = withoutQuery(change.exchange);
  const query = list.limit === undefined ? '' : `?${encodeURIComponent(list.limit.name)}=${list.limit.value}`;
  const shown = await send(readRequest(change.exchange.request, `${url.slice(0, url.lastIndexOf('/'))}${query}`));
  const items = isSuccess(statusOf(shown) ?? 0) ? list.itemsIn(parseBody(shown)) : undefined;
  if (items === undefined) return 'unknown';
  const found = items.filter((item) =>
    texts.some(([name, text]) => isEqualJson(getProperty(item, name) ?? null, text)),
  );
  const [item, ...others] = found;
  if (item === undefined) return list.isWhole(shown, items) ? 'lost' : 'unknown';
  const name = findIdentifier(item, change.target);
  const isOther = typeof name === 'string' && name.toLowerCase() !== lastSegment(url)?.toLowerCase();
  return others.length === 0 && isOther ? { renamedTo: name } : undefined;
}

/** Texts that only this request has sent: free ones, and longer than a few characters. */
function sentTexts({ operation, requestSpec: { value } }: SentChange): readonly (readonly [string, Json])[] {
  const schema = operation.requestBody?.content.find((media) => media.schema !== undefined)?.schema;
  if (schema === undefined || value === undefined || !isJsonObject(value)) return [];
  const { properties } = flattenSchema(schema);
  return Object.entries(value).filter(([name, text]) => {
    const declared = properties.get(name);
    if (typeof text !== 'string' || text.length < MIN_LENGTH || declared === undefined) return false;
    const { enum: values, const: only, format, examples } = flattenSchema(declared);
    return values === undefined && only === undefined && format === undefined && !examples.includes(text);
  });
}

/** Shorter texts may be equal by coincidence. */
const MIN_LENGTH = 4;

interface CollectionList {
  /** The limit that shows as many records as are allowed. */
  readonly limit: { readonly name: string; readonly value: number } | undefined;
  itemsIn(body: Json | undefined): readonly Json[] | undefined;
  /** Whether there are no further records. */
  isWhole(shown: Exchange, items: readonly Json[]): boolean;
}

/** Undefined without a list of the collection that needs no query. */
function listOf(contract: Contract, { path }: Operation): CollectionList | undefined {
  const { collection } = splitPath(path);
  const operation = findOperation(contract, 'GET', collection);
  const shape = operation && detectListShape(operation, { idName: findResourceByItem(contract, path)?.idName });
  if (operation === undefined || shape === undefined) return undefined;
  if (operation.parameters.some(({ in: place, required }) => place === 'query' && required)) return undefined;
  const { pagination } = listParameters(operation, shape.item);
  const parameter = pagination.get('limit');
  const maximum = parameter?.schema === undefined ? undefined : flattenSchema(parameter.schema).maximum;
  const limit =
    parameter !== undefined && maximum !== undefined && isInteger(maximum)
      ? { name: parameter.name, value: Number(maximum) }
      : undefined;
  return {
    limit,
    itemsIn: (body) => (body === undefined ? undefined : shape.itemsIn(body)),
    isWhole(shown, items) {
      if (hasNext(shown) || hasMorePages(shown, 1) || items.length >= (pageSizeIn(shown) ?? Infinity)) return false;
      return limit === undefined ? pagination.size === 0 : items.length < limit.value;
    },
  };
}
