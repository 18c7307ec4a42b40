import type { Contract, Operation, SecurityScheme } from '../../../spec/model/contract.ts';
import { splitPath, templateShape } from '../../../spec/resources/path-templates.ts';
import type { TestCategory } from '../cases/test-category.ts';
import type { IsolationRule } from '../model/isolation-state.ts';
import type { Sequence } from '../model/sequence.ts';
import type { TestCase } from '../model/test-case.ts';
import { type BaselineRequest, deriveBaseline, isBaseline } from '../request/baseline-request.ts';
import { createSequenceCase } from '../request/create-case.ts';
import { pathItems } from './model/path-items.ts';
import { isolationGoal } from './other-users/isolation-goal.ts';
import { findIsolationRule } from './other-users/isolation-rule.ts';
import { listByOtherUser, readByOtherUser } from './other-users/read-by-other.ts';
import { writeByOtherUser } from './other-users/write-by-other.ts';
import { findListView } from './records/read-pages.ts';

/** Requests of a second user about records of the first one, where the contract or an option excludes it from them. */
export const otherUsers: TestCategory = {
  name: 'other-users',
  summary: 'records of one user are out of reach of another, where the contract or --isolated says so',
  *generate({ baseline, contract }): Generator<TestCase> {
    const isolation = contract && findIsolation(baseline, contract);
    if (isolation === undefined) return;
    yield createSequenceCase(
      baseline,
      {
        category: 'other-users',
        name: 'second user',
        topic: 'second user',
        expectation: 'accept',
        mutation: 'a second user requests a record of the first one',
        place: baseline.operation.place,
      },
      createEmptySequence(isolation),
    );
  },
};

/** What of an operation is out of reach of the second user. */
export interface Isolation {
  readonly rule: IsolationRule;
  /** With which the second user can request it; undefined without credentials for any alternative. */
  readonly schemes: readonly SecurityScheme[] | undefined;
  readonly contract: Contract;
  readonly baseline: BaselineRequest;
  /** The request about the record that the first user has to create: for a list, one about an item of it. */
  readonly recordBaseline: BaselineRequest;
}

/** Undefined where nothing excludes another user, and where the request is about no record. */
export function findIsolation(baseline: BaselineRequest, contract: Contract): Isolation | undefined {
  const { operation, availableCredentials } = baseline;
  const otherUser = availableCredentials?.otherUser;
  if (otherUser === undefined || !testedMethods.has(operation.method)) return undefined;
  const recordBaseline = itemBaseline(baseline, contract) ?? baseline;
  if (pathItems(recordBaseline.operation.path).length === 0) return undefined;
  const rule = findIsolationRule(operation, contract, otherUser);
  return rule && { rule, schemes: otherUser.schemes, contract, baseline, recordBaseline };
}

const testedMethods = new Set(['GET', 'PUT', 'PATCH', 'DELETE', 'POST']);

/** For a list: a request about one of its items. */
function itemBaseline(baseline: BaselineRequest, { operations }: Contract): BaselineRequest | undefined {
  const { operation } = baseline;
  if (operation.method !== 'GET' || findListView(baseline) === undefined) return undefined;
  const collection = templateShape(operation.path.replace(/\/+$/, ''));
  const isItem = ({ path, method }: Operation) =>
    method !== 'POST' && splitPath(path).isItem && templateShape(splitPath(path).collection) === collection;
  const item = operations.find(isItem);
  const derived = item && deriveBaseline(item, [], operations);
  return derived !== undefined && isBaseline(derived) ? derived : undefined;
}

/** A record of the first user. */
export interface OwnRecord {
  /** The request about it. */
  readonly baseline: BaselineRequest;
  /** Texts that the run generated for it. */
  readonly texts: readonly string[];
}

export function createIsolationSequence(
  { rule, contract, baseline, recordBaseline }: Isolation,
  schemes: readonly SecurityScheme[],
  { baseline: ownBaseline, texts }: OwnRecord,
): Sequence {
  const { method } = baseline.operation;
  return {
    goals: [],
    requiresGoals: false,
    *generateSteps(fresh) {
      const context = { rule, contract, schemes, baseline: ownBaseline, texts, fresh };
      if (recordBaseline !== baseline) yield* listByOtherUser(context, baseline);
      else if (method === 'GET') yield* readByOtherUser(context);
      else yield* writeByOtherUser(context);
    },
  };
}

/** Sends nothing: the plan replaces it by one about a new record. `reasonUntested`: why it could not. */
export function createEmptySequence(
  { baseline }: Isolation,
  reasonUntested: () => string | undefined = () => 'the run has no record for it',
): Sequence {
  return { goals: [isolationGoal(baseline.operation, reasonUntested)], requiresGoals: true, *generateSteps() {} };
}
