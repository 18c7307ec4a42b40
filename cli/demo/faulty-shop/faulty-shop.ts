/**
 * An implementation of shop.yaml as one may write it by hand, with three defects: a product that does not exist is
 * found (here), a replaced product loses its description (products.ts), and a price below zero is accepted
 * (read-bodies.ts).
 */
import { randomUUID } from 'node:crypto';
import { createProducts, type Products } from './products.ts';
import { checkLogin, readProduct } from './read-bodies.ts';

export interface ShopRequest {
  readonly method: string;
  /** Of the URL, without the query. */
  readonly path: string;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly body: string;
}

export interface ShopResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; nothing is sent where it is undefined. */
  readonly body?: unknown;
}

export interface FaultyShop {
  respond(request: ShopRequest): ShopResponse;
}

interface ShopState {
  readonly products: Products;
  /** The tokens that are accepted. */
  readonly tokens: Set<string>;
}

type Handler = (state: ShopState, input: { readonly id: number; readonly body: unknown }) => ShopResponse;

const MAX_ID = 2_147_483_647;

interface Route {
  readonly isPublic?: true;
  readonly hasBody?: true;
  readonly handle: Handler;
}

/** `token` is accepted without a login. */
export function createFaultyShop(token: string): FaultyShop {
  const products = createProducts([
    { name: 'Desk lamp', price: 4900, description: 'Bends in three places' },
    { name: 'Bookend', price: 1250 },
  ]);
  const state = { products, tokens: new Set([token]) };
  return { respond: (request) => respond(state, request) };
}

const notFound: ShopResponse = { status: 404, body: { message: 'no such product' } };

const collection: Readonly<Record<string, Route>> = {
  GET: { handle: ({ products }) => ({ status: 200, body: products.list() }) },
  POST: {
    hasBody: true,
    handle: ({ products }, { body }) => {
      const draft = readProduct(body);
      return 'message' in draft ? invalid(draft.message) : { status: 201, body: products.create(draft) };
    },
  },
};

const item: Readonly<Record<string, Route>> = {
  // The first defect: there is no 404.
  GET: { handle: ({ products }, { id }) => ({ status: 200, body: products.find(id) ?? {} }) },
  PUT: {
    hasBody: true,
    handle: ({ products }, { id, body }) => {
      const draft = readProduct(body);
      if ('message' in draft) return invalid(draft.message);
      const replaced = products.replace(id, draft);
      return replaced === undefined ? notFound : { status: 200, body: replaced };
    },
  },
  DELETE: { handle: ({ products }, { id }) => (products.remove(id) ? { status: 204 } : notFound) },
};

const login: Readonly<Record<string, Route>> = {
  POST: {
    isPublic: true,
    hasBody: true,
    handle: ({ tokens }, { body }) => {
      const wrong = checkLogin(body);
      if (wrong !== undefined) return invalid(wrong.message);
      const token = randomUUID();
      tokens.add(token);
      return { status: 200, body: { token } };
    },
  },
};

function respond(state: ShopState, request: ShopRequest): ShopResponse {
  const [, itemId] = /^\/products\/([^/]+)$/.exec(request.path) ?? [];
  const routes =
    itemId !== undefined
      ? item
      : new Map([
          ['/products', collection],
          ['/login', login],
        ]).get(request.path);
  if (routes === undefined) return { status: 404, body: { message: 'no such page' } };
  const route = Object.hasOwn(routes, request.method) ? routes[request.method] : undefined;
  if (route === undefined)
    return { status: 405, headers: { Allow: Object.keys(routes).join(', ') }, body: { message: 'not allowed' } };
  if (route.isPublic !== true && !isAuthorized(state, request))
    return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' }, body: { message: 'log in first' } };
  const id = itemId === undefined ? 0 : readId(itemId);
  if (id === undefined) return invalid('productId: expected an integer from 1 to 2147483647');
  if (route.hasBody !== true) return route.handle(state, { id, body: undefined });
  const body = readJson(request);
  return 'response' in body ? body.response : route.handle(state, { id, body: body.value });
}

function invalid(message: string): ShopResponse {
  return { status: 400, body: { message } };
}

function isAuthorized({ tokens }: ShopState, { authorization = '' }: ShopRequest): boolean {
  const [, token] = /^bearer +(\S+)$/i.exec(authorization) ?? [];
  return token !== undefined && tokens.has(token);
}

function readId(text: string): number | undefined {
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  return id >= 1 && id <= MAX_ID ? id : undefined;
}

function readJson({ contentType = '', body }: ShopRequest): { value: unknown } | { response: ShopResponse } {
  if (!/^application\/json\b/i.test(contentType))
    return { response: { status: 415, body: { message: 'expected JSON' } } };
  try {
    return { value: JSON.parse(body) };
  } catch {
    return { response: invalid('the body is not JSON') };
  }
}
