import type { Json } from '../../../spec/json/exact-json.ts';
import type { Operation, Parameter } from '../../../spec/model/contract.ts';
import { listParameters } from '../../../spec/resources/list-parameters.ts';
import { splitPath } from '../../../spec/resources/paths.ts';
import { listViewOf, successMedia } from '../../../spec/resources/views.ts';
import { flatten } from '../../../spec/sampling/flatten.ts';
import { describeValue } from '../../../spec/validation/validate.ts';
import { isSuccess } from '../model/exchange.ts';
import type { Known, Recall } from '../model/sequence.ts';
import { isAmong, partOf } from '../stateful/model/records.ts';
import { type Check, type Judged, type Violation, weighed } from './check.ts';
import { cached, doubtedCreation, mayBeHidden } from './records/doubts.ts';
import { createdWith } from './records/history.ts';

export const listHasCreated: Check = {
  id: 'list-has-created',
  severity: 'fault',
  holds: 'a list that was seen to its end has what was created in its collection, and once',
  title: 'The list lacks what was created, or has it twice',
  why: 'A list is how clients find what is there: what it lacks does not exist to them. Likely causes: a list that is filled once and kept; an index that is not told of new records; a limit that the contract does not know; a filter that is on where nobody asked for it. Make the list of the records that are there, and declare how it is cut.',
  restsOn:
    'the contract: the list is of the collection that the record was created in (docs/openapi.md, Sequences); RFC 9110, section 9.3.1 (GET)',
  mayTakeTime: true,
  appliesTo: ({ recall, answer }) =>
    recall?.expects === 'list' && answer !== undefined && isSuccess(answer.status),
  violations(judged) {
    const { recall, exchange } = judged;
    if (recall?.expects !== 'list') return [];
    const double = twice(judged, recall);
    if (double !== undefined || !recall.pages.isEnd(exchange) || isChoice(judged)) return double ?? [];
    const items = allItems(recall, judged);
    const missing = recall.records.filter((record) => isExpected(record, items) && !isAmong(items, record));
    return missing.slice(0, 1).map((record) => {
      const count = items.length === 1 ? '1 item' : `${items.length} items`;
      const violation = {
        expected: `the record ${describeValue(record.values.at(-1) ?? '')}, which ${createdWith(record)}`,
        received: `a list of ${count} without it`,
        at: { in: 'body', path: [] },
        place: judged.case.operation.place,
        rule: 'the list of a collection has what was created in it',
        key: 'missing',
      } as const;
      return weighed(violation, doubt(judged, recall, record));
    });
  },
};

type List = Extract<Recall, { expects: 'list' }>;

/** On one page; undefined where each is there once. What was written again may be listed in its versions. */
function twice(judged: Judged, { records, pages }: List): readonly Violation[] | undefined {
  const items = pages.itemsIn(judged.exchange) ?? [];
  const record = records.find(
    (one) => one.writes.length === 1 && items.filter((item) => isAmong([item], one)).length > 1,
  );
  if (record === undefined) return undefined;
  return [
    {
      expected: `the record ${describeValue(record.values.at(-1) ?? '')} once, which ${createdWith(record)}`,
      received: 'a page that has it more than once',
      at: { in: 'body', path: [] },
      place: judged.case.operation.place,
      rule: 'what was created once is in the list once',
      key: 'twice',
    },
  ];
}

function allItems({ pages }: List, { exchange }: Judged): readonly Json[] {
  return [...pages.before, exchange].flatMap((page) => pages.itemsIn(page) ?? []);
}

/** Items that do not tell what they are called tell nothing; what can be read is to have been there when it was read. */
function isExpected({ removal, idName, isTurned, ...known }: Known, items: readonly Json[]): boolean {
  const { read, writes, shown } = known;
  // What was changed may hide it from a list.
  if (removal !== undefined || idName === undefined || isTurned === true) return false;
  if (read !== undefined && writes.some(({ exchange }) => exchange === shown)) return false;
  return items.length === 0 || items.some((item) => partOf(item, idName) !== undefined);
}

function doubt(judged: Judged, { pages }: List, record: Known): string | undefined {
  return (
    doubtedCreation(record) ??
    cached(judged) ??
    pages.because(judged.exchange) ??
    filtered(judged) ??
    mayBeHidden(record.shown, askedFor(judged))
  );
}

/** What a list wants to be told says which records are meant. */
function isChoice({ case: { operation } }: Judged): boolean {
  return operation.parameters.some(({ in: where, required }) => where === 'query' && required);
}

/** A parameter that has a value where none is given may keep something out; those that cut and sort do not. */
function filtered({ case: { operation } }: Judged): string | undefined {
  const known = partsAndOrder(operation);
  const filter = operation.parameters.find(
    (one) =>
      one.in === 'query' &&
      !one.required &&
      one.schema !== undefined &&
      flatten(one.schema).default !== undefined &&
      !known.has(one),
  );
  return filter === undefined ? undefined : `the parameter "${filter.name}" may keep it out`;
}

function partsAndOrder(operation: Operation): ReadonlySet<Parameter | undefined> {
  const view = listViewOf(successMedia(operation)?.schema, splitPath(operation.path).collection);
  if (view === undefined) return new Set();
  const { paging, sort, order } = listParameters(operation, view.item);
  return new Set([...paging.values(), sort, order]);
}

function askedFor({ draft }: Judged): ReadonlySet<string> {
  const [, query = ''] = draft.path.split('?', 2);
  return new Set(new URLSearchParams(query).keys());
}
