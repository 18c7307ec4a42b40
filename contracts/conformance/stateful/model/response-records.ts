/** Reads records from responses. */
import { isJsonObject, type Json, ownMember, parseJsonBytes } from '../../../../spec/json/exact-json.ts';
import { matchPath, toPathText } from '../../../../spec/resources/path-templates.ts';
import { headerValue } from '../../../http/headers.ts';
import { type Exchange, isSuccess, statusOf } from '../../model/exchange.ts';
import type { RequestSpec } from '../../model/request-spec.ts';
import type { KnownRecord } from '../../model/sequence.ts';
import { isSameName } from '../../request/values/identifier-names.ts';
import { hasId, recordInEnvelope } from './envelopes.ts';
import { identifyRecord, type RecordIdentifier } from './identify-record.ts';
import { isLinked, itemPathValues, type ResourceOperations } from './resource-operations.ts';
import { evaluateExpression, type OperationExchange } from './runtime-expressions.ts';

/** Undefined when there is no body, or it is not JSON. */
export function parseBody(exchange: Exchange | undefined): Json | undefined {
  if (exchange?.outcome.kind !== 'response') return undefined;
  const parsed = parseJsonBytes(exchange.outcome.response.body);
  return parsed.ok ? parsed.value : undefined;
}

/** A property of a record, or of a record in an envelope; never one of the envelope, or of an object in the record. */
export function getProperty(body: Json | undefined, name: string): Json | undefined {
  if (!isJsonObject(body)) return undefined;
  const inside = recordInEnvelope(body);
  if (inside !== undefined) return ownMember(inside, name);
  if (Object.hasOwn(body, name) || hasId(body)) return ownMember(body, name);
  const holder = Object.values(body)
    .filter(isJsonObject)
    .find((one) => Object.hasOwn(one, name));
  return holder?.[name];
}

/**
 * The record that a response created; undefined when the response does not name it, or only accepts the request (202).
 */
export function createdRecord(
  resourceOperations: ResourceOperations,
  operationExchange: OperationExchange,
  parents: readonly Json[],
): KnownRecord | undefined {
  const status = statusOf(operationExchange.exchange) ?? 0;
  if (!isSuccess(status) || status === 202) return undefined;
  if (resourceOperations.identifierTarget === undefined)
    return createdRecordInList(resourceOperations, operationExchange, parents);
  const identified = identifyRecord(operationExchange, resourceOperations.identifierTarget);
  const value = resourceOperations.isPut
    ? createdNameInPath(operationExchange)
    : createdName(resourceOperations, operationExchange, identified);
  if (value === undefined) return undefined;
  const isConfirmed =
    resourceOperations.isPut ||
    (identified !== undefined && isCreationConfirmed(resourceOperations, operationExchange, status));
  const pathValues =
    pathValuesFromLink(resourceOperations, operationExchange) ?? itemPathValues(resourceOperations, parents, value);
  return newRecord(resourceOperations, operationExchange, { pathValues, isConfirmed });
}

/** A record right after its creation. */
export function newRecord(
  { idName, baselines }: ResourceOperations,
  operationExchange: OperationExchange,
  { pathValues, isConfirmed }: Pick<KnownRecord, 'pathValues' | 'isConfirmed'>,
): KnownRecord {
  return {
    pathValues,
    idName,
    read: baselines.get('read')?.operation,
    remove: baselines.get('remove')?.operation,
    isStillShown: false,
    isConfirmed,
    writes: [{ kind: 'create', ...operationExchange }],
    lastShown: operationExchange.exchange,
  };
}

/** A record without an item path, which can only be found in its list by the id in the response. */
function createdRecordInList(
  resourceOperations: ResourceOperations,
  operationExchange: OperationExchange,
  parents: readonly Json[],
): KnownRecord | undefined {
  const { idName, baselines } = resourceOperations;
  const value = idName === undefined ? undefined : getProperty(parseBody(operationExchange.exchange), idName);
  if (value === undefined || value === null || typeof value === 'object' || !baselines.has('list')) return undefined;
  return newRecord(resourceOperations, operationExchange, {
    pathValues: [...parents, value],
    isConfirmed: statusOf(operationExchange.exchange) === 201,
  });
}

/** An unconfirmed id may name something else, so the record is then unknown. */
function createdName(
  resourceOperations: ResourceOperations,
  { requestSpec }: OperationExchange,
  identified: RecordIdentifier | undefined,
): Json | undefined {
  if (identified === undefined) return clientChosenName(requestSpec, resourceOperations);
  return identified.isConfirmed ? identified.value : undefined;
}

