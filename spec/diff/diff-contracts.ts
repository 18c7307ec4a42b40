/**
 * Compares two contracts by meaning, not by text. In the request direction, the new contract must accept every valid
 * request of the old one; in the response direction, the old contract must have allowed every valid response of the new
 * one.
 */
import type { Contract, Operation } from '../model/contract.ts';
import { matchOperations } from './matching/match-operations.ts';
import { type MatchedSchemes, matchSecuritySchemes } from './matching/match-security-schemes.ts';
import type { PartChange, Sides } from './matching/sides.ts';
import { compareRequestBody } from './messages/bodies.ts';
import { compareParameters } from './messages/parameters.ts';
import { compareResponses } from './messages/responses.ts';
import { compareCallbacks, compareWebhooks } from './operations/callbacks.ts';
import { compareOperationDetails, operationAdded, operationMoved, operationRemoved } from './operations/operations.ts';
import { compareServers } from './operations/servers.ts';
import type { Change } from './rules/change.ts';
import { compareSecurity } from './security/security.ts';
import { withDocumentBudget } from './step-budget.ts';

/**
 * In the order of the old contract, then added operations, then webhooks. Throws the same errors as reading callbacks
 * and webhooks.
 */
export function diffContracts(before: Contract, after: Contract): readonly Change[] {
  return withDocumentBudget(MAX_STEPS, () => findChanges(before, after));
}

/** Step budget for comparing all schemas of two contracts. */
const MAX_STEPS = 2_000_000;

function findChanges(before: Contract, after: Contract): readonly Change[] {
  const contracts = { before, after };
  const { pairs, moved, removed, added } = matchOperations(contracts);
  const schemes = matchSecuritySchemes(contracts);
  return [
    ...mergeServerChanges(pairs.flatMap((sides) => withOperation(sides.before, compareServers(contracts, sides)))),
    ...pairs.flatMap((sides) => [
      ...withOperation(sides.before, compareOperation(sides, schemes)),
      ...withOperation(sides.before, compareCallbacks(contracts, sides, schemes)),
    ]),
    ...moved.flatMap((sides) => withOperation(sides.before, [operationMoved(sides)])),
    ...removed.flatMap((operation) => withOperation(operation, [operationRemoved(operation)])),
    ...added.flatMap((operation) => withOperation(operation, [operationAdded(operation)])),
    ...compareWebhooks(contracts, schemes),
  ];
}

function* compareOperation(sides: Sides<Operation>, schemes: MatchedSchemes): Generator<PartChange> {
  yield* compareOperationDetails(sides);
  yield* compareSecurity(sides, schemes);
  yield* compareParameters(sides);
  yield* compareRequestBody(sides);
  yield* compareResponses(sides);
}

function withOperation({ id }: Operation, changes: Iterable<PartChange>): readonly Change[] {
  return [...changes].map((change) => ({ ...change, operation: id }));
}

/** The operation of changes that apply to every operation. */
const WHOLE_CONTRACT = 'the contract';

/** A changed server of the contract is the same change for every operation. */
function mergeServerChanges(changes: readonly Change[]): readonly Change[] {
  const groups = Map.groupBy(changes, ({ rule, before, after, was, is }) =>
    JSON.stringify([rule.id, before, after, was, is]),
  );
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [others.length === 0 ? first : { ...first, operation: WHOLE_CONTRACT }],
  );
}
