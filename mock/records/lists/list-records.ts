/** GET of a collection; also filters the sample of a list without stored records. */
import { percentEncode } from '../../../sanitize.ts';
import { findListOrder } from '../../../spec/described/list-orders.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import { memoize, memoizePair } from '../../../spec/memoize.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { declaredProperties } from '../../../spec/model/schema-view.ts';
import { listParameters } from '../../../spec/resources/list-parameters.ts';
import { literalSuffix, splitPath } from '../../../spec/resources/path-templates.ts';
import { detectListView, includesSchema, type ListView, successMedia } from '../../../spec/resources/record-views.ts';
import type { Resource } from '../../../spec/resources/resources.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import type { MadeUpValues } from '../../made-up/made-up-values.ts';
import type { StoredRecord } from '../../model/storage.ts';
import { type MaybePromise, whenReady } from '../../model/when-ready.ts';
import type { RecordContext } from '../collection.ts';
import { recordHeaders } from '../operations/record-headers.ts';
import { hasValidProjection, projectRecord } from '../projection.ts';
import {
  linkPath,
  type PreparedOperation,
  type RecordRequest,
  type RecordResponse,
  type SampleResponse,
} from '../record-handler.ts';
import { filterRecords, type Page, paginate } from './list-query.ts';
import { withoutOtherNames } from './other-names.ts';
import { type PageLinks, pageLinks } from './page-links.ts';
import { paginationHeaders, withPaginationMetadata } from './pagination-metadata.ts';
import { selectRecords } from './select-records.ts';
import { sortRecords } from './sort-records.ts';

export function listRecords(context: RecordContext): MaybePromise<PreparedOperation | undefined> {
  const { request, records, name, resource } = context;
  const view = detectListView(successMedia(request.operation)?.schema, resource.collection);
  if (view === undefined) return undefined;
  const { array } = view;
  const item = recordInEntry(resource, view.item)?.schema;
  if (item === undefined) return undefined;
  const parameters = listParameters(request.operation, item);
  const sent = request.parameters;
  return whenReady(records.list(name), (all) => {
    const selected = selectRecords(withoutOtherNames(resource, all), { operation: request.operation, item }, sent);
    const inOrder = sortRecords(selected, {
      listParameters: parameters,
      item,
      sent,
      stated: findListOrder(request.operation, item),
    });
    const page = paginate(inOrder, { listParameters: parameters, sent, array });
    const links = pageLinks({ path: listPath(context), request: context.request }, parameters, page);
    return {
      status: undefined,
      commit: (response) => listResponse(context, { page, links, origin: request.origin }, response),
    };
  });
}

/** How an entry contains its record: the entry itself, or one property of it, as in `{ "resource": {...} }`. */
interface RecordProperty {
  readonly name: string | undefined;
  readonly schema: Schema;
}

const recordInEntry = memoizePair((resource: Resource, entry: Schema): RecordProperty | undefined => {
  if (describesRecords(resource, entry)) return { name: undefined, schema: entry };
  const holders = [...declaredProperties(entry)].filter(([, part]) =>
    [...resource.responseSchemas, ...resource.requestSchemas].some((one) => one !== entry && includesSchema(one, part)),
  );
  const [[name, schema] = []] = holders;
  return holders.length === 1 && schema !== undefined ? { name, schema } : undefined;
});

/** False if the list has other items, such as entries that wrap a record. */
function describesRecords({ responseSchemas, requestSchemas }: Resource, item: Schema): boolean {
  // The schema is shared with another response.
  if (responseSchemas.filter((schema) => schema === item).length > 1) return true;
  const others = [...responseSchemas, ...requestSchemas].filter(
    (schema) => schema !== item && declaredProperties(schema).size > 0,
  );
  const names = [...declaredProperties(item).keys()];
  if (names.length === 0 || others.length === 0) return true;
  return others.some((schema) => names.some((name) => declaredProperties(schema).has(name)));
}

function listPath({ name, prefix, request, resource }: RecordContext): string {
  const below = literalSuffix(resource.collection, request.operation.path);
  const whole = below === undefined ? name : `${name.replace(/\/$/, '')}/${below}`;
  return linkPath(whole.slice(prefix.length), prefix, request);
}

interface ListPage {
  readonly page: Page;
  readonly links: PageLinks;
  readonly origin: string | undefined;
}

function listResponse(
  { resource, request, madeUp }: RecordContext,
  listPage: ListPage,
  response: SampleResponse,
): RecordResponse {
  const view = detectListView(response.schema, resource.collection);
  const body =
    view === undefined || response.schema === undefined
      ? undefined
      : listBody({ view, resource, madeUp }, response.schema, { listPage, response });
  // The schema does not allow the list, such as an empty one with `minItems: 1`.
  if (body === undefined) return { body: filterSample(request, response), headers: {} };
  const headers = paginationHeaders(listPage.page, listPage.links);
  return { body, headers: recordHeaders(request, response, headers) };
}

