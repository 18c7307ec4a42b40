/** Plans an operation that accepts a valid request: all test categories, with the responses that are tolerated here. */
import { isEqualJson, isJsonObject } from '../../../spec/json/exact-json.ts';
import { isPasswordLogin } from '../../../spec/login/login-rejection.ts';
import { tokenPropertyNames } from '../../../spec/login/token-names.ts';
import type { Contract, Operation } from '../../../spec/model/contract.ts';
import { successMedia } from '../../../spec/resources/record-views.ts';
import { flattenSchema } from '../../../spec/sampling/flatten-schema.ts';
import type { UncheckedOperation } from '../../report/stage-report.ts';
import { authentication } from '../cases/authentication.ts';
import { createGeneratorContext, type TestCategory } from '../cases/test-category.ts';
import { plainValidCase, validBodies } from '../cases/valid-bodies.ts';
import { describeFixedKey } from '../fixtures/fixed-key.ts';
import type { ReadyPreflight } from '../fixtures/preflight.ts';
import type { FreshValues, RequestSpec, ToleratedResponse } from '../model/request-spec.ts';
import type { TestCase } from '../model/test-case.ts';
import type { BaselineRequest, FixedKey } from '../request/baseline-request.ts';
import { freshen, unlikelyFreshValues } from '../request/values/freshen.ts';
import { findLocations, valueAt } from '../request/values/value-locations.ts';
import { ONLY_EXAMPLES } from '../session/unknown-values.ts';
import { selectCategories, testCategories } from '../test-categories.ts';
import { type Plan, type PlanContext, withDistinctIds } from './plan.ts';
import { aboutNoRecord, type CaseGenerator } from './unknown-record.ts';

export interface AcceptedContext extends PlanContext {
  /** The accepted request names a record that the run created. */
  readonly isOwnRecord: boolean;
}

/** `original` is the contract's valid request; `preflight` has the accepted one. */
export function planWithBaseline(original: BaselineRequest, preflight: ReadyPreflight, options: AcceptedContext): Plan {
  const cases = allCases(original, preflight, options);
  const findCase = (caseId: string) => findPlannedCase(preflight, { cases, contract: options.contract }, caseId);
  const plan = { cases, unchecked: untestedValues(preflight.baseline), isAccepted: true, findCase };
  return plan.unchecked?.reason === ONLY_EXAMPLES ? { ...plan, isRefutedBy: hasOtherValues(preflight.baseline) } : plan;
}

/**
 * Which values the implementation rejects although the contract allows them, so that they are not tested. A change may
 * be rejected because its body names a record that does not exist.
 */
function untestedValues({ operation, fixedKey, isVerbatim }: BaselineRequest): UncheckedOperation | undefined {
  const common = { operation: operation.id, casesRun: 'some' } as const;
  const fixed = fixedKey && describeFixedKey(fixedKey);
  if (fixed !== undefined) return { ...common, reason: fixed };
  return isVerbatim && returnsSentRecord(operation) ? { ...common, reason: ONLY_EXAMPLES } : undefined;
}

/** A login or a search returns something else, and may know only some values. */
function returnsSentRecord(operation: Operation): boolean {
  const sent = operation.requestBody?.content.find(({ schema }) => schema !== undefined)?.schema;
  const returned = successMedia(operation)?.schema;
  if (operation.method !== 'POST' || sent === undefined || returned === undefined) return false;
  if (isPasswordLogin(operation)) return false;
  // The next refresh token is another one.
  const exchanged = new Set(tokenPropertyNames(operation));
  const names = new Set([...flattenSchema(returned).properties.keys()].filter((name) => !exchanged.has(name)));
  return [...flattenSchema(sent).properties.keys()].some((name) => names.has(name));
}

