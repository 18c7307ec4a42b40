/**
 * Operations with effects outside of the run come last and get few requests, unless the user names them: a test must not
 * send hundreds of messages, or delete what it did not create.
 */
import type { Contract, Operation } from '../../../spec/model/contract.ts';
import type { Credentials } from '../../options/credentials.ts';
import type { Permission } from '../../options/permitted-operations.ts';
import type { FewRequests } from '../../report/stage-report.ts';
import { authentication } from '../cases/authentication.ts';
import { missingProperties } from '../cases/missing-properties.ts';
import { unknownIdentifiers } from '../cases/unknown-identifiers.ts';
import { validBodies } from '../cases/valid-bodies.ts';
import { wrongTypes } from '../cases/wrong-types.ts';
import { findOutsideEffect, type OutsideEffect } from '../model/outside-effects.ts';
import type { TestCase } from '../model/test-case.ts';
import type { Session } from '../session/session.ts';
import { lifecycles } from '../stateful/lifecycles.ts';
import { selectCategories } from '../test-categories.ts';

/** By the id of the operation. */
export type LimitedOperations = ReadonlyMap<string, OutsideEffect>;

/** All requests to such an operation, also those that prepare and reproduce cases. */
const MAX_REQUESTS = 20;
/** Of these, those that may prepare cases of other operations. */
const MAX_REQUESTS_BEFORE_TURN = 8;

/** Cases of such an operation. */
const FEW_CASES = 6;
const FEW_CASES_OF_CATEGORY = 2;

const fewCategories = [validBodies, lifecycles, authentication, missingProperties, wrongTypes, unknownIdentifiers];

interface NamedOperations {
  /** Ids of the selected operations. */
  readonly operations?: readonly string[] | undefined;
  readonly permission?: Permission | undefined;
}

/** Operations that a pattern of the user names are tested like any other. */
export function findLimitedOperations(
  { operations }: Pick<Contract, 'operations'>,
  { operations: selected = [], permission }: NamedOperations,
): LimitedOperations {
  const named = new Set([...selected, ...(permission?.named ?? [])]);
  return new Map(
    operations.flatMap((operation) => {
      const effect = named.has(operation.id) ? undefined : findOutsideEffect(operation);
      return effect === undefined ? [] : [[operation.id, effect] as const];
    }),
  );
}

/** The maximum number of requests for now, by operation; `allowOwnCases` raises it. */
export type RequestLimits = Map<string, number>;

export function createRequestLimits(limited: LimitedOperations): RequestLimits {
  return new Map([...limited.keys()].map((id) => [id, MAX_REQUESTS_BEFORE_TURN] as const));
}

/** Call when it is the turn of such an operation. */
export function allowOwnCases(limits: RequestLimits, { id }: Operation): void {
  if (limits.has(id)) limits.set(id, MAX_REQUESTS);
}

/** The test categories of such an operation. */
export function selectFewCategories(categories: readonly string[]): readonly string[] {
  const few = new Set(fewCategories.map(({ name }) => name));
  const selected = selectCategories(categories).map(({ name }) => name);
  const both = selected.filter((name) => few.has(name));
  return both.length === 0 ? selected : both;
}

/** The first cases, also where all those of one category come first. */
export function* takeFewCases(cases: Iterable<TestCase>): Generator<TestCase> {
  const counts = new Map<string, number>();
  let taken = 0;
  for (const testCase of cases) {
    if (taken >= FEW_CASES) return;
    const count = counts.get(testCase.category) ?? 0;
    if (count >= FEW_CASES_OF_CATEGORY) continue;
    counts.set(testCase.category, count + 1);
    taken++;
    yield testCase;
  }
}

/**
 * Whether a valid request would end the session that the other operations need: it names no other session, and there is
 * no login that obtains new credentials.
 */
export function endsOwnSession(
  limited: LimitedOperations,
  { id, path, requestBody, security }: Operation,
  { renewal }: Pick<Credentials, 'renewal'>,
): boolean {
  const isRenewed = security.every(({ schemes }) => schemes.every(({ name }) => renewal?.schemes.has(name)));
  return (
    limited.get(id)?.name === 'session' &&
    !isRenewed &&
    security.length > 0 &&
    requestBody?.required !== true &&
    !path.includes('{')
  );
}

/** What the report says of these operations. */
export function describeLimited(
  limited: LimitedOperations,
  operations: readonly Operation[],
  session: Session,
): readonly FewRequests[] {
  return operations.flatMap((operation) => {
    const effect = limited.get(operation.id);
    if (effect === undefined) return [];
    const own = endsOwnSession(limited, operation, session.target.credentials)
      ? ', none of them valid, so that the session of the run goes on: configure a login to test it'
      : '';
    const reason = `it ${effect.description}, as ${effect.evidence} shows${own}`;
    return [{ operation: operation.id, requests: session.requestCount(operation.id), reason }];
  });
}
