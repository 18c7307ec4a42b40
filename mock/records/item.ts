/** GET, PUT, PATCH and DELETE of one record; and what actions and commands do to it. */
import { isJsonArray, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import { requiredOf } from '../../spec/model/schema-view.ts';
import { allProperties } from '../../spec/resources/identifiers.ts';
import { declares, hasError } from '../../spec/resources/views.ts';
import { percentEncoded } from '../../text.ts';
import { Refusal } from '../http/refusals.ts';
import { contentsBeside, removedFrom } from '../model/storage.ts';
import { create, newRecord, outcome } from './create.ts';
import { changedMeanwhile, tagHeader, unchanged } from './headers.ts';
import { type Incoming, incoming, isStoreOwned, withDefaults } from './incoming.ts';
import type { PlannedAnswer, Turn, TurnOutcome } from './keeper.ts';
import { positionOf } from './new-ids.ts';
import { applyJsonPatch, mergePatch } from './patches.ts';
import {
  type Asked,
  bodyOf,
  busy,
  identified,
  idIn,
  isAbsent,
  keyOf,
  MOST_TRIES,
  recordUnknown,
  sentRecord,
  statusFor,
  update,
} from './shelf.ts';
import { freshRecord, touch } from './times.ts';

type Found = Turn | Refusal | undefined;

export async function read(asked: Asked, id: Json): Promise<Found> {
  const key = keyOf(asked.resource, id);
  const found = await asked.records.read(asked.name, key);
  if (found === undefined) return unheardOf(asked, id);
  const known = changedMeanwhile(asked, found.value) ?? unchanged(asked, found.value);
  if (known !== undefined) return known;
  return turn(undefined, async (answer) => show(asked, found.value, answer));
}

/** Anything may be there: the generated answer, under the name that was asked for. */
async function unheardOf(asked: Asked, id: Json): Promise<Found> {
  const key = keyOf(asked.resource, id);
  if (await isAbsent(asked, key)) return recordUnknown(asked, key);
  return turn(undefined, async (answer) => show(asked, identified(asked.resource, {}, id), answer));
}

export async function replace(asked: Asked, id: Json): Promise<Found> {
  const { resource, records, name, request } = asked;
  const key = keyOf(resource, id);
  const sent = incoming(asked);
  if (sent === undefined) return undefined;
  const before = await records.read(name, key);
  const isNew = before === undefined;
  const stale = before && changedMeanwhile(asked, before.value);
  if (stale !== undefined) return stale;
  const mustBeThere = resource.isClosed && hasError(request.operation, 404);
  if (isNew && mustBeThere && !declares(request.operation, 201)) return recordUnknown(asked, key);
  return turn(statusFor(request, isNew), async (answer) => {
    const touched = await touch(asked, sent.schema);
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const updated = await update(asked, key, (old) => touched(old, replaced(asked, { old, sent, id })));
      if (updated instanceof Refusal) return updated;
      if (updated !== undefined) return show(asked, updated.value, answer);
      const fresh = await freshRecord(asked, sent, newRecord(asked, sent, answer));
      const value = identified(resource, fresh, id);
      if (await records.insert(name, key, value, positionOf(resource, id)))
        return outcome(asked, { id, value }, answer);
    }
    return busy(key);
  });
}

interface Replacement {
  readonly old: JsonObject;
  readonly sent: Incoming;
  readonly id: Json;
}

/** What the request cannot say stays as it was, and so does what it need not say and every answer has. */
function replaced({ resource }: Asked, { old, sent, id }: Replacement): JsonObject {
  const sayable = sent.schema === undefined ? new Map() : allProperties([sent.schema]);
  const needed = resource.shown[0] === undefined ? new Set() : requiredOf(resource.shown[0]);
  const kept = Object.entries(old).filter(
    ([name]) => sayable.get(name)?.readOnly !== false || needed.has(name),
  );
  return identified(resource, { ...Object.fromEntries(kept), ...withDefaults(sent) }, id);
}

/** PUT to the collection: the body names the record. */
export async function put(asked: Asked): Promise<Found> {
  const sent = incoming(asked);
  if (sent === undefined) return undefined;
  const id = idIn(asked.resource, sent.record);
  if (id !== undefined) return replace(asked, id);
  return hasError(asked.request.operation, 404) ? recordUnknown(asked, '') : create(asked);
}

export async function change(asked: Asked, id: Json): Promise<Found> {
  const { resource, records, name } = asked;
  const key = keyOf(resource, id);
  const apply = changeIn(asked);
  if (apply === undefined) return undefined;
  const found = await records.read(name, key);
  if (found === undefined) return unheardOfChange(asked, id, apply);
  const stale = changedMeanwhile(asked, found.value);
  if (stale !== undefined) return stale;
  return turn(undefined, async (answer) => {
    const touched = await touch(asked, incoming(asked)?.schema);
    const updated = await update(asked, key, (old) => {
      const value = apply(old);
      return value instanceof Refusal ? value : identified(resource, touched(old, value), id);
    });
    if (updated instanceof Refusal) return updated;
    return updated === undefined ? recordUnknown(asked, key) : show(asked, updated.value, answer);
  });
}

