/** Looks at a record by its name. */

import type { Known, Telling } from '../../model/sequence.ts';
import { isAccepted } from '../model/records.ts';
import { bareDraft, itemTwin } from './drafts.ts';
import { followed } from './location.ts';
import { mayBeMissing, type Scene } from './scene.ts';

/** As it is known where there is no operation for it. With `only`, one of its properties is judged. */
export function* read({ cast, fresh }: Scene, known: Known, only?: string): Telling<Known> {
  const twin = itemTwin(cast, 'read', known);
  if (twin === undefined) return known;
  const { operation } = twin;
  const recall = { expects: 'record', record: known, ...(only !== undefined && { only }) } as const;
  const draft = bareDraft(twin, fresh);
  const exchange = yield { operation, draft, words: 'it is read', open: mayBeMissing, recall };
  if (!isAccepted(exchange)) return { ...known, isLost: true };
  const after = { ...known, shown: exchange };
  if (known.writes.some((write) => write.exchange === known.shown)) yield* followed(twin, after, draft);
  return after;
}
