/** A short page from the start of a list, or of a part of it: it has what stands there first, however that was chosen. */
import { type Json, sameJson } from '../../../../spec/json/exact-json.ts';
import type { Fresh } from '../../model/draft.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { ListQuery } from '../../model/list-query.ts';
import type { StepGenerator } from '../../model/sequence.ts';
import type { ParameterValue } from '../../request/parameters/parameters.ts';
import { hasNext, isAccepted, jsonOf } from '../model/records.ts';
import { mayBeRefused } from '../model/tolerated.ts';
import { limitsOf } from './paging.ts';
import { memberOf } from './query.ts';
import { draftWith, type ListPlot, read } from './reading.ts';

interface Part {
  /** What chooses and sorts it; nothing for the list itself. */
  readonly given: readonly ParameterValue[];
  /** What it has, without a word on its length; undefined where that was refused. */
  readonly whole: readonly Json[] | undefined;
  /** The property that it is sorted by. */
  readonly by: string | undefined;
}

/** What is cached for a second is made anew by then. */
const LATER_MS = 1_200;

export function* begun(plot: ListPlot, { given, whole = [], by }: Part, fresh: Fresh): StepGenerator<void> {
  const [one, two] = limitsOf(plot.list, plot.shape);
  const limit = by === undefined ? one : two;
  if (limit === undefined || whole.length < limit.limit) return;
  const { parameter } = given[0] ?? limit;
  const query = { kind: 'start', shape: plot.shape, parameter, by, limit: limit.limit } as const;
  const page = { query: { ...query, start: undefined }, given: [...given, limit] };
  const first = yield* readStart(plot, page, fresh);
  if (first === undefined || isStartOf(first, whole, by)) return;
  const start = yield* readStart(plot, { ...page, afterMs: LATER_MS }, fresh);
  if (start === undefined || isStartOf(start, whole, by)) return;
  yield* read(plot, fresh, 'all of that is read again', { ...query, start }, given);
}

interface Page extends Pick<Part, 'given'> {
  readonly query: ListQuery;
  readonly afterMs?: number;
}

/** Undefined where it tells that it goes on: then it may be as short as it likes. */
function* readStart(
  plot: ListPlot,
  { given, ...how }: Page,
  fresh: Fresh,
): StepGenerator<readonly Json[] | undefined> {
  const draft = draftWith(plot.list, given, fresh);
  const { operation } = plot.list;
  const words = 'its first page is read';
  const exchange: Exchange = yield { operation, draft, words, open: mayBeRefused, ...how };
  const page = isAccepted(exchange) ? plot.shape.itemsIn(jsonOf(exchange)) : undefined;
  return page?.length === 0 && hasNext(exchange) ? undefined : page;
}

/** Something, where there is something; and in the order of the whole, where that has one. */
export function isStartOf(start: readonly Json[], whole: readonly Json[], by: string | undefined): boolean {
  if (start.length === 0) return whole.length === 0;
  return by === undefined || start.every((item, index) => sameMember(item, whole[index], by));
}

/** A summary need not show it. */
function sameMember(one: Json, other: Json | undefined, name: string): boolean {
  const [a, b] = [memberOf(one, name), memberOf(other, name)];
  return a === undefined || b === undefined || sameJson(a, b);
}
