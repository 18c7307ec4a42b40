/** The commands on rules and journal entries in a storage file. Each runs in a transaction of its caller. */
import type { StorageLimits } from '../../model/storage.ts';
import type { CommandResult } from '../storage-commands.ts';
import type { SqliteDatabase } from './sqlite-database.ts';

export interface FileRules {
  /** Arguments: skip, times and text of each. */
  add(args: readonly string[]): readonly string[];
  list(): CommandResult;
  /** Arguments: id, whether counting begins again, skip, times and text. */
  replace(args: readonly string[]): boolean;
  order(ids: readonly string[]): void;
  remove(id: string): boolean;
  clear(): void;
  take(id: string): boolean;
}

export function createFileRules({ run, first, all }: SqliteDatabase, limits: StorageLimits): FileRules {
  return {
    add: (args) => {
      const count = Math.floor(args.length / 3);
      const lowest = Number(first('SELECT min(position) AS position FROM rules')?.['position'] ?? 0);
      const insertion = 'INSERT INTO rules (position, skip, times, text) VALUES (?, ?, ?, ?) RETURNING id';
      const ids = Array.from({ length: count }, (_unused, index) => {
        const [skip = '0', times = '', text = ''] = args.slice(index * 3, index * 3 + 3);
        const position = lowest - count + index;
        return String(first(insertion, position, Number(skip), times === '' ? null : Number(times), text)?.['id']);
      });
      const excess = 'SELECT id FROM rules ORDER BY position LIMIT -1 OFFSET ?';
      run(`DELETE FROM rules WHERE id IN (${excess})`, limits.rules);
      return ids;
    },
    list: () =>
      all('SELECT id, skipped, taken, text FROM rules ORDER BY position').flatMap((row) => [
        String(row['id']),
        Number(row['skipped']),
        Number(row['taken']),
        String(row['text']),
      ]),
    replace: ([id = '', restarts, skip = '0', times = '', text = '']) => {
      const counts = restarts === '1' ? ', skipped = 0, taken = 0' : '';
      const change = `UPDATE rules SET skip = ?, times = ?, text = ?${counts} WHERE CAST(id AS TEXT) = ?`;
      return run(change, Number(skip), times === '' ? null : Number(times), text, id) > 0;
    },
    order: (ids) => {
      const last = Number(first('SELECT max(position) AS position FROM rules')?.['position'] ?? 0);
      for (const [index, id] of ids.entries())
        run('UPDATE rules SET position = ? WHERE CAST(id AS TEXT) = ?', last + 1 + index, id);
    },
    remove: (id) => run('DELETE FROM rules WHERE CAST(id AS TEXT) = ?', id) > 0,
    clear: () => void run('DELETE FROM rules'),
    take: (id) => {
      const isOpen = 'CAST(id AS TEXT) = ? AND (times IS NULL OR taken < times)';
      const skips = `UPDATE rules SET skipped = skipped + 1 WHERE ${isOpen} AND skipped < skip`;
      if (run(skips, id) > 0) return false;
      return run(`UPDATE rules SET taken = taken + 1 WHERE ${isOpen}`, id) > 0;
    },
  };
}

export interface FileEntries {
  /** Returns its id. */
  add(text: string, size: number): number;
  list(after: number): CommandResult;
  clear(): void;
}

export function createFileEntries({ run, first, all }: SqliteDatabase, limits: StorageLimits): FileEntries {
  const bounds = () =>
    first(
      'SELECT (SELECT min(id) FROM entries) AS oldest, (SELECT max(id) FROM entries) AS newest, entry_size FROM totals',
    );
  return {
    add: (text, size) => {
      const added = first('INSERT INTO entries (size, text) VALUES (?, ?) RETURNING id', size, text);
      // Ids have no gaps.
      for (let found = bounds(); found !== undefined; found = bounds()) {
        const count = Number(found['newest']) - Number(found['oldest']) + 1;
        const isFull = count > limits.entries || Number(found['entry_size']) > limits.entryBytes;
        if (count <= 1 || !isFull) break;
        run('DELETE FROM entries WHERE id = ?', Number(found['oldest']));
      }
      return Number(added?.['id']);
    },
    list: (after) => {
      const last = first("SELECT seq FROM sqlite_sequence WHERE name = 'entries'")?.['seq'];
      const rows = all('SELECT id, text FROM entries WHERE id > ? ORDER BY id', after);
      return [Number(last ?? 0), ...rows.flatMap((row) => [Number(row['id']), String(row['text'])])];
    },
    clear: () => void run('DELETE FROM entries'),
  };
}
