/** Takes one request through all stages; every failure becomes a reply. */

import type { ShopBehavior } from './behavior.ts';
import type { ShopContext } from './context.ts';
import { finishJobs, payOrder, readJob, runAction, shipOrder } from './handlers/actions.ts';
import { changeCustomer, createCustomer, deleteCustomer, readCustomer, replaceCustomer } from './handlers/customers.ts';
import { createOrder, listOrders, readOrder } from './handlers/orders.ts';
import { createProducts, listProducts } from './handlers/products.ts';
import type { ShopReply, ShopRequest } from './http.ts';
import { internalError, ShopProblem } from './problem.ts';
import { findShopRoute, type OperationId, type ShopRoute } from './routes.ts';
import { emptyShop, type ShopState } from './state.ts';

const handlers: Readonly<Record<OperationId, (context: ShopContext) => ShopReply>> = {
  createCustomer,
  readCustomer,
  replaceCustomer,
  changeCustomer,
  deleteCustomer,
  createProducts,
  listProducts,
  createOrder,
  listOrders,
  readOrder,
  placeOrder: runAction('place'),
  payOrder,
  shipOrder,
  deliverOrder: runAction('deliver'),
  cancelOrder: runAction('cancel'),
  readJob,
};

/** With a state of its own. */
export function createShopExchange(shop: ShopBehavior): (request: ShopRequest) => Promise<ShopReply> {
  const state = emptyShop();
  return (request) => shop.wrapExchange(request, async () => respond(shop, state, request));
}

function respond(shop: ShopBehavior, state: ShopState, original: ShopRequest): ShopReply {
  let route: ShopRoute | undefined;
  const request = shop.transformRequest(original);
  try {
    finishJobs(shop, state);
    route = findShopRoute(request.method, request.path);
    if (!shop.isPublic(request, route.operation)) authorize(shop, request, route);
    const context = { shop, state, request, operation: route.operation, pathValue: route.pathValue };
    return shop.transformReply(handlers[route.operation](context), route.operation, request);
  } catch (error) {
    if (!(error instanceof ShopProblem)) return internalError;
    const reply = shop.respondToProblem(error, route?.operation, request);
    return route === undefined ? reply : shop.transformReply(reply, route.operation, request);
  }
}

function authorize({ tokens }: ShopBehavior, request: ShopRequest, { scopes }: ShopRoute): void {
  const token = tokens.tokenOf(request);
  const granted = token === undefined ? undefined : tokens.scopesOf(token);
  if (granted === undefined) {
    const detail = token === undefined ? '' : ', error="invalid_token"';
    throw new ShopProblem(401, 'A valid token is required.', {
      headers: { 'www-authenticate': `Bearer realm="shop"${detail}` },
    });
  }
  if (tokens.isSufficient(granted, scopes)) return;
  const challenge = `Bearer realm="shop", error="insufficient_scope", scope="${scopes.join(' ')}"`;
  throw new ShopProblem(403, 'The token has not the scope.', { headers: { 'www-authenticate': challenge } });
}
