/** Which cases to try of an operation, after a first look at how the implementation takes a valid request. */
import type { Operation } from '../../spec/contract.ts';
import type { Case, OpenAnswer } from './case.ts';
import { credentials as credentialCases } from './cases/credentials.ts';
import { familiesFor } from './cases/index.ts';
import { plainValidCase, validBodies } from './cases/valid-bodies.ts';
import { type DuplicatePolicy, type Preflight, preflight } from './preflight.ts';
import type { Unjudged } from './result.ts';
import type { Session } from './session.ts';
import { isTwin, type Twin, twinOf } from './twin.ts';

export interface Plan {
  readonly cases: Iterable<Case>;
  readonly unjudged: Unjudged | undefined;
}

/** One case before anything has succeeded: some implementations only check once they have warmed up. */
export function firstOfAll(session: Session, operation: Operation, only: readonly string[]): readonly Case[] {
  const twin = twinOf(operation, session.schemes.get(operation.id) ?? []);
  const [first] =
    isTwin(twin) && familiesFor(only).includes(credentialCases) ? credentialCases.generate(twin) : [];
  return first === undefined ? [] : [{ ...first, mutation: `${first.mutation}, before any other request` }];
}

export async function planFor(
  session: Session,
  operation: Operation,
  only: readonly string[],
): Promise<Plan> {
  const twin = twinOf(operation, session.schemes.get(operation.id) ?? []);
  if (!isTwin(twin)) {
    return { cases: [], unjudged: { operation: operation.id, reason: twin.reason, ran: 'none' } };
  }
  if (operation.method === 'DELETE') return { cases: refusalsThenValid(twin, only), unjudged: undefined };
  const ready = await preflight(session, twin);
  if (ready.kind === 'ready') return fullPlan(twin, ready, only);
  const unjudged: Unjudged = { operation: operation.id, reason: ready.reason, ran: 'part' };
  return { cases: ready.kind === 'mute' ? [plainValidCase(twin)] : refusalsThenValid(twin, only), unjudged };
}

/** What is valid is tried as the contract has it; every other case is a mutation of the request that was accepted. */
function fullPlan(twin: Twin, ready: Extract<Preflight, { kind: 'ready' }>, only: readonly string[]): Plan {
  const cases = familiesFor(only).flatMap((family) => [
    ...family.generate(family === validBodies ? twin : ready.twin),
  ]);
  return { cases: cases.map((tried) => withPolicy(tried, ready.duplicates)), unjudged: undefined };
}

/**
 * For what can succeed only once, such as a DELETE, or not at all in the state that the implementation is in: without an
 * accepted request a rejection proves nothing, but a refusal of wrong credentials still does.
 */
function refusalsThenValid(twin: Twin, only: readonly string[]): readonly Case[] {
  const wanted = familiesFor(only);
  const refusals = wanted.includes(credentialCases) ? [...credentialCases.generate(twin)] : [];
  return wanted.includes(validBodies) ? [...refusals, plainValidCase(twin)] : refusals;
}

const duplicateRefused: OpenAnswer = {
  status: 'declared client error',
  because: 'this implementation refuses duplicates, and the value is the same in every run',
};

function withPolicy(tried: Case, duplicates: DuplicatePolicy): Case {
  const isOpen =
    duplicates === 'refused' ? tried.fixed !== undefined : duplicates !== 'taken' && tried.fixed === 'number';
  return isOpen ? { ...tried, open: [...tried.open, duplicateRefused] } : tried;
}