function listBody(
  { view: { name, item }, ...source }: { view: ListView } & EntrySource,
  schema: Schema,
  { listPage, response }: { listPage: ListPage; response: SampleResponse },
): Json | undefined {
  const items = listEntries(listPage.page, source, item);
  const body = name === undefined ? items : wrapItems(name, items, { schema, listPage, response });
  return body !== undefined && isValid(schema, body, 'response') ? body : undefined;
}

type EntrySource = Pick<RecordContext, 'resource' | 'madeUp'>;

function listEntries({ records }: Page, { resource, madeUp }: EntrySource, item: Schema): readonly Json[] {
  const recordProperty = recordInEntry(resource, item);
  const projectWithSample = sampleProjection(madeUp);
  const { name } = recordProperty ?? {};
  if (recordProperty === undefined || name === undefined)
    return records.flatMap(({ value }) => projectWithSample(item, value) ?? []);
  const sample = madeUp.sample(item);
  return records.flatMap(({ value }) => {
    const projected = projectWithSample(recordProperty.schema, value);
    return projected === undefined ? [] : [{ ...(isJsonObject(sample) ? sample : {}), [name]: projected }];
  });
}

/** Memoized because most records of a list were also in the previous one. */
const sampleProjection = memoize((madeUp: MadeUpValues) =>
  memoizePair((schema: Schema, record: JsonObject) =>
    projectRecord(record, schema, hasValidProjection(record, schema) ? undefined : madeUp.sample(schema)),
  ),
);

interface WrapOptions {
  readonly schema: Schema;
  readonly listPage: ListPage;
  readonly response: SampleResponse;
}

function wrapItems(
  name: string,
  items: readonly Json[],
  { schema, listPage, response }: WrapOptions,
): JsonObject | undefined {
  if (!isJsonObject(response.sample)) return undefined;
  return withPaginationMetadata({ ...response.sample, [name]: items }, schema, {
    ...listPage,
    listName: name,
  });
}

/**
 * Filters, sorts and paginates the sample by the query; returns it unchanged if the schema does not allow the result, or
 * if it is not a list.
 */
export function filterSample(request: RecordRequest, { sample, schema }: SampleResponse): Json | undefined {
  const { operation, parameters: sent, origin } = request;
  const view = operation.method === 'GET' ? detectListView(schema, splitPath(operation.path).collection) : undefined;
  const entries = view === undefined ? undefined : sampleEntries(view, sample);
  if (view === undefined || entries === undefined || schema === undefined) return sample;
  const { array, item, name } = view;
  const parameters = listParameters(operation, item);
  const filtered = filterRecords(entries, parameters, sent);
  const inOrder = sortRecords(filtered, { listParameters: parameters, item, sent });
  const page = paginate(inOrder, { listParameters: parameters, sent, array });
  // The totals of an example describe a longer list, of which a client that asks for the next page finds nothing.
  const isPaged = parameters.pagination.size > 0;
  const isWhole = page.records.length === entries.length && page.records.every((one, index) => one === entries[index]);
  if (isWhole && !isPaged) return sample;
  const items = page.records.map(({ value }) => value);
  if (name === undefined || !isJsonObject(sample)) return isValid(schema, items, 'response') ? items : sample;
  const part = { ...sample, [name]: items };
  const links = showsLinks(sample)
    ? pageLinks({ path: requestedPath(request), request }, parameters, page)
    : emptyLinks;
  const listPage = { page, links, listName: name, origin };
  return isValid(schema, part, 'response') ? withPaginationMetadata(part, schema, listPage) : sample;
}

const emptyLinks = { first: '', last: undefined, next: undefined, prev: undefined };

/** Whether the example has addresses next to its items: otherwise `next` is a cursor. */
function showsLinks(sample: JsonObject): boolean {
  return Object.values(sample).some((value) =>
    isJsonObject(value) ? showsLinks(value) : typeof value === 'string' && /^(?:https?:\/)?\//.test(value),
  );
}

/** With the values of the path parameters. */
function requestedPath({ operation: { path }, parameters, basePath = '' }: RecordRequest): string {
  return `${basePath}${path}`.replaceAll(/\{([^}]*)\}/g, (template, name: string) => {
    const value = parameters.get(`path.${name}`);
    return value === undefined ? template : percentEncode(String(value));
  });
}

/** Undefined unless all of them are objects. */
function sampleEntries({ name }: ListView, sample: Json | undefined): readonly StoredRecord[] | undefined {
  const list = name !== undefined && isJsonObject(sample) ? sample[name] : sample;
  if (!isJsonArray(list)) return undefined;
  const entries = list.flatMap((value, index) =>
    isJsonObject(value) ? [{ id: String(index + 1), value, version: 1 }] : [],
  );
  return entries.length === list.length ? entries : undefined;
}
