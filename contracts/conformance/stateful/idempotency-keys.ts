import { findIdempotencyKey, otherBodyRejection } from '../../../spec/described/idempotency-keys.ts';
import { isEqualJson, type Json } from '../../../spec/json/exact-json.ts';
import type { Contract, Operation, Parameter } from '../../../spec/model/contract.ts';
import { declaresStatus } from '../../../spec/resources/record-views.ts';
import { headerValue } from '../../http/headers.ts';
import type { TestCategory } from '../cases/test-category.ts';
import { isClientError, isSuccessfulExchange, statusOf } from '../model/exchange.ts';
import type { FreshValues, RequestSpec, ToleratedResponse } from '../model/request-spec.ts';
import type { CaseGoal, KeyRepetition, SendMode, TestCase } from '../model/test-case.ts';
import type { BaselineRequest } from '../request/baseline-request.ts';
import { jsonRequestSpec, validRequestSpec } from '../request/build-request-spec.ts';
import { createCase } from '../request/create-case.ts';
import { validValue } from '../request/parameters/serialize-parameters.ts';
import { otherBody } from '../request/values/other-body.ts';
import { identifyRecord } from './model/identify-record.ts';
import { createResourceOperations } from './model/resource-operations.ts';

/** Sends requests again with the same idempotency key. */
export const idempotencyKeys: TestCategory = {
  name: 'idempotency-keys',
  summary: 'requests with the same idempotency key have the effect of one',
  *generate({ baseline, contract }): Generator<TestCase> {
    const { operation } = baseline;
    const key = findIdempotencyKey(operation);
    if (key === undefined || contract === undefined) return;
    const keyed = withParameter(baseline, key);
    const identify = recordIdentity(baseline, contract);
    const seed = { category: 'idempotency-keys', place: key.place } as const;
    for (const { name, mutation, sendMode, tolerated } of repetitions)
      yield {
        ...createCase(keyed, {
          ...seed,
          name,
          topic: name,
          expectation: 'accept',
          mutation,
          sendMode,
          tolerated: [...toleratesDeclaredConflict(operation), ...tolerated],
          buildRequest: (fresh) => validRequestSpec(keyed, fresh),
        }),
        keyRepetition: { body: 'same', identify },
        goal: declaresStatus(operation, 201) ? repetitionGoal(operation, identify) : undefined,
      };
    // The body of the accepted request may be the only one that the implementation accepts.
    if (baseline.body === undefined || baseline.isVerbatim) return;
    yield {
      ...createCase(keyed, {
        ...seed,
        name: 'other body',
        topic: 'other body',
        expectation: 'unspecified',
        mutation: 'the idempotency key was used before, with another body',
        sendMode: {
          kind: 'preceded',
          buildRequests: ({ headers, value }, fresh) => [{ ...requestWithOtherBody(keyed, value, fresh), headers }],
        },
        buildRequest: (fresh) => validRequestSpec(keyed, fresh),
      }),
      keyRepetition: {
        body: 'other',
        identify,
        isRejectionDeclared: otherBodyRejection(operation, key, contract) !== undefined,
      },
    };
  },
};

/** Usually fresh values differ anyway; where a body has none, another value does. */
function requestWithOtherBody(keyed: BaselineRequest, value: Json | undefined, fresh: FreshValues): RequestSpec {
  const usual = validRequestSpec(keyed, fresh);
  const { body } = keyed;
  if (body === undefined || value === undefined || usual.value === undefined) return usual;
  const isOther = !isEqualJson(usual.value, value);
  const other = isOther ? undefined : otherBody(usual.value, body.schema, fresh);
  return other === undefined ? usual : jsonRequestSpec(keyed, other);
}

/** Only what names the created record shows whether there is one record or there are two. */
function repetitionGoal({ method, path }: Operation, identify: KeyRepetition['identify']): CaseGoal {
  const line = `${method} ${path}`;
  return {
    description: 'a repeated request with the same idempotency key creates no second record',
    isReached: (exchanges) =>
      exchanges.some(({ requestSpec, exchange, precedingExchanges, repeatedExchanges = [] }) => {
        const [first] = [...precedingExchanges, ...repeatedExchanges].filter(isSuccessfulExchange);
        if (first === undefined) return false;
        // A rejection is reported, unless the contract declares it for repeated keys.
        if (!isSuccessfulExchange(exchange)) return isClientError(statusOf(exchange) ?? 0);
        return [first, exchange].every((one) => identify(requestSpec, one) !== undefined);
      }),
    obstacle(exchanges) {
      const last = exchanges.at(-1)?.exchange;
      if (last === undefined || !isSuccessfulExchange(last))
        return `${line} ${last === undefined ? 'got no response' : `returned ${statusOf(last)}`}`;
      return `the response to ${line} does not identify the record that it created: declare its identifier or a Location in that response`;
    },
  };
}

interface Repetition {
  readonly name: string;
  readonly mutation: string;
  readonly sendMode: SendMode;
  readonly tolerated: readonly ToleratedResponse[];
}

const repetitions: readonly Repetition[] = [
  {
    name: 'repeated',
    mutation: 'the same request was sent before, with the same idempotency key',
    sendMode: { kind: 'preceded', buildRequests: (mainRequest) => [mainRequest] },
    tolerated: [],
  },
  {
    name: 'concurrent',
    mutation: 'the same request is sent several times concurrently, with the same idempotency key',
    sendMode: { kind: 'same request', count: 3 },
    tolerated: [409, 425, 429, 'declared client error' as const].map((status) => ({
      status,
      reason: 'the first request may still be in progress',
      isExpected: true,
    })),
  },
];

function withParameter(baseline: BaselineRequest, key: Parameter): BaselineRequest {
  const isSent = baseline.parameters.some(({ parameter }) => parameter === key);
  return isSent ? baseline : { ...baseline, parameters: [...baseline.parameters, validValue(key)] };
}

/** Only where the contract names such a status: a range like 4XX does not say that repetitions are rejected. */
function toleratesDeclaredConflict({ responses }: Operation): readonly ToleratedResponse[] {
  return responses
    .filter(({ status, description }) => status === '409' || (/^4\d\d$/.test(status) && /\bkey\b/i.test(description)))
    .map(({ status }) => ({
      status: Number(status),
      reason: 'the contract declares it, maybe for a repeated key',
      isExpected: true,
    }));
}

/** The name of the record that a response created: by the item path of the contract, otherwise its address. */
function recordIdentity(baseline: BaselineRequest, contract: Contract): KeyRepetition['identify'] {
  const target = createResourceOperations(baseline, contract)?.identifierTarget;
  const { operation } = baseline;
  return (requestSpec, exchange) => {
    if (target !== undefined) return identifyRecord({ operation, requestSpec, exchange }, target)?.value;
    return exchange.outcome.kind === 'response'
      ? headerValue(exchange.outcome.response.headers, 'location')
      : undefined;
  };
}
