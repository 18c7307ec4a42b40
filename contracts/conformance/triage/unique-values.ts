/**
 * Rejected valid requests that are no error: a value may have to be unique, and an equal one was accepted before. Such a
 * request is sent again with fresh values at these places; only what is still rejected is reported.
 */
import { type Json, stringifyJson } from '../../../spec/json/exact-json.ts';
import { findMediaType, isJsonType } from '../../../spec/model/contract.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { headerValue } from '../../http/headers.ts';
import type { CheckedCase, CheckedExchange } from '../checking/checked-case.ts';
import { downgradeIfTolerated, type Violation } from '../checks/check.ts';
import { contradictsContract, validAccepted } from '../checks/valid-accepted.ts';
import { isSuccess, statusOf } from '../model/exchange.ts';
import type { FreshValues, RequestSpec } from '../model/request-spec.ts';
import { withOtherOnceOnlyValues } from '../request/parameters/once-only-headers.ts';
import { findLocations, replaceAt, type ValueLocation } from '../request/values/value-locations.ts';
import { distinctValue, LARGE_SPACE, valueSpace } from '../request/values/value-space.ts';
import type { Session } from '../session/session.ts';

/** The same case without the rejections that fresh values avoid. */
export type FilterDuplicates = (checkedCase: CheckedCase) => Promise<CheckedCase>;

/** After so many failed attempts, an operation rejects its requests for another reason. */
const MAX_FAILURES = 20;

export function createDuplicateFilter(session: Session): FilterDuplicates {
  const failures = new Map<string, number>();
  return async (checkedCase) => {
    if (!checkedCase.exchanges.some(isRejected)) return checkedCase;
    const exchanges: CheckedExchange[] = [];
    for (const exchange of checkedCase.exchanges)
      exchanges.push(isRejected(exchange) ? await withoutDuplicate(checkedCase, exchange) : exchange);
    return { ...checkedCase, exchanges };
  };

  async function withoutDuplicate({ testCase }: CheckedCase, exchange: CheckedExchange): Promise<CheckedExchange> {
    const { context } = exchange.checkResult;
    const { operation } = context.testCase;
    const repeated = findRepeatedValues(session, context);
    const isFewLeft = repeated.some(({ size }) => size < LARGE_SPACE);
    const fresh = session.fresh.reserveForRepeat(testCase);
    for (let tries = 0; tries < (isFewLeft ? MAX_TRIES : 1) && repeated.length > 0; tries++) {
      const failed = failures.get(operation.id) ?? 0;
      const other = failed >= MAX_FAILURES ? undefined : withFreshValues(context, repeated, fresh);
      if (other === undefined) break;
      if (isSuccess(statusOf(await session.send({ operation }, other)) ?? 0)) {
        failures.set(operation.id, 0);
        return changeRejection(exchange, () => []);
      }
      failures.set(operation.id, failed + 1);
    }
    // Where a schema allows few values, others may be taken too.
    const mayBeTaken = repeated.some(({ size, isShared }) => size < FEW_VALUES && !isShared);
    return mayBeTaken ? changeRejection(exchange, downgrade) : exchange;
  }
}

/** With few values, some of the fresh ones may be taken too. */
const MAX_TRIES = 4;
const FEW_VALUES = 1_000;

function downgrade(violation: Violation): readonly Violation[] {
  return [downgradeIfTolerated(violation, 'a value that was accepted before may have to be unique')];
}

/** Not for a reason that has nothing to do with values, nor where only the record itself has them. */
function isRejected({ checkResult }: CheckedExchange): boolean {
  const { context, violations } = checkResult;
  if (context.expectedState?.expects === 'own unique value') return false;
  return violations.some(({ check }) => check === validAccepted) && !contradictsContract(context);
}

function changeRejection(
  exchange: CheckedExchange,
  change: (violation: Violation) => readonly Violation[],
): CheckedExchange {
  const { checkResult } = exchange;
  const violations = checkResult.violations.flatMap((one) =>
    one.check === validAccepted ? change(one.violation).map((violation) => ({ ...one, violation })) : [one],
  );
  return { ...exchange, checkResult: { ...checkResult, violations } };
}

type RejectedContext = CheckedExchange['checkResult']['context'];

interface RepeatedValue extends Pick<ValueLocation, 'path' | 'schema' | 'value'> {
  /** The number of values that its schema allows. */
  readonly size: number;
  /** Several accepted creates had it; unknown after a 409, which may concern a combination of values. */
  readonly isShared: boolean;
}

/** The values that were accepted before; none when the body is not JSON. */
function findRepeatedValues({ acceptedValues }: Session, context: RejectedContext): readonly RepeatedValue[] {
  const { value } = context.requestSpec;
  const schema = bodySchema(context);
  if (value === undefined || schema === undefined) return [];
  return [...findLocations(schema, value)].flatMap(({ path, schema: declared, value: part }) => {
    const name = path.findLast((one) => typeof one === 'string') ?? '';
    const isScalar = typeof part === 'string' || typeof part === 'number' || typeof part === 'bigint';
    const size = isScalar && acceptedValues.has(name, part) ? (valueSpace(part, declared)?.size ?? 0) : 0;
    const isShared = context.response?.status !== 409 && acceptedValues.isShared(name, part);
    return size < MIN_SPACE ? [] : [{ path, schema: declared, value: part, size, isShared }];
  });
}

function bodySchema({ testCase: { operation }, requestSpec: { headers } }: RejectedContext): Schema | undefined {
  const type = headerValue(headers, 'content-type') ?? '';
  return isJsonType(type) ? findMediaType(operation.requestBody?.content ?? [], type)?.schema : undefined;
}

/** Undefined when no value can be replaced. */
function withFreshValues(
  context: RejectedContext,
  repeated: readonly RepeatedValue[],
  fresh: FreshValues,
): RequestSpec | undefined {
  const { requestSpec } = context;
  const schema = bodySchema(context);
  const { value } = requestSpec;
  if (value === undefined || schema === undefined) return undefined;
  // The values of the run's own records are not used up.
  const values = { ...fresh, nextIndex: (size: number) => fresh.number() % size };
  const changed = repeated.reduce((body: Json, { path, schema: declared, value: part }) => {
    const other = distinctValue(part, declared, values);
    const next = other === undefined ? body : replaceAt(body, path, other);
    return isValid(schema, next, 'request') ? next : body;
  }, value);
  if (changed === value) return undefined;
  // Another spelling of the same value may be what is rejected.
  if (requestSpec.body !== stringifyJson(value)) return undefined;
  const other = { ...requestSpec, value: changed, body: stringifyJson(changed) };
  return withOtherOnceOnlyValues(other, context.testCase.operation, fresh);
}

/** Where a schema allows fewer values, they are rarely unique. */
const MIN_SPACE = 10;
