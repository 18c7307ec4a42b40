/** How parts of a list are asked for. */
import { isJsonObject, isNumeric, type Json } from '../../../../spec/json/exact-json.ts';
import type { Parameter } from '../../../../spec/model/contract.ts';
import { listParameters } from '../../../../spec/resources/list-parameters.ts';
import { flatten } from '../../../../spec/sampling/flatten.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import type { ListShape } from '../../model/list-query.ts';
import type { ParameterValue } from '../../request/parameters/parameters.ts';
import type { Twin } from '../../request/twin.ts';

export interface Paging {
  /** That which names the page. */
  readonly parameter: Parameter;
  readonly limit: number;
  /** A short page need not be the last: the answer tells. */
  readonly isByCursor: boolean;
  /** Nothing lies before the first page. */
  readonly isFromTheStart: boolean;
  /** What asks for a page, from 0, after the answer with the page before it; undefined where there is none, or no telling. */
  at(page: number, before: Json | undefined): readonly ParameterValue[] | undefined;
}

/** Long enough for a page to have an order, short enough for few records to fill some. */
const PAGE = 2;

/** By offset, by number, or by what an answer names the next one; undefined where pages cannot be asked for so. */
export function pagingOf({ operation }: Twin, { item }: ListShape): Paging | undefined {
  const { paging } = listParameters(operation, item);
  const [limit, offset, page] = [paging.get('limit'), paging.get('offset'), paging.get('page')];
  const length = limit === undefined ? undefined : given(limit, PAGE);
  // SCIM counts from 1 there; an offset of pages may count pages.
  if (length === undefined || /start.?index|page_?offset/i.test(offset?.name ?? '')) return undefined;
  if (offset !== undefined)
    return pagesBy(offset, true, (number) => both(length, given(offset, number * PAGE)));
  const first = page === undefined ? undefined : firstPage(page);
  if (page === undefined) return byCursor(paging.get('cursor'), length);
  return pagesBy(page, first !== undefined, (number) => both(length, given(page, number + (first ?? 1))));
}

function pagesBy(parameter: Parameter, isFromTheStart: boolean, at: Paging['at']): Paging {
  return { parameter, limit: PAGE, isByCursor: false, isFromTheStart, at };
}

function byCursor(cursor: Parameter | undefined, length: ParameterValue): Paging | undefined {
  if (cursor === undefined) return undefined;
  const paging = pagesBy(cursor, true, (page, before) => {
    if (page === 0) return [length];
    const next = nextIn(before);
    return next === undefined ? undefined : both(length, given(cursor, next));
  });
  return { ...paging, isByCursor: true };
}

/** `next_cursor`, `nextPageToken`, `next`: one text that is no address. */
export function nextIn(body: Json | undefined): string | undefined {
  if (!isJsonObject(body)) return undefined;
  const parts = [body, ...Object.values(body).filter(isJsonObject)];
  const told = parts.flatMap((part) =>
    Object.entries(part).flatMap(([name, value]) =>
      /^_?next(?:_?page)?(?:_?(?:cursor|token))?$/i.test(name) && typeof value === 'string' ? [value] : [],
    ),
  );
  const [only, ...others] = told.filter((text) => text !== '' && !/[/?]/.test(text));
  return others.length === 0 ? only : undefined;
}

function both(
  length: ParameterValue,
  place: ParameterValue | undefined,
): readonly ParameterValue[] | undefined {
  return place === undefined ? undefined : [length, place];
}

/** As the contract says; some count from 0. */
function firstPage({ schema }: Parameter): number | undefined {
  const flat = schema && flatten(schema);
  const value = [flat?.default, flat?.minimum].find(isNumeric);
  return value === undefined ? undefined : Number(value);
}

function given(parameter: Parameter, value: Json): ParameterValue | undefined {
  return parameter.schema !== undefined && isValid(parameter.schema, value, 'request')
    ? { parameter, value }
    : undefined;
}

/** One record, and as many as the contract allows at most. */
export function limitsOf(
  { operation }: Twin,
  { item }: ListShape,
): readonly (ParameterValue & { readonly limit: number })[] {
  const parameter = listParameters(operation, item).paging.get('limit');
  if (parameter?.schema === undefined) return [];
  const { maximum } = flatten(parameter.schema);
  const most = maximum === undefined || maximum > 1_000 ? [] : [Number(maximum)];
  return [1, PAGE, ...most].flatMap((limit) => {
    const value = given(parameter, limit);
    return value === undefined ? [] : [{ ...value, limit }];
  });
}
