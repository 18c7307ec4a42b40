/** What the query of a list asks for: which records, in which order, which part of them. Derived from the parameters' names. */
import type { Operation, Parameter } from '../../spec/contract.ts';
import { isInteger, isJsonArray, isJsonObject, type Json, type JsonObject } from '../../spec/exact-json.ts';
import type { Schema } from '../../spec/schema.ts';
import { propertiesOf, typesOf } from '../schema-view.ts';

export type PagingRole = 'limit' | 'offset' | 'page' | 'cursor';

/** Lower case, without anything but letters: `page_size`, `pageSize` and `page[size]` are one. */
const pagingNames: Readonly<Record<PagingRole, readonly string[]>> = {
  limit: [
    'limit',
    'perpage',
    'pagesize',
    'pagelimit',
    'size',
    'count',
    'take',
    'top',
    'maxresults',
    'maxitems',
  ],
  offset: ['offset', 'skip', 'pageoffset', 'startindex'],
  page: ['page', 'pagenumber', 'pageno', 'pageindex'],
  cursor: [
    'cursor',
    'after',
    'pagecursor',
    'pageafter',
    'pagetoken',
    'nextpagetoken',
    'nexttoken',
    'startingafter',
    'continuationtoken',
  ],
};

export interface ListParameters {
  readonly paging: ReadonlyMap<PagingRole, Parameter>;
  readonly sort: Parameter | undefined;
  readonly order: Parameter | undefined;
  /** Those with the name of a property. */
  readonly filters: readonly Parameter[];
}

export function listParameters(operation: Operation, item: Schema): ListParameters {
  const queries = operation.parameters.filter((parameter) => parameter.in === 'query');
  const properties = propertiesOf(item);
  const paging = pagingOf(queries, properties);
  const taken = new Set<Parameter>(paging.values());
  const named = (names: readonly string[]) =>
    queries.find((parameter) => names.includes(plain(parameter.name)) && !properties.has(parameter.name));
  return {
    paging,
    sort: named(['sort', 'sortby', 'orderby', 'sortfield']) ?? named(['order']),
    order: named(['order', 'sortorder', 'sortdir', 'sortdirection', 'direction', 'dir', 'orderdir']),
    filters: queries.filter((parameter) => properties.has(parameter.name) && !taken.has(parameter)),
  };
}

function plain(name: string): string {
  return name.replaceAll(/[^a-z]/gi, '').toLowerCase();
}

function pagingOf(
  queries: readonly Parameter[],
  properties: ReadonlyMap<string, Schema>,
): ReadonlyMap<PagingRole, Parameter> {
  const found = new Map<PagingRole, Parameter>();
  for (const role of ['limit', 'offset', 'page', 'cursor'] as const) {
    const usual = pagingNames[role];
    const candidates = queries.filter(
      (one) => usual.includes(plain(one.name)) && fits(role, one, properties),
    );
    const [best] = candidates.toSorted((a, b) => usual.indexOf(plain(a.name)) - usual.indexOf(plain(b.name)));
    if (best !== undefined) found.set(role, best);
  }
  return found;
}

/** A `size` or `count` that records have is a filter; an `after` that is a date is none of ours. */
function fits(
  role: PagingRole,
  { name, schema }: Parameter,
  properties: ReadonlyMap<string, Schema>,
): boolean {
  if (properties.has(name) || schema === undefined) return false;
  const types = typesOf(schema);
  if (role === 'cursor')
    return schema.format === undefined || types.has('integer') || schema.format === 'uuid';
  return types.has('integer') || types.has('number');
}

/** A value sent by a client, or the default that the contract gives. */
export function sentOrDefault(
  parameters: ReadonlyMap<string, Json>,
  parameter: Parameter | undefined,
): Json | undefined {
  if (parameter === undefined) return undefined;
  return parameters.get(`query.${parameter.name}`) ?? parameter.schema?.default?.value;
}

export function wholeOf(
  parameters: ReadonlyMap<string, Json>,
  parameter: Parameter | undefined,
): number | undefined {
  const value = sentOrDefault(parameters, parameter);
  return isInteger(value) ? Math.max(0, Math.min(Number(value), Number.MAX_SAFE_INTEGER)) : undefined;
}

/** Only what was sent counts: a default says what is meant by silence to the real store, which may be no filter. */
export function isWanted(
  record: JsonObject,
  filters: readonly Parameter[],
  parameters: ReadonlyMap<string, Json>,
): boolean {
  return filters.every((filter) => {
    const { name } = filter;
    const wanted = parameters.get(`query.${name}`);
    if (wanted === undefined || isForAll(filter, wanted)) return true;
    return meets(Object.hasOwn(record, name) ? record[name] : undefined, wanted);
  });
}

/** `state=all` beside `open` and `closed` asks for no state. */
function isForAll({ schema }: Parameter, wanted: Json): boolean {
  return schema?.enum !== undefined && (wanted === 'all' || wanted === 'any');
}

/** What an object is called by: `tags=new` finds `{ "tags": [{ "id": 1, "name": "new" }] }`. */
const names = ['id', 'name', 'key', 'code', 'slug'];

/** Of several values wanted any will do, and of several in the record too. */
function meets(value: Json | undefined, wanted: Json): boolean {
  if (isJsonArray(wanted)) return wanted.some((one) => meets(value, one));
  if (value === undefined) return false;
  if (isJsonArray(value)) return value.some((one) => meets(one, wanted));
  if (isJsonObject(wanted))
    return isJsonObject(value) && Object.entries(wanted).every(([name, part]) => meets(value[name], part));
  const called = isJsonObject(value) ? names.map((name) => value[name]) : [value];
  return called.some((one) => one !== undefined && !isJsonObject(one) && String(one) === String(wanted));
}
