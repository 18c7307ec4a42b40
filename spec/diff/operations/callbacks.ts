/** The callbacks of two operations, the webhooks of two contracts, and what is passed over of them. */
import type { Call, Contract, Operation } from '../../model/contract.ts';
import { matchOperations } from '../pairing/match-operations.ts';
import type { PartChange, Sides } from '../pairing/part.ts';
import type { SchemePairs } from '../pairing/schemes.ts';
import type { Change } from '../rules/change.ts';
import { isSecuredItself, waysIn, wordsOf } from '../security/ways-in.ts';
import { compareCalls } from './calls.ts';

/** Told of the operation that they belong to. */
export function* compareCallbacks(
  contracts: Sides<Contract>,
  operations: Sides<Operation>,
  schemes: SchemePairs,
): Generator<PartChange> {
  for (const { call, change } of compareCalls(callbacksOf(contracts, operations), schemes))
    yield { ...change, at: `callback ${call.name} ${change.at}`.trimEnd() };
}

export function compareWebhooks(contracts: Sides<Contract>, schemes: SchemePairs): readonly Change[] {
  return [...compareCalls(webhooksOf(contracts), schemes)].map(({ call, change }) => ({
    ...change,
    operation: nameOf(call),
  }));
}

/** What the comparison passes over, in words. Throws as reading callbacks and webhooks does. */
export function notCompared(before: Contract, after: Contract): readonly string[] {
  const contracts = { before, after };
  const { pairs } = matchOperations(contracts);
  const sides = [webhooksOf(contracts), ...pairs.map((pair) => callbacksOf(contracts, pair))];
  return sides.flatMap(securedOtherwise).map((call) => `not compared: the security of ${nameOf(call)}`);
}

function webhooksOf({ before, after }: Sides<Contract>): Sides<readonly Call[]> {
  const isWebhook = ({ of }: Call) => of === undefined;
  return { before: callsOf(before).filter(isWebhook), after: callsOf(after).filter(isWebhook) };
}

function callbacksOf(contracts: Sides<Contract>, operations: Sides<Operation>): Sides<readonly Call[]> {
  const ofSide = (side: keyof typeof contracts) =>
    callsOf(contracts[side]).filter(({ of }) => of === operations[side].id);
  return { before: ofSide('before'), after: ofSide('after') };
}

function callsOf({ calls = [] }: Contract): readonly Call[] {
  return calls;
}

/** `webhook sold`, `callback onPaid of order`. */
export function nameOf({ name, of }: Call): string {
  return of === undefined ? `webhook ${name}` : `callback ${name} of ${of}`;
}

/** Where the security of the whole contract, which is meant for the other direction, is also that of a call. */
function securedOtherwise({ before, after }: Sides<readonly Call[]>): readonly Call[] {
  const wayOf = ({ operation }: Call) => waysIn(operation).map(wordsOf).toSorted().join(', or ');
  const isPassedOver = (call: Call, other: Call) =>
    other.name === call.name &&
    wayOf(other) !== wayOf(call) &&
    !isSecuredItself({ before: call.operation, after: other.operation });
  return before.filter((call) => after.some((other) => isPassedOver(call, other)));
}
