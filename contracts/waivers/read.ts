/** Reads a waivers file: YAML or JSON, `waivers: [{ id, reason, expires }]`, each held against the checks that there are. */
import { KitError } from '../../errors.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import { joinPointer } from '../../spec/json/pointer.ts';
import { parseSource, readSource, toUrl } from '../../spec/source/source.ts';
import { lineOf, type SourceFile } from '../../spec/source/source-file.ts';
import { catalogue, waiverChecks } from '../catalogue/catalogue.ts';
import type { Waiver } from '../report/report.ts';

/** Before a run. Throws what `readWaivers` throws. */
export async function waiversFrom(file: string): Promise<readonly Waiver[]> {
  return readWaivers(file, waivable);
}

/** The checks that can be waived: what is wrong with waivers themselves is put right in the same file. */
const waivable: ReadonlySet<string> = new Set(
  catalogue.map(({ id }) => id).filter((id) => !Object.hasOwn(waiverChecks, id)),
);

/**
 * `checks` are those of the kit: a waiver of another can match nothing. Throws `waivers-unreadable`, `spec-syntax`, and
 * `waivers-invalid` with file and line: a waiver that was passed over in silence would surprise whoever wrote it.
 */
export async function readWaivers(path: string, checks: ReadonlySet<string>): Promise<readonly Waiver[]> {
  const url = toUrl(path);
  const file = parseSource(url, await textOf(url, path));
  const complain = complainIn(file);
  const waivers = listIn(file.value, complain).map((entry, index) =>
    waiverOf(entry, { file, checks, complain, pointer: joinPointer('/waivers', index) }),
  );
  refuseTwice(waivers, complain);
  return waivers;
}

/** A file and not a URL: what is forgiven is kept with the code that it is about. */
async function textOf(url: string, path: string): Promise<string> {
  if (!url.startsWith('file:')) throw new KitError('waivers-unreadable', `${path}: a file, not a URL`);
  try {
    return await readSource(url);
  } catch (error) {
    if (!(error instanceof KitError)) throw error;
    throw new KitError('waivers-unreadable', error.detail, { cause: error });
  }
}

function listIn(value: Json, complain: Complain): readonly Json[] {
  if (!isJsonObject(value)) throw complain('', 'the file holds no list under "waivers"');
  const other = Object.keys(value).find((key) => key !== 'waivers');
  if (other !== undefined) throw complain(joinPointer('', other), `"${other}" is not "waivers"`);
  const list = value['waivers'] ?? null;
  if (isJsonArray(list)) return list;
  throw complain('/waivers', list === null ? '"waivers" is missing' : '"waivers" is not a list');
}

function refuseTwice(waivers: readonly Waiver[], complain: Complain): void {
  const lines = new Map<string, number>();
  for (const { id, place } of waivers) {
    const before = lines.get(id);
    if (before !== undefined) throw complain(place.pointer, `${id} is waived on line ${before} already`);
    lines.set(id, place.line);
  }
}

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

/** `2027-01-31`, and not `2027-02-30`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** The day of a moment, UTC. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
