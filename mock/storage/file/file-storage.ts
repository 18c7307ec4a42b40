/** Records, journal and rules in a file, which outlives the process and may be shared by processes of one machine. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { KitError } from '../../../errors.ts';
import { STORAGE_LIMITS, type Storage, type StorageLimits } from '../../model/storage.ts';
import { createCommandStorage, entriesFromResult } from '../command-storage.ts';
import type { CommandResult, ExecuteCommand, StorageCommand } from '../storage-commands.ts';
import { resultList } from '../storage-commands.ts';
import { createEntryPoller } from './entry-poller.ts';
import { createFileRecords, type FileRecords, type NewRecord } from './file-records.ts';
import { createFileEntries, createFileRules, type FileEntries, type FileRules } from './file-rules.ts';
import { FILE_SCHEMA } from './file-schema.ts';
import { openSqliteDatabase, type SqliteDatabase, toFileError } from './sqlite-database.ts';

/**
 * `file:PATH`, relative to the working directory, or a `file://` URL. Throws `option-invalid`, `storage-file-invalid` and
 * `storage-unreachable`.
 */
export async function openFileStorage(url: string, limits: StorageLimits = STORAGE_LIMITS): Promise<Storage> {
  const file = parseFileUrl(url);
  const database = openSqliteDatabase(file, FILE_SCHEMA);
  const executeNow = createCommandExecutor(database, limits);
  const execute: ExecuteCommand = async (command, args) => {
    try {
      return executeNow(command, args);
    } catch (error) {
      throw toFileError(file, error);
    }
  };
  const poller = createEntryPoller({
    newestId: async () => Number(resultList(await execute('listEntries', [String(Number.MAX_SAFE_INTEGER)]))[0]),
    entriesAfter: async (id) => entriesFromResult(await execute('listEntries', [String(id)])),
  });
  return createCommandStorage({
    execute,
    watch: poller.watch,
    close: async () => {
      poller.close();
      database.close();
    },
  });
}

export function parseFileUrl(url: string): string {
  try {
    const file = url.startsWith('file://') ? fileURLToPath(url) : url.slice('file:'.length);
    // SQLite has a meaning for an empty name, and Node for one with a null character.
    if (file !== '' && !file.includes('\0')) return path.resolve(file);
  } catch {
    // Reported below.
  }
  throw new KitError('option-invalid', 'the storage address (--store): expected file:PATH, such as file:mock.db');
}

/** The commands that change nothing; the others wait for the processes that write. */
const readCommands: ReadonlySet<StorageCommand> = new Set<StorageCommand>([
  ...(['has', 'read', 'list', 'collections', 'listEntries', 'listRules', 'ping'] as const),
]);

interface Tables {
  readonly database: SqliteDatabase;
  readonly records: FileRecords;
  readonly rules: FileRules;
  readonly entries: FileEntries;
}

function createCommandExecutor(database: SqliteDatabase, limits: StorageLimits) {
  const tables: Tables = {
    database,
    records: createFileRecords(database, limits),
    rules: createFileRules(database, limits),
    entries: createFileEntries(database, limits),
  };
  return (command: StorageCommand, args: readonly string[]): CommandResult =>
    database.transaction(() => commandHandlers[command](tables, args), readCommands.has(command) ? 'read' : 'write');
}

type CommandHandler = (tables: Tables, args: readonly string[]) => CommandResult;

/** The arguments are those of storage-commands.ts. */
const commandHandlers: Readonly<Record<StorageCommand, CommandHandler>> = {
  insert: ({ records }, args) => booleanResult(records.insert(recordFrom(args), Number(args[4]))),
  put: ({ records }, args) => booleanResult(records.put(recordFrom(args), Number(args[4]))),
  has: ({ records }, [collection = '', id = '']) => booleanResult(records.has(collection, id)),
  read: ({ records }, [collection = '', id = '']) => records.read(collection, id),
  list: ({ records }, [collection = '']) => records.list(collection),
  update: ({ records }, args) => booleanResult(records.update(recordFrom(args), Number(args[4]))),
  remove: ({ records }, [collection = '', id = '']) => booleanResult(records.remove(collection, id)),
  nextNumber: ({ records }, [collection = '']) => records.nextNumber(collection),
  skipNumbers: ({ records }, [collection = '', last]) =>
    emptyResult(() => records.skipNumbers(collection, Number(last))),
  collections: ({ records }) => records.collections(),
  clearRecords: ({ records }, [collection]) => emptyResult(() => records.clear(collection)),
  addEntry: ({ entries }, [text = '', size]) => entries.add(text, Number(size)),
  listEntries: ({ entries }, [after]) => entries.list(Number(after)),
  clearEntries: ({ entries }) => emptyResult(() => entries.clear()),
  listRules: ({ rules }) => rules.list(),
  addRules: ({ rules }, args) => rules.add(args),
  replaceRule: ({ rules }, args) => booleanResult(rules.replace(args)),
  orderRules: ({ rules }, args) => emptyResult(() => rules.order(args)),
  removeRule: ({ rules }, [id = '']) => booleanResult(rules.remove(id)),
  clearRules: ({ rules }) => emptyResult(() => rules.clear()),
  takeRule: ({ rules }, [id = '']) => booleanResult(rules.take(id)),
  begin: (tables, args) => {
    const isBegun = tables.database.first('SELECT begun FROM totals')?.['begun'] === 1;
    return isBegun ? 0 : begin(tables, args);
  },
  reset: (tables, args) => {
    tables.records.clear(undefined);
    tables.entries.clear();
    tables.rules.clear();
    return begin(tables, args);
  },
  ping: ({ database }) => emptyResult(() => void database.first('SELECT begun FROM totals')),
};

/** The arguments are those of initialStateArgs in serialization.ts. */
function begin({ database, records, rules }: Tables, args: readonly string[]): CommandResult {
  const numbersAt = 1 + 4 * Number(args[0]);
  const rulesAt = numbersAt + 1 + 2 * Number(args[numbersAt]);
  for (let at = 1; at < numbersAt; at += 4) records.insert(recordFrom(args.slice(at, at + 4)), 0);
  for (let at = numbersAt + 1; at < rulesAt; at += 2) records.skipNumbers(args[at] ?? '', Number(args[at + 1]));
  rules.add(args.slice(rulesAt));
  return database.run('UPDATE totals SET begun = 1');
}

function recordFrom([collection = '', id = '', text = '', size]: readonly string[]): NewRecord {
  return { collection, id, text, size: Number(size) };
}

function booleanResult(value: boolean): CommandResult {
  return value ? 1 : 0;
}

function emptyResult(act: () => void): CommandResult {
  act();
  return null;
}
