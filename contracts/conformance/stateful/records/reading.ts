/** Reads a record of a sequence, also where its `Location` says that it is to be found (RFC 9110, section 10.2.2). */
import { fillPath, matchName, textOf } from '../../../../spec/resources/paths.ts';
import { headerOf } from '../../../http/headers.ts';
import type { Draft } from '../../model/draft.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Known, StepGenerator } from '../../model/sequence.ts';
import type { Twin } from '../../request/twin.ts';
import { isAccepted } from '../model/records.ts';
import { mayBeMissing } from '../model/tolerated.ts';
import type { StepContext } from './context.ts';
import { bareDraft, itemTwin } from './drafts.ts';

/** As it is known where there is no operation for it. With `only`, one of its properties is judged. */
export function* read({ cast, fresh }: StepContext, known: Known, only?: string): StepGenerator<Known> {
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

/** Follows a `Location` that is not where the record was just read by `draft`, where it is below the same base URL. */
function* followed({ operation }: Twin, record: Known, draft: Draft): StepGenerator<void> {
  const location = locationOf(record);
  const path = location === undefined ? undefined : pathBelow(record, location, draft);
  if (location === undefined || path === undefined) return;
  const [called = ''] = path.split('?');
  const names = matchName(operation.path, called);
  const isReading = names?.every((name, index) => name === textOf(record.values[index] ?? ''));
  if (isReading === true) return;
  yield {
    operation,
    draft: { ...draft, path },
    words: 'its Location is followed',
    expectation: 'silent',
    recall: { expects: 'record', record, location },
  };
}

function locationOf({ writes: [first] }: Known): string | undefined {
  return first === undefined ? undefined : headerIn(first.exchange);
}

function headerIn({ outcome }: Exchange): string | undefined {
  return outcome.kind === 'answer' ? headerOf(outcome.answer.headers, 'location') : undefined;
}

/** Undefined where it leads elsewhere, or where it is no address. */
function pathBelow({ writes: [first], shown }: Known, location: string, draft: Draft): string | undefined {
  const url = shown?.request.url ?? '';
  const [path = ''] = draft.path.split('?');
  const base = url.slice(0, url.lastIndexOf(path));
  const target = first === undefined ? null : URL.parse(location, first.exchange.request.url);
  if (target === null || path === '') return undefined;
  target.hash = '';
  return target.href.startsWith(`${base}/`) ? target.href.slice(base.length) : undefined;
}

/** What stands before the path of the record may be put there for a proxy that is not there now. */
export function isBehindPrefix(location: string, { read, values }: Known): boolean {
  const [path = ''] = location.split(/[?#]/);
  return read !== undefined && path.endsWith(fillPath(read.path, values));
}