/** None of the values that vary from case to case is that of the example. */
function hasOtherValues({ body }: BaselineRequest): (accepted: RequestSpec) => boolean {
  if (body === undefined) return () => false;
  const freshened = freshen(body.full, body.schema, unlikelyFreshValues);
  const varied = [...findLocations(body.schema, body.full)].filter(
    ({ path, value }) => !isEqualJson(valueAt(freshened, path) ?? null, value),
  );
  return ({ value: sent }) =>
    varied.every(({ path, value }) => {
      const other = sent === undefined ? undefined : valueAt(sent, path);
      return other !== undefined && !isEqualJson(other, value);
    });
}

function findPlannedCase(
  preflight: ReadyPreflight,
  { cases, contract }: { readonly cases: Iterable<TestCase>; readonly contract: Contract },
  caseId: string,
): TestCase | undefined {
  const { baseline } = preflight;
  const prefix = `${baseline.slug}/`;
  for (const { name, findCase } of testCategories) {
    if (findCase === undefined || !caseId.startsWith(`${prefix}${name}/`)) continue;
    const foundCase = findCase(
      createGeneratorContext(baseline, { contract }),
      caseId.slice(prefix.length + name.length + 1),
    );
    if (foundCase !== undefined) return withTolerances(foundCase, preflight);
  }
  return Iterator.from(cases).find(({ id }) => id === caseId);
}

/** Valid cases derive from the contract's request; all others are mutations of the accepted request. */
function* allCases(
  original: BaselineRequest,
  preflight: ReadyPreflight,
  { categories, randomOptions, alternatesCategories = false, contract, isOwnRecord }: AcceptedContext,
): Generator<TestCase> {
  const { isVerbatim, regeneratesTexts = false, preservedNames, fixedKey } = preflight.baseline;
  const selected = selectCategories(categories);
  // Where few keys are known, sequences create records with them before the examples are sent unchanged.
  const isLast = (category: TestCategory) => Number(category === validBodies);
  const inOrder =
    fixedKey?.others?.isUnlimited === false ? selected.toSorted((a, b) => isLast(a) - isLast(b)) : selected;
  const parts = inOrder.map((category) => {
    const from =
      category === validBodies && !isVerbatim
        ? { ...original, regeneratesTexts, ...(preservedNames && { preservedNames }), ...(fixedKey && { fixedKey }) }
        : preflight.baseline;
    const generate: CaseGenerator = (baseline) =>
      withDistinctIds(category.generate(createGeneratorContext(baseline, { randomOptions, contract })));
    return category === authentication && !isOwnRecord ? withoutDenialsOfRecord(from, generate) : generate(from);
  });
  for (const testCase of alternatesCategories ? interleave<TestCase>(parts) : concatenate(parts))
    yield withTolerances(testCase, preflight);
}

/** Where the record is that of an example, requests without valid credentials name none. */
function* withoutDenialsOfRecord(baseline: BaselineRequest, generate: CaseGenerator): Generator<TestCase> {
  const denials = (from: BaselineRequest) => Iterator.from(generate(from)).filter(isDenial);
  yield* aboutNoRecord(baseline, denials);
  yield* Iterator.from(generate(baseline)).filter((testCase) => !isDenial(testCase));
}

function isDenial({ expectation }: TestCase): boolean {
  return expectation === 'deny';
}

function* concatenate(parts: Iterable<Iterable<TestCase>>): Generator<TestCase> {
  for (const part of parts) yield* part;
}

const toleratesDuplicate: ToleratedResponse = {
  status: 'declared client error',
  reason: 'this implementation rejects duplicates, and the value is the same in every run',
  isExpected: true,
};

const toleratesOtherValues: ToleratedResponse = {
  status: 'declared client error',
  reason: 'this implementation accepts the examples of the contract, and may not know other values',
  isExpected: true,
};

