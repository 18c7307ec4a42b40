/** Path and query parameters, read by hand. */

import { ToolProblem } from './response.ts';
import { kinds } from './rules.ts';
import type { EnforcesRule } from './validation.ts';
import { isDate, isUuid } from './values.ts';

export type QueryPairs = readonly (readonly [name: string, value: string])[];

/** What a list of tools is asked for. */
export interface ToolListQuery {
  readonly limit: number;
  readonly offset: number;
  readonly status: string | undefined;
  readonly kinds: readonly string[] | undefined;
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly sort: string;
}

export interface LoanListQuery {
  readonly limit: number;
  /** In lower case. */
  readonly cursor: string | undefined;
}

const int32 = 2 ** 31 - 1;
const sorts = ['id', '-id', 'priceCents', '-priceCents'];

export function readQuery(text: string): QueryPairs {
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
    throw badRequest('', 'the address is not encoded as it should be');
  }
}

export function readToolListQuery(query: QueryPairs, enforces: EnforcesRule): ToolListQuery {
  const one = (name: string) => single(query, name);
  const status = one('status');
  const sort = one('sort');
  const list = one('kinds')?.split('|');
  const isKnown = list?.every((kind) => kinds.some((known) => known === kind)) ?? true;
  requireRule(enforces, {
    rule: 'query/status',
    holds: status === undefined || /^(available|lent)$/.test(status),
  });
  requireRule(enforces, { rule: 'query/sort', holds: sort === undefined || sorts.includes(sort) });
  requireRule(enforces, { rule: 'query/kinds', holds: isKnown && (list?.length ?? 0) <= 3 });
  const isPriceKnown = query.every(([name]) => !/^price(\[|$)/.test(name) || /^price\[(from|to)\]$/.test(name));
  requireRule(enforces, { rule: 'query/price/unknown', holds: isPriceKnown });
  const price = { rule: 'query/price', keeps: enforces, min: 0, max: int32 };
  return {
    limit: limitOf(query, enforces),
    offset: count(one('offset'), { rule: 'query/offset', keeps: enforces, min: 0, max: int32 }) ?? 0,
    status,
    kinds: list,
    from: count(one('price[from]'), price),
    to: count(one('price[to]'), price),
    sort: sort ?? 'id',
  };
}

export function readLoanListQuery(query: QueryPairs, enforces: EnforcesRule): LoanListQuery {
  const cursor = single(query, 'cursor');
  requireRule(enforces, { rule: 'query/cursor', holds: cursor === undefined || isUuid(cursor) });
  return { limit: limitOf(query, enforces), cursor: cursor?.toLowerCase() };
}

export function checkDay(query: QueryPairs, enforces: EnforcesRule): void {
  const day = single(query, 'day');
  requireRule(enforces, { rule: 'query/day', holds: day === undefined || isDate(day) });
}

function limitOf(query: QueryPairs, enforces: EnforcesRule): number {
  return count(single(query, 'limit'), { rule: 'query/limit', keeps: enforces, min: 1, max: 50 }) ?? 20;
}

export function toolIdOf(text: string, enforces: EnforcesRule): bigint {
  const isWhole = /^[1-9]\d{0,18}$/.test(text) && BigInt(text) < 2n ** 63n;
  requireRule(enforces, { rule: 'path/tool-id', holds: isWhole });
  // Where nobody has looked, this is what fails.
  return BigInt(text);
}

export function uuidOf(text: string, enforces: EnforcesRule): string {
  requireRule(enforces, { rule: 'path/uuid', holds: isUuid(text) });
  return text.toLowerCase();
}

interface CountRules {
  readonly rule: string;
  readonly keeps: EnforcesRule;
  readonly min: number;
  readonly max: number;
}

function count(text: string | undefined, { rule, keeps: enforces, min, max }: CountRules): number | undefined {
  if (text === undefined) return undefined;
  const number = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
  requireRule(enforces, { rule: `${rule}/type`, holds: !Number.isNaN(number) });
  requireRule(enforces, { rule: `${rule}/min`, holds: !(number < min) });
  requireRule(enforces, { rule: `${rule}/max`, holds: !(number > max) });
  return Number.isNaN(number) ? undefined : number;
}

function single(query: QueryPairs, name: string): string | undefined {
  const values = query.filter(([one]) => one === name).map(([, value]) => value);
  if (values.length > 1) throw badRequest(name, 'it is to be given once');
  return values[0];
}

function requireRule(
  enforces: EnforcesRule,
  { rule, holds }: { readonly rule: string; readonly holds: boolean },
): void {
  const [, name = ''] = rule.split('/');
  if (!holds && enforces(rule)) throw badRequest(name, 'it has not the form that the contract gives it');
}

function badRequest(name: string, message: string): ToolProblem {
  return new ToolProblem(400, `${name}: ${message}`, [{ pointer: `?${name}`, message }]);
}
