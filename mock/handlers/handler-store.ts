/** The records of all contracts for handlers. */
import { KitError } from '../../errors.ts';
import { isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import { suggestionHint } from '../../spec/options/suggest-name.ts';
import type { RecordCollection, RecordHandler } from '../records/record-handler.ts';
import type { HandlerStore } from './config-types.ts';
import { toJsonValue, undefinedNames } from './json-value.ts';

/** `recordHandlers`: of all contracts; none if no records are stored. */
export function createHandlerStore(recordHandlers: () => Promise<readonly RecordHandler[]>): HandlerStore {
  const open = async (name: string): Promise<RecordCollection> => {
    const all = await recordHandlers();
    for (const recordHandler of all) {
      const collection = recordHandler.openCollection(name);
      if (collection !== undefined) return collection;
    }
    throw unknownCollection(
      name,
      all.flatMap(({ collections }) => collections),
    );
  };
  return {
    list: async (name) => [...(await (await open(name)).list())],
    get: async (name, id) => (await open(name)).read(toId(id)),
    create: async (name, record) => (await open(name)).create(toRecord(record, name)),
    update: async (name, id, changes) =>
      (await open(name)).update(toId(id), (old) => {
        const changed = typeof changes === 'function' ? changes(old) : changes;
        return merge(old, changed, name);
      }),
    delete: async (name, id) => (await open(name)).remove(toId(id)),
  };
}

/** Calls of JavaScript may have any id. */
function toId(id: unknown): Json {
  if (typeof id === 'string' || typeof id === 'number' || typeof id === 'bigint') return id;
  throw new TypeError(`expected an id (a text or a number), got ${id === null ? 'null' : typeof id}`);
}

function toRecord(value: unknown, name: string): JsonObject {
  const record = toJsonValue(value);
  if (isJsonObject(record)) return record;
  throw new KitError('record-invalid', `record of ${name}: expected an object`);
}

function merge(old: JsonObject, changes: object, name: string): JsonObject {
  const deleted = new Set(undefinedNames(changes));
  const kept = Object.entries(old).filter(([key]) => !deleted.has(key));
  return { ...Object.fromEntries(kept), ...toRecord(changes, name) };
}

function unknownCollection(name: unknown, known: readonly string[]): KitError {
  const text = String(name);
  const expected = known.length === 0 ? 'none (the mock server keeps no records)' : `one of ${known.join(', ')}`;
  const hint = suggestionHint(text, known);
  return new KitError('record-invalid', `collection ${JSON.stringify(text)}: expected ${expected}${hint}`);
}
