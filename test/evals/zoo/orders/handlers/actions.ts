/** Actions on an order, and the job that ships it. */

import type { ShopBehavior } from '../behavior.ts';
import { newId } from '../behavior.ts';
import { readBody, type ShopContext } from '../context.ts';
import { jsonReply, type ShopReply } from '../http.ts';
import { ShopProblem } from '../problem.ts';
import { uuidOf } from '../query.ts';
import { orderPayment } from '../rules.ts';
import type { Job, Order, ShopState } from '../state.ts';
import { allowedActions, type OrderAction } from '../transitions.ts';
import { findOrder } from './orders.ts';

export function runAction(action: Exclude<OrderAction, 'pay' | 'ship'>): (context: ShopContext) => ShopReply {
  return (context) => {
    const order = findOrder(context);
    rejectConflict(context, order, action);
    return changedOrder(context, context.shop.applyAction(context.state, order, { action }));
  };
}

export function payOrder(context: ShopContext): ShopReply {
  const order = findOrder(context);
  const payment = context.shop.fieldsOf(readBody(context, orderPayment), 'payOrder');
  rejectConflict(context, order, 'pay');
  return changedOrder(context, context.shop.applyAction(context.state, order, { action: 'pay', payment }));
}

export function shipOrder(context: ShopContext): ShopReply {
  const { shop, state } = context;
  const order = findOrder(context);
  rejectConflict(context, order, 'ship');
  if (isShipping(state, order)) throw conflict(order);
  const job = { id: newId(), orderId: order.id, startedAt: Date.now(), isApplied: false };
  state.jobs.set(job.id, job);
  return jsonReply(202, shop.showJob(job), { location: `/jobs/${job.id}` });
}

export function readJob({ shop, state, pathValue }: ShopContext): ShopReply {
  const job = shop.findJob(state, uuidOf('jobId', pathValue));
  if (job === undefined) throw new ShopProblem(404, 'There is no such job.');
  return jsonReply(200, shop.showJob(job), job.isApplied ? {} : { 'retry-after': '1' });
}

/** Ships what is due; runs before every request. */
export function finishJobs(shop: ShopBehavior, state: ShopState): void {
  for (const job of state.jobs.values())
    if (!job.isApplied && shop.isJobDone(job, Date.now())) finish(shop, state, job);
}

function finish(shop: ShopBehavior, state: ShopState, job: Job): void {
  state.jobs.set(job.id, { ...job, isApplied: true });
  const order = state.orders.get(job.orderId);
  if (order?.status === 'paid') shop.applyAction(state, order, { action: 'ship' });
}

function isShipping({ jobs }: ShopState, { id }: Order): boolean {
  return [...jobs.values()].some(({ orderId, isApplied }) => orderId === id && !isApplied);
}

function rejectConflict({ shop, state }: ShopContext, order: Order, action: OrderAction): void {
  if (shop.isAllowed(action, order)) return;
  shop.onConflict(state, order, action);
  throw conflict(order);
}

function conflict(order: Order): ShopProblem {
  const members = { orderStatus: order.status, allowed: [...allowedActions(order)] };
  return new ShopProblem(409, `The order is ${order.status}.`, { members });
}

function changedOrder({ shop }: ShopContext, order: Order): ShopReply {
  const shown = shop.showOrder(order);
  return jsonReply(200, shown, { etag: shop.preconditions.etagOf(shown) });
}
