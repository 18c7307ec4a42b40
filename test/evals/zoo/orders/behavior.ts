/** The stages of an exchange; a variant replaces some of them. */
import { randomUUID } from 'node:crypto';
import { type Json, JsonNumber, type JsonObject, parseJson } from '../json.ts';
import type { ShopReply, ShopRequest } from './http.ts';
import {
  filterOrders,
  filterProducts,
  type OrderPage,
  pageOfOrders,
  pageOfProducts,
  sortOrders,
  sortProducts,
  totalOf,
} from './lists.ts';
import { type Preconditions, preconditions } from './preconditions.ts';
import { problemReply, type ShopProblem } from './problem.ts';
import type { OrderQuery, ProductQuery } from './query.ts';
import type { OperationId } from './routes.ts';
import {
  type Customer,
  firstCustomerId,
  type Job,
  type Order,
  type OrderStatus,
  type Product,
  type ShopState,
  type StoredReply,
} from './state.ts';
import { type TokenRules, tokenRules } from './tokens.ts';
import { isAllowed, type OrderAction, statusAfter } from './transitions.ts';

export interface ShopBehavior {
  readonly tokens: TokenRules;
  readonly preconditions: Preconditions;
  /** Wraps the whole exchange. */
  wrapExchange(request: ShopRequest, respond: () => Promise<ShopReply>): Promise<ShopReply>;
  /** Before it has an operation. */
  transformRequest(request: ShopRequest): ShopRequest;
  /** Whether it needs no token. */
  isPublic(request: ShopRequest, operation: OperationId): boolean;
  /** Whether a rule of the contract applies; rules.ts and query.ts name them. */
  enforces(rule: string, operation: OperationId): boolean;
  isMediaType(given: string, wanted: string): boolean;
  parse(text: string): Json;
  /** What becomes of a body before it is validated. */
  prepare(body: Json, operation: OperationId): Json;
  /** What a rejected body leaves behind: nothing. */
  onInvalidBody(state: ShopState, body: Json, request: OperationRequest): void;
  /** What of a valid body is stored. */
  fieldsOf(body: JsonObject, operation: OperationId): JsonObject;
  nextCustomerId(state: ShopState): bigint;
  isEmailTaken(state: ShopState, email: Json | undefined, own: bigint | undefined): boolean;
  saveCustomer(state: ShopState, customer: Customer): void;
  replaceFields(customer: Customer, fields: JsonObject): JsonObject;
  patchFields(customer: Customer, patch: JsonObject): JsonObject;
  removeCustomer(state: ShopState, customer: Customer): void;
  saveProducts(state: ShopState, products: readonly Product[]): void;
  filterProducts(products: readonly Product[], query: ProductQuery): readonly Product[];
  sortProducts(products: readonly Product[], sort: string | undefined): readonly Product[];
  pageOfProducts(products: readonly Product[], query: ProductQuery): readonly Product[];
  isCustomerKnown(state: ShopState, id: bigint): boolean;
  readonly firstStatus: OrderStatus;
  /** Undefined for a key that is not stored. */
  storedReply(state: ShopState, key: string): StoredReply | undefined;
  storeReply(state: ShopState, key: string, stored: StoredReply): void;
  isSameBody(stored: StoredReply, body: string): boolean;
  filterOrders(orders: readonly Order[], query: OrderQuery): readonly Order[];
  sortOrders(orders: readonly Order[], sort: string): readonly Order[];
  pageOfOrders(sorted: readonly Order[], query: OrderQuery): OrderPage;
  isAllowed(action: OrderAction, order: Order): boolean;
  /** Stores the order after an action, and returns it. */
  applyAction(state: ShopState, order: Order, change: OrderChange): Order;
  /** What a conflict leaves behind: nothing. */
  onConflict(state: ShopState, order: Order, action: OrderAction): void;
  isJobDone(job: Job, now: number): boolean;
  findJob(state: ShopState, id: string): Job | undefined;
  showCustomer(customer: Customer): JsonObject;
  showProduct(product: Product): JsonObject;
  showOrder(order: Order): JsonObject;
  showJob(job: Job): JsonObject;
  respondToProblem(problem: ShopProblem, operation: OperationId | undefined, request: ShopRequest): ShopReply;
  /** The last stage of every reply that has an operation, errors included. */
  transformReply(reply: ShopReply, operation: OperationId, request: ShopRequest): ShopReply;
}

