/** From a method and a path to an operation. */
import { ShopProblem } from './problem.ts';

export type Scope = 'read' | 'write' | 'delivery';

const routes = [
  { operation: 'createCustomer', method: 'POST', path: /^\/customers$/, scopes: ['write'] },
  { operation: 'readCustomer', method: 'GET', path: /^\/customers\/([^/]+)$/, scopes: ['read'] },
  { operation: 'replaceCustomer', method: 'PUT', path: /^\/customers\/([^/]+)$/, scopes: ['write'] },
  { operation: 'changeCustomer', method: 'PATCH', path: /^\/customers\/([^/]+)$/, scopes: ['write'] },
  { operation: 'deleteCustomer', method: 'DELETE', path: /^\/customers\/([^/]+)$/, scopes: ['write'] },
  { operation: 'createProducts', method: 'POST', path: /^\/products$/, scopes: ['write'] },
  { operation: 'listProducts', method: 'GET', path: /^\/products$/, scopes: ['read'] },
  { operation: 'createOrder', method: 'POST', path: /^\/orders$/, scopes: ['write'] },
  { operation: 'listOrders', method: 'GET', path: /^\/orders$/, scopes: ['read'] },
  { operation: 'readOrder', method: 'GET', path: /^\/orders\/([^/]+)$/, scopes: ['read', 'delivery'] },
  { operation: 'placeOrder', method: 'POST', path: /^\/orders\/([^/]+)\/place$/, scopes: ['write'] },
  { operation: 'payOrder', method: 'POST', path: /^\/orders\/([^/]+)\/pay$/, scopes: ['write'] },
  { operation: 'shipOrder', method: 'POST', path: /^\/orders\/([^/]+)\/ship$/, scopes: ['write', 'delivery'] },
  { operation: 'deliverOrder', method: 'POST', path: /^\/orders\/([^/]+)\/deliver$/, scopes: ['delivery'] },
  { operation: 'cancelOrder', method: 'POST', path: /^\/orders\/([^/]+)\/cancel$/, scopes: ['write'] },
  { operation: 'readJob', method: 'GET', path: /^\/jobs\/([^/]+)$/, scopes: ['read', 'delivery'] },
] as const;

export type OperationId = (typeof routes)[number]['operation'];

export interface ShopRoute {
  readonly operation: OperationId;
  /** Decoded; empty where the path has no item. */
  readonly pathValue: string;
  /** Any of them is sufficient. */
  readonly scopes: readonly Scope[];
}

/** HEAD is routed as GET. */
export function findShopRoute(method: string, path: string): ShopRoute {
  const matching = routes.filter((route) => route.path.test(path));
  if (matching.length === 0) throw new ShopProblem(404, 'There is nothing at this path.');
  const route = matching.find((one) => one.method === (method === 'HEAD' ? 'GET' : method));
  if (route === undefined) throw new ShopProblem(405, 'Not for this path.', { headers: { allow: allowed(matching) } });
  const [, value = ''] = route.path.exec(path) ?? [];
  return { operation: route.operation, pathValue: decodedSegment(value), scopes: route.scopes };
}

function allowed(matching: readonly { readonly method: string }[]): string {
  return matching.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
}

function decodedSegment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new ShopProblem(400, 'The path is not percent-encoded UTF-8.');
  }
}
