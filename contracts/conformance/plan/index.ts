/** Plans the cases of an operation, after a preflight shows how the implementation responds to a valid request. */
import { isSecured, type Operation } from '../../../spec/model/contract.ts';
import { isSafeMethod } from '../../options/permitted-operations.ts';
import { authentication as credentialCases } from '../cases/authentication.ts';
import { createGeneratorContext } from '../cases/test-category.ts';
import { unknownIdentifiers } from '../cases/unknown-identifiers.ts';
import { plainValidCase, validBodies } from '../cases/valid-bodies.ts';
import type { Fixtures } from '../fixtures/record-fixtures.ts';
import { planSingleUseChange } from '../fixtures/single-use.ts';
import { plainBaseline } from '../fixtures/valid-requests.ts';
import type { TestCase } from '../model/test-case.ts';
import { reasonUntestable } from '../model/untestable.ts';
import { type BaselineRequest, deriveBaseline, isBaseline } from '../request/baseline-request.ts';
import { findAvailableCredentials } from '../request/credentials/security-alternatives.ts';
import type { Session } from '../session/session.ts';
import { filteredProperties } from '../stateful/lists/filters.ts';
import { findListedRecords } from '../stateful/lists/listed-records.ts';
import { selectCategories } from '../test-categories.ts';
import { withOtherUser } from './other-user.ts';
import { type Plan, type PlanOptions, partialPlan } from './plan.ts';
import { mayConcernMissingRecord, planForDeletion, planSingleUse } from './single-use.ts';
import { aboutNoRecord, namesSameRecord } from './unknown-record.ts';
import { planWithBaseline } from './with-baseline.ts';
import { accessCases, planWithoutBaseline, toleratesMissingRecord } from './without-baseline.ts';

/** One case before any accepted request: some implementations check credentials only after a first success. */
export function initialCases(
  session: Session,
  operation: Operation,
  categories: readonly string[],
): readonly TestCase[] {
  const { operations } = session.target.contract;
  const baseline = deriveBaseline(operation, session.schemes.get(operation.id) ?? [], operations);
  if (!isBaseline(baseline) || !selectCategories(categories).includes(credentialCases)) return [];
  if (reasonUntestable(operation) !== undefined) return [];
  const availableCredentials = findAvailableCredentials(operation, session.target.credentials, session.target.contract);
  const first = (from: BaselineRequest) =>
    credentialCases
      .generate(createGeneratorContext(from))
      .filter(({ expectation }) => expectation === 'deny')
      .take(1);
  return aboutNoRecord({ ...baseline, availableCredentials }, first).map((testCase) => ({
    ...testCase,
    ...(operation.method === 'DELETE' ? mayConcernMissingRecord(testCase) : {}),
    id: `${testCase.id}/first-of-all`,
    mutation: `${testCase.mutation}, before any other request`,
  }));
}

/**
 * What one turn without time for a preflight can show, and without changing a record that exists: whether invalid
 * credentials are rejected, and what a valid request gets, or one about a record that does not exist.
 */
export function quickCases(session: Session, operation: Operation, categories: readonly string[]): readonly TestCase[] {
  const { contract } = session.target;
  const baseline = deriveBaseline(operation, session.schemes.get(operation.id) ?? [], contract.operations);
  if (!isBaseline(baseline) || reasonUntestable(operation) !== undefined) return [];
  const selected = selectCategories(categories);
  const isHarmless = isSafeMethod(operation.method) || (operation.method === 'POST' && !operation.path.includes('{'));
  const valid = { ...plainValidCase(baseline), tolerated: [toleratesMissingRecord] };
  const unknown = unknownIdentifiers
    .generate(createGeneratorContext(baseline, { contract }))
    .filter(({ expectation }) => expectation === 'unspecified')
    .take(isHarmless ? 0 : 1);
  return [
    ...initialCases(session, operation, categories),
    ...(isHarmless && selected.includes(validBodies) ? [mayConcernMissingRecord(valid)] : []),
    ...(selected.includes(unknownIdentifiers) ? unknown : []),
  ];
}

/** Only requests without valid credentials, where a valid one would end the session of the run. */
export function planDenials(session: Session, operation: Operation, categories: readonly string[]): Plan {
  const { contract } = session.target;
  const baseline = deriveBaseline(operation, session.schemes.get(operation.id) ?? [], contract.operations);
  return partialPlan(
    isBaseline(baseline) ? accessCases(baseline, { categories, isOwnRecord: false }).toArray() : [],
    undefined,
  );
}

