/** Rejects values that another record has, where a description says that they are unique and the contract declares it. */
import { comparesWithoutCase, takenValueRejection, uniqueTexts } from '../../../spec/described/unique-values.ts';
import { isJsonArray, type JsonObject } from '../../../spec/json/exact-json.ts';
import { memoizePair } from '../../../spec/memoize.ts';
import type { Operation } from '../../../spec/model/contract.ts';
import { requestMedia } from '../../../spec/resources/record-views.ts';
import type { Resource } from '../../../spec/resources/resources.ts';
import { flattenSchema } from '../../../spec/sampling/flatten-schema.ts';
import { HttpError } from '../../http/http-error.ts';
import type { StoredRecord } from '../../model/storage.ts';
import { findBulkOperation } from '../bulk-operation.ts';
import { type RecordContext, recordId, recordKey, unwrapSentRecord } from '../collection.ts';
import { applyJsonPatch } from '../values/json-patch.ts';

/** Whether there is anything to check. */
export function hasUniqueValues(resource: Resource, operation: Operation): boolean {
  return uniqueProperties(resource, operation).length > 0;
}

/** Undefined where no other record has them. */
export async function takenValue(context: RecordContext): Promise<HttpError | undefined> {
  return takenAmong([context]);
}

/** The same for several new records of a collection, which may not have the value of another one either. */
export async function takenAmong(contexts: readonly RecordContext[]): Promise<HttpError | undefined> {
  const [first] = contexts;
  if (first === undefined || !hasUniqueValues(first.resource, first.request.operation)) return undefined;
  const unique = uniqueProperties(first.resource, first.request.operation);
  const existing = await first.records.list(first.name);
  const written = contexts.map((context, index) => writtenEntries(context, { index, unique, existing }));
  const holders = new Map(written.flatMap(({ entries }) => entries.map(({ entry }) => [entry, new Set<string>()])));
  for (const { id: key, value: record } of existing)
    for (const entry of heldEntries(unique, record)) holders.get(entry)?.add(key);
  for (const { context, ownKey, entries } of written)
    for (const { entry, property, value } of entries) {
      const keys = holders.get(entry) ?? new Set();
      if ([...keys].some((key) => key !== ownKey)) return valueTaken(context, property, value);
      keys.add(ownKey);
    }
  return undefined;
}

interface ExistingRecords {
  /** The position of the record in a request for several. */
  readonly index: number;
  readonly unique: readonly UniqueProperty[];
  readonly existing: readonly StoredRecord[];
}

function writtenEntries(context: RecordContext, { index, unique, existing }: ExistingRecords) {
  const { resource, id } = context;
  const sent = sentValues(context);
  const own = id ?? recordId(resource, sent);
  const ownKey = own === undefined ? `new ${index}` : recordKey(resource, own);
  const patched = patchedValues(context, existing.find(({ id: key }) => key === ownKey)?.value);
  return { context, ownKey, entries: uniqueEntries(unique, patched ?? sent) };
}

export function sentValues(context: RecordContext): JsonObject {
  return unwrapSentRecord(context, requestMedia(context.request.operation)?.schema) ?? {};
}

/** What a JSON Patch changes in the record; undefined for other bodies, and for a patch that cannot be applied. */
function patchedValues({ request: { sent, sentType } }: RecordContext, old: JsonObject | undefined) {
  if (old === undefined || sentType !== 'application/json-patch+json' || !isJsonArray(sent)) return undefined;
  const patched = applyJsonPatch(old, sent);
  return patched instanceof HttpError
    ? undefined
    : Object.fromEntries(Object.entries(patched).filter(([name, value]) => value !== old[name]));
}

interface UniqueProperty {
  readonly name: string;
  readonly ignoresCase: boolean;
}

/** Equal entries are equal values of one property. */
export function uniqueEntries(properties: readonly UniqueProperty[], record: JsonObject) {
  return properties.flatMap(({ name, ignoresCase }) => {
    const value = Object.hasOwn(record, name) ? record[name] : undefined;
    if (typeof value !== 'string' || value === '') return [];
    return [{ property: name, value, entry: JSON.stringify([name, ignoresCase ? value.toLowerCase() : value]) }];
  });
}

/** Of a stored record, which does not change: each write compares all of them. */
const heldEntries = memoizePair((unique: readonly UniqueProperty[], record: JsonObject) =>
  uniqueEntries(unique, record).map(({ entry }) => entry),
);

export function valueTaken({ name, request }: RecordContext, property: string, value: string): HttpError {
  const status = takenValueRejection(request.operation);
  return new HttpError(
    'record-exists',
    `body.${property}: expected a value that no record in ${name} has, got ${JSON.stringify(value.slice(0, 60))}`,
    status === undefined ? {} : { status },
  );
}

/** As the operation says that creates the records; a change of them often does not repeat it. */
export const uniqueProperties = memoizePair((resource: Resource, operation: Operation) => {
  if (!/^(?:POST|PUT|PATCH)$/.test(operation.method) || takenValueRejection(operation) === undefined) return [];
  const create = resource.roles.get('create') ?? operation;
  const creation = findBulkOperation(resource, create)?.single ?? create;
  const schema = requestMedia(creation)?.schema;
  if (schema === undefined) return [];
  const { properties } = flattenSchema(schema);
  return uniqueTexts(schema, { operation: creation, idName: resource.idName }).map((name) => ({
    name,
    ignoresCase: comparesWithoutCase(creation, properties.get(name)),
  }));
});
