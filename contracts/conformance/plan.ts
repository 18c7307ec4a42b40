/** Which cases to try of an operation, after a first look at how the implementation takes a valid request. */
import type { KitError } from '../../errors.ts';
import type { Operation } from '../../spec/contract.ts';
import type { Case, OpenAnswer } from './case.ts';
import { credentials as credentialCases } from './cases/credentials.ts';
import type { Budget } from './cases/family.ts';
import { families, familiesFor } from './cases/index.ts';
import { plainValidCase, validBodies } from './cases/valid-bodies.ts';
import { withOwnRecord } from './own-record.ts';
import { type Preflight, preflight } from './preflight.ts';
import type { Unjudged } from './result.ts';
import type { Session } from './session.ts';
import { isTwin, slug, type Twin, twinOf } from './twin.ts';

export interface PlanOptions {
  /** Families to run; all when empty. */
  readonly only: readonly string[];
  readonly budget: Budget;
}

export interface Plan {
  /** Made as they are asked for. */
  readonly cases: Iterable<Case>;
  readonly unjudged: Unjudged | undefined;
  /** The valid request was tried, and not refused. */
  readonly isAccepted: boolean;
  /** Why it was refused. */
  readonly refusal?: KitError;
  /** Also what a run would only come to by chance. */
  find(caseId: string): Case | undefined;
}

/** One case before anything has succeeded: some implementations only check once they have warmed up. */
export function firstOfAll(session: Session, operation: Operation, only: readonly string[]): readonly Case[] {
  const twin = twinOf(operation, session.schemes.get(operation.id) ?? []);
  if (!isTwin(twin) || !familiesFor(only).includes(credentialCases)) return [];
  return credentialCases
    .generate(twin)
    .take(1)
    .map((first) => ({
      ...first,
      id: `${first.id}/first-of-all`,
      mutation: `${first.mutation}, before any other request`,
    }))
    .toArray();
}

export async function planFor(session: Session, operation: Operation, options: PlanOptions): Promise<Plan> {
  const { operations } = session.target.contract;
  const twin = twinOf(operation, session.schemes.get(operation.id) ?? [], operations);
  if (!isTwin(twin)) return partial([], { operation: operation.id, reason: twin.reason, ran: 'none' });
  if (operation.method === 'DELETE') {
    // What the contract's examples name stays for the next run.
    const own = (await withOwnRecord(session, twin)) ?? twin;
    return partial(refusalsThenValid(own, options.only), undefined);
  }
  const ready = await preflightSomewhere(session, twin);
  if (ready.kind === 'ready') {
    const cases = fullPlan(twin, ready, options);
    return { cases, unjudged: undefined, isAccepted: true, find: (caseId) => findIn(ready, cases, caseId) };
  }
  if (ready.kind === 'mute')
    return {
      ...partial([plainValidCase(twin)], { operation: operation.id, reason: ready.reason, ran: 'part' }),
      isAccepted: true,
    };
  return withoutTwin(twin, ready.refusal, options.only);
}

/** What the contract's examples name need not be there; what has just been created is. */
async function preflightSomewhere(session: Session, twin: Twin): Promise<Preflight> {
  const ready = await preflight(session, twin);
  if (ready.kind !== 'no twin' || ready.refusal.code !== 'valid-request-refused') return ready;
  const own = await withOwnRecord(session, twin);
  if (own === undefined) return ready;
  const again = await preflight(session, own);
  return again.kind === 'ready' ? again : ready;
}

/** Where the right credentials are refused, refusing wrong ones proves nothing. */
function withoutTwin(twin: Twin, refusal: KitError, only: readonly string[]): Plan {
  const isAboutCredentials = refusal.code === 'credentials-refused';
  const reason = `${refusal.message}; ${refusal.fix}`;
  const unjudged: Unjudged = {
    operation: twin.operation.id,
    reason,
    ran: isAboutCredentials ? 'none' : 'part',
  };
  return { ...partial(isAboutCredentials ? [] : refusalsThenValid(twin, only), unjudged), refusal };
}

function partial(cases: Iterable<Case>, unjudged: Unjudged | undefined): Plan {
  return {
    cases,
    unjudged,
    isAccepted: false,
    find: (caseId) => Iterator.from(cases).find(({ id }) => id === caseId),
  };
}

function findIn(ready: Ready, cases: Iterable<Case>, caseId: string): Case | undefined {
  const { twin } = ready;
  const prefix = `${slug(twin.operation.id)}/`;
  for (const { name, find } of families) {
    if (find === undefined || !caseId.startsWith(`${prefix}${name}/`)) continue;
    const found = find(twin, caseId.slice(prefix.length + name.length + 1));
    if (found !== undefined) return withPolicy(found, ready);
  }
  return Iterator.from(cases).find(({ id }) => id === caseId);
}

type Ready = Extract<Preflight, { kind: 'ready' }>;

/** What is valid is tried as the contract has it; every other case is a mutation of the request that was accepted. */
function* fullPlan(twin: Twin, ready: Ready, { only, budget }: PlanOptions): Generator<Case> {
  for (const family of familiesFor(only)) {
    const from = family === validBodies && !ready.twin.isFrozen ? twin : ready.twin;
    for (const tried of family.generate(from, budget)) yield withPolicy(tried, ready);
  }
}

/**
 * For what can succeed only once, such as a DELETE, or not at all in the state that the implementation is in: without an
 * accepted request a rejection proves nothing, but a refusal of wrong credentials still does.
 */
function* refusalsThenValid(twin: Twin, only: readonly string[]): Generator<Case> {
  const wanted = familiesFor(only);
  if (wanted.includes(credentialCases))
    yield* credentialCases.generate(twin).filter(({ company }) => company === undefined);
  if (wanted.includes(validBodies)) yield { ...plainValidCase(twin), open: [mayNotExist] };
}

/** Told as not judged. */
const mayNotExist: OpenAnswer = {
  status: 'declared client error',
  because: 'what the request names may not exist there',
  isExpected: true,
};

const duplicateRefused: OpenAnswer = {
  status: 'declared client error',
  because: 'this implementation refuses duplicates, and the value is the same in every run',
  isExpected: true,
};

const onlyExamples: OpenAnswer = {
  status: 'declared client error',
  because: 'this implementation takes what the contract gives as examples, and may know no more',
  isExpected: true,
};

function withPolicy(tried: Case, { twin, duplicates }: Ready): Case {
  const isDuplicate =
    duplicates === 'refused' ? tried.fixed !== undefined : duplicates !== 'taken' && tried.fixed === 'number';
  const isOther = twin.isFrozen && tried.expectation === 'accept' && tried.id !== plainValidCase(twin).id;
  const open = [...(isDuplicate ? [duplicateRefused] : []), ...(isOther ? [onlyExamples] : [])];
  return open.length === 0 ? tried : { ...tried, open: [...tried.open, ...open] };
}