/** All path values of the item, when a link to the read operation has them; the first such link counts. */
function pathValuesFromLink(
  { baselines }: ResourceOperations,
  operationExchange: OperationExchange,
): readonly Json[] | undefined {
  const read = baselines.get('read')?.operation;
  if (read === undefined || operationExchange.exchange.outcome.kind !== 'response') return undefined;
  const link = linkParameters(operationExchange, read.id);
  if (link === undefined) return undefined;
  const names = [...read.path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name);
  const values = names.flatMap((name) => {
    const given = link.get(`path.${name}`) ?? link.get(name);
    return (given === undefined ? undefined : evaluateExpression(given, operationExchange)) ?? [];
  });
  return values.length === names.length ? values : undefined;
}

function linkParameters(operationExchange: OperationExchange, id: string): ReadonlyMap<string, Json> | undefined {
  const { responses } = operationExchange.operation;
  const links = responses.flatMap((response) => response.links ?? []);
  return isLinked(operationExchange.operation, statusOf(operationExchange.exchange) ?? 0, {
    ...operationExchange.operation,
    id,
  })
    ? links.find(({ operation }) => operation === id)?.parameters
    : undefined;
}

/** 201, a `Location` or a link imply that the record exists. */
function isCreationConfirmed(
  { baselines }: ResourceOperations,
  { operation, exchange }: OperationExchange,
  status: number,
): boolean {
  const location =
    exchange.outcome.kind === 'response' ? headerValue(exchange.outcome.response.headers, 'location') : undefined;
  const hasLink = [...baselines.values()].some((baseline) => isLinked(operation, status, baseline.operation));
  return status === 201 || location !== undefined || hasLink;
}

function createdNameInPath({ operation, requestSpec }: OperationExchange): Json | undefined {
  const [path = ''] = requestSpec.path.split('?');
  return matchPath(operation.path, path)?.at(-1);
}

/** The name chosen by the client, when the response has none. */
function clientChosenName({ value }: RequestSpec, { identifierTarget, idName }: ResourceOperations): Json | undefined {
  if (!isJsonObject(value)) return undefined;
  const names = [identifierTarget?.parameter.name, idName].filter((name) => name !== undefined);
  const name = names.find((one) => Object.hasOwn(value, one));
  return name === undefined ? undefined : value[name];
}

/**
 * The identifier that a response or an item shows. That of an inner object counts only in an envelope: where what was
 * sent stands next to it, it belongs to another record, such as the owner.
 */
export function shownIdentifier(body: Json | undefined, { idName, writes }: KnownRecord): Json | undefined {
  if (idName === undefined || !isJsonObject(body)) return undefined;
  const inside = recordInEnvelope(body);
  if (inside !== undefined) return ownMember(inside, idName);
  if (Object.hasOwn(body, idName)) return body[idName];
  const isRecordItself = writes.some(({ requestSpec: { value } }) =>
    Object.entries(isJsonObject(value) ? value : {}).some(
      ([name, sent]) => (sent === null || typeof sent !== 'object') && Object.hasOwn(body, name),
    ),
  );
  return isRecordItself ? undefined : getProperty(body, idName);
}

/** Whether one of the items is the record. */
export function containsRecord(items: readonly Json[], record: KnownRecord): boolean {
  return findItem(items, record) !== undefined;
}

/** The name in its path: the last one that a write has given it, if any. */
export function currentName({ pathValues, writes, foundAs }: KnownRecord): Json | undefined {
  const renaming = writes.findLastIndex(({ exchange }) => exchange.renamedTo !== undefined);
  if (foundAs !== undefined && foundAs.writeCount > renaming) return foundAs.name;
  return writes[renaming]?.exchange.renamedTo ?? pathValues.at(-1);
}

/** The item with the record's id; one with the same letters in another case only if no other has it. */
export function findItem(items: readonly Json[], record: KnownRecord): Json | undefined {
  const name = currentName(record);
  if (name === undefined) return undefined;
  const named = items.filter((item) => {
    const id = shownIdentifier(item, record);
    return id !== undefined && id !== null && typeof id !== 'object' && isSameName(id, name);
  });
  return named.find((item) => toPathText(shownIdentifier(item, record) ?? '') === toPathText(name)) ?? named[0];
}
