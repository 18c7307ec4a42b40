/** What answers tell of records. */
import { isJsonObject, type Json, parseJsonBytes } from '../../../../spec/json/exact-json.ts';
import { matchName } from '../../../../spec/resources/paths.ts';
import { headerOf } from '../../../http/headers.ts';
import type { Draft } from '../../model/draft.ts';
import { type Exchange, isSuccess, statusOf } from '../../model/exchange.ts';
import type { Known } from '../../model/sequence.ts';
import { isSameName } from '../../request/values/names.ts';
import { type Called, calledIn } from './identify.ts';
import { type Cast, isLinked } from './resource-operations.ts';
import { evaluate, type OperationExchange } from './runtime-expressions.ts';

/** Undefined where there is none, or it is no JSON. */
export function jsonOf(exchange: Exchange | undefined): Json | undefined {
  if (exchange?.outcome.kind !== 'answer') return undefined;
  const parsed = parseJsonBytes(exchange.outcome.answer.body);
  return parsed.ok ? parsed.value : undefined;
}

/** A property of a record, or of the one in an envelope. */
export function partOf(body: Json | undefined, name: string): Json | undefined {
  if (!isJsonObject(body)) return undefined;
  const holder = [body, ...Object.values(body)].filter(isJsonObject).find((one) => Object.hasOwn(one, name));
  return holder?.[name];
}

export function isAccepted(exchange: Exchange): boolean {
  return isSuccess(statusOf(exchange) ?? 0);
}

/** The record that an answer says to have created; undefined where it does not name it, or only promises it (202). */
export function createdBy(cast: Cast, told: OperationExchange, parents: readonly Json[]): Known | undefined {
  const status = statusOf(told.exchange) ?? 0;
  if (!isSuccess(status) || status === 202) return undefined;
  if (cast.wanted === undefined) return listedBy(cast, told, parents);
  const shown = calledIn(told, cast.wanted);
  const value = cast.isPut ? nameInPath(told) : nameFrom(cast, told, shown);
  if (value === undefined) return undefined;
  const read = cast.twins.get('read')?.operation;
  const write = { kind: 'create', ...told } as const;
  return {
    values: linkedValues(cast, told) ?? [...parents, value],
    idName: cast.idName,
    read,
    remove: cast.twins.get('remove')?.operation,
    lingers: false,
    isFirm: cast.isPut || (shown !== undefined && isPromised(cast, told, status)),
    writes: [write],
    shown: told.exchange,
  };
}

/** What can only be looked for in its list is called what the answer calls it there. */
function listedBy(
  { idName, twins }: Cast,
  told: OperationExchange,
  parents: readonly Json[],
): Known | undefined {
  const value = idName === undefined ? undefined : partOf(jsonOf(told.exchange), idName);
  if (value === undefined || value === null || typeof value === 'object' || !twins.has('list'))
    return undefined;
  return {
    values: [...parents, value],
    idName,
    read: undefined,
    remove: undefined,
    lingers: false,
    isFirm: statusOf(told.exchange) === 201,
    writes: [{ kind: 'create', ...told }],
    shown: told.exchange,
  };
}

/** What only its place in the answer speaks for may name something else: then nobody can tell. */
function nameFrom(cast: Cast, { draft }: OperationExchange, shown: Called | undefined): Json | undefined {
  if (shown === undefined) return sentName(draft, cast);
  return shown.isFirm ? shown.value : undefined;
}

/** All that the path of the item wants, where a link has it; the first that leads to the reading counts. */
function linkedValues({ twins }: Cast, told: OperationExchange): readonly Json[] | undefined {
  const read = twins.get('read')?.operation;
  if (read === undefined || told.exchange.outcome.kind !== 'answer') return undefined;
  const link = linkTo(told, read.id);
  if (link === undefined) return undefined;
  const names = [...read.path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name);
  const values = names.flatMap((name) => {
    const given = link.get(`path.${name}`) ?? link.get(name);
    return (given === undefined ? undefined : evaluate(given, told)) ?? [];
  });
  return values.length === names.length ? values : undefined;
}

function linkTo(told: OperationExchange, id: string): ReadonlyMap<string, Json> | undefined {
  const { responses } = told.operation;
  const links = responses.flatMap((response) => response.links ?? []);
  return isLinked(told.operation, statusOf(told.exchange) ?? 0, { ...told.operation, id })
    ? links.find(({ operation }) => operation === id)?.parameters
    : undefined;
}

/** 201, a `Location` or a link say that it is there. */
function isPromised({ twins }: Cast, { operation, exchange }: OperationExchange, status: number): boolean {
  const location =
    exchange.outcome.kind === 'answer' ? headerOf(exchange.outcome.answer.headers, 'location') : undefined;
  const isLed = [...twins.values()].some((twin) => isLinked(operation, status, twin.operation));
  return status === 201 || location !== undefined || isLed;
}

function nameInPath({ operation, draft }: OperationExchange): Json | undefined {
  const [path = ''] = draft.path.split('?');
  return matchName(operation.path, path)?.at(-1);
}

/** What the client has called it, where the answer does not say. */
function sentName({ value }: Draft, { wanted, idName }: Cast): Json | undefined {
  if (!isJsonObject(value)) return undefined;
  const names = [wanted?.parameter.name, idName].filter((name) => name !== undefined);
  const name = names.find((one) => Object.hasOwn(value, one));
  return name === undefined ? undefined : value[name];
}

/** Whether one of the items is the record. */
export function isAmong(items: readonly Json[], record: Known): boolean {
  return itemFor(items, record) !== undefined;
}

/** The item that is the record. */
export function itemFor(items: readonly Json[], { idName, values }: Known): Json | undefined {
  const name = values.at(-1);
  if (idName === undefined || name === undefined) return undefined;
  return items.find((item) => {
    const told = isJsonObject(item) ? partOf(item, idName) : undefined;
    return told !== undefined && told !== null && typeof told !== 'object' && isSameName(told, name);
  });
}

/** By RFC 8288, or by a property that only a list that goes on has. */
export function hasNext(exchange: Exchange): boolean {
  const { outcome } = exchange;
  const link = outcome.kind === 'answer' ? headerOf(outcome.answer.headers, 'link') : undefined;
  if (/rel="?[^",]*\bnext\b/i.test(link ?? '')) return true;
  const body = jsonOf(exchange);
  if (!isJsonObject(body)) return false;
  return [body, ...Object.values(body)]
    .filter(isJsonObject)
    .flatMap((part) => Object.entries(part))
    .some(([name, value]) => /^_?(?:next|has_?(?:more|next)|truncated)/i.test(name) && isGiven(value));
}

function isGiven(value: Json): boolean {
  return value !== null && value !== false && value !== '';
}
