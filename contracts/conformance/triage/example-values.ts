/**
 * Rejected valid requests that are no error: an implementation that knows only the texts of the contract's examples. The
 * accepted request is sent with another value in the place of each of its texts; where all of these are rejected too,
 * no value was tested.
 */
import { isJsonArray, isJsonObject, type Json } from '../../../spec/json/exact-json.ts';
import type { Operation } from '../../../spec/model/contract.ts';
import { declaresStatus } from '../../../spec/resources/record-views.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import type { CheckedExchange } from '../checking/checked-case.ts';
import type { CheckContext } from '../checks/check.ts';
import { isSuccess, statusOf } from '../model/exchange.ts';
import type { FreshValues, RequestSpec } from '../model/request-spec.ts';
import { withOtherOnceOnlyValues } from '../request/parameters/once-only-values.ts';
import { findLocations, replaceAt, type ValueLocation } from '../request/values/value-locations.ts';
import { distinctValue } from '../request/values/value-space.ts';
import type { Session } from '../session/session.ts';
import { findSentBody, type SentBody } from './sent-bodies.ts';
import { changeRejection, type FilterDuplicates, isRejected } from './unique-values.ts';

/** Others concern no value. */
const valueStatuses: ReadonlySet<number> = new Set([400, 404, 409, 422]);

const MAX_TEXTS = 4;

export function createExampleFilter(session: Session): FilterDuplicates {
  const results = new Map<Operation, Promise<SentBody | undefined>>();
  return async (checkedCase) => {
    if (!checkedCase.exchanges.some(isRejected)) return checkedCase;
    const exchanges: CheckedExchange[] = [];
    for (const exchange of checkedCase.exchanges)
      exchanges.push(
        isRejected(exchange) && (await isOtherThanExample(exchange.checkResult.context))
          ? changeRejection(exchange, () => [])
          : exchange,
      );
    return { ...checkedCase, exchanges };
  };

  /** Whether the request has other texts than the accepted one, which are all rejected. */
  async function isOtherThanExample({ requestSpec, testCase, response, declared }: CheckContext): Promise<boolean> {
    const { operation } = testCase;
    const { value } = requestSpec;
    const mayConcernValue = declared !== undefined && valueStatuses.has(response?.status ?? 0);
    if (!mayConcernValue || value === undefined) return false;
    const result = results.get(operation) ?? findOnlyExample(operation, response?.status ?? 0);
    results.set(operation, result);
    const example = await result;
    if (example === undefined) return false;
    const known = new Set(textsIn(example.value));
    if (textsIn(value).every((text) => known.has(text))) return false;
    session.unknownValues.recordOnlyExamples(operation.id);
    return true;
  }

  /** The accepted body, where all bodies with another text are rejected; undefined where one is accepted. */
  async function findOnlyExample(operation: Operation, status: number): Promise<SentBody | undefined> {
    const build = session.access.findAccepted(operation);
    const fresh = session.fresh.reserveForRepeat({});
    const requestSpec = build?.(fresh);
    const example = requestSpec && findSentBody(operation, requestSpec);
    const texts = example === undefined ? [] : textLocations(example).slice(0, MAX_TEXTS);
    // Listed values are all valid: alone they are no evidence.
    if (example === undefined || !texts.some(({ flat }) => flat.enum === undefined)) return undefined;
    const accepted = await sendStatus(operation, example.withValue(example.value), fresh);
    if (!isSuccess(accepted) && !(accepted === 409 && declaresStatus(operation, 409))) return undefined;
    let tried = 0;
    for (const { path, schema, value } of texts) {
      // With other numbers and keys: one that was used before would be a reason of its own.
      const nextFresh = session.fresh.reserveForRepeat({});
      const nextSpec = build?.(nextFresh);
      const next = nextSpec && findSentBody(operation, nextSpec);
      const other = distinctValue(value, schema, { ...nextFresh, nextIndex: (size) => nextFresh.number() % size });
      if (next === undefined || other === undefined) continue;
      const changed = replaceAt(next.value, path, other);
      if (!isValid(next.schema, changed, 'request')) continue;
      if ((await sendStatus(operation, next.withValue(changed), nextFresh)) !== status) return undefined;
      tried++;
    }
    return tried === 0 ? undefined : example;
  }

  async function sendStatus(operation: Operation, requestSpec: RequestSpec, fresh: FreshValues): Promise<number> {
    return statusOf(await session.send({ operation }, withOtherOnceOnlyValues(requestSpec, operation, fresh))) ?? 0;
  }
}

/** Free texts first: they have more values. */
function textLocations({ schema, value }: SentBody): readonly ValueLocation[] {
  const isListed = ({ flat }: ValueLocation) => Number(flat.enum !== undefined);
  return [...findLocations(schema, value)]
    .filter(({ value: part, flat }) => typeof part === 'string' && flat.const === undefined)
    .toSorted((a, b) => isListed(a) - isListed(b));
}

function textsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (isJsonArray(value)) return value.flatMap(textsIn);
  return isJsonObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
