/** One entry of a waivers file, with all that it must and may have. */
import { KitError } from '../../errors.ts';
import { isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import { joinPointer } from '../../spec/json/pointer.ts';
import { lineOf, type SourceFile } from '../../spec/source/source-file.ts';
import type { Waiver } from '../report/waiver.ts';
import { isDay } from './day.ts';

/** Makes the error about a place of the file. */
export type Complain = (pointer: string, detail: string) => KitError;

/** `waivers-invalid`, at file and line. */
export function complainIn(file: SourceFile): Complain {
  return (pointer, detail) =>
    new KitError('waivers-invalid', detail, { where: `${file.name}:${lineOf(file, pointer)}` });
}

/** Where an entry stands, and what it is held against. */
export interface EntrySpot {
  readonly file: SourceFile;
  readonly pointer: string;
  readonly checks: ReadonlySet<string>;
  readonly complain: Complain;
}

const KEYS: readonly string[] = ['id', 'reason', 'expires'];

/** Throws `waivers-invalid`. */
export function waiverOf(entry: Json, spot: EntrySpot): Waiver {
  const { file, pointer, complain } = spot;
  if (!isJsonObject(entry)) throw complain(pointer, 'a waiver has id, reason and expires');
  const other = Object.keys(entry).find((key) => !KEYS.includes(key));
  if (other !== undefined)
    throw complain(joinPointer(pointer, other), `"${other}" is none of ${KEYS.join(', ')}`);
  const line = lineOf(file, joinPointer(pointer, 'id'));
  return {
    id: idIn(entry, spot),
    reason: textIn(entry, 'reason', spot),
    expires: dayIn(entry, spot),
    place: { file: file.name, pointer, line },
    line: file.text.split(/\r?\n/)[line - 1]?.trim() ?? '',
  };
}

function textIn(entry: JsonObject, key: string, { pointer, complain }: EntrySpot): string {
  const value = entry[key];
  if (typeof value === 'string' && value.trim() !== '') return value.trim();
  const what = value === undefined ? 'is missing' : typeof value === 'string' ? 'is empty' : 'is not a text';
  throw complain(joinPointer(pointer, key), `"${key}" ${what}; a waiver has id, reason and expires`);
}

/** `check/subject/hash`; no pattern, which would one day hide a fault that nobody has looked at. */
function idIn(entry: JsonObject, spot: EntrySpot): string {
  const id = textIn(entry, 'id', spot);
  const at = joinPointer(spot.pointer, 'id');
  if (!/^[\w.-]+\/[\w.-]*\/(?:pact-)?[0-9a-f]{12}$/.test(id))
    throw spot.complain(at, `id: received "${id}"; a waiver names one finding in full, as a report gives it`);
  const [check = ''] = id.split('/');
  if (!spot.checks.has(check))
    throw spot.complain(at, `id: no check that can be waived is called "${check}"`);
  return id;
}

function dayIn(entry: JsonObject, spot: EntrySpot): string {
  const expires = textIn(entry, 'expires', spot);
  if (isDay(expires)) return expires;
  const at = joinPointer(spot.pointer, 'expires');
  throw spot.complain(at, `expires: received "${expires}"; the last day is written as in 2027-01-31`);
}
