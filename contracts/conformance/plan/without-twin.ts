/** The plan of an operation of which no valid request succeeds: what can be judged even so, and why the rest cannot. */

import type { KitError } from '../../../errors.ts';
import type { Unjudged } from '../../report/stage.ts';
import { credentials as credentialCases } from '../cases/credentials.ts';
import { contextOf } from '../cases/family.ts';
import { plainValidCase, validBodies } from '../cases/valid-bodies.ts';
import { familiesFor } from '../families.ts';
import type { Preflight, Ready } from '../fixtures/preflight.ts';
import type { Case } from '../model/case.ts';
import type { OpenAnswer } from '../model/draft.ts';
import type { Twin } from '../request/twin.ts';
import { distinct, type Options, type Plan, partial } from './plan.ts';

type Unready = Exclude<Preflight, Ready>;

/** `open` is what an implementation may answer to the valid request as well. */
export function planWithout(
  twin: Twin,
  ready: Unready,
  { only, isOpenedElsewhere }: Options,
  open: readonly OpenAnswer[] = [mayNotExist],
): Plan {
  if (ready.kind === 'no twin' && ready.refusal.code === 'credentials-refused')
    return withoutEntry(twin, ready.refusal, { only, areRight: isOpenedElsewhere });
  if (ready.kind === 'no twin') return withoutTwin(twin, ready, { only, open });
  const unjudged: Unjudged = { operation: twin.operation.id, reason: ready.reason, ran: 'part' };
  // What is declared, the valid request has shown; wrong credentials may still open what the right ones do not.
  if (ready.kind === 'no success') return partial(credentialsOnly(twin, only), unjudged);
  return { ...partial([plainValidCase(twin)], unjudged), isAccepted: true };
}

/**
 * Where the right credentials are refused, refusing wrong ones proves nothing. That they are right, only another operation
 * can tell: then the refusal is what is wrong.
 */
function withoutEntry(
  twin: Twin,
  refusal: KitError,
  { only, areRight }: { readonly only: readonly string[]; areRight(): boolean },
): Plan {
  const mutation = 'a valid request, with credentials that open another operation';
  const valid = { ...plainValidCase(twin), mutation, open: [mayBeForOthers] };
  const isWanted = familiesFor(only).includes(validBodies);
  return {
    ...partial([], {
      operation: twin.operation.id,
      reason: `${refusal.message}; ${refusal.fix}`,
      get ran() {
        return isWanted && areRight() ? ('part' as const) : ('none' as const);
      },
    }),
    atTheEnd: {
      *[Symbol.iterator]() {
        if (isWanted && areRight()) yield valid;
      },
    },
    // A single case is sent again without the others that have shown it.
    find: (caseId) => (caseId === valid.id ? valid : undefined),
    refusal,
  };
}

const mayBeForOthers: OpenAnswer = {
  status: 403,
  because: 'whoever the credentials stand for may lack a role that only the implementation knows',
};

function withoutTwin(
  twin: Twin,
  { refusal, isDenied }: Extract<Preflight, { kind: 'no twin' }>,
  { only, open }: { readonly only: readonly string[]; readonly open: readonly OpenAnswer[] },
): Plan {
  const reason = `${refusal.message}; ${refusal.fix}`;
  const unjudged: Unjudged = { operation: twin.operation.id, reason, ran: 'part' };
  const plan = partial(refusalsThenValid(twin, only, open), unjudged);
  // What contradicts the contract is told as that.
  return isDenied ? plan : { ...plan, refusal };
}

/**
 * For what can succeed only once, such as a DELETE, or not at all in the state that the implementation is in: without an
 * accepted request a rejection proves nothing, but a refusal of wrong credentials still does.
 */
export function* refusalsThenValid(
  twin: Twin,
  only: readonly string[],
  open: readonly OpenAnswer[] = [],
): Generator<Case> {
  const wanted = familiesFor(only);
  yield* credentialsOnly(twin, only);
  if (wanted.includes(validBodies)) yield { ...plainValidCase(twin), open };
}

function* credentialsOnly(twin: Twin, only: readonly string[]): Generator<Case> {
  if (familiesFor(only).includes(credentialCases))
    yield* distinct(credentialCases.generate(contextOf(twin))).filter(
      ({ company, expectation }) => company === undefined && expectation === 'refuse',
    );
}

/** Told as not judged. */
const mayNotExist: OpenAnswer = {
  status: 'declared client error',
  because: 'what the request names may not exist there',
  isExpected: true,
};
