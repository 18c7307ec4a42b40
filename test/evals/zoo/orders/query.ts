/** Query and path parameters, read by hand. */

import type { EnforcesRule } from '../tools/validation.ts';
import { isUuid } from '../tools/values.ts';
import { ShopProblem } from './problem.ts';

export type QueryPairs = readonly (readonly [name: string, value: string])[];

export interface ProductQuery {
  readonly page: number;
  readonly limit: number;
  readonly category: string | undefined;
  readonly active: boolean | undefined;
  readonly minPrice: number | undefined;
  readonly maxPrice: number | undefined;
  /** A part of the title. */
  readonly title: string | undefined;
  /** A property, with a minus for descending. */
  readonly sort: string | undefined;
}

export interface OrderQuery {
  readonly limit: number;
  readonly cursor: string | undefined;
  readonly status: string | undefined;
  readonly express: boolean | undefined;
  readonly customerId: bigint | undefined;
  readonly minTotalCents: bigint | undefined;
  readonly maxTotalCents: bigint | undefined;
  readonly sort: string;
}

export function readPairs(query: string): QueryPairs {
  return query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...rest] = pair.split('=');
      return [decoded(name), decoded(rest.join('='))];
    });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw invalidParameter('', 'the query is not percent-encoded UTF-8');
  }
}

export function readProductQuery(pairs: QueryPairs, enforces: EnforcesRule): ProductQuery {
  const read = createReader(pairs, enforces);
  return {
    page: Number(read.integer('page', { min: 1n, max: 100_000n }) ?? 1n),
    limit: Number(read.integer('limit', { min: 1n, max: 100n }) ?? 50n),
    category: read.oneOf('category', ['books', 'games', 'music']),
    active: read.flag('active'),
    minPrice: read.decimal('minPrice'),
    maxPrice: read.decimal('maxPrice'),
    title: read.text('title', /^.{1,80}$/su),
    sort: read.oneOf('sort', ['title', '-title', 'price', '-price', 'stock', '-stock']),
  };
}

export function readOrderQuery(pairs: QueryPairs, enforces: EnforcesRule): OrderQuery {
  const read = createReader(pairs, enforces);
  return {
    limit: Number(read.integer('limit', { min: 1n, max: 50n }) ?? 20n),
    cursor: read.text('cursor', /^[A-Za-z0-9_-]{1,200}$/),
    status: read.oneOf('status', ['draft', 'placed', 'paid', 'shipped', 'delivered', 'cancelled']),
    express: read.flag('express'),
    customerId: read.integer('customerId', { min: 1n, max: 2n ** 63n - 1n }),
    minTotalCents: read.integer('minTotalCents', { min: 0n }),
    maxTotalCents: read.integer('maxTotalCents', { min: 0n }),
    sort: read.oneOf('sort', ['createdAt', '-createdAt', 'totalCents', '-totalCents']) ?? '-createdAt',
  };
}

interface Bounds {
  readonly min: bigint;
  readonly max?: bigint;
}

function createReader(pairs: QueryPairs, enforces: EnforcesRule) {
  const one = (name: string): string | undefined => {
    const values = pairs.filter(([given]) => given === name).map(([, value]) => value);
    if (values.length > 1) throw invalidParameter(name, 'it may be given once');
    return values[0];
  };
  const checked = (name: string, holds: (value: string) => boolean): string | undefined => {
    const value = one(name);
    if (value === undefined || holds(value)) return value;
    if (enforces(`query/${name}`)) throw invalidParameter(name, 'its value is not one that the contract allows');
    return undefined;
  };
  return {
    integer: (name: string, { min, max }: Bounds): bigint | undefined => {
      const isInRange = (number: bigint) => number >= min && (max === undefined || number <= max);
      const value = checked(name, (text) => /^-?\d{1,400}$/.test(text) && isInRange(BigInt(text)));
      return value === undefined ? undefined : BigInt(value);
    },
    decimal: (name: string): number | undefined => {
      const value = checked(name, (text) => /^\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text));
      return value === undefined ? undefined : Number(value);
    },
    flag: (name: string): boolean | undefined => {
      const value = checked(name, (text) => text === 'true' || text === 'false');
      return value === undefined ? undefined : value === 'true';
    },
    oneOf: (name: string, values: readonly string[]) => checked(name, (text) => values.includes(text)),
    text: (name: string, pattern: RegExp) => checked(name, (text) => pattern.test(text)),
  };
}

export function customerIdOf(text: string): bigint {
  const isId = /^[1-9]\d{0,18}$/.test(text) && BigInt(text) < 2n ** 63n;
  if (!isId) throw invalidParameter('customerId', 'it is not an id');
  return BigInt(text);
}

export function uuidOf(name: string, text: string): string {
  if (!isUuid(text)) throw invalidParameter(name, 'it is not a UUID');
  return text.toLowerCase();
}

export function invalidParameter(name: string, message: string): ShopProblem {
  return new ShopProblem(400, `${name}: ${message}`, { violations: [{ pointer: `?${name}`, message }] });
}
