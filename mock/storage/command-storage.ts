/** A storage that executes its operations as commands on a backend: Redis or another process. */
import type { Rule } from '../model/rule.ts';
import { compareByName, type Journal, type RecordStore, type RuleStore, type Storage } from '../model/storage.ts';
import {
  bodySize,
  initialStateArgs,
  insertArgs,
  parseEntry,
  parseName,
  parseRecord,
  parseStoredRule,
  recordArgs,
  ruleArgs,
  serializeEntry,
  serializeName,
  serializeRecord,
} from './serialization.ts';
import { type CommandResult, type ExecuteCommand, resultGroups, resultList } from './storage-commands.ts';

export interface CommandBackend {
  readonly execute: ExecuteCommand;
  readonly watch: Journal['watch'];
  readonly close: () => Promise<void>;
}

export function createCommandStorage({ execute, watch, close }: CommandBackend): Storage {
  return {
    records: createCommandRecords(execute),
    journal: createCommandJournal(execute, watch),
    rules: createCommandRules(execute),
    initialize: async (initial) => isTrue(await execute('begin', initialStateArgs(initial))),
    reset: async (initial) => void (await execute('reset', initialStateArgs(initial))),
    ping: async () => void (await execute('ping', [])),
    close,
  };
}

function createCommandRecords(execute: ExecuteCommand): RecordStore {
  return {
    insert: async (collection, id, value, last) =>
      isTrue(await execute('insert', insertArgs(collection, id, value, last))),
    put: async (collection, id, value, last) => isTrue(await execute('put', insertArgs(collection, id, value, last))),
    has: async (collection, id) => isTrue(await execute('has', [serializeName(collection), serializeName(id)])),
    read: async (collection, id) => {
      const [version, text] = resultList(await execute('read', [serializeName(collection), serializeName(id)]));
      return text === undefined ? undefined : { id, version: Number(version), value: parseRecord(String(text)) };
    },
    list: async (collection) =>
      resultGroups(await execute('list', [serializeName(collection)]), 3).map(([id, version, text]) => ({
        id: parseName(String(id)),
        version: Number(version),
        value: parseRecord(String(text)),
      })),
    update: async (collection, { id, value, version }) => {
      const args = [serializeName(collection), ...recordArgs(collection, id, serializeRecord(value)), String(version)];
      return isTrue(await execute('update', args));
    },
    remove: async (collection, id) => isTrue(await execute('remove', [serializeName(collection), serializeName(id)])),
    nextNumber: async (collection) => Number(await execute('nextNumber', [serializeName(collection)])),
    reserveNumbers: async (collection, last) =>
      void (await execute('skipNumbers', [serializeName(collection), String(last)])),
    collections: async () =>
      resultGroups(await execute('collections', []), 2)
        .map(([name, count]) => ({ name: parseName(String(name)), count: Number(count) }))
        .toSorted(compareByName),
    clear: async (collection) =>
      void (await execute('clearRecords', collection === undefined ? [] : [serializeName(collection)])),
  };
}

function createCommandJournal(execute: ExecuteCommand, watch: Journal['watch']): Journal {
  return {
    add: async (entry) => ({
      ...entry,
      id: Number(await execute('addEntry', [serializeEntry(entry), String(bodySize(entry))])),
    }),
    list: async (after = 0) => entriesFromResult(await execute('listEntries', [String(after)])),
    clear: async () => void (await execute('clearEntries', [])),
    watch,
  };
}

/** The entries in the result of `listEntries`. */
export function entriesFromResult(result: CommandResult) {
  return resultGroups(resultList(result).slice(1), 2).map(([id, text]) => parseEntry(Number(id), String(text)));
}

function createCommandRules(execute: ExecuteCommand): RuleStore {
  return {
    list: async () =>
      resultGroups(await execute('listRules', []), 4).map(([id, skipped, taken, text]) => ({
        ...parseStoredRule(String(text)),
        id: String(id),
        skipped: Number(skipped),
        taken: Number(taken),
      })),
    add: async (rules: readonly Rule[]) => {
      if (rules.length === 0) return [];
      const ids = resultList(await execute('addRules', rules.flatMap(ruleArgs)));
      return rules.map((rule, index) => ({ ...rule, id: String(ids[index]), skipped: 0, taken: 0 }));
    },
    replace: async (id, rule, { restarts }) =>
      isTrue(await execute('replaceRule', [serializeName(id), restarts ? '1' : '0', ...ruleArgs(rule)])),
    order: async (ids) => void (await execute('orderRules', ids.map(serializeName))),
    remove: async (id) => isTrue(await execute('removeRule', [serializeName(id)])),
    clear: async () => void (await execute('clearRules', [])),
    consume: async (id) => isTrue(await execute('takeRule', [serializeName(id)])),
  };
}

function isTrue(result: CommandResult): boolean {
  return result === 1;
}