export interface OperationRequest {
  readonly operation: OperationId;
  readonly pathValue: string;
}

export interface OrderChange {
  readonly action: OrderAction;
  readonly payment?: JsonObject | undefined;
}

const JOB_MS = 40;

/** By orders.yaml, with the common choice where that is silent. */
export const rightShop: ShopBehavior = {
  tokens: tokenRules,
  preconditions,
  wrapExchange: (_request, respond) => respond(),
  transformRequest: (request) => request,
  isPublic: () => false,
  enforces: () => true,
  isMediaType,
  parse: parseJson,
  prepare: (body) => body,
  onInvalidBody: () => undefined,
  fieldsOf,
  nextCustomerId: ({ customersCreated }) => firstCustomerId + 2n * customersCreated,
  isEmailTaken: ({ customers }, email, own) => {
    const wanted = String(email).toLowerCase();
    return customers.values().some(({ id, fields }) => id !== own && String(fields.email).toLowerCase() === wanted);
  },
  saveCustomer: ({ customers }, customer) => void customers.set(customer.id, customer),
  replaceFields: (_customer, fields) => fields,
  patchFields: ({ fields }, patch) => mergePatch(fields, patch),
  removeCustomer: ({ customers, orders }, { id }) => {
    customers.delete(id);
    for (const order of orders.values()) if (order.customerId === id) orders.delete(order.id);
  },
  saveProducts: (state, products) => {
    for (const product of products) state.products.set(product.id, product);
  },
  filterProducts,
  sortProducts,
  pageOfProducts,
  isCustomerKnown: ({ customers }, id) => customers.has(id),
  firstStatus: 'draft',
  storedReply: ({ repliesByKey }, key) => repliesByKey.get(key),
  storeReply: ({ repliesByKey }, key, stored) => void repliesByKey.set(key, stored),
  isSameBody: (stored, body) => stored.body === body,
  filterOrders,
  sortOrders,
  pageOfOrders,
  isAllowed,
  applyAction: ({ orders }, order, { action, payment = order.payment }) => {
    const changed = { ...order, status: statusAfter(action), version: order.version + 1, payment };
    orders.set(order.id, changed);
    return changed;
  },
  onConflict: () => undefined,
  isJobDone: ({ startedAt }, now) => now - startedAt >= JOB_MS,
  findJob: ({ jobs }, id) => jobs.get(id),
  showCustomer: ({ id, createdAt, fields: { password: _secret, ...fields } }) => ({
    id: new JsonNumber(id),
    createdAt,
    ...fields,
  }),
  showProduct: ({ id, fields }) => ({ id, ...fields }),
  showOrder: ({ id, status, customerId, createdAt, payment, fields }) => ({
    id,
    status,
    ...fields,
    customerId: new JsonNumber(customerId),
    totalCents: new JsonNumber(totalOf({ fields })),
    ...(payment === undefined ? {} : { payment }),
    createdAt,
  }),
  showJob: ({ id, orderId, isApplied }) => ({ id, orderId, state: isApplied ? 'done' : 'running' }),
  respondToProblem: problemReply,
  transformReply: (reply) => reply,
};

export function isMediaType(given: string, wanted: string): boolean {
  const [type = '', ...parameters] = given.toLowerCase().split(';');
  const charset = parameters.map((parameter) => parameter.trim()).find((one) => one.startsWith('charset='));
  return type.trim() === wanted && (charset === undefined || /^charset="?(utf-?8|us-ascii)"?$/.test(charset));
}

const defaults: Readonly<Partial<Record<OperationId, JsonObject>>> = {
  createCustomer: { tier: 'standard', newsletter: false },
  replaceCustomer: { tier: 'standard', newsletter: false },
  createProducts: { stock: new JsonNumber(0), active: true },
  createOrder: { currency: 'EUR', express: false },
};

/** With the defaults, and without read-only properties. */
export function fieldsOf(
  { id: _id, createdAt: _createdAt, ...fields }: JsonObject,
  operation: OperationId,
): JsonObject {
  return { ...defaults[operation], ...fields };
}

/** RFC 7396; no property of a patch is an object. */
export function mergePatch(fields: JsonObject, patch: JsonObject): JsonObject {
  const merged = Object.entries({ ...fields, ...patch });
  return Object.fromEntries(merged.filter(([name]) => !Object.hasOwn(patch, name) || patch[name] !== null));
}

export function newId(): string {
  return randomUUID();
}
