/** Filters, sorting and pages of products and orders. */
import { isList, isObject, type Json, JsonNumber } from '../json.ts';
import { ShopProblem } from './problem.ts';
import type { OrderQuery, ProductQuery } from './query.ts';
import type { Order, Product } from './state.ts';

export interface OrderPage {
  readonly items: readonly Order[];
  /** The cursor of the next page; null on the last one. */
  readonly next: string | null;
}

/** Where an order is in a sorted list: the value that the list is sorted by, then its number. */
export type Position = readonly [value: number, number: number];

export function numberIn(value: Json | undefined): number {
  return value instanceof JsonNumber ? Number(value.source) : 0;
}

/** Of the lines of an order, in cents. */
export function totalOf({ fields }: Pick<Order, 'fields'>): number {
  const lines = fields.lines !== undefined && isList(fields.lines) ? fields.lines : [];
  return lines
    .filter(isObject)
    .reduce((sum, { quantity, unitCents }) => sum + numberIn(quantity) * numberIn(unitCents), 0);
}

export function filterProducts(products: readonly Product[], query: ProductQuery): readonly Product[] {
  const { category, active, minPrice = 0, maxPrice = Infinity, title } = query;
  return products.filter(
    ({ fields }) =>
      (category === undefined || fields.category === category) &&
      (active === undefined || fields.active === active) &&
      numberIn(fields.price) >= minPrice &&
      numberIn(fields.price) <= maxPrice &&
      (title === undefined || String(fields.title).toLowerCase().includes(title.toLowerCase())),
  );
}

export function sortProducts(products: readonly Product[], sort: string | undefined): readonly Product[] {
  if (sort === undefined) return products;
  const direction = sort.startsWith('-') ? -1 : 1;
  const property = sort.replace('-', '');
  return products.toSorted((a, b) => direction * compareJson(a.fields[property], b.fields[property]));
}

function compareJson(a: Json | undefined, b: Json | undefined): number {
  if (a instanceof JsonNumber && b instanceof JsonNumber) return Number(a.source) - Number(b.source);
  const [left, right] = [String(a).toLowerCase(), String(b).toLowerCase()];
  return Number(left > right) - Number(left < right);
}

export function pageOfProducts(products: readonly Product[], { page, limit }: ProductQuery): readonly Product[] {
  return products.slice((page - 1) * limit, page * limit);
}

export function filterOrders(orders: readonly Order[], query: OrderQuery): readonly Order[] {
  const { status, express, customerId, minTotalCents, maxTotalCents } = query;
  return orders.filter(
    (order) =>
      (status === undefined || order.status === status) &&
      (express === undefined || order.fields.express === express) &&
      (customerId === undefined || order.customerId === customerId) &&
      (minTotalCents === undefined || BigInt(totalOf(order)) >= minTotalCents) &&
      (maxTotalCents === undefined || BigInt(totalOf(order)) <= maxTotalCents),
  );
}

export function positionOf(order: Order, sort: string): Position {
  return [sort.endsWith('totalCents') ? totalOf(order) : order.number, order.number];
}

export function comparePositions([value, number]: Position, [otherValue, otherNumber]: Position): number {
  return value - otherValue || number - otherNumber;
}

export function sortOrders(orders: readonly Order[], sort: string): readonly Order[] {
  const direction = sort.startsWith('-') ? -1 : 1;
  return orders.toSorted((a, b) => direction * comparePositions(positionOf(a, sort), positionOf(b, sort)));
}

/** The position is in the cursor, so that it stays valid when the order is deleted. */
export function pageOfOrders(sorted: readonly Order[], { cursor, limit, sort }: OrderQuery): OrderPage {
  const rest = cursor === undefined ? sorted : ordersAfter(sorted, readCursor(cursor), sort);
  const items = rest.slice(0, limit);
  const last = items.at(-1);
  const hasNext = last !== undefined && rest.length > items.length;
  return { items, next: hasNext ? writeCursor(positionOf(last, sort)) : null };
}

export function ordersAfter(sorted: readonly Order[], position: Position, sort: string): readonly Order[] {
  const direction = sort.startsWith('-') ? -1 : 1;
  return sorted.filter((order) => direction * comparePositions(positionOf(order, sort), position) > 0);
}

export function writeCursor(position: Position): string {
  return Buffer.from(position.join(' ')).toString('base64url');
}

export function readCursor(cursor: string): Position {
  const [, value, number] = /^(\d+) (\d+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (value === undefined || number === undefined)
    throw new ShopProblem(400, 'cursor: it is not one that this list has returned');
  return [Number(value), Number(number)];
}
