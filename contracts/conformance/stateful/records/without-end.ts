/** A list that does not end where others do: whether what it shows there is anything that can be read. */

import type { ListShape } from '../../model/list-query.ts';
import type { Telling } from '../../model/sequence.ts';
import type { Twin } from '../../request/twin.ts';
import { memberOf, shapeOfList } from '../lists/query.ts';
import { namesOf } from '../lists/wrong-pages.ts';
import { isAccepted, jsonOf } from '../model/records.ts';
import { at, bareDraft } from './drafts.ts';
import type { LastPage } from './pages.ts';
import { mayBeMissing, type Setting } from './scene.ts';

/** A long list has the same there when it is asked again, or something that can be read; what is made up is new each time. */
export function* withoutEnd(setting: Setting, list: Twin, last: LastPage): Telling<void> {
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
): Telling<boolean> {
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
