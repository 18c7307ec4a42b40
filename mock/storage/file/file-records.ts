/** The commands on records and counters in a storage file. Each runs in a transaction of its caller. */
import type { StorageLimits } from '../../model/storage.ts';
import type { CommandResult } from '../storage-commands.ts';
import type { SqliteDatabase } from './sqlite-database.ts';

export interface FileRecords {
  /** False if the id exists. */
  insert(record: NewRecord, last: number): boolean;
  /** True if the record is new. */
  put(record: NewRecord, last: number): boolean;
  has(collection: string, id: string): boolean;
  read(collection: string, id: string): CommandResult;
  list(collection: string): CommandResult;
  update(record: NewRecord, version: number): boolean;
  remove(collection: string, id: string): boolean;
  nextNumber(collection: string): number;
  skipNumbers(collection: string, last: number): void;
  collections(): CommandResult;
  clear(collection: string | undefined): void;
}

export interface NewRecord {
  readonly collection: string;
  readonly id: string;
  readonly text: string;
  readonly size: number;
}

export function createFileRecords(database: SqliteDatabase, limits: StorageLimits): FileRecords {
  const { run, first, all } = database;

  const remove = (collection: string, id: string): boolean =>
    run('DELETE FROM records WHERE collection = ? AND id = ?', collection, id) > 0;

  const isFull = (): boolean => {
    const total = first('SELECT records, record_size FROM totals');
    return Number(total?.['records']) > limits.records || Number(total?.['record_size']) > limits.recordBytes;
  };
  const evict = ({ collection, id }: NewRecord): void => {
    while (isFull()) {
      const place = oldestExcept(database, collection, id);
      if (place === undefined) return;
      run('DELETE FROM records WHERE place = ?', place);
    }
  };

  const skipNumbers = (collection: string, last: number): void => {
    if (last <= 0) return;
    const upsert = 'INSERT INTO numbers (collection, last) VALUES (?, ?)';
    run(`${upsert} ON CONFLICT (collection) DO UPDATE SET last = max(last, excluded.last)`, collection, last);
    evictNumber(collection);
  };
  /** Paths can name any number of collections. */
  const evictNumber = (collection: string): void => {
    const counted = first('SELECT count(*) AS count FROM numbers');
    if (Number(counted?.['count']) <= limits.records) return;
    const oldest = 'SELECT age FROM numbers WHERE collection != ? ORDER BY age LIMIT 1';
    run(`DELETE FROM numbers WHERE age = (${oldest})`, collection);
  };

  const insert: FileRecords['insert'] = (record, last) => {
    const { collection, id, text, size } = record;
    const insertion = 'INSERT INTO records (collection, id, text, size) VALUES (?, ?, ?, ?)';
    const isNew = run(`${insertion} ON CONFLICT (collection, id) DO NOTHING`, collection, id, text, size) > 0;
    if (!isNew) return false;
    evict(record);
    skipNumbers(collection, last);
    remove(`removed:${collection}`, id);
    return true;
  };

  const replace = (record: NewRecord, condition: string, ...values: readonly number[]): boolean => {
    const { collection, id, text, size } = record;
    const change = 'UPDATE records SET version = version + 1, text = ?, size = ? WHERE collection = ? AND id = ?';
    const isChanged = run(`${change}${condition}`, text, size, collection, id, ...values) > 0;
    if (isChanged) evict(record);
    return isChanged;
  };

  return {
    insert,
    put: (record, last) => insert(record, last) || !replace(record, ''),
    has: (collection, id) =>
      first('SELECT 1 FROM records WHERE collection = ? AND id = ?', collection, id) !== undefined,
    read: (collection, id) => {
      const row = first('SELECT version, text FROM records WHERE collection = ? AND id = ?', collection, id);
      return row === undefined ? null : [Number(row['version']), String(row['text'])];
    },
    list: (collection) =>
      all('SELECT id, version, text FROM records WHERE collection = ? ORDER BY place', collection).flatMap((row) => [
        String(row['id']),
        Number(row['version']),
        String(row['text']),
      ]),
    update: (record, version) => replace(record, ' AND version = ?', version),
    remove,
    nextNumber: (collection) => {
      const upsert = 'INSERT INTO numbers (collection, last) VALUES (?, 1)';
      // As text, because a number beyond 2^53 would be an error.
      const row = first(
        `${upsert} ON CONFLICT (collection) DO UPDATE SET last = last + 1 RETURNING CAST(last AS TEXT) AS last`,
        collection,
      );
      evictNumber(collection);
      return Number(row?.['last']);
    },
    skipNumbers,
    collections: () =>
      all('SELECT name, count FROM collections').flatMap((row) => [String(row['name']), Number(row['count'])]),
    clear: (collection) => {
      if (collection === undefined) {
        run('DELETE FROM records');
        run('DELETE FROM numbers');
        return;
      }
      run('DELETE FROM records WHERE collection = ?', collection);
      run('DELETE FROM numbers WHERE collection = ?', collection);
    },
  };
}

/** In the order of eviction: removed keys, the same collection, the collection created first; never the new record. */
function oldestExcept({ first }: SqliteDatabase, collection: string, id: string): number | undefined {
  const oldest = 'SELECT place FROM records WHERE collection = ? AND id != ? ORDER BY place LIMIT 1';
  const other = 'SELECT name FROM collections WHERE name != ? ORDER BY place LIMIT 1';
  const found =
    first('SELECT place FROM records WHERE collection = ? ORDER BY place LIMIT 1', `removed:${collection}`) ??
    first(oldest, collection, id) ??
    first(`SELECT place FROM records WHERE collection = (${other}) ORDER BY place LIMIT 1`, collection);
  return found === undefined ? undefined : Number(found['place']);
}
