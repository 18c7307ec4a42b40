/** Which cases to try of what uses up what it is about: each is about a record of its own. */

import type { Unjudged } from '../../report/stage.ts';
import { sequences } from '../cases/sequences.ts';
import { plainValidCase } from '../cases/valid-bodies.ts';
import { preflight, type Ready } from '../fixtures/preflight.ts';
import type { Fixtures } from '../fixtures/records.ts';
import { type Renewal, renewalForDeletion } from '../fixtures/used-up.ts';
import type { Case, RequestCase, SequenceCase } from '../model/case.ts';
import type { OpenAnswer } from '../model/draft.ts';
import { isClientError, statusOf } from '../model/exchange.ts';
import type { Sequence } from '../model/sequence.ts';
import type { Twin } from '../request/twin.ts';
import { type Options, type Plan, partial, withCases } from './plan.ts';
import { planFrom } from './with-twin.ts';
import { planWithout, refusalsThenValid } from './without-twin.ts';

/** What the contract's examples name stays for the next run: each case takes away a record of its own. */
export async function planForDeletion(fixtures: Fixtures, twin: Twin, options: Options): Promise<Plan> {
  const renewal = await renewalForDeletion(fixtures, twin);
  if (renewal === undefined) return planOfUnknown(twin, options.only);
  const ready = await preflight(fixtures.session, renewal.first);
  if (ready.kind === 'ready') return planAnew(renewal, ready, options);
  const plan = planWithout(renewal.twin, ready, options, mayNotBeDone);
  return withCases(plan, (tried) => renewal.renewed(tried));
}

/** What it is about is there, but that need not be all that it takes. */
const mayNotBeDone: readonly OpenAnswer[] = [400, 402, 403, 405, 409, 412, 422, 423, 428].map((status) => ({
  status,
  because: 'the state of the resource may not allow it',
  isExpected: true,
}));

/** Where no record of our own can be taken away, the one that the contract's examples name may not be there. */
function planOfUnknown(twin: Twin, only: readonly string[]): Plan {
  const valid = observed(plainValidCase(twin));
  const cases = refusalsThenValid(twin, only).map((tried) =>
    tried.id === valid.tried.id ? valid.tried : tried,
  );
  const reason = 'no record of our own could be made for it, and what the contract names is not there';
  const unjudged: Unjudged = { operation: twin.operation.id, reason, ran: 'part' };
  return {
    ...partial(cases.map(unsure).toArray(), undefined),
    get unjudged() {
      return isClientError(valid.status() ?? 0) ? unjudged : undefined;
    },
  };
}

export function unsure(tried: Case): Case {
  if (tried.kind === 'sequence') return tried;
  return { ...tried, build: (fresh) => ({ ...tried.build(fresh), mayNotExist: true }) };
}

/** A case that knows what it was answered. */
function observed(plain: RequestCase) {
  const { kind: _kind, build, ready: _ready, simpler: _simpler, ...facts } = plain;
  const { operation, mutation: words } = facts;
  let status: number | undefined;
  const sequence: Sequence = {
    *tell(fresh) {
      const draft = { ...build(fresh), mayNotExist: true };
      status = statusOf(yield { operation, draft, words });
    },
  };
  const tried: SequenceCase = { ...facts, kind: 'sequence', sequence };
  return { tried, status: () => status };
}

/** Nothing follows upon what has been used up: what comes in a row, or at once, is not for it. */
export function planAnew(renewal: Renewal, ready: Ready, options: Options): Plan {
  const plan = planFrom(
    renewal.twin,
    { ...ready, twin: { ...ready.twin, parameters: renewal.twin.parameters } },
    options,
  );
  const { cases, find } = withCases(plan, (tried) => renewal.renewed(tried));
  return { ...plan, find, cases: { [Symbol.iterator]: () => Iterator.from(cases).filter(isAlone) } };
}

function isAlone({ family }: Case): boolean {
  return family !== sequences.name;
}
