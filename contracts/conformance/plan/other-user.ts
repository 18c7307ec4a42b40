/** Gives each case with a second user a new record of the first one. */
import type { Contract, Operation } from '../../../spec/model/contract.ts';
import { type Credentials, isDeclaredIsolated } from '../../options/credentials.ts';
import { createOtherUserAccess, type OtherUserAccess } from '../fixtures/other-user-access.ts';
import type { Fixtures } from '../fixtures/record-fixtures.ts';
import type { FreshValues } from '../model/request-spec.ts';
import type { Sequence } from '../model/sequence.ts';
import type { TestCase } from '../model/test-case.ts';
import type { BaselineRequest } from '../request/baseline-request.ts';
import type { Session } from '../session/session.ts';
import { findIsolationRule } from '../stateful/other-users/isolation-rule.ts';
import { recordFreshValues } from '../stateful/other-users/own-texts.ts';
import {
  createEmptySequence,
  createIsolationSequence,
  findIsolation,
  type Isolation,
  otherUsers,
} from '../stateful/other-users.ts';
import { mapCases, type Plan } from './plan.ts';

/** `baseline`: the accepted request. */
export function withOtherUser(fixtures: Fixtures, baseline: BaselineRequest, plan: Plan): Plan {
  const isolation = findIsolation(baseline, fixtures.session.target.contract);
  return isolation === undefined ? plan : mapCases(plan, (testCase) => withOwnRecord(fixtures, isolation, testCase));
}

/** A note where the credentials of the second user have no effect. */
export function otherUserGaps(contract: Contract, credentials: Credentials): readonly string[] {
  const isTested = (operation: Operation) =>
    findIsolationRule(operation, contract, {
      schemes: operation.security.flatMap(({ schemes }) => schemes),
      isDeclaredIsolated: isDeclaredIsolated(credentials, operation),
    }) !== undefined;
  return credentials.other === undefined || contract.operations.some(isTested) ? [] : [NO_SENTENCE];
}

const NO_SENTENCE =
  'nothing is tested with the second user: no sentence of the contract puts the records of other users out of reach; name the operations of which you know it with --isolated';

function withOwnRecord(fixtures: Fixtures, isolation: Isolation, testCase: TestCase): TestCase {
  if (testCase.kind !== 'sequence' || testCase.category !== otherUsers.name) return testCase;
  // The goals of a case are those that it has before it is prepared.
  let untested: string | undefined;
  return {
    ...testCase,
    sequence: createEmptySequence(isolation, () => untested),
    prepare: async (fresh) => {
      const prepared = await prepareSequence(fixtures, isolation, fresh);
      untested = 'untested' in prepared ? prepared.untested : undefined;
      return 'untested' in prepared ? testCase : { ...testCase, sequence: prepared };
    },
  };
}

async function prepareSequence(
  { session, records }: Fixtures,
  isolation: Isolation,
  fresh: FreshValues,
): Promise<Sequence | { readonly untested: string }> {
  const { schemes, recordBaseline } = isolation;
  if (schemes === undefined) return { untested: 'there are no credentials of the second user for it' };
  const recorded = recordFreshValues(fresh);
  const created = await records.createFor(recordBaseline, recorded.fresh);
  if (created === undefined) return { untested: 'the run could not create a record of the first user' };
  const untested = await accessFor(session).rejection(schemes);
  if (untested !== undefined) return { untested };
  return createIsolationSequence(isolation, schemes, { baseline: created.baseline, texts: recorded.texts });
}

/** One for each run. */
const accesses = new WeakMap<Session, OtherUserAccess>();

function accessFor(session: Session): OtherUserAccess {
  const known = accesses.get(session) ?? createOtherUserAccess(session);
  accesses.set(session, known);
  return known;
}
