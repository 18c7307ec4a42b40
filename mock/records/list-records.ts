/** GET of a collection; and of a list that no records stand for, whose query is honoured all the same. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import { memoizePair } from '../../spec/memoize.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { declaredProperties } from '../../spec/model/schema-view.ts';
import { listParameters } from '../../spec/resources/list-parameters.ts';
import { splitPath } from '../../spec/resources/path-templates.ts';
import { detectListView, includesSchema, type ListView, successMedia } from '../../spec/resources/record-views.ts';
import type { Resource } from '../../spec/resources/resources.ts';
import { sampleValue } from '../../spec/sampling/sample-value.ts';
import { isValid } from '../../spec/validation/validate.ts';
import type { StoredRecord } from '../model/storage.ts';
import type { RecordContext } from './collection.ts';
import { filterRecords, type Page, paginate, sortRecords } from './list-query.ts';
import { type PageLinks, pageLinks, paginationHeaders, withPaginationMetadata } from './pagination-metadata.ts';
import { projectRecord } from './projection.ts';
import type { PreparedOperation, RecordRequest, RecordResponse, SampleResponse } from './record-handler.ts';
import { recordHeaders } from './record-headers.ts';

export async function listRecords(asked: RecordContext): Promise<PreparedOperation | undefined> {
  const { request, records, name, resource } = asked;
  const view = detectListView(successMedia(request.operation)?.schema, resource.collection);
  if (view === undefined) return undefined;
  const { array } = view;
  const item = recordInEntry(resource, view.item)?.schema;
  if (item === undefined) return undefined;
  const all = await records.list(name);
  const parameters = listParameters(request.operation, item);
  const sent = request.parameters;
  const filtered = filterRecords(all, parameters, sent);
  const inOrder = sortRecords(filtered, { listParameters: parameters, item, sent });
  const page = paginate(inOrder, { listParameters: parameters, sent, array });
  const links = pageLinks(asked, parameters, page);
  return {
    status: undefined,
    commit: async (response) => listResponse(asked, { page, links, origin: request.origin }, response),
  };
}

/** Where an entry has its record: as itself, or under the name of the one property that does, `{ "resource": {...} }`. */
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

/** False for a list of something else, such as entries that hold a record each. */
function describesRecords({ responseSchemas, requestSchemas }: Resource, item: Schema): boolean {
  // The very schema of another answer.
  if (responseSchemas.filter((schema) => schema === item).length > 1) return true;
  const others = [...responseSchemas, ...requestSchemas].filter(
    (schema) => schema !== item && declaredProperties(schema).size > 0,
  );
  const names = [...declaredProperties(item).keys()];
  if (names.length === 0 || others.length === 0) return true;
  return others.some((schema) => names.some((name) => declaredProperties(schema).has(name)));
}

interface ListPage {
  readonly page: Page;
  readonly links: PageLinks;
  readonly origin: string | undefined;
}

function listResponse(
  { resource, request }: RecordContext,
  listPage: ListPage,
  response: SampleResponse,
): RecordResponse {
  const view = detectListView(response.schema, resource.collection);
  const body =
    view === undefined || response.schema === undefined
      ? undefined
      : listBody({ view, resource }, response.schema, { told: listPage, answer: response });
  // The contract has no room for it, such as an empty list where it demands an item.
  if (body === undefined) return { body: filterSample(request, response), headers: {} };
  const facts = paginationHeaders(listPage.page, listPage.links);
  return { body, headers: recordHeaders(request, response, facts) };
}

function listBody(
  { view: { name, item }, resource }: { view: ListView; resource: Resource },
  schema: Schema,
  { told: listPage, answer: response }: { told: ListPage; answer: SampleResponse },
): Json | undefined {
  const items = listEntries(listPage.page, resource, item);
  const body = name === undefined ? items : wrapItems(name, items, { schema, listPage, response });
  return body !== undefined && isValid(schema, body, 'response') ? body : undefined;
}

function listEntries({ records }: Page, resource: Resource, item: Schema): readonly Json[] {
  const recordProperty = recordInEntry(resource, item);
  const sample = sampleValue(item, 'response');
  const { name } = recordProperty ?? {};
  if (recordProperty === undefined || name === undefined)
    return records.flatMap(({ value }) => projectWithSample(item, value) ?? []);
  return records.flatMap(({ value }) => {
    const own = projectWithSample(recordProperty.schema, value);
    return own === undefined ? [] : [{ ...(isJsonObject(sample) ? sample : {}), [name]: own }];
  });
}

/** Most records of a list were in the one before. */
const projectWithSample = memoizePair((schema: Schema, record: JsonObject) =>
  projectRecord(record, schema, sampleValue(schema, 'response')),
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

/** The part of the sample that the request asks for; the whole where the schema has no room for less, or it is no list. */
export function filterSample(
  { operation, parameters: sent, origin }: RecordRequest,
  { sample, schema }: SampleResponse,
): Json | undefined {
  const view = operation.method === 'GET' ? detectListView(schema, splitPath(operation.path).collection) : undefined;
  const entries = view === undefined ? undefined : sampleEntries(view, sample);
  if (view === undefined || entries === undefined || schema === undefined) return sample;
  const { array, item, name } = view;
  const asked = listParameters(operation, item);
  const filtered = filterRecords(entries, asked, sent);
  const inOrder = sortRecords(filtered, { listParameters: asked, item, sent });
  const page = paginate(inOrder, { listParameters: asked, sent, array });
  if (page.records.length === entries.length) return sample;
  const items = page.records.map(({ value }) => value);
  if (name === undefined || !isJsonObject(sample)) return isValid(schema, items, 'response') ? items : sample;
  const part = { ...sample, [name]: items };
  const listPage = { page, links: emptyLinks, listName: name, origin };
  return isValid(schema, part, 'response') ? withPaginationMetadata(part, schema, listPage) : sample;
}

const emptyLinks = { first: '', last: undefined, next: undefined, prev: undefined };

/** Undefined where not all of them are objects. */
function sampleEntries({ name }: ListView, sample: Json | undefined): readonly StoredRecord[] | undefined {
  const list = name !== undefined && isJsonObject(sample) ? sample[name] : sample;
  if (!isJsonArray(list)) return undefined;
  const entries = list.flatMap((value, index) =>
    isJsonObject(value) ? [{ id: String(index + 1), value, version: 1 }] : [],
  );
  return entries.length === list.length ? entries : undefined;
}
