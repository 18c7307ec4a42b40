/** What a list response says about further pages. */
import { isInteger, isJsonObject, type Json, type JsonObject } from '../../../../spec/json/exact-json.ts';
import { headerValue } from '../../../http/headers.ts';
import type { Exchange } from '../../model/exchange.ts';
import { parseBody } from './response-records.ts';

export interface BodyMember {
  readonly name: string;
  readonly value: Json;
  /** The name of the object that has it; undefined for the body itself. */
  readonly holder: string | undefined;
}

/** Such as `meta.pagination.next_cursor`. */
const MAX_DEPTH = 3;

/** The members of the body and of the objects in it, but not of the listed records. */
export function bodyMembers(body: Json | undefined): readonly BodyMember[] {
  return isJsonObject(body) ? membersOf(body, undefined, MAX_DEPTH) : [];
}

function membersOf(part: JsonObject, holder: string | undefined, depth: number): readonly BodyMember[] {
  return Object.entries(part).flatMap(([name, value]) => {
    const inside = depth > 1 && isJsonObject(value) ? membersOf(value, name, depth - 1) : [];
    return [{ name, value, holder }, ...inside];
  });
}

/** A `Link` header with `rel="next"` (RFC 8288), or a property such as `next_cursor`, `has_more` or `last`. */
export function hasNext(exchange: Exchange): boolean {
  const { outcome } = exchange;
  const link = outcome.kind === 'response' ? headerValue(outcome.response.headers, 'link') : undefined;
  if (/rel="?[^",]*\bnext\b/i.test(link ?? '')) return true;
  return bodyMembers(parseBody(exchange)).some(({ name, value }) =>
    LAST_PAGE.test(name) ? value === false : MORE_PAGES.test(name) && isMeaningful(value),
  );
}

const MORE_PAGES = /^_?(?:next|has_?(?:more|next)|(?:is_?)?truncated)|^more$/i;
const LAST_PAGE = /^(?:is_?)?last(?:_?page)?$/i;

/** `has_more` is false, or `last` is true. */
export function saysNoMore(exchange: Exchange): boolean {
  return bodyMembers(parseBody(exchange)).some(({ name, value }) =>
    LAST_PAGE.test(name) ? value === true : /^_?has_?(?:more|next)|^more$/i.test(name) && value === false,
  );
}

function isMeaningful(value: Json): boolean {
  return value !== null && value !== false && value !== '';
}

/** Whether a number of pages, such as `totalPages` or `last_page`, is higher than the number of pages read. */
export function hasMorePages(exchange: Exchange, pagesRead: number): boolean {
  return bodyMembers(parseBody(exchange)).some(
    ({ name, value }) =>
      /^(?:total_?pages?|pages?_?(?:count|total)|(?:num|number_?of)_?pages|last_?page|pages)$/i.test(name) &&
      isInteger(value) &&
      value > pagesRead,
  );
}

/** The page size that the response gives, which may be smaller than the requested one; undefined if it gives none. */
export function pageSizeIn(exchange: Exchange): number | undefined {
  const sizes = bodyMembers(parseBody(exchange)).flatMap(({ name, value }) =>
    /^_?(?:limit|size|per_?page|(?:page|results)_?(?:size|limit)|max_?(?:results|items))$/i.test(name) &&
    isInteger(value) &&
    value > 0
      ? [Number(value)]
      : [],
  );
  return sizes.length === 0 ? undefined : Math.min(...sizes);
}

/** The number of all records in `Content-Range: items 0-6/25`; undefined if there is none. */
export function totalInContentRange(exchange: Exchange): number | undefined {
  const { outcome } = exchange;
  const range = outcome.kind === 'response' ? headerValue(outcome.response.headers, 'content-range') : undefined;
  const [, total] = /^(?!bytes\b)[\w-]+ \d+-\d+\/(\d{1,15})$/i.exec(range ?? '') ?? [];
  return total === undefined ? undefined : Number(total);
}
