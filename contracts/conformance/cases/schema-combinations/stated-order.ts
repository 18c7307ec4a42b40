/** Bodies whose bounds are in the order that a sentence of the contract rejects. */
import { compareBounds, nextBound, timeOf } from '../../../../spec/described/compare-bounds.ts';
import { type StatedOrder, statedOrders } from '../../../../spec/described/stated-orders.ts';
import { isJsonObject, type Json } from '../../../../spec/json/exact-json.ts';
import { declaredProperties } from '../../../../spec/model/schema-view.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import type { FreshValues } from '../../model/request-spec.ts';
import type { TestCase } from '../../model/test-case.ts';
import type { BaselineBody, BaselineRequest } from '../../request/baseline-request.ts';
import { jsonRequestSpec } from '../../request/build-request-spec.ts';
import { createCase } from '../../request/create-case.ts';
import { freshen } from '../../request/values/freshen.ts';

export function* statedOrderCases(baseline: BaselineRequest, body: BaselineBody): Generator<TestCase> {
  const { full } = body;
  if (!isJsonObject(full)) return;
  for (const order of statedOrders(baseline.operation, body.schema)) {
    const { lower, upper, sentence } = order;
    for (const { name, description, move } of violationsOf(order)) {
      if (swappedBody(full, body, order, move) === undefined) continue;
      yield createCase(baseline, {
        category: 'schema-combinations',
        name: `body.${upper}/${name}`,
        topic: `body.${upper} in another order`,
        expectation: 'reject',
        mutation: `body.${upper} is ${description} body.${lower}, and the contract says "${sentence}"`,
        place: declaredProperties(body.schema).get(upper)?.place ?? baseline.operation.place,
        constantPart: 'text',
        buildRequest: (fresh) => jsonRequestSpec(baseline, freshBody(body, order, move, fresh)),
      });
    }
  }
}

type Move = (low: Json) => Json | undefined;

interface OrderViolation {
  readonly name: string;
  /** Between the names of the two bounds. */
  readonly description: string;
  readonly move: Move;
}

function violationsOf({ allowsEqual }: StatedOrder): readonly OrderViolation[] {
  return [
    { name: 'wrong order', description: 'below', move: (low) => nextBound(low, -1) },
    { name: 'wrong order in another zone', description: 'an hour before, in another zone than', move: earlierInZone },
    ...(allowsEqual ? [] : [{ name: 'equal bounds', description: 'equal to', move: (low: Json) => low }]),
  ];
}

/** An hour earlier, as a text that is later: the clock of a zone two hours ahead. */
function earlierInZone(low: Json): Json | undefined {
  const time = typeof low === 'string' && /t.*(?:z|[+-]\d\d:\d\d)$/i.test(low) ? timeOf(low) : undefined;
  if (time === undefined) return undefined;
  return new Date(time + HOUR_MS).toISOString().replace(/(?:\.\d+)?Z$/, '+02:00');
}

const HOUR_MS = 3_600_000;

function freshBody(body: BaselineBody, order: StatedOrder, move: Move, fresh: FreshValues): Json {
  const freshened = freshen(body.full, body.schema, fresh);
  return swappedBody(freshened, body, order, move) ?? swappedBody(body.full, body, order, move) ?? freshened;
}

/** Undefined where the body lacks a bound, or its schema does not allow such a value. */
function swappedBody(value: Json, { schema }: BaselineBody, { lower, upper }: StatedOrder, move: Move) {
  if (!isJsonObject(value)) return undefined;
  const low = Object.hasOwn(value, lower) ? value[lower] : undefined;
  const moved = low === undefined || !Object.hasOwn(value, upper) ? undefined : move(low);
  if (low === undefined || moved === undefined) return undefined;
  const properties = declaredProperties(schema);
  const schemas = [lower, upper].flatMap((name) => properties.get(name) ?? []);
  const order = compareBounds(low, moved, schemas);
  const changed = { ...value, [upper]: moved };
  return order !== undefined && order >= 0 && isValid(schema, changed, 'request') ? changed : undefined;
}
