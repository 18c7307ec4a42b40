/** The records that a webhook is about: existing ones, of the resources that its body describes. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import type { Contract } from '../../spec/model/contract.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { declaredProperties } from '../../spec/model/schema-view.ts';
import { findReferencedResource } from '../../spec/resources/foreign-keys.ts';
import { findParent } from '../../spec/resources/parents.ts';
import { expandPath, lastLiteral, matchPath, parameterNames } from '../../spec/resources/path-templates.ts';
import { findResources, type Resource } from '../../spec/resources/resources.ts';
import { isValid } from '../../spec/validation/validate.ts';
import { propertyWords } from '../made-up/property-words.ts';
import type { RecordStore, StoredRecord } from '../model/storage.ts';
import { recordKey } from '../records/collection.ts';
import { projectRecord } from '../records/projection.ts';
import { withCounts } from '../records/relations/related-records.ts';
import { creationTime } from '../records/values/timestamps.ts';
import { eventStems } from './event-words.ts';

export interface EventRecords {
  readonly contract: Contract;
  /** Of the contract, before the names of its collections. */
  readonly prefix: string;
  readonly records: RecordStore;
  /** Of the webhook. */
  readonly name: string;
}

/** The valid body with records in place of made-up ones, and with their identifiers. */
export async function withEventRecords(body: Json, schema: Schema, context: EventRecords): Promise<Json> {
  const found = await findRecords(body, schema, context);
  const whole = resourceWithSchema(schema, context.contract);
  const record = whole && found.get(whole)?.record;
  return record === undefined
    ? placeRecords(body, schema, found, context)
    : (projectRecord(record.value, schema, body) ?? body);
}

/** Whether the body is a record itself, and no envelope of one. */
export function isRecordSchema(schema: Schema, contract: Contract): boolean {
  return resourceWithSchema(schema, contract) !== undefined;
}

interface FoundRecord {
  readonly record: StoredRecord;
  /** The identifiers of the records above it. */
  readonly parents: readonly string[];
}

type FoundRecords = ReadonlyMap<Resource, FoundRecord>;

/**
 * The newest of each resource, preferably one that the event has happened to; a record above another one is the one that
 * this is below.
 */
async function findRecords(body: Json, schema: Schema, context: EventRecords): Promise<FoundRecords> {
  const { contract, records, prefix } = context;
  const depth = ({ collection }: Resource) => parameterNames(collection).length;
  const described = [...new Set(describedResources(body, schema, contract))].toSorted((a, b) => depth(b) - depth(a));
  const names = (await records.collections()).filter(({ count }) => count > 0).map(({ name }) => name);
  const found = new Map<Resource, FoundRecord>();
  for (const resource of described) {
    const below = [...found].find(([other]) => other.collection.startsWith(`${resource.item}/`))?.[1];
    const places = names.flatMap((name) => {
      const parents = matchPath(`${prefix}${resource.collection}`, name);
      return parents === undefined ? [] : [{ name, parents }];
    });
    const isAbove = ({ parents }: (typeof places)[number]) =>
      below === undefined || parents.every((one, index) => one === below.parents[index]);
    const above = below?.parents[depth(resource)];
    const candidates = await Promise.all(
      places.filter(isAbove).map(async ({ name, parents }): Promise<FoundRecord[]> => {
        if (!(await hasParent(resource, parents, context))) return [];
        const all = await records.list(name);
        const record = all.find(({ id }) => id === above) ?? newestOf(all, eventStems(context.name));
        const counted = record && (await withCounts(context, { collection: name, record }));
        return counted === undefined ? [] : [{ record: counted, parents }];
      }),
    );
    const [newest] = candidates
      .flat()
      .toReversed()
      .toSorted((a, b) => timeOf(resource, b) - timeOf(resource, a));
    if (newest !== undefined) found.set(resource, newest);
  }
  return found;
}