/** Sends valid requests and creates records for the preflight. Throws `target-unreachable`. */
export async function planOperation(fixtures: Fixtures, operation: Operation, planOptions: PlanOptions): Promise<Plan> {
  const { session, records } = fixtures;
  const { contract } = session.target;
  const untestable = reasonUntestable(operation);
  if (untestable !== undefined)
    return partialPlan([], { operation: operation.id, reason: untestable, casesRun: 'none' });
  const options = {
    ...planOptions,
    contract,
    isAcceptedElsewhere: () => isAcceptedElsewhere(session, operation),
  };
  const derivedBaseline = deriveBaseline(operation, session.schemes.get(operation.id) ?? [], contract.operations);
  if (!isBaseline(derivedBaseline))
    return partialPlan([], { operation: operation.id, reason: derivedBaseline.reason, casesRun: 'none' });
  const availableCredentials = findAvailableCredentials(operation, session.target.credentials, session.target.contract);
  const baseline = { ...derivedBaseline, availableCredentials };
  if (operation.method === 'DELETE')
    return withOtherUser(fixtures, baseline, await planForDeletion(fixtures, baseline, options));
  const { preflight: foundPreflight, original: originalBaseline } = await records.findFirstAccepted(baseline);
  const isOwnRecord = !namesSameRecord(originalBaseline, baseline);
  if (foundPreflight.kind !== 'ready') {
    return planWithoutBaseline(originalBaseline, foundPreflight, options, { isOwnRecord });
  }
  const otherReferences = await prepareListed(fixtures, operation);
  // The preflight may be an earlier one, from the creation of a record for another operation.
  const readyPreflight = {
    ...foundPreflight,
    baseline: { ...foundPreflight.baseline, availableCredentials, ...(otherReferences && { otherReferences }) },
  };
  const singleUsePlan = await planSingleUseChange(fixtures, readyPreflight.baseline);
  const plan =
    singleUsePlan === undefined
      ? planWithBaseline(originalBaseline, readyPreflight, { ...options, isOwnRecord })
      : planSingleUse(singleUsePlan, readyPreflight, options);
  const { failedOnce } = foundPreflight;
  return { ...withOtherUser(fixtures, readyPreflight.baseline, plan), failedOnce };
}

/**
 * A list is checked with records that its sequences create: with bodies that were accepted, where those of the contract are
 * rejected, because they refer to other records or because a value has to be unique. A filter by a reference needs records
 * that refer to different ones.
 */
async function prepareListed(
  { session, records }: Fixtures,
  operation: Operation,
): Promise<BaselineRequest['otherReferences']> {
  const { shape, create } = findListedRecords(session.target.contract, operation) ?? {};
  const baseline = create && plainBaseline(session, create);
  if (baseline === undefined || shape === undefined) return undefined;
  const { preflight } = await records.findFirstAccepted(baseline);
  if (preflight.kind !== 'ready') return undefined;
  const isFiltered = filteredProperties(operation, shape.item).length > 0;
  return isFiltered ? records.createReferenced(baseline) : undefined;
}

/** Whether another operation with the same schemes and at least the same declared scopes accepted a request. */
export function isAcceptedElsewhere({ schemes, hasAccepted, target }: Session, operation: Operation): boolean {
  const ownScopes = schemesAndScopes(operation);
  return target.contract.operations.some(
    (other) =>
      other.id !== operation.id &&
      isSecured(other) &&
      hasAccepted(other) &&
      ownScopes.isSubsetOf(schemesAndScopes(other)),
  );

  /** The names of the schemes, and each with each of its scopes. */
  function schemesAndScopes(one: Operation): ReadonlySet<string> {
    const selectedSchemes = schemes.get(one.id) ?? [];
    const requirement = one.security.find((alternative) => alternative.schemes === selectedSchemes);
    const names = selectedSchemes.map(({ name }) => name).toSorted();
    const scopes = names.flatMap((name) => (requirement?.scopes?.get(name) ?? []).map((scope) => `${name}: ${scope}`));
    return new Set([names.join(' and '), ...scopes]);
  }
}
