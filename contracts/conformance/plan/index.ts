/** Which cases to try of an operation, after a first look at how the implementation takes a valid request. */
import { isSecured, type Operation } from '../../../spec/model/contract.ts';
import { credentials as credentialCases } from '../cases/credentials.ts';
import { familiesFor } from '../families.ts';
import { type Fixtures, isAction } from '../fixtures/records.ts';
import { renewalForAction } from '../fixtures/used-up.ts';
import type { Case } from '../model/case.ts';
import { atHandFor } from '../request/credentials/alternatives.ts';
import { isTwin, twinOf } from '../request/twin.ts';
import type { Session } from '../session/session.ts';
import { type Plan, type PlanOptions, partial } from './plan.ts';
import { planAnew, planForDeletion, unsure } from './renewed.ts';
import { planFrom } from './with-twin.ts';
import { planWithout } from './without-twin.ts';

/** One case before anything has succeeded: some implementations only check once they have warmed up. */
export function firstOfAll(session: Session, operation: Operation, only: readonly string[]): readonly Case[] {
  const { operations } = session.target.contract;
  const twin = twinOf(operation, session.schemes.get(operation.id) ?? [], operations);
  if (!isTwin(twin) || !familiesFor(only).includes(credentialCases)) return [];
  return credentialCases
    .generate(twin)
    .take(1)
    .map((first) => ({
      ...first,
      ...(operation.method === 'DELETE' ? unsure(first) : {}),
      id: `${first.id}/first-of-all`,
      mutation: `${first.mutation}, before any other request`,
    }))
    .toArray();
}

/** Sends valid requests, and makes records of our own, to find out. Throws `target-unreachable`. */
export async function planFor(fixtures: Fixtures, operation: Operation, asked: PlanOptions): Promise<Plan> {
  const { session, records } = fixtures;
  const { contract } = session.target;
  const options = { ...asked, contract, isOpenedElsewhere: () => isOpenedElsewhere(session, operation) };
  const derived = twinOf(operation, session.schemes.get(operation.id) ?? [], contract.operations);
  if (!isTwin(derived)) return partial([], { operation: operation.id, reason: derived.reason, ran: 'none' });
  const atHand = atHandFor(operation, session.target.credentials);
  const twin = { ...derived, atHand };
  if (operation.method === 'DELETE') return planForDeletion(fixtures, twin, options);
  const { ready: found, asked: valid } = await records.first(twin);
  if (found.kind !== 'ready') return planWithout(valid, found, options);
  // It may have been asked for before, for the sake of another operation.
  const ready = { ...found, twin: { ...found.twin, atHand } };
  const renewal = isAction(twin) ? await renewalForAction(fixtures, ready.twin) : undefined;
  return renewal === undefined ? planFrom(valid, ready, options) : planAnew(renewal, ready, options);
}

/** By the same schemes, and by the scopes that this one asks for as far as the document tells them. */
export function isOpenedElsewhere({ schemes, accepts, target }: Session, operation: Operation): boolean {
  const own = wanted(operation);
  return target.contract.operations.some(
    (other) =>
      other.id !== operation.id && isSecured(other) && accepts(other) && own.isSubsetOf(wanted(other)),
  );

  /** The names of the schemes, and each with each of its scopes. */
  function wanted(one: Operation): ReadonlySet<string> {
    const chosen = schemes.get(one.id) ?? [];
    const requirement = one.security.find((alternative) => alternative.schemes === chosen);
    const names = chosen.map(({ name }) => name).toSorted();
    const scopes = names.flatMap((name) =>
      (requirement?.scopes?.get(name) ?? []).map((scope) => `${name}: ${scope}`),
    );
    return new Set([names.join(' and '), ...scopes]);
  }
}
