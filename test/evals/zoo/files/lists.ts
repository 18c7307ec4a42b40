/** Filters, order and pages of the files of a folder. */
import { isList, JsonNumber, wholeNumber } from '../json.ts';
import type { FileQuery } from './parameters.ts';
import type { VaultFile } from './state.ts';

export function titleOf({ fields }: VaultFile): string {
  return typeof fields['title'] === 'string' ? fields['title'] : '';
}

export function shelfOf({ fields: { shelf } }: Pick<VaultFile, 'fields'>): number {
  return shelf instanceof JsonNumber ? Number(wholeNumber(shelf)) : 0;
}

function locationOf({ fields: { meta } }: VaultFile): readonly number[] {
  const location = meta instanceof Object && 'location' in meta ? meta['location'] : undefined;
  if (location === undefined || location instanceof JsonNumber || !isList(location)) return [];
  return location.map((one) => (one instanceof JsonNumber ? Number(one.source) : Number.NaN));
}

export function matches(file: VaultFile, { type, shelves, from, to, near, where }: FileQuery): boolean {
  const size = BigInt(file.content.length);
  return (
    (type === undefined || file.type === type) &&
    (shelves === undefined || shelves.includes(shelfOf(file))) &&
    (from === undefined || size >= from) &&
    (to === undefined || size <= to) &&
    (near === undefined || isNear(file, near)) &&
    (where === undefined || hasValues(file, where))
  );
}

export function isNear(file: VaultFile, { lat, long }: NonNullable<FileQuery['near']>): boolean {
  const [north = Number.NaN, east = Number.NaN] = locationOf(file);
  return Math.abs(north - lat) <= 1 && Math.abs(east - long) <= 1;
}

export function hasValues(file: VaultFile, where: NonNullable<FileQuery['where']>): boolean {
  const { title, shelf } = where;
  const isTitled = title === undefined || titleOf(file) === title;
  return isTitled && (shelf === undefined || shelfOf(file) === shelfOf({ fields: { shelf } }));
}

export function ordered(files: readonly VaultFile[], sort: string | undefined): readonly VaultFile[] {
  if (sort === undefined) return files;
  const direction = sort.startsWith('-') ? -1 : 1;
  const compare = sort.endsWith('title') ? compareTitles : compareSizes;
  return files.toSorted((a, b) => direction * compare(a, b));
}

/** By code points, which is the order of the bytes in UTF-8. */
function compareTitles(a: VaultFile, b: VaultFile): number {
  return Buffer.compare(Buffer.from(titleOf(a)), Buffer.from(titleOf(b)));
}

function compareSizes(a: VaultFile, b: VaultFile): number {
  return a.content.length - b.content.length;
}

/** Behind the file of the cursor; behind one that is not in the list there is nothing. */
export function pageOf(files: readonly VaultFile[], { cursor, limit }: FileQuery): readonly VaultFile[] {
  if (cursor === undefined) return files.slice(0, limit);
  const start = files.findIndex(({ id }) => id === cursor) + 1;
  return start === 0 ? [] : files.slice(start, start + limit);
}

export function nextOf(files: readonly VaultFile[], page: readonly VaultFile[]): string | null {
  const last = page.at(-1);
  return last === undefined || last === files.at(-1) ? null : last.id;
}
