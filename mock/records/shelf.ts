/** One collection with its records: what each of the operations on it works with. */
import { isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import type { Operation } from '../../spec/model/contract.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { remembered, rememberedBoth } from '../../spec/remembered.ts';
import { fillPath, textOf } from '../../spec/resources/paths.ts';
import { METADATA, type Resource } from '../../spec/resources/resources.ts';
import { declares, hasError, successesOf } from '../../spec/resources/views.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { Refusal } from '../http/refusals.ts';
import { type Records, removedFrom, type StoredRecord } from '../model/storage.ts';
import type { PlannedAnswer, RecordRequest } from './keeper.ts';
import { shown } from './project.ts';

export interface Shelf {
  readonly resource: Resource;
  readonly records: Records;
  /** With the prefix: `/shop/users/7/orders`. */
  readonly name: string;
  readonly prefix: string;
  /** The values of the path parameters that the collection has. */
  readonly parents: readonly Json[];
  readonly seed: string | undefined;
  /** Of the records of the whole storage. */
  readonly oneByOne: OneByOne;
}

/** What a request says about a collection. */
export interface Asked extends Shelf {
  readonly request: RecordRequest;
  /** The value that names the item in the path; undefined for the collection itself. */
  readonly id: Json | undefined;
}

/** The key of a record: values that mean the same give the same. */
export function keyOf({ idParameter, idSchemas }: Resource, id: Json): string {
  const isUuid = idSchemas[0]?.format === 'uuid' || idParameter?.schema?.format === 'uuid';
  const text = Number.isSafeInteger(id) ? String(id) : textOf(id);
  return isUuid ? text.toLowerCase() : text;
}

/** As the property holds it, whatever the type of the parameter; undefined where the property cannot. */
function idValue({ idSchemas }: Resource, id: Json): Json | undefined {
  const [schema] = idSchemas;
  const text = textOf(id);
  const number = /^-?\d{1,15}$/.test(text) ? [Number(text)] : [];
  return [id, text, ...number].find((value) => schema === undefined || isValid(schema, value, 'response'));
}

/** The record with its identifier, where a property holds it. */
export function identified(resource: Resource, record: JsonObject, id: Json): JsonObject {
  const { idName, isIdInMetadata } = resource;
  const value = idValue(resource, id);
  if (idName === undefined || value === undefined) return record;
  if (!isIdInMetadata) return { ...record, [idName]: value };
  return { ...record, [METADATA]: { ...metadataIn(record), [idName]: value } };
}

function metadataIn(record: JsonObject): JsonObject {
  const value = Object.hasOwn(record, METADATA) ? record[METADATA] : undefined;
  return isJsonObject(value) ? value : {};
}

/** The identifier that a record brings along. */
export function idIn({ idName, isIdInMetadata }: Resource, record: JsonObject): Json | undefined {
  const holder = isIdInMetadata ? metadataIn(record) : record;
  const id = idName !== undefined && Object.hasOwn(holder, idName) ? holder[idName] : undefined;
  return typeof id === 'object' ? undefined : id;
}

/** The path of an item, as `Location` has it. */
export function itemPath({ resource, parents, prefix }: Shelf, id: Json): string | undefined {
  return resource.item === undefined ? undefined : `${prefix}${fillPath(resource.item, [...parents, id])}`;
}

export function recordUnknown({ resource, name, request }: Asked, key: string): Refusal {
  const property = resource.idName ?? 'id';
  const parameter = `path.${resource.idParameter?.name}`;
  const isInPath = request.operation.path === resource.item;
  const place = isInPath ? parameter : `body.${property}`;
  const got = JSON.stringify(key.slice(0, 60));
  return new Refusal('record-unknown', `${place}: expected that of a record in ${name}, got ${got}`);
}

export function recordExists({ resource, name }: Shelf, key: string): Refusal {
  const place = `body.${resource.idName ?? 'id'}`;
  const got = JSON.stringify(key.slice(0, 60));
  return new Refusal('record-exists', `${place}: expected one that no record in ${name} has, got ${got}`);
}

/** A status of its own for a record that is new, and one for a record that was there. */
export function statusFor({ operation }: RecordRequest, isNew: boolean): number | undefined {
  const { ofNew, ofOld } = statusesOf(operation);
  return isNew ? ofNew : ofOld;
}

/** Where only one of them is declared, it is that of both. */
export function tellsNewApart({ operation }: RecordRequest): boolean {
  const { ofNew, ofOld } = statusesOf(operation);
  return ofNew !== undefined && ofOld !== undefined;
}

const statusesOf = remembered((operation: Operation) => {
  const other = successesOf(operation).find(({ status }) => /^2\d\d$/.test(status) && status !== '201');
  return {
    ofNew: declares(operation, 201) ? 201 : undefined,
    ofOld: other === undefined ? undefined : Number(other.status),
  };
});

/** What the body of an answer says of a record. */
export function bodyOf(
  { resource }: Shelf,
  record: JsonObject,
  { sample, schema }: PlannedAnswer,
): Json | undefined {
  if (schema === undefined) return sample ?? withoutSecrets(resource, record);
  const envelope = envelopeIn(resource, schema);
  if (envelope === undefined) return shown(record, schema, sample);
  const inner = isJsonObject(sample) ? sample[envelope.name] : undefined;
  const value = shown(record, envelope.schema, inner);
  if (!isJsonObject(sample) || value === undefined) return sample;
  const whole = { ...sample, [envelope.name]: value };
  return isValid(schema, whole, 'response') ? whole : sample;
}

function withoutSecrets({ asked }: Resource, record: JsonObject): JsonObject {
  const isSecret = (name: string) => asked.some(({ properties }) => properties.get(name)?.writeOnly === true);
  return Object.fromEntries(Object.entries(record).filter(([name]) => !isSecret(name)));
}

/** Where a body holds the record under a name. */
export const envelopeIn = rememberedBoth((resource: Resource, schema: Schema | undefined) =>
  schema === undefined ? undefined : resource.envelope(schema),
);

/** What was sent, taken out of its envelope; undefined where it is no object. */
export function sentRecord(
  { resource, request: { sent } }: Asked,
  schema: Schema | undefined,
): JsonObject | undefined {
  if (sent === undefined) return {};
  if (!isJsonObject(sent)) return undefined;
  const name = envelopeIn(resource, schema)?.name;
  const inner = name === undefined ? undefined : sent[name];
  return isJsonObject(inner) ? inner : sent;
}

/** Where the contract has no answer for a record that is not there, anything may be there that was not removed. */
export async function isAbsent(asked: Asked, key: string): Promise<boolean> {
  if (asked.resource.isClosed && hasError(asked.request.operation, 404)) return true;
  return (await asked.records.read(removedFrom(asked.name), key)) !== undefined;
}

/** Another request may be faster time and again, but one of all gets on each time. */
export const MOST_TRIES = 100;

type Updated = StoredRecord | Refusal | undefined;

/**
 * Reads, changes and writes until nobody was in between; undefined when the record is gone. One request of this process at
 * a time: where the storage is elsewhere, many would be in each other's way more often than they have tries.
 */
export async function update(
  shelf: Pick<Shelf, 'records' | 'name' | 'oneByOne'>,
  key: string,
  change: (old: JsonObject) => JsonObject | Refusal,
): Promise<Updated> {
  return shelf.oneByOne(`${shelf.name}\n${key}`, () => updateAmongOthers(shelf, key, change));
}

/** Requests of other processes. */
async function updateAmongOthers(
  { records, name }: Pick<Shelf, 'records' | 'name'>,
  key: string,
  change: (old: JsonObject) => JsonObject | Refusal,
): Promise<Updated> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const old = await records.read(name, key);
    if (old === undefined) return undefined;
    const value = change(old.value);
    if (value instanceof Refusal) return value;
    if (await records.update(name, { ...old, value })) return { ...old, value };
  }
  return busy(key);
}

