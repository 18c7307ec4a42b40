/** Parameters of path, query and header, read by hand. */
import { isObject, type Json, JsonNumber, type JsonObject } from '../json.ts';
import type { EnforcesRule } from '../tools/validation.ts';
import { createChecker } from '../tools/validation.ts';
import { isUuid } from '../tools/values.ts';
import { isWithin } from './decimal.ts';
import { badParameter, FilesProblem } from './http.ts';
import { INT64_MAX, where } from './rules.ts';

export type QueryPairs = readonly (readonly [name: string, value: string])[];

export interface FileQuery {
  readonly limit: number;
  /** In small letters. */
  readonly cursor: string | undefined;
  readonly type: string | undefined;
  readonly shelves: readonly number[] | undefined;
  readonly from: bigint | undefined;
  readonly to: bigint | undefined;
  readonly near: { readonly lat: number; readonly long: number } | undefined;
  readonly where: JsonObject | undefined;
  readonly sort: string | undefined;
}

/** What reading a parameter needs. */
export interface ParameterReader {
  readonly enforces: EnforcesRule;
  /** The items of an array in one value. */
  readonly listItems: (text: string) => readonly string[];
  readonly parseJson: (text: string) => Json;
}

export const fileTypes: readonly string[] = ['application/octet-stream', 'image/png'];
export const columnNames: readonly string[] = ['id', 'title', 'shelf', 'type', 'bytes'];
const sorts = ['title', '-title', 'bytes', '-bytes'];
const decimal = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

export function readQuery(text: string): QueryPairs {
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

export function readFileQuery(query: QueryPairs, reader: ParameterReader): FileQuery {
  const { enforces } = reader;
  const one = (name: string) => single(query, name);
  const cursor = one('cursor');
  const type = one('type');
  const sort = one('sort');
  check(enforces, 'query/cursor', cursor === undefined || isUuid(cursor));
  check(enforces, 'query/type', type === undefined || fileTypes.includes(type));
  check(enforces, 'query/sort', sort === undefined || sorts.includes(sort));
  checkGroup(query, enforces, 'bytes', ['from', 'to']);
  checkGroup(query, enforces, 'near', ['lat', 'long']);
  return {
    limit: Number(integer(one('limit'), enforces, { name: 'limit', min: 1n, max: 50n }) ?? 20n),
    cursor: cursor?.toLowerCase(),
    type,
    shelves: shelvesIn(one('shelves'), reader),
    from: integer(one('bytes[from]'), enforces, { name: 'bytes', min: 0n, max: INT64_MAX }),
    to: integer(one('bytes[to]'), enforces, { name: 'bytes', min: 0n, max: INT64_MAX }),
    near: nearIn(one('near[lat]'), one('near[long]'), enforces),
    where: whereIn(one('where'), reader),
    sort,
  };
}

function shelvesIn(text: string | undefined, reader: ParameterReader): readonly number[] | undefined {
  if (text === undefined) return undefined;
  const shelves = readShelfList(text, reader, { name: 'shelves', max: 5 });
  check(reader.enforces, 'query/shelves/unique', new Set(shelves).size === shelves.length);
  return shelves;
}

interface ShelfListRules {
  readonly name: string;
  readonly max: number;
}

export function readShelfList(
  text: string,
  { listItems, enforces }: ParameterReader,
  { name, max }: ShelfListRules,
): readonly number[] {
  const items = listItems(text);
  check(enforces, `query/${name}/min-items`, items.length > 0);
  check(enforces, `query/${name}/max-items`, items.length <= max);
  return items.flatMap((item) => {
    const number = integer(item, enforces, { name: `${name}/item`, min: 1n, max: 99n });
    return number === undefined ? [] : [Number(number)];
  });
}

function nearIn(
  lat: string | undefined,
  long: string | undefined,
  enforces: EnforcesRule,
): FileQuery['near'] | undefined {
  if (lat === undefined && long === undefined) return undefined;
  check(enforces, 'query/near/required', lat !== undefined && long !== undefined);
  return {
    lat: degrees(lat ?? '0', enforces, { name: 'lat', max: 90 }),
    long: degrees(long ?? '0', enforces, { name: 'long', max: 180 }),
  };
}

function degrees(text: string, enforces: EnforcesRule, { name, max }: ShelfListRules): number {
  const isNumber = decimal.test(text);
  check(enforces, `query/near/${name}/type`, isNumber);
  const isInBounds = !isNumber || isWithin(new JsonNumber(text), { min: -max, max });
  check(enforces, `query/near/${name}/bounds`, isInBounds);
  return Number(text);
}

/** Below the rules `where/...`; broken JSON below `query/where`. */
function whereIn(text: string | undefined, { enforces, parseJson }: ParameterReader): JsonObject | undefined {
  if (text === undefined) return undefined;
  const value = jsonOf(text, parseJson);
  check(enforces, 'query/where', value !== undefined);
  if (value === undefined) return undefined;
  const errors: { pointer: string; message: string }[] = [];
  where(value, createChecker(enforces, errors, '?where'));
  if (errors.length > 0) throw new FilesProblem(400, 'where: It does not match its schema.', { errors });
  return isObject(value) ? value : undefined;
}

function jsonOf(text: string, parseJson: (text: string) => Json): Json | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

export function readColumns(text: string | undefined, { listItems, enforces }: ParameterReader): readonly string[] {
  if (text === undefined) return columnNames;
  const columns = listItems(text).map((column) => column.trim());
  check(enforces, 'header/columns/item', columns.length > 0 && columns.every((one) => columnNames.includes(one)));
  check(enforces, 'header/columns/unique', new Set(columns).size === columns.length);
  return columns;
}

export function readFolderId(text: string, enforces: EnforcesRule): bigint | undefined {
  return integer(text, enforces, { name: 'folderId', min: 1n, max: INT64_MAX });
}

export function readUuid(text: string, enforces: EnforcesRule): string {
  check(enforces, 'path/uuid', isUuid(text));
  return text.toLowerCase();
}

interface IntegerRules {
  readonly name: string;
  readonly min: bigint;
  readonly max: bigint;
}

/** Undefined where there is none, or where a variant does not mind that. */
function integer(text: string | undefined, enforces: EnforcesRule, rules: IntegerRules): bigint | undefined {
  if (text === undefined) return undefined;
  const { name, min, max } = rules;
  const number = /^-?(0|[1-9]\d{0,40})$/.test(text) ? BigInt(text) : undefined;
  check(enforces, `query/${name}/type`, number !== undefined);
  check(enforces, `query/${name}/min`, number === undefined || number >= min);
  check(enforces, `query/${name}/max`, number === undefined || number <= max);
  return number;
}

/** Members of a deepObject that are not declared, or the group as one value. */
function checkGroup(query: QueryPairs, enforces: EnforcesRule, group: string, members: readonly string[]): void {
  const names = query.map(([name]) => name).filter((name) => name === group || name.startsWith(`${group}[`));
  const isKnown = names.every((name) => members.some((member) => name === `${group}[${member}]`));
  check(enforces, `query/${group}/unknown`, isKnown);
}

function single(query: QueryPairs, name: string): string | undefined {
  const values = query.filter(([one]) => one === name).map(([, value]) => value);
  if (values.length > 1) throw badParameter(name);
  return values[0];
}

function check(enforces: EnforcesRule, rule: string, holds: boolean): void {
  const [, name = ''] = rule.split('/');
  if (!holds && enforces(rule)) throw badParameter(name);
}
