/** Path and query parameters, read by hand. */
import type { Keeps } from './complaints.ts';
import { Problem } from './reply.ts';
import { kinds } from './rules.ts';
import { isDate, isUuid } from './values.ts';

export type Query = readonly (readonly [name: string, value: string])[];

/** What a list of tools is asked for. */
export interface Wanted {
  readonly limit: number;
  readonly offset: number;
  readonly status: string | undefined;
  readonly kinds: readonly string[] | undefined;
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly sort: string;
}

export interface LoansWanted {
  readonly limit: number;
  /** In lower case. */
  readonly cursor: string | undefined;
}

const int32 = 2 ** 31 - 1;
const sorts = ['id', '-id', 'priceCents', '-priceCents'];

export function readQuery(text: string): Query {
  return text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...rest] = pair.split('=');
      return [decoded(name), decoded(rest.join('='))];
    });
}

export function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw refused('', 'the address is not encoded as it should be');
  }
}

export function wantedTools(query: Query, keeps: Keeps): Wanted {
  const one = (name: string) => single(query, name);
  const status = one('status');
  const sort = one('sort');
  const list = one('kinds')?.split('|');
  const isKnown = list?.every((kind) => kinds.some((known) => known === kind)) ?? true;
  need(keeps, { rule: 'query/status', holds: status === undefined || /^(available|lent)$/.test(status) });
  need(keeps, { rule: 'query/sort', holds: sort === undefined || sorts.includes(sort) });
  need(keeps, { rule: 'query/kinds', holds: isKnown && (list?.length ?? 0) <= 3 });
  const isPriceKnown = query.every(
    ([name]) => !/^price(\[|$)/.test(name) || /^price\[(from|to)\]$/.test(name),
  );
  need(keeps, { rule: 'query/price/unknown', holds: isPriceKnown });
  const price = { rule: 'query/price', keeps, min: 0, max: int32 };
  return {
    limit: limitOf(query, keeps),
    offset: count(one('offset'), { rule: 'query/offset', keeps, min: 0, max: int32 }) ?? 0,
    status,
    kinds: list,
    from: count(one('price[from]'), price),
    to: count(one('price[to]'), price),
    sort: sort ?? 'id',
  };
}

export function wantedLoans(query: Query, keeps: Keeps): LoansWanted {
  const cursor = single(query, 'cursor');
  need(keeps, { rule: 'query/cursor', holds: cursor === undefined || isUuid(cursor) });
  return { limit: limitOf(query, keeps), cursor: cursor?.toLowerCase() };
}

export function checkDay(query: Query, keeps: Keeps): void {
  const day = single(query, 'day');
  need(keeps, { rule: 'query/day', holds: day === undefined || isDate(day) });
}

function limitOf(query: Query, keeps: Keeps): number {
  return count(single(query, 'limit'), { rule: 'query/limit', keeps, min: 1, max: 50 }) ?? 20;
}

export function toolIdOf(text: string, keeps: Keeps): bigint {
  const isWhole = /^[1-9]\d{0,18}$/.test(text) && BigInt(text) < 2n ** 63n;
  need(keeps, { rule: 'path/tool-id', holds: isWhole });
  // Where nobody has looked, this is what fails.
  return BigInt(text);
}

export function uuidOf(text: string, keeps: Keeps): string {
  need(keeps, { rule: 'path/uuid', holds: isUuid(text) });
  return text.toLowerCase();
}

interface CountRules {
  readonly rule: string;
  readonly keeps: Keeps;
  readonly min: number;
  readonly max: number;
}

function count(text: string | undefined, { rule, keeps, min, max }: CountRules): number | undefined {
  if (text === undefined) return undefined;
  const number = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
  need(keeps, { rule: `${rule}/type`, holds: !Number.isNaN(number) });
  need(keeps, { rule: `${rule}/min`, holds: !(number < min) });
  need(keeps, { rule: `${rule}/max`, holds: !(number > max) });
  return Number.isNaN(number) ? undefined : number;
}

function single(query: Query, name: string): string | undefined {
  const values = query.filter(([one]) => one === name).map(([, value]) => value);
  if (values.length > 1) throw refused(name, 'it is to be given once');
  return values[0];
}

function need(keeps: Keeps, { rule, holds }: { readonly rule: string; readonly holds: boolean }): void {
  const [, name = ''] = rule.split('/');
  if (!holds && keeps(rule)) throw refused(name, 'it has not the form that the contract gives it');
}

function refused(name: string, message: string): Problem {
  return new Problem(400, `${name}: ${message}`, [{ pointer: `?${name}`, message }]);
}
