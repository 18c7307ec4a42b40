/** What is done to a record that is there, and afterwards. */
import type { Json } from '../../../../spec/json/exact-json.ts';
import type { Fresh } from '../../model/draft.ts';
import type { Known, StepGenerator } from '../../model/sequence.ts';
import { type Action, isTrial } from '../model/actions.ts';
import { isAccepted } from '../model/records.ts';
import type { Cast } from '../model/resource-operations.ts';
import { mayBeMissing, mayBeRefused } from '../model/tolerated.ts';
import type { After, StepContext } from './context.ts';
import { created } from './creation.ts';
import { at, bareDraft, changeDraft, itemTwin, replaceDraft } from './drafts.ts';
import { listPages } from './pages.ts';
import { read } from './reading.ts';
import { tried } from './trials.ts';

export function* acted(does: Exclude<Action['does'], 'list'>, scene: StepContext): StepGenerator<After> {
  const { known } = scene;
  if (known === undefined) return does === 'create' ? yield* created(scene) : undefined;
  if (does === 'create' || known.isLost === true) return undefined;
  if (does === 'look elsewhere') return yield* besides(scene, known);
  if (known.removal !== undefined) return yield* afterRemoval(does, scene, known);
  if (isTrial(does)) return yield* tried(does, { ...scene, known });
  if (does === 'read') return yield* read(scene, known);
  if (does === 'remove') return yield* removed(scene, known);
  return yield* written(does, scene, known);
}

function* written(
  does: 'replace' | 'change',
  { cast, fresh }: StepContext,
  known: Known,
): StepGenerator<After> {
  const twin = cast.twins.get(does);
  const draft = twin && (does === 'replace' ? replaceDraft : changeDraft)(twin, known, fresh);
  if (twin === undefined || draft === undefined) return undefined;
  const { operation } = twin;
  const words = does === 'replace' ? 'it is replaced' : 'it is changed';
  const exchange = yield { operation, draft, words, open: [...mayBeMissing, ...mayBeRefused] };
  if (!isAccepted(exchange)) return undefined;
  const write = { kind: does, operation, draft, exchange } as const;
  return { ...known, writes: [...known.writes, write] };
}

function* removed({ cast, fresh }: StepContext, known: Known): StepGenerator<After> {
  const twin = itemTwin(cast, 'remove', known);
  if (twin === undefined) return undefined;
  const { operation } = twin;
  const draft = bareDraft(twin, fresh);
  const exchange = yield {
    operation,
    draft,
    words: 'it is removed',
    open: [...mayBeMissing, ...mayBeRefused],
  };
  if (!isAccepted(exchange)) return undefined;
  // Accepted is not done (202): what is there from now on nobody can tell.
  return exchange.outcome.kind === 'answer' && exchange.outcome.answer.status === 202
    ? 'unknown'
    : { ...known, removal: exchange };
}

/** Below a parent that was made for it. */
function* besides({ cast, fresh, parents }: StepContext, known: Known): StepGenerator<After> {
  const { parent } = cast;
  if (parent === undefined || parents.length === 0) return undefined;
  const above = { cast: parent, fresh, parents: parents.slice(0, -1), known: undefined, others: [] };
  const other = yield* created(above);
  if (other !== 'unknown' && other.values.length === parents.length)
    yield* elsewhere(cast, known, other.values, fresh);
  return undefined;
}

function* afterRemoval(
  does: Action['does'],
  { cast, fresh }: StepContext,
  known: Known,
): StepGenerator<After> {
  if (does !== 'read' && does !== 'remove') return undefined;
  // Some stores give a name anew, and what is there by it now is not ours to remove.
  if (does === 'remove' && cast.twins.has('read') && known.isGone !== true) return undefined;
  const twin = itemTwin(cast, does, known);
  if (twin === undefined) return undefined;
  const expects = does === 'read' ? 'nothing' : 'refusal';
  const exchange = yield {
    operation: twin.operation,
    draft: bareDraft(twin, fresh),
    words: does === 'read' ? 'it is read' : 'it is removed once more',
    expectation: 'silent',
    recall: { expects, record: known },
  };
  if (does !== 'read') return undefined;
  return isAccepted(exchange) ? { ...known, lingers: true } : { ...known, isGone: true };
}

/** Whatever the status: only the record must not be shown. */
function* elsewhere(
  { twins }: Cast,
  record: Known,
  parents: readonly Json[],
  fresh: Fresh,
): StepGenerator<void> {
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
