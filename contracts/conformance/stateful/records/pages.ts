/** A list from its first page to its end, within a bound. */
import { isJsonArray, isJsonObject, isNumeric, type Json } from '../../../../spec/json/exact-json.ts';
import type { Parameter } from '../../../../spec/model/contract.ts';
import { listParameters, type PagingRole } from '../../../../spec/resources/list-parameters.ts';
import { splitPath } from '../../../../spec/resources/paths.ts';
import { type ListView, listViewOf, successMedia } from '../../../../spec/resources/views.ts';
import { flatten } from '../../../../spec/sampling/flatten.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import type { Draft, Fresh, OpenAnswer } from '../../model/draft.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Known, Pages, Recall, StepGenerator } from '../../model/sequence.ts';
import type { Twin } from '../../request/twin.ts';
import { nextIn } from '../lists/paging.ts';
import { hasNext, isAccepted, jsonOf } from '../model/records.ts';
import { bareDraft } from './drafts.ts';

/** What lies further behind is not looked for. */
const MOST_PAGES = 24;

/** Looks through the list for these records, and for those that were removed; gives the items of all pages that were seen. */
export function* listPages(passage: Passage): StepGenerator<readonly Json[]> {
  const view = viewOf(passage.twin);
  return view === undefined ? [] : yield* throughPages(passage, view);
}

/** Undefined where an operation answers with no list. */
export function viewOf({ operation }: Pick<Twin, 'operation'>): ListView | undefined {
  return listViewOf(successMedia(operation)?.schema, splitPath(operation.path).collection);
}

export interface Passage {
  readonly twin: Twin;
  readonly fresh: Fresh;
  readonly records: readonly Known[];
  /** For the first page. */
  readonly words: string;
  /** The contract has no way to change or remove a record, so that none moves to a page that was seen already. */
  readonly onlyGrows: boolean;
  readonly open?: readonly OpenAnswer[];
  /** What a page is held against, where it is not to have the records. */
  recall?(pages: Pages): Recall;
  /** Goes on from the last page that is looked at, where the list does not end by then. */
  beyond?(last: LastPage): StepGenerator<void>;
}

export interface LastPage {
  readonly draft: Draft;
  readonly exchange: Exchange;
  /** From 1. */
  readonly number: number;
  /** What asks for it. */
  readonly parameter: Parameter;
}

function* throughPages(
  { twin, fresh, records, words: first, onlyGrows, open = [], recall = listOf(records), beyond }: Passage,
  view: ListView,
): StepGenerator<readonly Json[]> {
  const { operation } = twin;
  const paging = pagingOf(twin, view);
  const before: Exchange[] = [];
  const seen: Json[] = [];
  let last: Draft | undefined;
  while (before.length < MOST_PAGES) {
    const draft = paging.draftFrom(
      { seen: seen.length, pages: before.length, last: jsonOf(before.at(-1)) },
      fresh,
    );
    if (draft === undefined) return seen;
    const pages = pagesOf({ ...paging, onlyGrows }, view, [...before]);
    const words = before.length === 0 ? first : `page ${before.length + 1} of the list is read`;
    const page = yield { operation, draft, words, open, recall: recall(pages) };
    const items = pages.itemsIn(page);
    if (!isAccepted(page) || items === undefined || items.length === 0) return seen;
    seen.push(...items);
    if (pages.isEnd(page)) return seen;
    before.push(page);
    last = draft;
  }
  const parameter = placeIn(paging.roles);
  const exchange = before.at(-1);
  if (beyond !== undefined && last !== undefined && exchange !== undefined && parameter !== undefined)
    yield* beyond({ draft: last, exchange, number: before.length, parameter });
  return seen;
}

function listOf(records: readonly Known[]): (pages: Pages) => Recall {
  return (pages) => ({ expects: 'list', records, pages });
}

interface Position {
  /** Records so far. */
  readonly seen: number;
  readonly pages: number;
  /** The page before. */
  readonly last: Json | undefined;
}

