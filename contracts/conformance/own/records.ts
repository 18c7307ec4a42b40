/** Records of our own for requests about an item, and the first request of an operation that is accepted. */
import type { Json } from '../../../spec/exact-json.ts';
import { shapeOf } from '../../../spec/resources/paths.ts';
import type { Fresh } from '../draft.ts';
import type { Twin } from '../request/twin.ts';
import { type Preflight, preflight } from '../running/preflight.ts';
import type { Session } from '../running/session.ts';
import { found, type Means, make } from './make.ts';
import { withReferences } from './references.ts';
import { isSettled } from './settled.ts';
import { namedBy, type Step, stepsOf } from './steps.ts';
import { below, withValue } from './twins.ts';

export interface OwnRecords {
  /** As the contract has it, else about records of our own; asked once for each operation. */
  first(twin: Twin): Promise<First>;
  /** About a record made just now, below parents that were made or are there; undefined where none can be made. */
  about(twin: Twin, fresh?: Fresh): Promise<Own | undefined>;
}

export interface First {
  readonly ready: Preflight;
  /** The request as it was before parts of its body were left out for it to be accepted. */
  readonly asked: Twin;
}

export interface Own {
  readonly twin: Twin;
  /** That this is its name is told by the contract or the answer; otherwise it is the likeliest. */
  readonly isFirm: boolean;
}

const known = new WeakMap<Session, OwnRecords>();

/** Those of a run. */
export function ownRecords(session: Session): OwnRecords {
  const records = known.get(session) ?? createOwnRecords(session);
  known.set(session, records);
  return records;
}

function createOwnRecords(session: Session): OwnRecords {
  const asked = new Map<string, First>();
  const underWay = new Set<string>();
  /** The last parents made, by the template of the innermost: they are not used up by what is made below them. */
  const standing = new Map<string, Twin>();
  let isPatient = true;

  return { first, about };

  async function first(twin: Twin): Promise<First> {
    const { id } = twin.operation;
    const before = asked.get(id);
    if (before !== undefined) return before;
    underWay.add(id);
    const answer = await firstOf(twin);
    underWay.delete(id);
    asked.set(id, answer);
    return answer;
  }

  /** What the contract's examples name need not be there; what has just been created is. */
  async function firstOf(twin: Twin): Promise<First> {
    const own = isAction(twin) ? await settled(twin) : undefined;
    const ofOwn = own && (await preflight(session, own));
    if (own !== undefined && ofOwn?.kind === 'ready') return { ready: ofOwn, asked: own };
    const ready = await preflight(session, twin);
    if (!isRefused(ready, twin)) return { ready, asked: twin };
    for await (const other of others(twin)) {
      const again = await preflight(session, other);
      // What is there and refused all the same says more than what may not be there.
      const isDenied = again.kind === 'no twin' && again.isDenied;
      if (again.kind === 'ready' || isDenied) return { ready: again, asked: other };
    }
    return { ready, asked: twin };
  }

  /** About a record of our own, naming others of our own; to be read, about what is there already. */
  async function* others(twin: Twin): AsyncGenerator<Twin> {
    const own = await settled(twin);
    if (own !== undefined) yield own;
    const referring = await withReferences(session, own ?? twin, nameOf);
    if (referring !== undefined) yield referring;
    // Nobody else's is written to; to read one takes nothing away.
    if (own !== undefined || twin.operation.method !== 'GET') return;
    const any = await filledAlong(meansWith(session.fresh), twin, stepsOf(twin.operation.path));
    if (any !== undefined) yield any;
  }

  /** About a record that was made, and can be read everywhere where it can be read at all. */
  async function settled(twin: Twin): Promise<Twin | undefined> {
    const own = (await about(twin))?.twin;
    // What was waited for in vain is not of those that come a moment later.
    if (own !== undefined && isPatient) isPatient = (await isSettled(session, own)) !== false;
    return own;
  }

  async function about(twin: Twin, fresh: Fresh = session.fresh): Promise<Own | undefined> {
    const means = meansWith(fresh);
    const steps = stepsOf(twin.operation.path).filter(({ name }) => namedBy(twin, name) !== undefined);
    const last = steps.at(-1);
    if (last === undefined) return undefined;
    for await (const parents of parentsOf(means, twin, steps.slice(0, -1))) {
      const called = await make(means, { step: last, twin: parents });
      if (called === undefined) continue;
      return { twin: withValue(parents, last.name, called.value), isFirm: called.isFirm };
    }
    return undefined;
  }

  /** Own ones first; what the examples name may be the only ones that allow anything below them. */
  async function* parentsOf(means: Means, twin: Twin, steps: readonly Step[]): AsyncGenerator<Twin> {
    const last = steps.at(-1);
    if (last !== undefined) {
      const key = shapeOf(last.item);
      const before = standing.get(key);
      if (before !== undefined) yield below(twin, before);
      const own = await filledAlong(means, twin, steps);
      if (own !== undefined) standing.set(key, own);
      if (own !== undefined) yield own;
    }
    yield twin;
  }

  /** Each item along a path made, else found; undefined where there is one that can be neither. */
  async function filledAlong(means: Means, twin: Twin, steps: readonly Step[]): Promise<Twin | undefined> {
    let filled = twin;
    for (const step of steps) {
      const place = { step, twin: filled };
      const value = (await make(means, place))?.value ?? (await found(means, place));
      if (value === undefined) return undefined;
      filled = withValue(filled, step.name, value);
    }
    return steps.length === 0 ? undefined : filled;
  }

  function meansWith(fresh: Fresh): Means {
    return { session, fresh, accepted };
  }

  /** No operation is a means for itself. */
  async function accepted(twin: Twin): Promise<Twin | undefined> {
    if (underWay.has(twin.operation.id)) return undefined;
    const { ready } = await first(twin);
    return ready.kind === 'ready' ? ready.twin : undefined;
  }

  async function nameOf(twin: Twin): Promise<Json | undefined> {
    const steps = stepsOf(twin.operation.path);
    const last = steps.at(-1);
    const any = (await about(twin))?.twin ?? (await filledAlong(meansWith(session.fresh), twin, steps));
    return any === undefined || last === undefined ? undefined : namedBy(any, last.name)?.value;
  }
}

/** `POST /orders/{id}/cancel` may use up what it is about: that is to be nobody else's. */
export function isAction({ operation: { method, path } }: Pick<Twin, 'operation'>): boolean {
  return method === 'POST' && /\}\/[^/{}]+\/?$/.test(path);
}

/** Of what is not there and of what is somebody else's a store may say the same: 403. */
function isRefused(ready: Preflight, { operation: { path } }: Pick<Twin, 'operation'>): boolean {
  if (ready.kind !== 'no twin') return false;
  const { code } = ready.refusal;
  return code === 'valid-request-refused' || (code === 'credentials-refused' && stepsOf(path).length > 0);
}