function withTolerances(testCase: TestCase, { baseline, duplicatePolicy }: ReadyPreflight): TestCase {
  const isDuplicate = isDuplicateByPolicy[duplicatePolicy](testCase);
  const isOtherThanExample =
    baseline.isVerbatim && testCase.expectation === 'accept' && testCase.id !== plainValidCase(baseline).id;
  const tolerated = [
    ...(isDuplicate ? [toleratesDuplicate] : []),
    ...(isOtherThanExample ? [toleratesOtherValues] : []),
  ];
  const { preservedNames, fixedKey } = baseline;
  const withNames = preservedNames === undefined ? testCase : withPreservedNames(testCase, baseline);
  const tolerantCase = fixedKey === undefined ? withNames : toleratingOtherKeys(withNames, fixedKey);
  return tolerated.length === 0 ? tolerantCase : { ...tolerantCase, tolerated: [...testCase.tolerated, ...tolerated] };
}

const isDuplicateByPolicy: Readonly<Record<ReadyPreflight['duplicatePolicy'], (testCase: TestCase) => boolean>> = {
  accepted: () => false,
  'rejected by number': ({ constantPart }) => constantPart === 'number',
  rejected: (testCase) =>
    testCase.constantPart !== undefined || (testCase.expectation === 'accept' && isConstantRequest(testCase)),
  'always rejected': ({ expectation }) => expectation === 'accept',
};

/** A body generated from its schema may refer to records that do not exist. */
function withPreservedNames(
  testCase: TestCase,
  { preservedNames = new Set(), referencePaths = [], body }: BaselineRequest,
): TestCase {
  if (testCase.kind === 'sequence') return testCase;
  const hasPreservedNames = ({ value, body: sent }: RequestSpec) =>
    value === undefined || body === undefined
      ? [...preservedNames].every((name) => String(sent).includes(String(name)))
      : referencePaths.every((path) => {
          const reference = valueAt(value, path);
          return reference === undefined || isEqualJson(reference, valueAt(body.full, path) ?? null);
        });
  return {
    ...testCase,
    buildRequest(fresh) {
      const requestSpec = testCase.buildRequest(fresh);
      return hasPreservedNames(requestSpec) ? requestSpec : { ...requestSpec, mayNotExist: true };
    },
  };
}

/** Other keys than the example's are known to be rejected, for a reason that the contract does not state. */
function toleratingOtherKeys(testCase: TestCase, { property, isInPath, example, others }: FixedKey): TestCase {
  if (testCase.kind === 'sequence' || isInPath === true) return testCase;
  return {
    ...testCase,
    buildRequest(fresh) {
      const requestSpec = testCase.buildRequest(fresh);
      const { value } = requestSpec;
      const key = value !== undefined && isJsonObject(value) ? (value[property] ?? null) : null;
      const isKnown = isEqualJson(key, example) || others?.isKnown(key) === true;
      return isKnown ? requestSpec : { ...requestSpec, mayNotExist: true };
    },
  };
}

/** Yields one item of each part in turn, until all parts are exhausted. */
export function* interleave<Item>(parts: Iterable<Iterable<Item>>): Generator<Item> {
  let iterators = Array.from(parts, (part) => part[Symbol.iterator]());
  while (iterators.length > 0) {
    const remaining: Iterator<Item>[] = [];
    for (const iterator of iterators) {
      const next = iterator.next();
      if (next.done === true) continue;
      remaining.push(iterator);
      yield next.value;
    }
    iterators = remaining;
  }
}

/** Whether a request with a body is the same in every run, because it contains no fresh value. */
export function isConstantRequest(testCase: TestCase): boolean {
  if (testCase.kind === 'sequence') return false;
  const { buildRequest } = testCase;
  const [one, other] = [buildRequest(stubFreshValues(1)), buildRequest(stubFreshValues(2))];
  if (one.body === undefined || other.body === undefined) return false;
  return one.path === other.path && Buffer.from(one.body).equals(Buffer.from(other.body));
}

/** The values of the two have nothing in common. */
function stubFreshValues(index: 1 | 2): FreshValues {
  return {
    acceptedNumber: () => 1_000_000 + index,
    number: () => 1_000_000 + index,
    word: () => `w${index}`,
    uuid: () => `9b7c4e52-0f3d-4a61-8c2e-d15a7f60b38${index}`,
    nextIndex: () => index,
  };
}
