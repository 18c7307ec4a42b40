import type { Json } from '../../../spec/json/exact-json.ts';
import type { TestCategory } from '../cases/test-category.ts';
import { isSuccessfulExchange } from '../model/exchange.ts';
import type { FreshValues } from '../model/request-spec.ts';
import type { Sequence, StepGenerator } from '../model/sequence.ts';
import type { TestCase } from '../model/test-case.ts';
import { deriveBaseline, isBaseline } from '../request/baseline-request.ts';
import { createSequenceCase } from '../request/create-case.ts';
import { addRecords, createVariedRecords, RECORD_COUNT } from './create-varied-records.ts';
import { checkDefaultLimit, createLongListSequence } from './default-limit.ts';
import { listGoals } from './goals/list-goals.ts';
import { checkPages } from './list-pages.ts';
import { boundProbes } from './lists/bounds.ts';
import { checkFilters } from './lists/check-filters.ts';
import { checkSorting } from './lists/check-sorting.ts';
import { checkFirstPage } from './lists/first-page.ts';
import { limitsToTry, wantedLength } from './lists/limits.ts';
import { findListedRecords } from './lists/listed-records.ts';
import { CACHE_DELAY_MS, type ListContext, readAfterDelay, readItems, requestList } from './lists/read-list.ts';
import { checkStatedOrder } from './lists/stated-order.ts';
import { checkTable } from './lists/table.ts';
import { checkTotal } from './lists/whole-total.ts';
import { withParentValues } from './model/path-items.ts';
import { parseBody } from './model/response-records.ts';

/** Pagination, filters and sorting of lists, for parameters whose names show what they do. */
export const listQueries: TestCategory = {
  name: 'list-queries',
  summary: 'pagination, filters and sorting of lists work as declared',
  *generate({ baseline, contract }): Generator<TestCase> {
    const { operation, schemes } = baseline;
    if (contract === undefined) return;
    const longList = createLongListSequence(baseline, contract);
    const common = { category: 'list-queries', topic: 'list', expectation: 'accept', place: operation.place } as const;
    if (longList !== undefined)
      yield createSequenceCase(
        baseline,
        { ...common, name: 'long list', mutation: 'a list that is longer than its default page size' },
        longList,
      );
    const listed = findListedRecords(contract, operation);
    if (listed === undefined) return;
    const { shape, create, isCollection } = listed;
    const derivedCreate = create && (baseline.acceptedCreates?.get(create.id) ?? deriveBaseline(create, schemes));
    const createBaseline =
      derivedCreate !== undefined && isBaseline(derivedCreate) ? withParentValues(derivedCreate, baseline) : undefined;
    const context = { baseline, shape, createBaseline };
    if (!isCollection && listGoals(context).length === 0) return;
    const seed = { ...common, name: 'all parameters', mutation: 'a list with its pagination, filters and sorting' };
    yield createSequenceCase(baseline, seed, createListSequence(context));
  },
};

/** Creates some records, then reads the list: the whole, pages, filtered and sorted. */
function createListSequence(context: ListContext): Sequence {
  return {
    goals: listGoals(context),
    requiresGoals: true,
    *generateSteps(fresh) {
      yield* createVariedRecords(context, fresh);
      const first = yield* readWhole(context, fresh);
      if (first === undefined) return;
      const whole = yield* fillList(context, first, fresh);
      yield* checkTable(context, whole, fresh);
      yield* checkStatedOrder(context, whole, fresh);
      yield* checkLimits(context, whole, fresh);
      yield* checkFirstPage(context, { parameters: [], whole, sortProperty: undefined }, fresh);
      yield* checkPages(context, whole, fresh);
      yield* checkFilters(context, whole, fresh);
      yield* checkBounds(context, whole, fresh);
      yield* checkSorting({ context, unsorted: whole }, fresh);
    },
  };
}

/** A list may show new records only after a moment. */
function* readWhole(context: ListContext, fresh: FreshValues): StepGenerator<readonly Json[] | undefined> {
  const exchange = yield* requestList(context, fresh, 'the list is read');
  const whole = isSuccessfulExchange(exchange) ? context.shape.itemsIn(parseBody(exchange)) : undefined;
  yield* checkTotal(context, { exchange, items: whole ?? [] }, fresh);
  const isShort = context.createBaseline !== undefined && whole !== undefined && whole.length < RECORD_COUNT;
  return isShort ? yield* readAfterDelay(context, fresh, CACHE_DELAY_MS) : whole;
}

/** With as many records as it takes to show a page size, where they can be created. */
function* fillList(context: ListContext, whole: readonly Json[], fresh: FreshValues): StepGenerator<readonly Json[]> {
  const missing = wantedLength(context.baseline, context.shape) - whole.length;
  const created = missing > 0 ? yield* addRecords(context, missing, fresh) : 0;
  if (created === 0) return whole;
  return (yield* readItems(context, fresh, 'the list is read')) ?? whole;
}

function* checkLimits(context: ListContext, whole: readonly Json[], fresh: FreshValues): StepGenerator<void> {
  yield* checkDefaultLimit(context, whole, fresh);
  for (const given of limitsToTry(context.baseline, context.shape)) {
    const { parameter, limit } = given;
    const query = { kind: 'limit', shape: context.shape, parameter, limit } as const;
    yield* readItems(context, fresh, `the list is read with ${parameter.name}=${limit}`, query, [given]);
  }
}

function* checkBounds(context: ListContext, whole: readonly Json[], fresh: FreshValues): StepGenerator<void> {
  const { shape } = context;
  for (const { parameterValue, ...bound } of boundProbes(context.baseline, shape, whole)) {
    const { parameter } = parameterValue;
    const description = `the list is read with the bound ${parameter.name}`;
    yield* readItems(context, fresh, description, { kind: 'bound', shape, parameter, ...bound }, [parameterValue]);
  }
}
