/** What the query parameters of a list are for: which records, in which order, which part of them; by their names. */
import type { Operation, Parameter } from '../model/contract.ts';
import type { Schema } from '../model/schema.ts';
import { propertiesOf, typesOf } from '../model/schema-view.ts';
import { rememberedBoth } from '../remembered.ts';
import { boundsOf, type ListBound } from './bounds.ts';

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
  readonly filters: readonly ListFilter[];
  readonly bounds: readonly ListBound[];
}

/** `status` asks for a status, and `kinds`, which is a list, for some kinds. */
export interface ListFilter {
  readonly parameter: Parameter;
  readonly property: string;
}

export const listParameters = rememberedBoth(readParameters);

function readParameters(operation: Operation, item: Schema): ListParameters {
  const queries = operation.parameters.filter((parameter) => parameter.in === 'query');
  const properties = propertiesOf(item);
  const paging = pagingOf(queries, properties);
  const taken = new Set<Parameter>(paging.values());
  const named = (names: readonly string[]) =>
    queries.find((parameter) => names.includes(plain(parameter.name)) && !properties.has(parameter.name));
  const bounds = boundsOf(queries, properties);
  for (const { parameter } of bounds) taken.add(parameter);
  return {
    paging,
    sort: named(['sort', 'sortby', 'orderby', 'sortfield']) ?? named(['order']),
    order: named(['order', 'sortorder', 'sortdir', 'sortdirection', 'direction', 'dir', 'orderdir']),
    filters: queries
      .filter((parameter) => !taken.has(parameter))
      .flatMap((parameter) => filterBy(parameter, properties)),
    bounds,
  };
}

function filterBy(parameter: Parameter, properties: ReadonlyMap<string, Schema>): readonly ListFilter[] {
  const { name, schema } = parameter;
  if (properties.has(name)) return [{ parameter, property: name }];
  const singular = name.replace(/s$/, '');
  const isList = schema !== undefined && typesOf(schema).has('array');
  return isList && properties.has(singular) ? [{ parameter, property: singular }] : [];
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
