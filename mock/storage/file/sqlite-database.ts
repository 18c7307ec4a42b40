/** A SQLite file of this kit, of Node's own `node:sqlite`, that several processes may use. */
import { closeSync, constants, fchmodSync, fstatSync, openSync, readSync } from 'node:fs';
import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import { KitError } from '../../../errors.ts';

type Row = Readonly<Record<string, SQLOutputValue>>;

export interface SqliteDatabase {
  readonly run: (sql: string, ...values: readonly SQLInputValue[]) => number;
  readonly first: (sql: string, ...values: readonly SQLInputValue[]) => Row | undefined;
  readonly all: (sql: string, ...values: readonly SQLInputValue[]) => readonly Row[];
  /** Atomic, also if this process is killed in the middle. Waits while another process writes. */
  readonly transaction: <Result>(work: () => Result, mode: 'read' | 'write') => Result;
  readonly close: () => void;
}

/** In the header of the file, where a reader finds it without SQLite: "PLST". */
const APPLICATION_ID = 0x504c5354;
const FORMAT_VERSION = 1;
const BUSY_TIMEOUT_MS = 2_000;

/**
 * Creates the file, readable by its owner only, if it does not exist or is empty. Throws `storage-file-invalid` for a
 * file of another program or a damaged one, which stays as it is.
 */
export function openSqliteDatabase(file: string, schema: string): SqliteDatabase {
  try {
    checkHeader(file);
    checkContent(file);
    const database = connect(file, false);
    try {
      prepareDatabase(database, schema);
    } catch (error) {
      database.close();
      throw error;
    }
    return createDatabase(database);
  } catch (error) {
    throw toFileError(file, error);
  }
}

function createDatabase(database: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, ReturnType<DatabaseSync['prepare']>>();
  const prepared = (sql: string) => {
    const known = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, known);
    return known;
  };
  return {
    run: (sql, ...values) => Number(prepared(sql).run(...values).changes),
    first: (sql, ...values) => prepared(sql).get(...values),
    all: (sql, ...values) => prepared(sql).all(...values),
    transaction: (work, mode) => runTransaction(database, work, mode),
    close: () => {
      if (database.isOpen) database.close();
    },
  };
}

function runTransaction<Result>(database: DatabaseSync, work: () => Result, mode: 'read' | 'write'): Result {
  database.exec(mode === 'write' ? 'BEGIN IMMEDIATE' : 'BEGIN');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    // A full disk ends the transaction by itself.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function connect(file: string, readOnly: boolean): DatabaseSync {
  const { DatabaseSync } = loadSqlite();
  return new DatabaseSync(file, { readOnly, timeout: BUSY_TIMEOUT_MS });
}

/** Without Node's warning that the module is experimental: the tests of this kit run on each Node that it supports. */
function loadSqlite() {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return process.getBuiltinModule('node:sqlite');
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** The first 100 bytes: the name of the format, and at 60 and 68 the version and the id of the application. */
function checkHeader(file: string): void {
  const descriptor = openWithoutFollowing(file);
  try {
    if (!fstatSync(descriptor).isFile()) throw foreignFile(file, 'is not a file');
    const header = Buffer.alloc(100);
    const length = readSync(descriptor, header, 0, 100, 0);
    if (length === 0) {
      fchmodSync(descriptor, OWNER_ONLY);
      return;
    }
    if (length < 100 || header.toString('latin1', 0, 15) !== 'SQLite format 3')
      throw foreignFile(file, 'is not a storage of this kit');
    const [version, id] = [header.readUInt32BE(60), header.readUInt32BE(68)];
    if (id !== APPLICATION_ID) throw foreignFile(file, 'is the database of another program');
    if (version !== FORMAT_VERSION)
      throw foreignFile(file, `has format ${version} of another version of this kit, which uses ${FORMAT_VERSION}`);
  } finally {
    closeSync(descriptor);
  }
}

const OWNER_ONLY = 0o600;

/** Creates the file, and neither truncates nor writes it. The target of a link may be another file than the user means. */
function openWithoutFollowing(file: string): number {
  const { O_RDWR, O_CREAT, O_APPEND, O_NOFOLLOW = 0 } = constants;
  try {
    return openSync(file, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW, OWNER_ONLY);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ELOOP')
      throw foreignFile(file, 'is a symbolic link, which is not followed');
    throw error;
  }
}

/** Read-only, so that a damaged file stays as it is. */
function checkContent(file: string): void {
  const database = connect(file, true);
  try {
    const [problem] = database.prepare('PRAGMA quick_check(1)').all();
    if (problem?.['quick_check'] !== 'ok') throw damagedFile(file, String(problem?.['quick_check']));
  } catch (error) {
    // A process was killed while it created the file; what it has done is undone when the file is opened for writing.
    if (resultCode(error) !== READ_ONLY) throw error;
  } finally {
    database.close();
  }
}

/** The id is written in the transaction that creates the tables, before the file gets a write-ahead log. */
function prepareDatabase(database: DatabaseSync, schema: string): void {
  const isNew = () => database.prepare('PRAGMA application_id').get()?.['application_id'] === 0;
  if (isNew()) {
    runTransaction(
      database,
      () => {
        if (!isNew()) return;
        database.exec(schema);
        database.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${FORMAT_VERSION}`);
      },
      'write',
    );
  }
  // With a write-ahead log readers do not wait; what is committed outlives the process, and most of it a power failure.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
}

function foreignFile(file: string, problem: string): KitError {
  return new KitError('storage-file-invalid', `${file} ${problem}`, {
    fix: 'Name another file with --store file:PATH. This one was not changed.',
  });
}

function damagedFile(file: string, problem: string): KitError {
  return new KitError('storage-file-invalid', `${file} is damaged: ${problem}`, {
    fix: 'Restore a copy, or delete the file with those that end with -wal and -shm: the mock server then starts with the initial records. It was not changed.',
  });
}

/** SQLite's codes for a damaged file, and for one that is no database. */
const DAMAGE_CODES: ReadonlySet<number | undefined> = new Set([11, 26]);

const READ_ONLY = 8;

/** Without the further information in the higher bits. */
function resultCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined;
}

/** Errors of the system and of SQLite as errors of the kit, with the name of the file. */
export function toFileError(file: string, error: unknown): KitError {
  if (error instanceof KitError) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (DAMAGE_CODES.has(resultCode(error))) return damagedFile(file, message);
  return new KitError('storage-unreachable', `${file}: ${message}`, {
    cause: error,
    fix: 'Check that the folder of the file in --store or PLANT_STORE_STORE exists and can be written. Without the option, data is kept in memory.',
  });
}
