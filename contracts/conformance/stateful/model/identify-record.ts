/** Finds the id of a record in a response: in a link, in `Location`, or in the body. */
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
import { isEnvelopeName } from '../../../../spec/resources/record-envelopes.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import { headerValue } from '../../../http/headers.ts';
import { recordInEnvelope } from './envelopes.ts';
import { evaluateExpression, type OperationExchange } from './runtime-expressions.ts';

export interface IdentifierTarget {
  /** The path template that ends in the parameter. */
  readonly item: string;
  readonly parameter: Parameter;
  /** The property that holds the id, when the contract shows it. */
  readonly idName: string | undefined;
  /** Ids of the operations on the item. */
  readonly operationIds: ReadonlySet<string>;
}

/** The target for the item at a path template. */
export function createIdentifierTarget(
  operations: readonly Operation[],
  { item, parameter, idName }: Omit<IdentifierTarget, 'operationIds'>,
): IdentifierTarget {
  return { item, parameter, idName, operationIds: operationsOnItem(operations, item) };
}

/** The id of a record. */
export interface RecordIdentifier {
  readonly value: Json;
  /** The contract or the response confirms it; otherwise it is a guess by the property's name. */
  readonly isConfirmed: boolean;
}

/** Undefined when the response has no id that is valid for the parameter. */
export function identifyRecord(
  operationExchange: OperationExchange,
  target: IdentifierTarget,
): RecordIdentifier | undefined {
  const { outcome } = operationExchange.exchange;
  if (outcome.kind !== 'response') return undefined;
  const { headers, body } = outcome.response;
  const location = headerValue(headers, 'location');
  const confirmed = [
    ...identifiersFromLinks(operationExchange, target),
    identifierFromLocation(location, target.item),
    ...identifiersInBody(body, target, 'confirmed'),
  ];
  const value = firstValid(confirmed, target);
  if (value !== undefined) return { value, isConfirmed: true };
  const guessed = firstValid([...identifiersInBody(body, target, 'any'), lastSegment(location)], target);
  return guessed === undefined ? undefined : { value: guessed, isConfirmed: false };
}

/** The id of an item of a list. */
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
  if (outcome.kind !== 'response') return [];
  const { links = [] } = findResponse(operationExchange.operation, outcome.response.status) ?? {};
  return links
    .filter(({ operation }) => operationIds.has(operation))
    .map(({ parameters }) => parameters.get(`path.${name}`) ?? parameters.get(name))
    .map((value) => (value === undefined ? undefined : evaluateExpression(value, operationExchange)));
}

/** The last path value, when the end of the path matches the template. */
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

/** Only values that are surely the id, or all candidates. */
type Certainty = 'confirmed' | 'any';

/** The outermost first; a body that is a scalar may be the id itself. */
function identifiersIn(value: Json, { parameter, idName }: IdentifierTarget, certainty: Certainty): readonly Json[] {
  if (!isJsonObject(value)) return isJsonArray(value) || certainty === 'confirmed' ? [] : [value];
  const known = [...(idName === undefined ? [] : [idName]), parameter.name];
  const isId = certainty === 'any' || /id$/i.test(parameter.name);
  const names = [...new Set(isId ? [...known, 'id'] : known)];
  return recordsAndEnvelopes(value).flatMap((record) =>
    names.flatMap((name) => (Object.hasOwn(record, name) ? [record[name] ?? null] : [])),
  );
}

/** The body, its members, and their members: `{ "data": { "metadata": { "name": "web" } } }`. */
function recordsAndEnvelopes(value: JsonObject): readonly JsonObject[] {
  const inside = Object.entries(value).filter(([, part]) => isJsonObject(part));
  // Of several members, some are other records that this one refers to.
  const envelopes = inside.length === 1 ? inside : inside.filter(([name]) => isEnvelopeName(name));
  const inner = envelopes.map(([, part]) => part).filter(isJsonObject);
  const innermost = inner.flatMap((one) => Object.values(one).filter(isJsonObject));
  // An envelope may have an id of its own, for example that of the request.
  const record = recordInEnvelope(value);
  return record === undefined ? [value, ...inner, ...innermost] : [record, ...inner, ...innermost, value];
}

/** A path is text: the parameter may be a number and the property a string, or the other way round. */
function identifierForms(value: Json): readonly Json[] {
  if (typeof value === 'number' || typeof value === 'bigint') return [value, String(value)];
  // Dot segments change the path (RFC 3986, section 5.2.4).
  if (typeof value !== 'string' || ['', '.', '..'].includes(value)) return [];
  return /^-?(?:0|[1-9]\d{0,30})$/.test(value) ? [numberFromSource(value), value] : [value];
}
