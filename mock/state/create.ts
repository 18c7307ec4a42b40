/** POST to a collection. */
import { isJsonObject, type Json, type JsonObject } from '../../spec/exact-json.ts';
import { refusesDuplicates } from '../../spec/resources/views.ts';
import type { Schema } from '../../spec/schema.ts';
import { propertiesOf, requiredOf, typesOf } from '../../spec/schema-view.ts';
import { isValid } from '../../spec/validate.ts';
import { Refusal } from '../refusals.ts';
import { removedFrom } from '../storage/storage.ts';
import { entityTag } from './entity-tag.ts';
import { declaredHeaders } from './headers.ts';
import { type Incoming, incoming, withDefaults } from './incoming.ts';
import type { PlannedAnswer, Turn, TurnOutcome } from './keeper.ts';
import { newIds, skipTo } from './new-ids.ts';
import { project } from './project.ts';
import {
  type Asked,
  bodyOf,
  identified,
  idIn,
  itemPath,
  keyOf,
  recordExists,
  statusFor,
  update,
} from './shelf.ts';
import { freshRecord } from './times.ts';

export async function create(asked: Asked): Promise<Turn | Refusal | undefined> {
  const { resource, records, name, request } = asked;
  const read = incoming(asked);
  if (read === undefined) return undefined;
  const id = idIn(resource, read.record);
  const isThere = id !== undefined && (await records.read(name, keyOf(resource, id))) !== undefined;
  if (isThere && refusesDuplicates(request.operation)) return recordExists(asked, keyOf(resource, id));
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

async function insert(asked: Asked, read: Incoming, answer: PlannedAnswer): Promise<Inserted | Refusal> {
  const { resource, records, name } = asked;
  const base = await freshRecord(asked, read, newRecord(asked, read, answer));
  const own = idIn(resource, read.record);
  if (own !== undefined) return insertAs(asked, own, base);
  for await (const id of newIds(asked)) {
    const value = isGivenOut(asked, read) ? identified(resource, base, id) : base;
    if (await records.insert(name, keyOf(resource, id), value)) return noted(asked, id, value);
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
  return isIn ? noted(asked, oldest.id, value) : { id: undefined, value: base };
}

/** A user name that could have been sent and need not be there is nobody's to make up; an id, a key, a code is. */
function isGivenOut({ resource: { idName = 'id', idSchemas, shown } }: Asked, { schema }: Incoming): boolean {
  const isSayable = schema !== undefined && propertiesOf(schema).has(idName);
  const [declared] = idSchemas;
  const isFreeText =
    declared !== undefined &&
    typesOf(declared).has('string') &&
    [declared.format, declared.pattern, declared.enum].every((keyword) => keyword === undefined);
  const isNeeded = shown.some((one) => requiredOf(one).has(idName));
  return !isSayable || !isFreeText || isNeeded || /(?:^|_)(?:id|uuid|key|code|slug)$|Id$/.test(idName);
}

/** Where nothing is declared for a conflict, the later one counts. */
async function insertAs(asked: Asked, id: Json, value: JsonObject): Promise<Inserted | Refusal> {
  const { resource, records, name, request } = asked;
  const key = keyOf(resource, id);
  if (await records.insert(name, key, value)) return given(asked, id, value);
  if (refusesDuplicates(request.operation)) return recordExists(asked, key);
  const updated = await update(asked, key, () => value);
  if (updated instanceof Refusal) return updated;
  return updated === undefined ? insertAs(asked, id, value) : { id, value };
}

/** Under an identifier that the store has not given out. */
export async function given(asked: Asked, id: Json, value: JsonObject): Promise<Inserted> {
  await skipTo(asked, id);
  return noted(asked, id, value);
}

/** It is there again. */
async function noted(asked: Asked, id: Json, value: JsonObject): Promise<Inserted> {
  await asked.records.remove(removedFrom(asked.name), keyOf(asked.resource, id));
  return { id, value };
}

/** What the answer declares besides what could be sent is made up once, and stays. */
export function newRecord(asked: Asked, read: Incoming, { sample, schema }: PlannedAnswer): JsonObject {
  const { resource } = asked;
  const envelope = schema === undefined ? undefined : resource.envelope(schema);
  const inner = envelope !== undefined && isJsonObject(sample) ? sample[envelope.name] : sample;
  const generated = Object.entries(isJsonObject(inner) ? inner : {});
  const sent = withDefaults(read);
  const idName = resource.isIdInMetadata ? undefined : resource.idName;
  const beyond = generated.filter(([name]) => !isSayable(read, name) || name === idName);
  const lean = { ...Object.fromEntries(beyond), ...sent };
  const shape = envelope?.schema ?? schema;
  const isWhole = shape === undefined || isValid(shape, project(shape, lean), 'response');
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
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== dropped));
}

export function outcome(asked: Asked, { id, value }: Inserted, answer: PlannedAnswer): TurnOutcome {
  const path = id === undefined ? undefined : itemPath(asked, id);
  const headers = new Map([
    ...(path === undefined ? [] : [['location', path] as const]),
    ['etag', entityTag(value)] as const,
  ]);
  return {
    body: bodyOf(asked, value, answer),
    headers: declaredHeaders(asked.request, answer, headers),
  };
}
