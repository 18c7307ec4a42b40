/** Compares the callbacks of two operations and the webhooks of two contracts, and lists what is not compared. */
import type { Contract, Operation, OutgoingCall } from '../../model/contract.ts';
import { matchOperations } from '../matching/match-operations.ts';
import type { MatchedSchemes } from '../matching/match-security-schemes.ts';
import type { PartChange, Sides } from '../matching/sides.ts';
import type { Change } from '../rules/change.ts';
import { describeAlternative, hasOwnSecurity, readSecurityAlternatives } from '../security/security-alternatives.ts';
import { compareOutgoingCalls } from './outgoing-calls.ts';

/** Changes belong to the operation that declares the callback. */
export function* compareCallbacks(
  contracts: Sides<Contract>,
  operations: Sides<Operation>,
  schemes: MatchedSchemes,
): Generator<PartChange> {
  for (const { call, change } of compareOutgoingCalls(callbackSides(contracts, operations), schemes))
    yield { ...change, at: `callback ${call.name} ${change.at}`.trimEnd() };
}

export function compareWebhooks(contracts: Sides<Contract>, schemes: MatchedSchemes): readonly Change[] {
  return [...compareOutgoingCalls(webhookSides(contracts), schemes)].map(({ call, change }) => ({
    ...change,
    operation: callLabel(call),
  }));
}

/** Lists what the comparison skips. Throws the same errors as reading callbacks and webhooks. */
export function listNotCompared(before: Contract, after: Contract): readonly string[] {
  const contracts = { before, after };
  const { pairs } = matchOperations(contracts);
  const sides = [webhookSides(contracts), ...pairs.map((pair) => callbackSides(contracts, pair))];
  return sides.flatMap(withChangedSecurity).map((call) => `not compared: the security of ${callLabel(call)}`);
}

function webhookSides({ before, after }: Sides<Contract>): Sides<readonly OutgoingCall[]> {
  const isWebhook = ({ callbackOf }: OutgoingCall) => callbackOf === undefined;
  return { before: outgoingCalls(before).filter(isWebhook), after: outgoingCalls(after).filter(isWebhook) };
}

function callbackSides(contracts: Sides<Contract>, operations: Sides<Operation>): Sides<readonly OutgoingCall[]> {
  const callsOfSide = (side: keyof typeof contracts) =>
    outgoingCalls(contracts[side]).filter(({ callbackOf }) => callbackOf === operations[side].id);
  return { before: callsOfSide('before'), after: callsOfSide('after') };
}

function outgoingCalls({ outgoingCalls = [] }: Contract): readonly OutgoingCall[] {
  return outgoingCalls;
}

/** `webhook sold`, `callback onPaid of order` */
export function callLabel({ name, callbackOf }: OutgoingCall): string {
  return callbackOf === undefined ? `webhook ${name}` : `callback ${name} of ${callbackOf}`;
}

/** Calls that inherit the changed security of the whole contract, which is intended for requests of clients. */
function withChangedSecurity({ before, after }: Sides<readonly OutgoingCall[]>): readonly OutgoingCall[] {
  const describeSecurity = ({ operation }: OutgoingCall) =>
    readSecurityAlternatives(operation).map(describeAlternative).toSorted().join(', or ');
  const isNotCompared = (call: OutgoingCall, other: OutgoingCall) =>
    other.name === call.name &&
    describeSecurity(other) !== describeSecurity(call) &&
    !hasOwnSecurity({ before: call.operation, after: other.operation });
  return before.filter((call) => after.some((other) => isNotCompared(call, other)));
}
