/** Looks for a record where it is not: below another parent of our own. */
import type { Json } from '../../../../spec/exact-json.ts';
import type { Fresh } from '../../model/draft.ts';
import type { Known, Telling } from '../../model/sequence.ts';
import type { Cast } from '../model/resource-operations.ts';
import { at, bareDraft } from './drafts.ts';
import { listPages } from './pages.ts';
import { mayBeMissing } from './scene.ts';

/** Whatever the status: only the record must not be shown. */
export function* elsewhere(
  { twins }: Cast,
  record: Known,
  parents: readonly Json[],
  fresh: Fresh,
): Telling<void> {
  const [item, list] = [twins.get('read'), twins.get('list')];
  const read = item && at(item, [...parents, ...record.values.slice(-1)]);
  if (read !== undefined)
    yield {
      operation: read.operation,
      draft: bareDraft(read, fresh),
      words: 'it is read below another parent',
      expectation: 'silent',
      recall: { expects: 'nothing elsewhere', record },
    };
  const whole = list && at(list, parents);
  if (whole === undefined) return;
  yield* listPages({
    twin: whole,
    fresh,
    records: [record],
    onlyGrows: false,
    words: 'the list below another parent is read',
    // That parent is new, and need not be known everywhere yet.
    open: mayBeMissing,
    recall: ({ itemsIn }) => ({ expects: 'nothing elsewhere', record, itemsIn }),
  });
}
