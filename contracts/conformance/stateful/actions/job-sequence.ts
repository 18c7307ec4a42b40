/** Sends an operation that starts a job (202), and reads the job. */
import { isEqualJson, isJsonObject, type Json } from '../../../../spec/json/exact-json.ts';
import type { Contract } from '../../../../spec/model/contract.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import { type Exchange, statusOf } from '../../model/exchange.ts';
import type { RequestSpec } from '../../model/request-spec.ts';
import type { Sequence, StepGenerator } from '../../model/sequence.ts';
import type { BaselineRequest } from '../../request/baseline-request.ts';
import { jsonRequestSpec, validRequestSpec } from '../../request/build-request-spec.ts';
import { adaptFreshValues } from '../../request/create-case.ts';
import { toleratesMissing, toleratesRejection } from '../model/tolerated-responses.ts';
import { followJob, type JobContext, jobReaders } from './follow-job.ts';

/** Undefined for an operation without a 202, or whose jobs no operation reads. */
export function createJobSequence(baseline: BaselineRequest, contract: Contract): Sequence | undefined {
  const { operation } = baseline;
  const accepted = operation.responses.find(({ status }) => status === '202');
  const hasLocation = accepted?.headers.some(({ name }) => /^location$/i.test(name)) === true;
  if (!hasLocation && jobReaders(operation, contract.operations).length === 0) return undefined;
  return {
    goals: [],
    requiresGoals: false,
    *generateSteps(freshValues) {
      const fresh = adaptFreshValues(baseline, freshValues);
      const jobContext = { contract, fresh };
      const isStarted = yield* startJob(jobContext, { baseline, requestSpec: validRequestSpec(baseline, fresh) });
      const other = isStarted ? requestOfAnotherKind(baseline) : undefined;
      if (other !== undefined) yield* startJob(jobContext, { baseline, requestSpec: other });
    },
  };
}

/** Returns whether it was accepted. */
function* startJob(
  context: JobContext,
  { baseline: { operation }, requestSpec }: { readonly baseline: BaselineRequest; readonly requestSpec: RequestSpec },
): StepGenerator<boolean> {
  const exchange: Exchange = yield {
    operation,
    requestSpec,
    description: 'a job is started',
    tolerated: [...toleratesMissing, ...toleratesRejection],
  };
  if (statusOf(exchange) !== 202) return false;
  yield* followJob(context, { operation, requestSpec, exchange });
  return true;
}

/** With the last value of each enum in place of the first; undefined where there is none. */
function requestOfAnotherKind(baseline: BaselineRequest): RequestSpec | undefined {
  const { body } = baseline;
  if (body === undefined || !isJsonObject(body.full)) return undefined;
  const { properties } = flattenSchema(body.schema);
  const members = Object.entries(body.full).map(([name, value]): readonly [string, Json] => {
    const given = properties.get(name);
    return [name, (given && flattenSchema(given).enum?.at(-1)) ?? value];
  });
  const value = Object.fromEntries(members);
  if (isEqualJson(value, body.full) || !isValid(body.schema, value, 'request')) return undefined;
  return jsonRequestSpec(baseline, value);
}
