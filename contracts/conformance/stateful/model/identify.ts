/** What an answer calls the record that it tells of: by a link, in `Location`, or in its body. */
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  numberFromSource,
  parseJsonBytes,
} from '../../../../spec/json/exact-json.ts';
import { type Operation, type Parameter, responseFor } from '../../../../spec/model/contract.ts';
import { matchName, shapeOf } from '../../../../spec/resources/paths.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import { headerOf } from '../../../http/headers.ts';
import { evaluate, type OperationExchange } from './runtime-expressions.ts';

export interface Wanted {
  /** The template that ends in the parameter. */
  readonly item: string;
  readonly parameter: Parameter;
  /** The property that names a record, where the contract tells. */
  readonly idName: string | undefined;
  /** Operations upon the item, by their ids. */
  readonly users: ReadonlySet<string>;
}

/** Of the item at a template. */
export function wantedAt(
  operations: readonly Operation[],
  { item, parameter, idName }: Omit<Wanted, 'users'>,
): Wanted {
  return { item, parameter, idName, users: usersOf(operations, item) };
}

/** What a record is called. */
export interface Called {
  readonly value: Json;
  /** The contract or the answer says that it is this; otherwise only its name speaks for it. */
  readonly isFirm: boolean;
}

/** Undefined where the answer does not name it, or by nothing that the parameter could be. */
export function calledIn(told: OperationExchange, wanted: Wanted): Called | undefined {
  const { outcome } = told.exchange;
  if (outcome.kind !== 'answer') return undefined;
  const { headers, body } = outcome.answer;
  const location = headerOf(headers, 'location');
  const firm = [...byLinks(told, wanted), inLocation(location, wanted.item), ...inBody(body, wanted, 'firm')];
  const value = firstFitting(firm, wanted);
  if (value !== undefined) return { value, isFirm: true };
  const guessed = firstFitting([...inBody(body, wanted, 'any'), lastOf(location)], wanted);
  return guessed === undefined ? undefined : { value: guessed, isFirm: false };
}

/** What a record of a list calls itself. */
export function identifierOf(record: Json, wanted: Wanted): Json | undefined {
  return firstFitting(namesIn(record, wanted, 'any'), wanted);
}

function firstFitting(
  candidates: readonly (Json | undefined)[],
  { parameter: { schema } }: Wanted,
): Json | undefined {
  return candidates
    .flatMap((value) => (value === undefined ? [] : readingsOf(value)))
    .find((value) => schema === undefined || isValid(schema, value, 'request'));
}

function byLinks(
  told: OperationExchange,
  { users, parameter: { name } }: Wanted,
): readonly (Json | undefined)[] {
  const { outcome } = told.exchange;
  if (outcome.kind !== 'answer') return [];
  const { links = [] } = responseFor(told.operation, outcome.answer.status) ?? {};
  return links
    .filter(({ operation }) => users.has(operation))
    .map(({ parameters }) => parameters.get(`path.${name}`) ?? parameters.get(name))
    .map((value) => (value === undefined ? undefined : evaluate(value, told)));
}

/** Where it ends as the template does. */
function inLocation(location: string | undefined, item: string): string | undefined {
  const wanted = item.split('/');
  const segments = pathOf(location)
    .split('/')
    .slice(-wanted.length + 1);
  return matchName(item, ['', ...segments].join('/'))?.at(-1);
}

function lastOf(location: string | undefined): string | undefined {
  const last = pathOf(location).split('/').at(-1) ?? '';
  try {
    return last === '' ? undefined : decodeURIComponent(last);
  } catch {
    return undefined;
  }
}

function pathOf(location = ''): string {
  const [path = ''] = location.split(/[?#]/);
  return path.replace(/^[a-z][\w+.-]*:\/\/[^/]*/i, '').replace(/\/$/, '');
}

function inBody(body: Uint8Array, wanted: Wanted, which: Which): readonly Json[] {
  const parsed = parseJsonBytes(body);
  if (!parsed.ok) return [];
  const isAlone = isJsonArray(parsed.value) && parsed.value.length === 1;
  return namesIn(isAlone ? (parsed.value[0] ?? null) : parsed.value, wanted, which);
}

/** Those that are surely its name, or all that may be. */
type Which = 'firm' | 'any';

/** The outermost first; of an answer that is the bare name, that. */
function namesIn(value: Json, { parameter, idName }: Wanted, which: Which): readonly Json[] {
  if (!isJsonObject(value)) return isJsonArray(value) || which === 'firm' ? [] : [value];
  const known = [...(idName === undefined ? [] : [idName]), parameter.name];
  const isId = which === 'any' || /id$/i.test(parameter.name);
  const names = [...new Set(isId ? [...known, 'id'] : known)];
  return recordsIn(value).flatMap((record) =>
    names.flatMap((name) => (Object.hasOwn(record, name) ? [record[name] ?? null] : [])),
  );
}

/** The body, what it holds, and what that holds: `{ "data": { "metadata": { "name": "web" } } }`. */
function recordsIn(value: JsonObject): readonly JsonObject[] {
  const inside = Object.entries(value).filter(([, part]) => isJsonObject(part));
  // Of several, some are others that the record is about.
  const own = inside.length === 1 ? inside : inside.filter(([name]) => envelopes.test(name));
  const inner = own.map(([, part]) => part).filter(isJsonObject);
  return [value, ...inner, ...inner.flatMap((one) => Object.values(one).filter(isJsonObject))];
}

const envelopes = /^(?:data|item|result|record|payload|metadata|attributes)$/i;

/** A path is text; the parameter may be a number, and the property a text, or the other way round. */
function readingsOf(value: Json): readonly Json[] {
  if (typeof value === 'number' || typeof value === 'bigint') return [value, String(value)];
  // A path with a segment of dots leads elsewhere (RFC 3986, section 5.2.4).
  if (typeof value !== 'string' || ['', '.', '..'].includes(value)) return [];
  return /^-?(?:0|[1-9]\d{0,30})$/.test(value) ? [numberFromSource(value), value] : [value];
}

/** The operations upon an item or upon what lies below it, by their ids. */
export function usersOf(operations: readonly Operation[], item: string): ReadonlySet<string> {
  const { shapes, users } = known.get(operations) ?? { shapes: shapesOf(operations), users: new Map() };
  known.set(operations, { shapes, users });
  const shape = `${shapeOf(item)}/`;
  const found =
    users.get(shape) ?? new Set(shapes.flatMap((one) => (one.path.startsWith(shape) ? [one.id] : [])));
  users.set(shape, found);
  return found;
}

interface Shape {
  readonly id: string;
  /** With a slash at its end. */
  readonly path: string;
}

interface KnownUsers {
  readonly shapes: readonly Shape[];
  readonly users: Map<string, ReadonlySet<string>>;
}

/** The same is asked for each record that is made, of contracts with a thousand operations. */
const known = new WeakMap<readonly Operation[], KnownUsers>();

function shapesOf(operations: readonly Operation[]): readonly Shape[] {
  return operations.map(({ id, path }) => ({ id, path: `${shapeOf(path)}/` }));
}
