/**
 * Which record a request without valid credentials names: where the run has none of its own, one that does not exist. An
 * implementation that accepts such a request would lose the record of somebody else.
 */
import { isEqualJson } from '../../../spec/json/exact-json.ts';
import { parameterNames } from '../../../spec/resources/path-templates.ts';
import { isSafeMethod } from '../../options/permitted-operations.ts';
import type { FreshValues, RequestSpec } from '../model/request-spec.ts';
import type { TestCase } from '../model/test-case.ts';
import type { BaselineRequest } from '../request/baseline-request.ts';
import { createUnusedName, type ParameterValue } from '../request/parameters/serialize-parameters.ts';
import { unlikelyFreshValues } from '../request/values/freshen.ts';
import { pathParameterValue, withPathValue } from '../stateful/model/path-items.ts';

export type CaseGenerator = (baseline: BaselineRequest) => Iterable<TestCase>;

/**
 * The cases, about a record that does not exist if the request changes one that its user did not supply. Empty where the
 * contract allows so few names that each may exist.
 */
export function aboutNoRecord(baseline: BaselineRequest, generate: CaseGenerator): readonly TestCase[] {
  const named = changedRecord(baseline);
  if (named === undefined) return [...generate(baseline)];
  if (createUnusedName(named, unlikelyFreshValues) === undefined) return [];
  // Those of several requests need a record that exists.
  return Iterator.from(generate(baseline))
    .filter((testCase) => testCase.kind === 'sequence' || testCase.sendMode === undefined)
    .map(renamed)
    .toArray();

  function renamed(testCase: TestCase): TestCase {
    if (testCase.kind === 'sequence') return testCase;
    const mutation = `${testCase.mutation}, about a record that does not exist`;
    return {
      ...testCase,
      mutation,
      buildRequest: (fresh) => buildRenamed(testCase.id, fresh) ?? testCase.buildRequest(fresh),
    };
  }

  function buildRenamed(caseId: string, fresh: FreshValues): RequestSpec | undefined {
    const value = named && createUnusedName(named, fresh);
    if (named === undefined || value === undefined) return undefined;
    const same = Iterator.from(generate(withPathValue(baseline, named.parameter.name, value))).find(
      ({ id }) => id === caseId,
    );
    return same === undefined || same.kind === 'sequence'
      ? undefined
      : { ...same.buildRequest(fresh), mayNotExist: true };
  }
}

/** Undefined where nothing is changed, and where the user supplies the name of a record for that. */
function changedRecord(baseline: BaselineRequest): ParameterValue | undefined {
  const { method, path } = baseline.operation;
  const name = parameterNames(path).at(-1);
  if (isSafeMethod(method) || name === undefined) return undefined;
  const named = pathParameterValue(baseline, name);
  return named?.parameter.isSupplied === true ? undefined : named;
}

/** Whether the two requests name the same record in their paths. */
export function namesSameRecord(one: BaselineRequest, other: BaselineRequest): boolean {
  return parameterNames(one.operation.path).every((name) =>
    isEqualJson(pathParameterValue(one, name)?.value ?? null, pathParameterValue(other, name)?.value ?? null),
  );
}
