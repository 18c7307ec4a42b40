/** The cursor of the next page, in the shapes that are common. */
import { isInteger, type Json, parseJson } from '../../../../spec/json/exact-json.ts';
import type { Operation, Parameter } from '../../../../spec/model/contract.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { declaredProperties } from '../../../../spec/model/schema-view.ts';
import { successMedia, successResponses } from '../../../../spec/resources/record-views.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { ListShape } from '../../model/list-query.ts';
import { type BodyMember, bodyMembers, hasNext, saysNoMore } from '../model/continuation.ts';
import { parseBody } from '../model/response-records.ts';
import { getMember } from './list-shape.ts';
import { NEXT_LINK, nextTarget } from './next-target.ts';

/** A list whose pages are selected by a cursor. */
export interface CursorList {
  readonly operation: Operation;
  /** The query parameter with the cursor. */
  readonly cursor: Parameter;
  readonly shape: Pick<ListShape, 'idName' | 'itemsIn'>;
}

export type NextPage =
  /** `isStated` unless a member with another meaning may have the same name. */
  | { readonly kind: 'cursor'; readonly value: Json; readonly isStated: boolean }
  | { readonly kind: 'none' }
  /** There may be a next page, but it is not known how to request it. */
  | { readonly kind: 'unknown' };

/** What follows the last of the pages, which were read one after the other from the first on. */
export function findNextPage(pages: readonly Exchange[], list: CursorList): NextPage {
  const last = pages.at(-1);
  if (last === undefined) return { kind: 'unknown' };
  const stated = statedCursors(last, list.cursor);
  if (stated.length > 0) return asCursor(stated, list.cursor, true);
  const implied = saysNoMore(last) ? [] : impliedCursors(pages, list);
  if (implied.length > 0) return asCursor(implied, list.cursor, false);
  const id = idOfLastItem(last, list);
  if (id !== undefined) return asCursor([id], list.cursor, true);
  return !hasNext(last) && showsEnd(pages, list) ? { kind: 'none' } : { kind: 'unknown' };
}

function asCursor(values: readonly Json[], { schema }: Parameter, isStated: boolean): NextPage {
  const [value, ...others] = new Set(values);
  const isUsable = others.length === 0 && value !== undefined && schema !== undefined;
  return isUsable && isValid(schema, value, 'request') ? { kind: 'cursor', value, isStated } : { kind: 'unknown' };
}

const NEXT_CURSOR = /^_?next(?:_?page)?(?:_?(?:cursor|token|key|id))?$/i;

/** The value of `next_cursor`, `nextPageToken`, `next` …, else the cursor in the link to the next page. */
function statedCursors(page: Exchange, cursor: Parameter): readonly Json[] {
  const named = bodyMembers(parseBody(page))
    .filter(({ name, value }) => NEXT_CURSOR.test(name) && isCursor(value))
    .map(({ value }) => value);
  if (named.length > 0) return named;
  const [, query] = nextTarget(page)?.split(/\?(.*)/s) ?? [];
  const linked = new URLSearchParams(query).get(cursor.name);
  return linked === null ? [] : [valueInQuery(linked, cursor)];
}

/** No URL, which may also be only the path and the query. */
function isCursor(value: Json): boolean {
  return typeof value === 'string' ? value !== '' && !/^\/|^[a-z]+:\/\/|\?/i.test(value) : isInteger(value);
}

function valueInQuery(text: string, { schema }: Parameter): Json {
  if (schema !== undefined && isValid(schema, text, 'request')) return text;
  const parsed = parseJson(text);
  return parsed.ok && isInteger(parsed.value) ? parsed.value : text;
}

/** `cursors.after`, `endCursor`, `last_id`, or a member with the name of the parameter that does not repeat it. */
function impliedCursors(pages: readonly Exchange[], list: CursorList): readonly Json[] {
  const last = pages.at(-1);
  const requested = last === undefined ? undefined : requestedCursor(last, list.cursor);
  const members = bodyMembers(parseBody(last)).filter(({ value }) => isCursor(value) && value !== requested);
  const best = [isEndCursor, (member: BodyMember) => isNamedLike(member, list.cursor)]
    .map((matches) => members.filter(matches))
    .find((found) => found.length > 0);
  return best?.map(({ value }) => value) ?? [];
}

function isEndCursor({ name, holder }: BodyMember): boolean {
  return /^(?:end_?cursor|last_?id)$/i.test(name) || (name === 'after' && CURSORS.test(holder ?? ''));
}

const CURSORS = /cursors?$/i;

function isNamedLike({ name }: Pick<BodyMember, 'name'>, cursor: Parameter): boolean {
  const plain = (text: string) => text.replaceAll(/[^a-z]/gi, '').toLowerCase();
  return ['cursor', plain(cursor.name)].includes(plain(name));
}

function requestedCursor({ request: { url } }: Exchange, { name }: Parameter): string | undefined {
  const [, query] = url.split(/\?(.*)/s);
  return new URLSearchParams(query).get(name) ?? undefined;
}

/** `starting_after` is the id of a record: that of the last one, where the response says that there are more. */
function idOfLastItem(page: Exchange, { cursor, shape: { idName, itemsIn } }: CursorList): Json | undefined {
  if (!/^(?:starting_?after|after_?id)$/i.test(cursor.name) || idName === undefined || !hasNext(page)) return undefined;
  return getMember(itemsIn(parseBody(page))?.at(-1), idName);
}

/** It says so, or it lacks the cursor or the link that an earlier page has, or that the contract declares. */
function showsEnd(pages: readonly Exchange[], list: CursorList): boolean {
  const [last, ...before] = pages.toReversed();
  if (last === undefined) return false;
  if (saysNoMore(last) || bodyMembers(parseBody(last)).some(isEmptyCursor)) return true;
  if (before.length > 0 && findNextPage(before.toReversed(), list).kind === 'cursor') return true;
  const { operation, cursor } = list;
  const hasLink = successResponses(operation).some(({ headers }) =>
    headers.some(({ name }) => name.toLowerCase() === 'link'),
  );
  return hasLink || declaresCursor(successMedia(operation)?.schema, cursor);
}

function isEmptyCursor({ name, value }: BodyMember): boolean {
  return (value === null || value === '') && (NEXT_CURSOR.test(name) || NEXT_LINK.test(name));
}

const MAX_DEPTH = 3;

function declaresCursor(schema: Schema | undefined, cursor: Parameter, holder?: string, depth = MAX_DEPTH): boolean {
  if (schema === undefined || depth === 0) return false;
  return [...declaredProperties(schema)].some(
    ([name, property]) =>
      isDeclaredNext({ name, holder }, property, cursor) || declaresCursor(property, cursor, name, depth - 1),
  );
}

/** Of a member with the name of the parameter, only its description shows whether it is the next one. */
function isDeclaredNext(
  { name, holder }: Pick<BodyMember, 'name' | 'holder'>,
  { description = '' }: Schema,
  cursor: Parameter,
): boolean {
  if (NEXT_CURSOR.test(name) || NEXT_LINK.test(name)) return true;
  if (isNamedLike({ name }, cursor) && /\b(?:next|continu\w*|more|following)\b/i.test(description)) return true;
  return name === 'after' && CURSORS.test(holder ?? '');
}
