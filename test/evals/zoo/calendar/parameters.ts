/** Parameters of path, query and header, read by hand. */
import type { EnforcesRule } from '../tools/validation.ts';
import { isDateTime, isUuid } from '../tools/values.ts';
import { badParameter } from './http.ts';
import { categoryNames, visibilities } from './rules.ts';
import { instantOf } from './times.ts';

export type CalendarQueryPairs = readonly (readonly [name: string, value: string])[];

/** What reading a parameter needs. */
export interface CalendarParameters {
  readonly query: CalendarQueryPairs;
  readonly enforces: EnforcesRule;
  /** The items of an array in one value. */
  readonly listItems: (text: string) => readonly string[];
}

export interface CalendarQuery {
  readonly limit: number | undefined;
  readonly cursor: string | undefined;
  readonly visibility: string | undefined;
  readonly archived: boolean | undefined;
  readonly name: string | undefined;
  readonly sort: string | undefined;
}

export interface EventQuery {
  readonly page: number;
  readonly size: number | undefined;
  /** In milliseconds since 1970. */
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly mode: string | undefined;
  readonly busy: boolean | undefined;
  readonly categories: readonly string[] | undefined;
  readonly minSeats: number | undefined;
  readonly maxSeats: number | undefined;
  readonly title: string | undefined;
  readonly sort: string | undefined;
}

export function readQuery(text: string): CalendarQueryPairs {
  const pairs = text.split('&').filter((pair) => pair !== '');
  return pairs.map((pair) => {
    const [name = '', ...rest] = pair.split('=');
    return [decoded(name), decoded(rest.join('='))];
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw badParameter('query');
  }
}

export function readCalendarQuery(parameters: CalendarParameters): CalendarQuery {
  return {
    limit: integer(parameters, 'limit', { min: 1, max: 100 }),
    cursor: text(parameters, 'cursor', 200),
    visibility: oneOf(parameters, 'visibility', visibilities),
    archived: yesOrNo(parameters, 'archived'),
    name: text(parameters, 'name', 60),
    sort: oneOf(parameters, 'sort', ['name', '-name', 'slotMinutes', '-slotMinutes']),
  };
}

export function readEventQuery(parameters: CalendarParameters): EventQuery {
  const groups = parameters.query.map(([name]) => name).filter((name) => /^seats(\[|$)/.test(name));
  check(
    parameters,
    'query/seats/unknown',
    groups.every((name) => name === 'seats[min]' || name === 'seats[max]'),
  );
  return {
    page: integer(parameters, 'page', { min: 1, max: 1000 }) ?? 1,
    size: integer(parameters, 'size', { min: 1, max: 50 }),
    from: time(parameters, 'from'),
    to: time(parameters, 'to'),
    mode: oneOf(parameters, 'mode', ['room', 'online']),
    busy: yesOrNo(parameters, 'busy'),
    categories: categories(parameters),
    minSeats: integer(parameters, 'seats[min]', { min: 1, max: 500 }),
    maxSeats: integer(parameters, 'seats[max]', { min: 1, max: 500 }),
    title: text(parameters, 'title', 60),
    sort: oneOf(parameters, 'sort', ['start', '-start', 'title', '-title', 'seats', '-seats']),
  };
}

function categories(parameters: CalendarParameters): readonly string[] | undefined {
  const value = single(parameters, 'categories');
  if (value === undefined) return undefined;
  const items = parameters.listItems(value);
  check(parameters, 'query/categories/max-items', items.length <= 4);
  check(parameters, 'query/categories/unique', new Set(items).size === items.length);
  check(
    parameters,
    'query/categories/item',
    items.every((item) => categoryNames.includes(item)),
  );
  return items;
}

/** An offset such as `+05:30`, of a header; undefined for another text that a variant lets pass. */
export function readOffset(value: string | undefined, enforces: EnforcesRule): string | undefined {
  if (value === undefined || /^[+-](0\d|1[0-3]):[0-5]\d$/.test(value)) return value;
  if (enforces('header/offset')) throw badParameter('X-Offset');
  return undefined;
}

export function readId(value: string, enforces: EnforcesRule): string {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(value) && enforces('path/id')) throw badParameter('id');
  return value;
}

/** Undefined for a text that a variant lets pass. */
export function readInvitationId(value: string, enforces: EnforcesRule): bigint | undefined {
  const id = /^(0|[1-9]\d{0,40})$/.test(value) ? BigInt(value) : undefined;
  const isValid = id !== undefined && id >= 1n && id < 2n ** 63n;
  if (!isValid && enforces('path/invitation')) throw badParameter('invitationId');
  return id;
}

export function readExportId(value: string, enforces: EnforcesRule): string {
  if (!isUuid(value) && enforces('path/export')) throw badParameter('exportId');
  return value.toLowerCase();
}

export function readEmail(value: string, enforces: EnforcesRule): string {
  const [local = '', domain = '', ...more] = value.split('@');
  const isLocal = /^[\w-]+(\.[\w-]+)*$/.test(local) && local.length <= 64;
  const labels = domain.split('.');
  const isDomain = labels.every((label) => /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/i.test(label));
  const isEmail = isLocal && isDomain && more.length === 0 && value.length <= 80;
  if (!isEmail && enforces('path/email')) throw badParameter('email');
  return value;
}

function integer(
  parameters: CalendarParameters,
  name: string,
  { min, max }: { readonly min: number; readonly max: number },
): number | undefined {
  const value = single(parameters, name);
  if (value === undefined) return undefined;
  const number = /^-?(0|[1-9]\d{0,40})$/.test(value) ? Number(value) : undefined;
  check(parameters, `query/${name}/type`, number !== undefined);
  check(parameters, `query/${name}/min`, number === undefined || number >= min);
  check(parameters, `query/${name}/max`, number === undefined || number <= max);
  return number;
}

function time(parameters: CalendarParameters, name: string): number | undefined {
  const value = single(parameters, name);
  if (value === undefined) return undefined;
  check(parameters, `query/${name}/form`, isDateTime(value));
  return instantOf(value);
}

function yesOrNo(parameters: CalendarParameters, name: string): boolean | undefined {
  const value = single(parameters, name);
  check(parameters, `query/${name}/type`, value === undefined || value === 'true' || value === 'false');
  return value === undefined ? undefined : value === 'true';
}

function oneOf(parameters: CalendarParameters, name: string, values: readonly string[]): string | undefined {
  const value = single(parameters, name);
  check(parameters, `query/${name}/enum`, value === undefined || values.includes(value));
  return value;
}

function text(parameters: CalendarParameters, name: string, max: number): string | undefined {
  const value = single(parameters, name);
  check(parameters, `query/${name}/min`, value !== '');
  check(parameters, `query/${name}/max`, value === undefined || [...value].length <= max);
  return value;
}

function single({ query }: CalendarParameters, name: string): string | undefined {
  const values = query.filter(([one]) => one === name).map(([, value]) => value);
  if (values.length > 1) throw badParameter(name);
  return values[0];
}

function check({ enforces }: CalendarParameters, rule: string, holds: boolean): void {
  const [, name = ''] = rule.split('/');
  if (!holds && enforces(rule)) throw badParameter(name);
}
