/** Looks for the records of a sequence in their list. */
import type { Json } from '../../../../spec/json/exact-json.ts';
import type { Parameter } from '../../../../spec/model/contract.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { declaredProperties } from '../../../../spec/model/schema-view.ts';
import { listParameters } from '../../../../spec/resources/list-parameters.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import { isSuccessfulExchange } from '../../model/exchange.ts';
import type { ListShape } from '../../model/list-query.ts';
import type { KnownRecord, StepGenerator } from '../../model/sequence.ts';
import type { BaselineRequest } from '../../request/baseline-request.ts';
import type { ParameterValue } from '../../request/parameters/serialize-parameters.ts';
import { detectListShape, getMember, recordNames } from '../lists/list-shape.ts';
import { itemPathValues, type ResourceOperations } from '../model/resource-operations.ts';
import { containsRecord, getProperty, parseBody } from '../model/response-records.ts';
import { toleratesMissing } from '../model/tolerated-responses.ts';
import { executeAction } from './execute-action.ts';
import { findListView, type LastPage, readListPages } from './read-pages.ts';
import { minimalRequestSpec, withPathValues } from './record-requests.ts';
import type { SequenceContext } from './step-context.ts';

interface ListSearch extends SequenceContext {
  readonly records: readonly KnownRecord[];
}

export function* findInList(search: ListSearch): StepGenerator<void> {
  const { resourceOperations, fresh, parentValues } = search;
  const baseline = resourceOperations.baselines.get('list');
  const listBaseline = baseline === undefined ? undefined : withPathValues(baseline, parentValues);
  const records = search.records.filter(({ isMissing }) => isMissing !== true);
  if (listBaseline === undefined || records.length === 0) return;
  const isAppendOnly = isListAppendOnly(resourceOperations);
  const items = yield* readListPages({
    baseline: listBaseline,
    records,
    fresh,
    isAppendOnly,
    description: 'the list is read',
    afterLastPage: (lastPage) => checkEndlessList(search, listBaseline, lastPage),
  });
  const missing = records.find((record) => record.removal === undefined && !containsRecord(items, record));
  if (missing !== undefined) yield* findByFilters(search, missing);
}

/** The lists at other paths show the records of all parents. */
export function* findInOtherLists({
  resourceOperations,
  fresh,
  parentValues,
  records,
}: ListSearch): StepGenerator<void> {
  const existing = records.filter(({ isMissing }) => isMissing !== true);
  if (existing.length === 0) return;
  for (const list of resourceOperations.otherLists) {
    const baseline = withPathValues(list, parentValues.slice(0, resourceOperations.itemParents));
    if (baseline === undefined) continue;
    yield* readListPages({
      baseline,
      records: existing,
      fresh,
      isAppendOnly: isListAppendOnly(resourceOperations),
      description: 'the list of all parents is read',
    });
  }
}

/** Reads the record first: values that the implementation sets may have changed. */
function* findByFilters(
  { resourceOperations, fresh, parentValues }: ListSearch,
  missingRecord: KnownRecord,
): StepGenerator<void> {
  const record = yield* executeAction('read', {
    resourceOperations,
    fresh,
    parentValues,
    record: missingRecord,
    otherRecords: [],
  });
  const baseline = resourceOperations.baselines.get('list');
  const listBaseline = baseline === undefined ? undefined : withPathValues(baseline, parentValues);
  const view = listBaseline === undefined ? undefined : findListView(listBaseline);
  if (listBaseline === undefined || view === undefined || typeof record !== 'object' || record.isMissing === true)
    return;
  const filters = filtersForRecord(listBaseline, view.item, record);
  if (filters.length === 0) return;
  const others = listBaseline.parameters.filter(({ parameter }) => !filters.some((one) => one.parameter === parameter));
  const filteredBaseline = { ...listBaseline, parameters: [...others, ...filters] };
  const description = 'the list is read with filters that match the record';
  yield* readListPages({
    baseline: filteredBaseline,
    records: [record],
    fresh,
    isAppendOnly: isListAppendOnly(resourceOperations),
    description,
  });
}

function isListAppendOnly({ baselines }: ResourceOperations): boolean {
  return !(['remove', 'replace', 'change'] as const).some((part) => baselines.has(part));
}

/** Only filters named after a property, with an enum value or `true`: other filters may have another meaning. */
function filtersForRecord(
  { operation }: Pick<BaselineRequest, 'operation'>,
  item: Schema,
  { lastShown }: KnownRecord,
): readonly ParameterValue[] {
  const properties = declaredProperties(item);
  return listParameters(operation, item).filters.flatMap(({ parameter, property }) => {
    const declared = properties.get(property);
    const value = getProperty(parseBody(lastShown), property);
    const isMet =
      property === parameter.name &&
      value !== undefined &&
      declared !== undefined &&
      isEnumOrFlag(parameter, declared, value);
    return isMet ? [{ parameter, value }] : [];
  });
}

function isEnumOrFlag({ schema, content, required }: Parameter, declared: Schema, value: Json): boolean {
  if (schema === undefined || content.length > 0 || required) return false;
  const flat = [schema, declared].map(flattenSchema);
  const isWord = typeof value === 'string' && flat.every((one) => one.enum !== undefined);
  // Some implementations treat `false` as no filter.
  const isFlag = value === true && flat.every(({ types }) => types?.has('boolean') === true);
  return (isWord || isFlag) && isValid(schema, value, 'request');
}

/** A long list shows the same page again, or records that can be read; invented records differ each time. */
function* checkEndlessList(context: SequenceContext, list: BaselineRequest, lastPage: LastPage): StepGenerator<void> {
  const { operation } = list;
  const shape = detectListShape(operation, context.resourceOperations);
  if (shape === undefined) return;
  const first = recordNames(shape.itemsIn(parseBody(lastPage.exchange)) ?? [], shape);
  if (!(yield* isLastItemMissing(context, shape, lastPage.exchange))) return;
  const step = { operation, requestSpec: lastPage.requestSpec, tolerated: toleratesMissing };
  const secondRead = yield { ...step, description: `page ${lastPage.number} is read again` };
  const second = isSuccessfulExchange(secondRead) ? recordNames(shape.itemsIn(parseBody(secondRead)) ?? [], shape) : [];
  if (second.length === 0 || second.some((name) => first.includes(name))) return;
  if (!(yield* isLastItemMissing(context, shape, secondRead))) return;
  const seen = [...first, ...second];
  const query = {
    kind: 'invented',
    shape,
    parameter: lastPage.parameter,
    page: lastPage.number,
    seenNames: seen,
  } as const;
  yield { ...step, description: `page ${lastPage.number} is read a third time`, query };
}

/** Whether the last record of a page, read by its id, does not exist. */
function* isLastItemMissing(
  { resourceOperations, fresh, parentValues }: SequenceContext,
  shape: ListShape,
  page: LastPage['exchange'],
): StepGenerator<boolean> {
  const item = shape.itemsIn(parseBody(page))?.at(-1);
  const name = shape.idName === undefined ? undefined : getMember(item, shape.idName);
  const baseline = resourceOperations.baselines.get('read');
  const itemBaseline =
    baseline === undefined || name === undefined
      ? undefined
      : withPathValues(baseline, itemPathValues(resourceOperations, parentValues, name));
  if (itemBaseline === undefined) return false;
  const { outcome } = yield {
    operation: itemBaseline.operation,
    requestSpec: minimalRequestSpec(itemBaseline, fresh),
    description: 'the last record of that page is read',
    expectation: 'unspecified',
  };
  return outcome.kind === 'response' && [404, 410].includes(outcome.response.status);
}
