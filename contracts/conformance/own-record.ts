/** A record of our own for the operations on an item, created by the contract's own means. */
import {
  isJsonObject,
  type Json,
  type JsonObject,
  numberFromSource,
  parseJsonBytes,
} from '../../spec/exact-json.ts';
import { isValid } from '../../spec/validate.ts';
import { headerOf } from '../headers.ts';
import type { Fresh } from './case.ts';
import { plainValidCase } from './cases/valid-bodies.ts';
import { isSuccess } from './checks/check.ts';
import { type Exchange, statusOf } from './exchange.ts';
import type { ParameterValue } from './parameters.ts';
import type { Session } from './session.ts';
import { isTwin, type Twin, twinOf } from './twin.ts';

/** The twin about a record that has just been created; undefined where none can be, or what came back does not name it. */
export async function withOwnRecord(session: Session, twin: Twin): Promise<Twin | undefined> {
  const [, collection = '', name] = /^(.*)\/\{([^{}]+)\}\/?$/s.exec(twin.operation.path) ?? [];
  const named = twin.parameters.find(({ parameter }) => parameter.in === 'path' && parameter.name === name);
  if (named === undefined) return undefined;
  const value = (await posted(session, { twin, named, collection })) ?? (await put(session, twin, named));
  return value === undefined ? undefined : withValue(twin, named, value);
}

interface Place {
  readonly twin: Twin;
  /** What names the item. */
  readonly named: ParameterValue;
  /** The path of the collection. */
  readonly collection: string;
}

/** Through the POST to the collection: the answer names the record. */
async function posted(session: Session, { twin, named, collection }: Place): Promise<Json | undefined> {
  const own = twinFor(session, 'POST', collection);
  if (own?.body === undefined) return undefined;
  const parameters = own.parameters.map((given) => sameIn(twin, given));
  const exchange = await sendValid(session, { ...own, parameters });
  return isAccepted(exchange) ? identifierIn(exchange, named) : undefined;
}

/** Through a PUT to a name that nobody has used. */
async function put(session: Session, twin: Twin, named: ParameterValue): Promise<Json | undefined> {
  const own = twinFor(session, 'PUT', twin.operation.path.replace(/\/$/, ''));
  const value = newName(named, session.fresh);
  if (own === undefined || value === undefined) return undefined;
  const parameters = own.parameters.map((given) => sameIn(twin, given));
  const same = parameters.find(({ parameter }) => parameter.name === named.parameter.name);
  const exchange = await sendValid(session, withValue({ ...own, parameters }, same, value));
  return isAccepted(exchange) ? value : undefined;
}

function newName({ parameter: { schema } }: ParameterValue, fresh: Fresh): Json | undefined {
  const names: readonly Json[] = [fresh.number(), fresh.uuid(), fresh.word()];
  return names.find((value) => schema === undefined || isValid(schema, value, 'request'));
}

function twinFor({ target, schemes }: Session, wanted: string, at: string): Twin | undefined {
  const operation = target.contract.operations.find(
    ({ method, path }) => method === wanted && path.replace(/\/$/, '') === at,
  );
  const twin = operation === undefined ? undefined : twinOf(operation, schemes.get(operation.id) ?? []);
  return twin !== undefined && isTwin(twin) ? twin : undefined;
}

function sendValid(session: Session, twin: Twin): Promise<Exchange> {
  const tried = plainValidCase(twin);
  return session.send(tried, tried.build(session.fresh));
}

function isAccepted(exchange: Exchange): boolean {
  return isSuccess(statusOf(exchange) ?? 0);
}

function withValue(twin: Twin, named: ParameterValue | undefined, value: Json): Twin {
  const parameters = twin.parameters.map((given) => (given === named ? { ...given, value } : given));
  return { ...twin, parameters };
}

/** The record is to lie below the same user, and so on. */
function sameIn({ parameters }: Twin, given: ParameterValue): ParameterValue {
  const { name } = given.parameter;
  const same = parameters.find(({ parameter }) => parameter.in === 'path' && parameter.name === name);
  return given.parameter.in === 'path' && same !== undefined ? { ...given, value: same.value } : given;
}

/** In `Location`, or in the body under the name of the parameter or as `id`. */
function identifierIn({ outcome }: Exchange, { parameter }: ParameterValue): Json | undefined {
  if (outcome.kind !== 'answer') return undefined;
  const { headers, body } = outcome.answer;
  const told = [inLocation(headerOf(headers, 'location')), ...inBody(body, parameter.name)];
  const readings = told.flatMap((value) => (value === undefined ? [] : readingsOf(value)));
  const { schema } = parameter;
  return readings.find((value) => schema === undefined || isValid(schema, value, 'request'));
}

function inLocation(location: string | undefined): string | undefined {
  const [path = ''] = location?.split(/[?#]/) ?? [];
  const last = path.replace(/\/$/, '').split('/').at(-1) ?? '';
  try {
    return last === '' ? undefined : decodeURIComponent(last);
  } catch {
    return undefined;
  }
}

function inBody(body: Uint8Array, name: string): readonly Json[] {
  const parsed = parseJsonBytes(body);
  if (!parsed.ok || !isJsonObject(parsed.value)) return [];
  const records: readonly JsonObject[] = [parsed.value, ...Object.values(parsed.value).filter(isJsonObject)];
  return records.flatMap((record) =>
    [name, 'id'].flatMap((key) => (Object.hasOwn(record, key) ? [record[key] ?? null] : [])),
  );
}

/** A path is text; the parameter may be a number, and the property a text, or the other way round. */
function readingsOf(value: Json): readonly Json[] {
  if (typeof value === 'number' || typeof value === 'bigint') return [value, String(value)];
  if (typeof value !== 'string' || value === '') return [];
  return /^-?(?:0|[1-9]\d{0,30})$/.test(value) ? [numberFromSource(value), value] : [value];
}
