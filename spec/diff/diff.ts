/**
 * What has changed from one contract to another, by what it says and not by how it is written. In the request direction
 * what a client could validly send must still be taken; in the response direction what a server may now answer must have
 * been allowed before.
 */
import type { Contract, Operation } from '../model/contract.ts';
import { withinDocuments } from './effort.ts';
import { compareRequestBody } from './messages/bodies.ts';
import { compareParameters } from './messages/parameters.ts';
import { compareResponses } from './messages/responses.ts';
import { compareCallbacks, compareWebhooks } from './operations/callbacks.ts';
import { addedOperation, compareHeads, movedOperation, removedOperation } from './operations/operations.ts';
import { compareServers } from './operations/servers.ts';
import { matchOperations } from './pairing/match-operations.ts';
import type { PartChange, Sides } from './pairing/part.ts';
import { pairSchemes, type SchemePairs } from './pairing/schemes.ts';
import type { Change } from './rules/change.ts';
import { compareSecurity } from './security/security.ts';

/** In the order of the old contract, then what is new, then webhooks. Throws as reading callbacks and webhooks does. */
export function diffContracts(before: Contract, after: Contract): readonly Change[] {
  return withinDocuments(MOST_STEPS, () => changesBetween(before, after));
}

/** Steps of comparing all schemas of two contracts. */
const MOST_STEPS = 2_000_000;

function changesBetween(before: Contract, after: Contract): readonly Change[] {
  const contracts = { before, after };
  const { pairs, moved, removed, added } = matchOperations(contracts);
  const schemes = pairSchemes(contracts);
  return [
    ...rememberedServer(pairs.flatMap((sides) => of(sides.before, compareServers(contracts, sides)))),
    ...pairs.flatMap((sides) => [
      ...of(sides.before, compareParts(sides, schemes)),
      ...of(sides.before, compareCallbacks(contracts, sides, schemes)),
    ]),
    ...moved.flatMap((sides) => of(sides.before, [movedOperation(sides)])),
    ...removed.flatMap((operation) => of(operation, [removedOperation(operation)])),
    ...added.flatMap((operation) => of(operation, [addedOperation(operation)])),
    ...compareWebhooks(contracts, schemes),
  ];
}

function* compareParts(sides: Sides<Operation>, schemes: SchemePairs): Generator<PartChange> {
  yield* compareHeads(sides);
  yield* compareSecurity(sides, schemes);
  yield* compareParameters(sides);
  yield* compareRequestBody(sides);
  yield* compareResponses(sides);
}

function of({ id }: Operation, changes: Iterable<PartChange>): readonly Change[] {
  return [...changes].map((change) => ({ ...change, operation: id }));
}

/** The subject of what holds for every operation. */
const WHOLE = 'the contract';

/** A server of the contract is that of every operation. */
function rememberedServer(changes: readonly Change[]): readonly Change[] {
  const groups = Map.groupBy(changes, ({ rule, before, after, was, is }) =>
    JSON.stringify([rule.id, before, after, was, is]),
  );
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [others.length === 0 ? first : { ...first, operation: WHOLE }],
  );
}