type Change = (old: JsonObject) => JsonObject | Refusal;

/** From the change on it is there. */
async function unheardOfChange(asked: Asked, id: Json, apply: Change): Promise<Found> {
  const { resource, records, name } = asked;
  const key = keyOf(resource, id);
  if (await isAbsent(asked, key)) return recordUnknown(asked, key);
  return turn(undefined, async (answer) => {
    const nothing = { record: {}, schema: undefined };
    const base = await freshRecord(asked, nothing, newRecord(asked, nothing, answer));
    const value = apply(identified(resource, base, id));
    if (value instanceof Refusal) return value;
    const own = identified(resource, value, id);
    await records.insert(name, key, own, positionOf(resource, id));
    return show(asked, own, answer);
  });
}

function changeIn(asked: Asked): Change | undefined {
  const { sent, sentType } = asked.request;
  if (sentType === 'application/json-patch+json') {
    return isJsonArray(sent) ? (old) => patched(asked, old, sent) : undefined;
  }
  const read = incoming(asked);
  if (read === undefined) return undefined;
  const isMerge = sentType === 'application/merge-patch+json';
  const schema = isMerge ? undefined : asked.resource.shown[0];
  return (old) => mergePatch(old, read.record, schema);
}

function patched({ resource }: Asked, old: JsonObject, operations: readonly Json[]): JsonObject | Refusal {
  const value = applyJsonPatch(old, operations);
  if (value instanceof Refusal) return value;
  const kept = Object.entries(old).filter(([name]) => isStoreOwned(resource, name, undefined));
  return { ...value, ...Object.fromEntries(kept) };
}

export async function remove(asked: Asked, id: Json): Promise<Found> {
  const { resource, records, name } = asked;
  const key = keyOf(resource, id);
  const found = await records.read(name, key);
  if (found === undefined && (await isAbsent(asked, key))) return recordUnknown(asked, key);
  const stale = found && changedMeanwhile(asked, found.value);
  if (stale !== undefined) return stale;
  return turn(undefined, async (answer) => {
    const wasThere = await records.remove(name, key);
    if (!wasThere && found !== undefined) return recordUnknown(asked, key);
    await forget(asked, key);
    return found === undefined ? { body: answer.sample, headers: {} } : show(asked, found.value, answer);
  });
}

/** What was below it goes with it; where the contract cannot say that it is not there, it is noted. */
async function forget({ resource, records, name }: Asked, key: string): Promise<void> {
  const below = `${name.replace(/\/$/, '')}/${percentEncoded(key)}/`;
  await records.remove(contentsBeside(name), percentEncoded(key));
  for (const one of await records.collections()) {
    const isBelow = one.name.startsWith(below) || `${one.name}/`.startsWith(contentsBeside(below));
    if (isBelow) await records.clear(one.name);
  }
  const readers = [...resource.roles.values()].filter(({ path }) => path === resource.item);
  const canSay = resource.isClosed && readers.every((operation) => hasError(operation, 404));
  if (!canSay) await records.insert(removedFrom(name), key, {});
}

function show(asked: Asked, record: JsonObject, answer: PlannedAnswer): TurnOutcome {
  return { body: bodyOf(asked, record, answer), headers: tagHeader(asked, record, answer) };
}

function turn(status: number | undefined, complete: Turn['complete']): Turn {
  return { status, complete };
}

/** `POST /orders/7/cancel`. What it does nobody knows: the record stays, but for what was sent under names that the record has. */
export async function act(asked: Asked, id: Json): Promise<Turn | Refusal | undefined> {
  const { resource, request } = asked;
  const sent = sentRecord(asked, undefined);
  if (sent === undefined) return undefined;
  const declared = allProperties(resource.shown);
  const known = Object.entries(sent).filter(([name]) => declared.has(name) && name !== resource.idName);
  if (known.length === 0) return read(asked, id);
  return change({ ...asked, request: { ...request, sent: Object.fromEntries(known) } }, id);
}

/** Such as the `Operations` of SCIM. The response is generated, where there is a record that it can be about. */
export async function command(asked: Asked, id: Json): Promise<Refusal | undefined> {
  const key = keyOf(asked.resource, id);
  const isThere = (await asked.records.read(asked.name, key)) !== undefined;
  return isThere || !(await isAbsent(asked, key)) ? undefined : recordUnknown(asked, key);
}
