/** Executes storage commands of other processes on a local storage. */
import type { JournalEntry, NewEntry } from '../../model/journal-entry.ts';
import type { Storage, StoredRecord } from '../../model/storage.ts';
import {
  initialStateFromArgs,
  parseEntry,
  parseName,
  parseRecord,
  rulesFromArgs,
  serializeEntry,
  serializeName,
  serializeRecord,
  serializeRule,
} from '../serialization.ts';
import type { CommandResult, StorageCommand } from '../storage-commands.ts';

export async function executeCommand(
  storage: Storage,
  command: StorageCommand,
  args: readonly string[],
): Promise<CommandResult> {
  const [first = '', second = '', third = '', , fifth = ''] = args;
  return commandHandlers[command](storage, { first, second, third, fifth, args });
}

/** Arguments by position (see storage-commands.ts). */
interface Arguments {
  readonly first: string;
  readonly second: string;
  readonly third: string;
  readonly fifth: string;
  readonly args: readonly string[];
}

type CommandHandler = (storage: Storage, args: Arguments) => Promise<CommandResult>;

const commandHandlers: Readonly<Record<StorageCommand, CommandHandler>> = {
  insert: async ({ records }, { first, second, third, fifth }) =>
    booleanResult(await records.insert(parseName(first), parseName(second), parseRecord(third), Number(fifth))),
  put: async ({ records }, { first, second, third, fifth }) =>
    booleanResult(await records.put(parseName(first), parseName(second), parseRecord(third), Number(fifth))),
  has: async ({ records }, { first, second }) => booleanResult(await records.has(parseName(first), parseName(second))),
  read: async ({ records }, { first, second }) => recordResult(await records.read(parseName(first), parseName(second))),
  list: async ({ records }, { first }) =>
    (await records.list(parseName(first))).flatMap((one) => [
      serializeName(one.id),
      one.version,
      serializeRecord(one.value),
    ]),
  update: async ({ records }, { first, second, third, fifth }) =>
    booleanResult(
      await records.update(parseName(first), {
        id: parseName(second),
        value: parseRecord(third),
        version: Number(fifth),
      }),
    ),
  remove: async ({ records }, { first, second }) =>
    booleanResult(await records.remove(parseName(first), parseName(second))),
  nextNumber: async ({ records }, { first }) => records.nextNumber(parseName(first)),
  skipNumbers: ({ records }, { first, second }) =>
    emptyResult(records.reserveNumbers(parseName(first), Number(second))),
  collections: async ({ records }) =>
    (await records.collections()).flatMap(({ name, count }) => [serializeName(name), count]),
  clearRecords: async ({ records }, { args }) => emptyResult(records.clear(...args.slice(0, 1).map(parseName))),
  addEntry: async ({ journal }, { first }) => (await journal.add(parseNewEntry(first))).id,
  listEntries: async ({ journal }, { first }) => entriesResult(await journal.list(Number(first)), Number(first)),
  clearEntries: ({ journal }) => emptyResult(journal.clear()),
  listRules: async ({ rules }) =>
    (await rules.list()).flatMap((rule) => [rule.id, rule.skipped, rule.taken, serializeRule(rule)]),
  addRules: async ({ rules }, { args }) => (await rules.add(rulesFromArgs(args))).map(({ id }) => id),
  replaceRule: async ({ rules }, { first, second, args }) => {
    const [rule] = rulesFromArgs(args.slice(2));
    return booleanResult(
      rule !== undefined && (await rules.replace(parseName(first), rule, { restarts: second === '1' })),
    );
  },
  orderRules: ({ rules }, { args }) => emptyResult(rules.order(args.map(parseName))),
  removeRule: async ({ rules }, { first }) => booleanResult(await rules.remove(parseName(first))),
  clearRules: ({ rules }) => emptyResult(rules.clear()),
  takeRule: async ({ rules }, { first }) => booleanResult(await rules.consume(parseName(first))),
  begin: async (storage, { args }) => booleanResult(await storage.initialize(initialStateFromArgs(args))),
  reset: (storage, { args }) => emptyResult(storage.reset(initialStateFromArgs(args))),
  ping: (storage) => emptyResult(storage.ping()),
};

function recordResult(record: StoredRecord | undefined): CommandResult {
  return record === undefined ? null : [record.version, serializeRecord(record.value)];
}

function entriesResult(entries: readonly JournalEntry[], after: number): CommandResult {
  return [entries.at(-1)?.id ?? after, ...entries.flatMap((entry) => [entry.id, serializeEntry(entry)])];
}

function parseNewEntry(text: string): NewEntry {
  const { id: _id, ...entry } = parseEntry(0, text);
  return entry;
}

function booleanResult(value: boolean): CommandResult {
  return value ? 1 : 0;
}

async function emptyResult(work: Promise<void>): Promise<CommandResult> {
  await work;
  return null;
}