/** A list below a record that was deleted, or that never existed, has no events. */
async function hasParent(
  resource: Resource,
  parents: readonly string[],
  { contract, records, prefix }: EventRecords,
): Promise<boolean> {
  const parent = findParent(resource, findResources(contract))?.resource;
  const depth = parent === undefined ? 0 : parameterNames(parent.collection).length;
  const id = parents[depth];
  if (parent === undefined || id === undefined) return true;
  return records.has(`${prefix}${expandPath(parent.collection, parents.slice(0, depth))}`, recordKey(parent, id));
}

function newestOf(all: readonly StoredRecord[], words: readonly string[]): StoredRecord | undefined {
  const hasState = ({ value }: StoredRecord) =>
    Object.entries(value).some(
      ([name, state]) =>
        /(?:status|state)$/i.test(name) && typeof state === 'string' && words.includes(eventStems(state)[0] ?? ''),
    );
  return all.findLast(hasState) ?? all.at(-1);
}

function timeOf(resource: Resource, { record }: FoundRecord): number {
  return creationTime(resource, record.value) ?? 0;
}

function describedResources(body: Json, schema: Schema, contract: Contract): readonly Resource[] {
  if (!isObject(body)) return [];
  const whole = resourceWithSchema(schema, contract);
  if (whole !== undefined) return [whole];
  return parts(body, schema).flatMap(({ name, value, part }) => {
    const referred = resourceOfId(name, contract);
    const own = isObject(value) ? resourceOf(name, part, contract) : undefined;
    return own === undefined ? [...(referred ? [referred] : []), ...describedResources(value, part, contract)] : [own];
  });
}

function placeRecords(body: Json, schema: Schema, found: FoundRecords, context: EventRecords): Json {
  if (!isObject(body)) return body;
  let whole: JsonObject = body;
  for (const { name, value, part } of parts(body, schema)) {
    const shown = shownRecord({ name, value, part }, found, context);
    const next = shown === undefined ? whole : { ...whole, [name]: shown };
    if (isValid(schema, next, 'response')) whole = next;
  }
  return whole;
}

interface BodyPart {
  readonly name: string;
  readonly value: Json;
  readonly part: Schema;
}

function shownRecord({ name, value, part }: BodyPart, found: FoundRecords, context: EventRecords): Json | undefined {
  if (!isObject(value)) {
    const referred = resourceOfId(name, context.contract);
    const id = referred && found.get(referred)?.record.value[referred.idName ?? 'id'];
    return id;
  }
  const resource = resourceOf(name, part, context.contract);
  const record = resource && found.get(resource)?.record;
  return record === undefined ? placeRecords(value, part, found, context) : projectRecord(record.value, part, value);
}

function parts(body: JsonObject, schema: Schema): readonly BodyPart[] {
  const declared = declaredProperties(schema);
  return Object.entries(body).flatMap(([name, value]) => {
    const part = declared.get(name);
    return part === undefined ? [] : [{ name, value, part }];
  });
}

/** The resource whose records have the schema, or else the one whose name it has: `ticket` of `/tickets`. */
function resourceOf(name: string, part: Schema, contract: Contract): Resource | undefined {
  const hasName = ({ collection, item }: Resource) =>
    item !== undefined && propertyWords(lastLiteral(collection)).join('') === propertyWords(name).join('');
  return resourceWithSchema(part, contract) ?? findResources(contract).find(hasName);
}

function resourceWithSchema({ place: { file, pointer } }: Schema, contract: Contract): Resource | undefined {
  const isSame = ({ place }: Schema) => place.file === file && place.pointer === pointer;
  return findResources(contract).find(({ responseSchemas }) => responseSchemas.some(isSame));
}

/** `ticketId` */
function resourceOfId(name: string, contract: Contract): Resource | undefined {
  return findReferencedResource([name], findResources(contract));
}

function isObject(value: Json): value is JsonObject {
  return isJsonObject(value) && !isJsonArray(value);
}
