/** Which part of a list is asked for, and what can be said of the whole. */
import type { Json } from '../../spec/json/exact-json.ts';
import type { Schema } from '../../spec/model/schema.ts';
import type { ListParameters } from '../../spec/resources/list-parameters.ts';
import type { StoredRecord } from '../storage/storage.ts';
import { sentOrDefault, wholeOf } from './query.ts';

export interface Page {
  readonly records: readonly StoredRecord[];
  /** Of all pages. */
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
  /** Counted as the contract counts: from 0 where the parameter may be 0, else from 1. */
  readonly page: number;
  readonly pages: number;
  readonly firstPage: number;
  readonly hasMore: boolean;
  /** Of the next page. */
  readonly cursor: string | undefined;
}

export interface PageRequest {
  readonly listParameters: ListParameters;
  readonly sent: ReadonlyMap<string, Json>;
  readonly array: Schema;
}

/** Where pages are asked for and nothing says how long they are. */
const USUAL_PAGE = 20;

export function pageOf(all: readonly StoredRecord[], { listParameters, sent, array }: PageRequest): Page {
  const { paging } = listParameters;
  const number = (role: 'limit' | 'offset' | 'page') => wholeOf(sent, paging.get(role));
  const most = array.maxItems ?? Number.POSITIVE_INFINITY;
  const isPaged = number('page') !== undefined;
  const limit = Math.min(number('limit') ?? (isPaged ? USUAL_PAGE : Number.POSITIVE_INFINITY), most);
  const firstPage = firstOf(paging.get('page')?.schema);
  const skipped = Math.max(0, (number('page') ?? firstPage) - firstPage);
  const from = startOf(all, sentOrDefault(sent, paging.get('cursor')));
  const offset = from + (number('offset') ?? 0) + (skipped === 0 ? 0 : skipped * limit);
  const records = all.slice(offset, offset + limit);
  const hasMore = offset + records.length < all.length && limit > 0;
  const length = Number.isFinite(limit) ? limit : Math.max(all.length, 1);
  return {
    records,
    total: all.length,
    limit: length,
    offset,
    page: firstPage + (limit > 0 ? Math.floor(offset / length) : 0),
    pages: length === 0 ? 0 : Math.ceil(all.length / length),
    firstPage,
    hasMore,
    cursor: hasMore ? records.at(-1)?.id : undefined,
  };
}

function firstOf(schema: Schema | undefined): number {
  return schema?.minimum === 0 || schema?.default?.value === 0 ? 0 : 1;
}

/** A cursor is the key of the last record of the page before; one that was removed is followed by nothing. */
function startOf(all: readonly StoredRecord[], cursor: Json | undefined): number {
  if (cursor === undefined || cursor === null || cursor === '') return 0;
  const index = all.findIndex(({ id }) => id === String(cursor));
  return index + 1;
}