export function busy(key: string): Refusal {
  return new Refusal('internal', `the record ${JSON.stringify(key)} is changed by others all the time`);
}

/** A refusal where the record above is not there, and the operation has an answer for that. */
export async function missingParent(asked: Asked, parent: Resource): Promise<Refusal | undefined> {
  const id = asked.parents[parentDepth(parent)];
  if (id === undefined || !parent.roles.has('read')) return undefined;
  const values: readonly Json[] = asked.parents;
  const name = `${asked.prefix}${fillPath(parent.collection, values)}`;
  const key = keyOf(parent, id);
  if ((await asked.records.read(name, key)) !== undefined) return undefined;
  if (!(await isAbsent({ ...asked, name, resource: parent }, key))) return undefined;
  const expected = `expected the path of a record that is there`;
  return new Refusal(
    'record-unknown',
    `path: ${expected}, got ${JSON.stringify(`${name}/${key}`.slice(0, 100))}`,
  );
}

/** How many parameters the path of the collection has: the next one names its item. */
function parentDepth({ collection }: Resource): number {
  return collection.split('{').length - 1;
}

/** Does work on the same thing one after the other. */
export type OneByOne = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/** For the records of one storage, in this process. */
export function createOneByOne(): OneByOne {
  const line = new Map<string, Promise<void>>();
  return async (key, work) => {
    const before = line.get(key);
    const mine = Promise.withResolvers<void>();
    line.set(key, mine.promise);
    try {
      await before;
      return await work();
    } finally {
      mine.resolve();
      if (line.get(key) === mine.promise) line.delete(key);
    }
  };
}