interface Paging {
  readonly roles: ReadonlyMap<PagingRole, Parameter>;
  /** What was asked for; undefined where the store chooses. */
  readonly limit: number | undefined;
  /** Undefined where nothing of ours leads there. */
  draftFrom(position: Position, fresh: Fresh): Draft | undefined;
}

function pagingOf(twin: Twin, view: ListView): Paging {
  const { paging: roles } = listParameters(twin.operation, view.item);
  const limit = limitOf(roles.get('limit'));
  return {
    roles,
    limit,
    draftFrom(position, fresh) {
      const at = positionIn(roles, position);
      if (position.pages > 0 && at === undefined) return undefined;
      const limited = limit === undefined ? undefined : given(roles.get('limit'), limit);
      const added = [limited, position.pages > 0 ? at : undefined].filter((one) => one !== undefined);
      const others = twin.parameters.filter(
        ({ parameter }) => !added.some((one) => one.parameter === parameter),
      );
      return bareDraft({ ...twin, parameters: [...others, ...added] }, fresh);
    },
  };
}

/** The longest page that the contract allows, where it says so. */
function limitOf(parameter: Parameter | undefined): number | undefined {
  if (parameter?.schema === undefined) return undefined;
  const { maximum } = flatten(parameter.schema);
  return maximum === undefined || !isNumeric(maximum) ? undefined : Math.min(Number(maximum), LONGEST_PAGE);
}

const LONGEST_PAGE = 1_000;

function placeIn(roles: ReadonlyMap<PagingRole, Parameter>): Parameter | undefined {
  return roles.get('offset') ?? roles.get('page') ?? roles.get('cursor');
}

function positionIn(roles: ReadonlyMap<PagingRole, Parameter>, { seen, pages, last }: Position) {
  const offset = roles.get('offset');
  if (offset !== undefined) return given(offset, seen);
  const page = roles.get('page');
  if (page !== undefined) return given(page, pages + firstPage(page));
  const next = nextIn(last);
  return next === undefined ? undefined : given(roles.get('cursor'), next);
}

/** From 0 where the contract allows it, else from 1. */
function firstPage({ schema }: Parameter): number {
  return schema !== undefined && flatten(schema).minimum === 0 ? 0 : 1;
}

function given(parameter: Parameter | undefined, value: Json) {
  if (parameter?.schema === undefined || !isValid(parameter.schema, value, 'request')) return undefined;
  return { parameter, value };
}

function pagesOf(
  { roles, limit, onlyGrows }: Paging & Pick<Passage, 'onlyGrows'>,
  view: ListView,
  before: readonly Exchange[],
): Pages {
  const itemsIn = (exchange: Exchange) => itemsOf(jsonOf(exchange), view);
  const count = (exchange: Exchange | undefined) =>
    exchange === undefined ? 0 : (itemsIn(exchange)?.length ?? 0);
  return {
    before,
    itemsIn,
    isEnd(exchange) {
      if (!isAccepted(exchange) || hasNext(exchange)) return false;
      if (roles.size === 0) return true;
      const own = count(exchange);
      // Without a way to ask for a page of a known length, one that is shorter than the first is the last.
      return own === 0 || own < (limit ?? count(before[0]));
    },
    because(exchange) {
      if (before.length > 0 && !onlyGrows)
        return 'what others create and remove meanwhile moves records from page to page';
      const own = count(exchange);
      if (own === view.array.maxItems) return 'the list is as long as the contract allows';
      return roundNumbers.has(own) ? 'the list may be cut at a round number' : undefined;
    },
  };
}

const roundNumbers = new Set([10, 15, 20, 25, 30, 40, 50, 100, 200, 250, 500, 1_000]);

function itemsOf(body: Json | undefined, { name }: ListView): readonly Json[] | undefined {
  const list = name !== undefined && isJsonObject(body) ? body[name] : body;
  return isJsonArray(list) ? list : undefined;
}
