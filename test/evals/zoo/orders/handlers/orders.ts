import { JsonNumber, type JsonObject, wholeNumber } from '../../json.ts';
import { newId } from '../behavior.ts';
import { readBody, type ShopContext } from '../context.ts';
import { jsonReply, type ShopReply } from '../http.ts';
import { ShopProblem } from '../problem.ts';
import { invalidParameter, readOrderQuery, readPairs, uuidOf } from '../query.ts';
import { newOrder } from '../rules.ts';
import type { Order } from '../state.ts';
import { conditionalReply } from './customers.ts';
import { nextLink } from './next-link.ts';

export function createOrder(context: ShopContext): ShopReply {
  const { shop, state } = context;
  const key = idempotencyKey(context);
  const body = readBody(context, newOrder);
  const text = JSON.stringify(body);
  const stored = key === undefined ? undefined : shop.storedReply(state, key);
  if (stored !== undefined) {
    if (shop.isSameBody(stored, text)) return stored.reply;
    throw new ShopProblem(422, 'This Idempotency-Key was used with another body.');
  }
  const reply = saveOrder(context, body);
  if (key !== undefined) shop.storeReply(state, key, { body: text, reply });
  return reply;
}

function saveOrder({ shop, state, operation }: ShopContext, body: JsonObject): ShopReply {
  const customerId = body.customerId instanceof JsonNumber ? (wholeNumber(body.customerId) ?? 0n) : 0n;
  if (!shop.isCustomerKnown(state, customerId)) {
    const violations = [{ pointer: '/customerId', message: 'there is no such customer' }];
    throw new ShopProblem(422, 'There is no such customer.', { violations });
  }
  const order: Order = {
    id: newId(),
    number: ++state.ordersCreated,
    customerId,
    createdAt: new Date().toISOString(),
    status: shop.firstStatus,
    version: 1,
    payment: undefined,
    fields: shop.fieldsOf(body, operation),
  };
  state.orders.set(order.id, order);
  const shown = shop.showOrder(order);
  return jsonReply(201, shown, { location: `/orders/${order.id}`, etag: shop.preconditions.etagOf(shown) });
}

function idempotencyKey({ request, shop, operation }: ShopContext): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined || /^[A-Za-z0-9-]{8,64}$/.test(key)) return key;
  if (shop.enforces('header/idempotency-key', operation)) throw invalidParameter('Idempotency-Key', 'it is no key');
  return undefined;
}

export function listOrders(context: ShopContext): ShopReply {
  const { shop, state, request, operation } = context;
  const query = readOrderQuery(readPairs(request.query), (rule) => shop.enforces(rule, operation));
  const selected = shop.filterOrders([...state.orders.values()], query);
  const { items, next } = shop.pageOfOrders(shop.sortOrders(selected, query.sort), query);
  return jsonReply(
    200,
    { items: items.map((order) => shop.showOrder(order)), next, total: new JsonNumber(selected.length) },
    next === null ? {} : nextLink(request, { cursor: next }),
  );
}

export function readOrder(context: ShopContext): ShopReply {
  return conditionalReply(context, context.shop.showOrder(findOrder(context)));
}

export function findOrder({ state, pathValue }: ShopContext): Order {
  const order = state.orders.get(uuidOf('orderId', pathValue));
  if (order === undefined) throw new ShopProblem(404, 'There is no such order.');
  return order;
}
