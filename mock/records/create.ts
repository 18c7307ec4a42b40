/** POST to a collection. */
import { isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { propertiesOf, requiredOf, typesOf } from '../../spec/model/schema-view.ts';
import { rememberedBoth } from '../../spec/remembered.ts';
import type { Resource } from '../../spec/resources/resources.ts';
import { refusesDuplicates } from '../../spec/resources/views.ts';
import { Refusal } from '../http/refusals.ts';
import { entityTag, headersOfRecord } from './headers.ts';
import { type Incoming, incoming, withDefaults } from './incoming.ts';
import type { PlannedAnswer, Turn, TurnOutcome } from './keeper.ts';
import { newIds, positionOf } from './new-ids.ts';
import { isShowable } from './project.ts';
import {
  type Asked,
  bodyOf,
  envelopeIn,
  identified,
  idIn,
  itemPath,
  keyOf,
  recordExists,
  statusFor,
  tellsNewApart,
} from './shelf.ts';
import { freshRecord } from './times.ts';

export async function create(asked: Asked): Promise<Turn | Refusal | undefined> {
  const { resource, records, name, request } = asked;
  const read = incoming(asked);
  if (read === undefined) return undefined;
  const id = idIn(resource, read.record);
  const mustBeNew = refusesDuplicates(request.operation);
  const matters = mustBeNew || tellsNewApart(request);
  const isThere = matters && id !== undefined && (await records.has(name, keyOf(resource, id)));
  if (isThere && mustBeNew) return recordExists(asked, keyOf(resource, id));
  return {
    status: statusFor(request, !isThere),
    complete: async (answer) => {
      const record = await insert(asked, read, answer);
      return record instanceof Refusal ? record : outcome(asked, record, answer);
    },
  };
}

interface Inserted {
  readonly id: Json | undefined;
  readonly value: JsonObject;
}

function insert(asked: Asked, read: Incoming, answer: PlannedAnswer): Promise<Inserted | Refusal> {
  const own = idIn(asked.resource, read.record);
  const put = (record: JsonObject) =>
    own === undefined ? insertNew(asked, read, record) : insertAs(asked, own, record);
  const fresh = freshRecord(asked, read, newRecord(asked, read, answer));
  return fresh instanceof Promise ? fresh.then(put) : put(fresh);
}

/** Under the next identifier that is free. */
async function insertNew(asked: Asked, read: Incoming, base: JsonObject): Promise<Inserted> {
  const { resource, records, name } = asked;
  for await (const id of newIds(asked)) {
    const value = isGivenOut(resource, read.schema) ? identified(resource, base, id) : base;
    if (await records.insert(name, keyOf(resource, id), value)) return { id, value };
  }
  return inPlaceOfOldest(asked, base);
}

/** Where the schema has no other name left, the oldest record leaves, as it does where there are too many. */
async function inPlaceOfOldest(asked: Asked, base: JsonObject): Promise<Inserted> {
  const { resource, records, name } = asked;
  const [oldest] = await records.list(name);
  if (oldest === undefined || !(await records.remove(name, oldest.id))) return { id: undefined, value: base };
  const value = identified(resource, base, oldest.id);
  const isIn = await records.insert(name, oldest.id, value);
  return { id: isIn ? oldest.id : undefined, value: isIn ? value : base };
}

/** A user name that could have been sent and need not be there is nobody's to make up; an id, a key, a code is. */
const isGivenOut = rememberedBoth(
  ({ idName = 'id', idSchemas, shown }: Resource, schema: Schema | undefined): boolean => {
    const isSayable = schema !== undefined && propertiesOf(schema).has(idName);
    const [declared] = idSchemas;
    const isFreeText =
      declared !== undefined &&
      typesOf(declared).has('string') &&
      [declared.format, declared.pattern, declared.enum].every((keyword) => keyword === undefined);
    const isNeeded = shown.some((one) => requiredOf(one).has(idName));
    return !isSayable || !isFreeText || isNeeded || /(?:^|_)(?:id|uuid|key|code|slug)$|Id$/.test(idName);
  },
);

/** Where nothing is declared for a conflict, the later one counts. */
async function insertAs(asked: Asked, id: Json, value: JsonObject): Promise<Inserted | Refusal> {
  const { resource, records, name, request } = asked;
  const key = keyOf(resource, id);
  const mustBeNew = refusesDuplicates(request.operation);
  const last = positionOf(resource, id);
  const isNew = await (mustBeNew
    ? records.insert(name, key, value, last)
    : records.put(name, key, value, last));
  return mustBeNew && !isNew ? recordExists(asked, key) : { id, value };
}

/** What the answer declares besides what could be sent is made up once, and stays. */
export function newRecord(asked: Asked, read: Incoming, { sample, schema }: PlannedAnswer): JsonObject {
  const { resource } = asked;
  const envelope = envelopeIn(resource, schema);
  const inner = envelope !== undefined && isJsonObject(sample) ? sample[envelope.name] : sample;
  const generated = Object.entries(isJsonObject(inner) ? inner : {});
  const sent = withDefaults(read);
  const idName = resource.isIdInMetadata ? undefined : resource.idName;
  const beyond = generated.filter(([name]) => !isSayable(read, name) || name === idName);
  const lean = beyond.length === 0 ? sent : { ...Object.fromEntries(beyond), ...sent };
  const shape = envelope?.schema ?? schema;
  const isWhole = shape === undefined || isShowable(lean, shape);
  const whole = isWhole ? lean : { ...required(generated, shape), ...lean };
  return idIn(resource, sent) === undefined ? without(whole, idName) : whole;
}

/** What only the store may set, a client cannot say, declared or not. */
function isSayable({ schema }: Incoming, name: string): boolean {
  const property = schema === undefined ? undefined : propertiesOf(schema).get(name);
  return property !== undefined && !property.readOnly;
}

/** What was not sent though it could have been, and is demanded of the answer. */
function required(generated: readonly (readonly [string, Json])[], schema: Schema): JsonObject {
  const names = requiredOf(schema);
  return Object.fromEntries(generated.filter(([name]) => names.has(name)));
}

function without(record: JsonObject, dropped: string | undefined): JsonObject {
  if (dropped === undefined || !Object.hasOwn(record, dropped)) return record;
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== dropped));
}

export function outcome(asked: Asked, { id, value }: Inserted, answer: PlannedAnswer): TurnOutcome {
  const { headerNames } = answer;
  const body = bodyOf(asked, value, answer);
  if (headerNames.size === 0) return { body, headers: {} };
  const path = id === undefined || !headerNames.has('location') ? undefined : itemPath(asked, id);
  const headers = new Map<string, string>();
  if (path !== undefined) headers.set('location', path);
  if (headerNames.has('etag')) headers.set('etag', entityTag(value));
  return { body, headers: headersOfRecord(asked.request, answer, headers) };
}
