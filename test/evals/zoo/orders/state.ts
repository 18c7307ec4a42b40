/** What the shop knows, in memory. */
import type { JsonObject } from '../json.ts';
import type { ShopReply } from './http.ts';

export interface Customer {
  readonly id: bigint;
  readonly createdAt: string;
  /** Counts up with every write. */
  readonly version: number;
  readonly fields: JsonObject;
}

export interface Product {
  /** A UUID in lower case. */
  readonly id: string;
  readonly fields: JsonObject;
}

export type OrderStatus = 'draft' | 'placed' | 'paid' | 'shipped' | 'delivered' | 'cancelled';

export interface Order {
  /** A UUID in lower case. */
  readonly id: string;
  /** Counts up with every order; orders of one millisecond keep their order by it. */
  readonly number: number;
  readonly customerId: bigint;
  readonly createdAt: string;
  readonly status: OrderStatus;
  readonly version: number;
  /** Once it is paid. */
  readonly payment: JsonObject | undefined;
  readonly fields: JsonObject;
}

export interface Job {
  readonly id: string;
  readonly orderId: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Whether the order is shipped. */
  readonly isApplied: boolean;
}

export interface StoredReply {
  /** Canonical JSON of the request's body. */
  readonly body: string;
  readonly reply: ShopReply;
}

/** Records by id, in the order of their creation. */
export interface ShopState {
  readonly customers: Map<bigint, Customer>;
  readonly products: Map<string, Product>;
  readonly orders: Map<string, Order>;
  readonly jobs: Map<string, Job>;
  readonly repliesByKey: Map<string, StoredReply>;
  customersCreated: bigint;
  ordersCreated: number;
}

/** Beyond what a double holds, and odd, so that rounding shows. */
export const firstCustomerId = 2n ** 53n + 1n;

export function emptyShop(): ShopState {
  return {
    customers: new Map(),
    products: new Map(),
    orders: new Map(),
    jobs: new Map(),
    repliesByKey: new Map(),
    customersCreated: 0n,
    ordersCreated: 0,
  };
}
