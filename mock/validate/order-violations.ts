/** Bounds of a range that a sentence of the contract rejects in their order. */
import { compareBounds } from '../../spec/described/compare-bounds.ts';
import { statedOrders } from '../../spec/described/stated-orders.ts';
import { isJsonObject, type Json } from '../../spec/json/exact-json.ts';
import type { Operation } from '../../spec/model/contract.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { declaredProperties } from '../../spec/model/schema-view.ts';
import { type ContractViolation, violationCode } from '../http/http-error.ts';

/** Of a body that is valid by its schema. */
export function orderViolations(operation: Operation, schema: Schema, body: Json): readonly ContractViolation[] {
  if (!isJsonObject(body)) return [];
  return statedOrders(operation, schema).flatMap(({ lower, upper, allowsEqual }) => {
    const schemas = [lower, upper].flatMap((name) => declaredProperties(schema).get(name) ?? []);
    const [low, high] = [lower, upper].map((name) => (Object.hasOwn(body, name) ? body[name] : undefined));
    const order = low === undefined || high === undefined ? undefined : compareBounds(low, high, schemas);
    if (order === undefined || order < 0 || (order === 0 && allowsEqual)) return [];
    const relation = allowsEqual ? 'at least' : 'more than';
    const message = `body.${upper}: expected a value that is ${relation} body.${lower}, got ${JSON.stringify(high).slice(0, 60)}`;
    return [{ rule: 'order', code: violationCode('order'), at: ['body', upper], message }];
  });
}
