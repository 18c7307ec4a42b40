/** What an answer calls the record that it tells of: by a link, in `Location`, or in its body. */
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  numberFromSource,
  parseJsonBytes,
} from '../../../../spec/json/exact-json.ts';
import { findResponse, type Operation, type Parameter } from '../../../../spec/model/contract.ts';
import { operationsOnItem } from '../../../../spec/resources/parents.ts';
import { matchPath } from '../../../../spec/resources/path-templates.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import { headerValue } from '../../../http/headers.ts';
import { evaluateExpression, type OperationExchange } from './runtime-expressions.ts';

export interface IdentifierTarget {
  /** The template that ends in the parameter. */
  readonly item: string;
  readonly parameter: Parameter;
  /** The property that names a record, where the contract tells. */
  readonly idName: string | undefined;
  /** Operations upon the item, by their ids. */
  readonly operationIds: ReadonlySet<string>;
}

/** Of the item at a template. */
export function createIdentifierTarget(
  operations: readonly Operation[],
  { item, parameter, idName }: Omit<IdentifierTarget, 'operationIds'>,
): IdentifierTarget {
  return { item, parameter, idName, operationIds: operationsOnItem(operations, item) };
}

/** What a record is called. */
export interface RecordIdentifier {
  readonly value: Json;
  /** The contract or the answer says that it is this; otherwise only its name speaks for it. */
  readonly isConfirmed: boolean;
}

/** Undefined where the answer does not name it, or by nothing that the parameter could be. */
export function identifyRecord(
  operationExchange: OperationExchange,
  target: IdentifierTarget,
): RecordIdentifier | undefined {
  const { outcome } = operationExchange.exchange;
  if (outcome.kind !== 'answer') return undefined;
  const { headers, body } = outcome.response;
  const location = headerValue(headers, 'location');
  const confirmed = [
    ...identifiersFromLinks(operationExchange, target),
    identifierFromLocation(location, target.item),
    ...identifiersInBody(body, target, 'firm'),
  ];
  const value = firstValid(confirmed, target);
  if (value !== undefined) return { value, isConfirmed: true };
  const guessed = firstValid([...identifiersInBody(body, target, 'any'), lastSegment(location)], target);
  return guessed === undefined ? undefined : { value: guessed, isConfirmed: false };
}

/** What a record of a list calls itself. */
export function findIdentifier(record: Json, target: IdentifierTarget): Json | undefined {
  return firstValid(identifiersIn(record, target, 'any'), target);
}

function firstValid(
  candidates: readonly (Json | undefined)[],
  { parameter: { schema } }: IdentifierTarget,
): Json | undefined {
  return candidates
    .flatMap((value) => (value === undefined ? [] : identifierForms(value)))
    .find((value) => schema === undefined || isValid(schema, value, 'request'));
}

function identifiersFromLinks(
  operationExchange: OperationExchange,
  { operationIds, parameter: { name } }: IdentifierTarget,
): readonly (Json | undefined)[] {
  const { outcome } = operationExchange.exchange;
  if (outcome.kind !== 'answer') return [];
  const { links = [] } = findResponse(operationExchange.operation, outcome.response.status) ?? {};
  return links
    .filter(({ operation }) => operationIds.has(operation))
    .map(({ parameters }) => parameters.get(`path.${name}`) ?? parameters.get(name))
    .map((value) => (value === undefined ? undefined : evaluateExpression(value, operationExchange)));
}

/** Where it ends as the template does. */
function identifierFromLocation(location: string | undefined, item: string): string | undefined {
  const target = item.split('/');
  const segments = pathOfUrl(location)
    .split('/')
    .slice(-target.length + 1);
  return matchPath(item, ['', ...segments].join('/'))?.at(-1);
}

function lastSegment(location: string | undefined): string | undefined {
  const last = pathOfUrl(location).split('/').at(-1) ?? '';
  try {
    return last === '' ? undefined : decodeURIComponent(last);
  } catch {
    return undefined;
  }
}

function pathOfUrl(location = ''): string {
  const [path = ''] = location.split(/[?#]/);
  return path.replace(/^[a-z][\w+.-]*:\/\/[^/]*/i, '').replace(/\/$/, '');
}

function identifiersInBody(body: Uint8Array, target: IdentifierTarget, certainty: Certainty): readonly Json[] {
  const parsed = parseJsonBytes(body);
  if (!parsed.ok) return [];
  const isSingleItem = isJsonArray(parsed.value) && parsed.value.length === 1;
  return identifiersIn(isSingleItem ? (parsed.value[0] ?? null) : parsed.value, target, certainty);
}

/** Those that are surely its name, or all that may be. */
type Certainty = 'firm' | 'any';

/** The outermost first; of an answer that is the bare name, that. */
function identifiersIn(value: Json, { parameter, idName }: IdentifierTarget, certainty: Certainty): readonly Json[] {
  if (!isJsonObject(value)) return isJsonArray(value) || certainty === 'firm' ? [] : [value];
  const known = [...(idName === undefined ? [] : [idName]), parameter.name];
  const isId = certainty === 'any' || /id$/i.test(parameter.name);
  const names = [...new Set(isId ? [...known, 'id'] : known)];
  return recordsAndEnvelopes(value).flatMap((record) =>
    names.flatMap((name) => (Object.hasOwn(record, name) ? [record[name] ?? null] : [])),
  );
}

/** The body, what it holds, and what that holds: `{ "data": { "metadata": { "name": "web" } } }`. */
function recordsAndEnvelopes(value: JsonObject): readonly JsonObject[] {
  const inside = Object.entries(value).filter(([, part]) => isJsonObject(part));
  // Of several, some are others that the record is about.
  const own = inside.length === 1 ? inside : inside.filter(([name]) => envelopeNames.test(name));
  const inner = own.map(([, part]) => part).filter(isJsonObject);
  return [value, ...inner, ...inner.flatMap((one) => Object.values(one).filter(isJsonObject))];
}

const envelopeNames = /^(?:data|item|result|record|payload|metadata|attributes)$/i;

/** A path is text; the parameter may be a number, and the property a text, or the other way round. */
function identifierForms(value: Json): readonly Json[] {
  if (typeof value === 'number' || typeof value === 'bigint') return [value, String(value)];
  // A path with a segment of dots leads elsewhere (RFC 3986, section 5.2.4).
  if (typeof value !== 'string' || ['', '.', '..'].includes(value)) return [];
  return /^-?(?:0|[1-9]\d{0,30})$/.test(value) ? [numberFromSource(value), value] : [value];
}
