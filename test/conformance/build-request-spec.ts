import type { FreshValues, RequestSpec } from '../../contracts/conformance/model/request-spec.ts';
import type { TestCase } from '../../contracts/conformance/model/test-case.ts';

/** The request of a case that is one request; throws for a sequence, which is several. */
export function buildRequestSpec(testCase: TestCase, fresh: FreshValues): RequestSpec {
  if (testCase.kind === 'sequence') throw new Error(`${testCase.id} is a sequence of requests`);
  return testCase.buildRequest(fresh);
}
