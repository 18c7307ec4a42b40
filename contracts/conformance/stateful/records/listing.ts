/** Looks for the records of a story in their list. */

import type { Known, Telling } from '../../model/sequence.ts';
import type { Cast } from '../model/resource-operations.ts';
import { isAmong } from '../model/same-name.ts';
import { acted } from './acts.ts';
import { at } from './drafts.ts';
import { filtersFor } from './filters.ts';
import { listPages, viewOf } from './pages.ts';
import type { Setting } from './scene.ts';
import { withoutEnd } from './without-end.ts';

interface Listing extends Setting {
  readonly records: readonly Known[];
}

export function* listed(listing: Listing): Telling<void> {
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
function* listedByFilters({ cast, fresh, parents }: Listing, known: Known): Telling<void> {
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
