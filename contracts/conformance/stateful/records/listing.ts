/** Looks for the records of a story in their list. */
import type { Json } from '../../../../spec/json/exact-json.ts';
import type { Parameter } from '../../../../spec/model/contract.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { propertiesOf } from '../../../../spec/model/schema-view.ts';
import { listParameters } from '../../../../spec/resources/list-parameters.ts';
import { flatten } from '../../../../spec/sampling/flatten.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import type { ListShape } from '../../model/list-query.ts';
import type { Known, StepGenerator } from '../../model/sequence.ts';
import type { ParameterValue } from '../../request/parameters/parameters.ts';
import type { Twin } from '../../request/twin.ts';
import { memberOf, namesOf, shapeOfList } from '../lists/query.ts';
import { isAccepted, isAmong, jsonOf, partOf } from '../model/records.ts';
import type { Cast } from '../model/resource-operations.ts';
import { mayBeMissing } from '../model/tolerated.ts';
import { acted } from './acts.ts';
import type { Setting } from './context.ts';
import { at, bareDraft } from './drafts.ts';
import { type LastPage, listPages, viewOf } from './pages.ts';

interface Listing extends Setting {
  readonly records: readonly Known[];
}

export function* listed(listing: Listing): StepGenerator<void> {
  const { cast, fresh, parents } = listing;
  const twin = cast.twins.get('list');
  const own = twin === undefined ? undefined : at(twin, parents);
  const records = listing.records.filter(({ isLost }) => isLost !== true);
  if (own === undefined || records.length === 0) return;
  const onlyGrows = isGrowing(cast);
  const items = yield* listPages({
    twin: own,
    records,
    fresh,
    onlyGrows,
    words: 'the list is read',
    beyond: (last) => withoutEnd(listing, own, last),
  });
  const missing = records.find((record) => record.removal === undefined && !isAmong(items, record));
  if (missing !== undefined) yield* listedByFilters(listing, missing);
}

/** As it is shown now: what a store sets of itself may have changed since. */
function* listedByFilters({ cast, fresh, parents }: Listing, known: Known): StepGenerator<void> {
  const record = yield* acted('read', { cast, fresh, parents, known, others: [] });
  const twin = cast.twins.get('list');
  const own = twin === undefined ? undefined : at(twin, parents);
  const view = own === undefined ? undefined : viewOf(own);
  if (own === undefined || view === undefined || typeof record !== 'object' || record.isLost === true) return;
  const filters = filtersFor(own, view.item, record);
  if (filters.length === 0) return;
  const others = own.parameters.filter(
    ({ parameter }) => !filters.some((one) => one.parameter === parameter),
  );
  const chosen = { ...own, parameters: [...others, ...filters] };
  const words = 'the list is read with filters that the record meets';
  yield* listPages({ twin: chosen, records: [record], fresh, onlyGrows: isGrowing(cast), words });
}

function isGrowing({ twins }: Cast): boolean {
  return !(['remove', 'replace', 'change'] as const).some((part) => twins.has(part));
}

/** Only those that have the name of a property and the same few values, true among them: what else a filter may mean is open. */
function filtersFor(
  { operation }: Pick<Twin, 'operation'>,
  item: Schema,
  { shown }: Known,
): readonly ParameterValue[] {
  const properties = propertiesOf(item);
  return listParameters(operation, item).filters.flatMap(({ parameter, property }) => {
    const declared = properties.get(property);
    const value = partOf(jsonOf(shown), property);
    const isMet =
      property === parameter.name &&
      value !== undefined &&
      declared !== undefined &&
      isOneOfFew(parameter, declared, value);
    return isMet ? [{ parameter, value }] : [];
  });
}

function isOneOfFew({ schema, content, required }: Parameter, declared: Schema, value: Json): boolean {
  if (schema === undefined || content.length > 0 || required) return false;
  const flat = [schema, declared].map(flatten);
  const isWord = typeof value === 'string' && flat.every((one) => one.enum !== undefined);
  // To some, false is as good as not asking.
  const isFlag = value === true && flat.every(({ types }) => types?.has('boolean') === true);
  return (isWord || isFlag) && isValid(schema, value, 'request');
}

/** A long list has the same there when it is asked again, or something that can be read; what is made up is new each time. */
function* withoutEnd(setting: Setting, list: Twin, last: LastPage): StepGenerator<void> {
  const { operation } = list;
  const shape = shapeOfList(operation, setting.cast);
  if (shape === undefined) return;
  const first = namesOf(shape.itemsIn(jsonOf(last.exchange)) ?? [], shape);
  if (!(yield* isUnknown(setting, shape, last.exchange))) return;
  const step = { operation, draft: last.draft, open: mayBeMissing };
  const again = yield { ...step, words: `page ${last.number} is read again` };
  const second = isAccepted(again) ? namesOf(shape.itemsIn(jsonOf(again)) ?? [], shape) : [];
  if (second.length === 0 || second.some((name) => first.includes(name))) return;
  if (!(yield* isUnknown(setting, shape, again))) return;
  const seen = [...first, ...second];
  const query = { kind: 'made up', shape, parameter: last.parameter, page: last.number, seen } as const;
  yield { ...step, words: `page ${last.number} is read once more`, query };
}

/** Whether the last record of a page, read by its name, is not there. */
function* isUnknown(
  { cast, fresh, parents }: Setting,
  shape: ListShape,
  page: LastPage['exchange'],
): StepGenerator<boolean> {
  const item = shape.itemsIn(jsonOf(page))?.at(-1);
  const name = shape.idName === undefined ? undefined : memberOf(item, shape.idName);
  const twin = cast.twins.get('read');
  const own = twin === undefined || name === undefined ? undefined : at(twin, [...parents, name]);
  if (own === undefined) return false;
  const { outcome } = yield {
    operation: own.operation,
    draft: bareDraft(own, fresh),
    words: 'the last record of that page is read',
    expectation: 'silent',
  };
  return outcome.kind === 'answer' && [404, 410].includes(outcome.answer.status);
}
