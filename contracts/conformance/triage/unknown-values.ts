/**
 * Rejected valid requests that are no error: only the implementation knows the valid values of an optional property.
 * Such a request is sent again without it; only what is still rejected is reported.
 */
import { isEqualJson, isJsonObject, type Json } from '../../../spec/json/exact-json.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import type { CheckedExchange } from '../checking/checked-case.ts';
import type { CheckContext } from '../checks/check.ts';
import { isSuccess, statusOf } from '../model/exchange.ts';
import { withOtherOnceOnlyValues } from '../request/parameters/once-only-values.ts';
import { isValidAlone, mayBeUnknown } from '../request/values/unknown-values.ts';
import { findLocations, removeAt, type ValueLocation } from '../request/values/value-locations.ts';
import type { Session } from '../session/session.ts';
import { findSentBody, type SentBody } from './sent-bodies.ts';
import { changeRejection, type FilterDuplicates, isRejected } from './unique-values.ts';

/** After so many failed attempts, an operation rejects its requests for another reason. */
const MAX_FAILURES = 20;

/** 401, 405, 406, 413 and 415 concern no value. */
const valueStatuses: ReadonlySet<number> = new Set([400, 403, 404, 409, 410, 422]);

export function createUnknownValueFilter(session: Session): FilterDuplicates {
  const failures = new Map<string, number>();
  return async (checkedCase) => {
    if (!checkedCase.exchanges.some(isRejected)) return checkedCase;
    const exchanges: CheckedExchange[] = [];
    for (const exchange of checkedCase.exchanges)
      exchanges.push(
        isRejected(exchange) && (await isUnknown(exchange.checkResult.context))
          ? changeRejection(exchange, () => [])
          : exchange,
      );
    return { ...checkedCase, exchanges };
  };

  async function isUnknown(context: CheckContext): Promise<boolean> {
    const { requestSpec, testCase, response, declared } = context;
    const { operation } = testCase;
    if (response === undefined || declared === undefined || !valueStatuses.has(response.status)) return false;
    const sentBody = findSentBody(operation, requestSpec);
    const unknown = sentBody === undefined ? [] : findUnknown(context, sentBody);
    const failed = failures.get(operation.id) ?? 0;
    if (sentBody === undefined || unknown.length === 0 || failed >= MAX_FAILURES) return false;
    const rest = unknown.reduce((value: Json, { path }) => removeAt(value, path), sentBody.value);
    const hasRest = isJsonObject(rest) && Object.keys(rest).length > 0 && isValid(sentBody.schema, rest, 'request');
    if (!hasRest) return unknown.every(({ name }) => session.unknownValues.has(operation.id, name));
    const fresh = session.fresh.reserveForRepeat({});
    const other = withOtherOnceOnlyValues(sentBody.withValue(rest), operation, fresh);
    const isAccepted = isSuccess(statusOf(await session.send({ operation }, other)) ?? 0);
    failures.set(operation.id, isAccepted ? 0 : failed + 1);
    if (isAccepted) for (const { name } of unknown) session.unknownValues.record(operation.id, name, response.status);
    return isAccepted;
  }

  function findUnknown({ testCase, response }: CheckContext, { schema, value }: SentBody): readonly ValueLocation[] {
    const rejection = { status: response?.status ?? 0, text: Buffer.from(response?.body ?? []).toString() };
    return [...findLocations(schema, value)].filter(
      (location) => mayBeUnknown(location, rejection) && !isKnown(testCase.operation.id, location),
    );
  }

  /** The operation has accepted this value, or another one that was generated: then it does not know only some. */
  function isKnown(operationId: string, { path, name: place, value, flat }: ValueLocation): boolean {
    const name = String(path.at(-1));
    const accepted = session.acceptedValues.acceptedBy(operationId, name);
    const isGenerated = (one: Json) => one !== '' && !flat.examples.some((example) => isEqualJson(example, one));
    return (
      session.unknownValues.isKnown(operationId, place, value) ||
      flat.examples.some((example) => isEqualJson(example, value)) ||
      accepted.some((one) => isEqualJson(one, value) || (!isValidAlone(name) && isGenerated(one)))
    );
  }
}
