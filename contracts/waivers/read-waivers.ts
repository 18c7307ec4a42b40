/**
 * Reads a waivers file (YAML or JSON, `waivers: [{ id, reason, expires }]`) and validates each id against the known
 * checks.
 */
import { KitError } from '../../errors.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import { joinPointer } from '../../spec/json/pointer.ts';
import { parseSource, readSource, toDocumentUrl } from '../../spec/source/read-source.ts';
import { findLine, type SourceFile } from '../../spec/source/source-file.ts';
import { checkCatalog, waiverChecks } from '../catalog/check-catalog.ts';
import type { Waiver } from '../report/report.ts';

/** Throws the errors of `readWaivers`. */
export async function loadWaivers(file: string): Promise<readonly Waiver[]> {
  return readWaivers(file, waivableChecks);
}

/** The checks that can be waived. Problems with waivers themselves cannot: they are fixed in the same file. */
const waivableChecks: ReadonlySet<string> = new Set(
  checkCatalog.map(({ id }) => id).filter((id) => !Object.hasOwn(waiverChecks, id)),
);

/**
 * `checks` are the ids of the kit's checks. Throws `waivers-unreadable`, `spec-syntax`, and `waivers-invalid` with file
 * and line: silently ignoring an invalid waiver would surprise its author.
 */
export async function readWaivers(path: string, checks: ReadonlySet<string>): Promise<readonly Waiver[]> {
  const url = toDocumentUrl(path);
  const file = parseSource(url, await readText(url, path));
  const createError = waiverErrorFactory(file);
  const waivers = readList(file.value, createError).map((entry, index) =>
    parseWaiver(entry, { file, checks, createError, pointer: joinPointer('/waivers', index) }),
  );
  rejectDuplicates(waivers, createError);
  return waivers;
}

/** Only a file, not a URL: waivers belong next to the code that they are about. */
async function readText(url: string, path: string): Promise<string> {
  if (!url.startsWith('file:')) throw new KitError('waivers-unreadable', `${path}: expected a file, not a URL`);
  try {
    return await readSource(url);
  } catch (error) {
    if (!(error instanceof KitError)) throw error;
    throw new KitError('waivers-unreadable', error.detail, { cause: error });
  }
}

function readList(value: Json, createError: CreateError): readonly Json[] {
  if (!isJsonObject(value)) throw createError('', 'the file contains no list "waivers"');
  const unknownKey = Object.keys(value).find((key) => key !== 'waivers');
  if (unknownKey !== undefined) throw createError(joinPointer('', unknownKey), `unknown key "${unknownKey}"; expected only "waivers"`);
  const list = value['waivers'] ?? null;
  if (isJsonArray(list)) return list;
  throw createError('/waivers', list === null ? '"waivers" is missing' : '"waivers" is not a list');
}

function rejectDuplicates(waivers: readonly Waiver[], createError: CreateError): void {
  const lines = new Map<string, number>();
  for (const { id, place } of waivers) {
    const earlierLine = lines.get(id);
    if (earlierLine !== undefined) throw createError(place.pointer, `${id} is already waived on line ${earlierLine}`);
    lines.set(id, place.line);
  }
}

/** Creates an error for a place in the file. */
export type CreateError = (pointer: string, detail: string) => KitError;

/** Creates `waivers-invalid` errors with file and line. */
export function waiverErrorFactory(file: SourceFile): CreateError {
  return (pointer, detail) =>
    new KitError('waivers-invalid', detail, { where: `${file.name}:${findLine(file, pointer)}` });
}

/** The place of an entry and the known checks. */
export interface EntryContext {
  readonly file: SourceFile;
  readonly pointer: string;
  readonly checks: ReadonlySet<string>;
  readonly createError: CreateError;
}

const WAIVER_KEYS: readonly string[] = ['id', 'reason', 'expires'];

/** Throws `waivers-invalid`. */
export function parseWaiver(entry: Json, context: EntryContext): Waiver {
  const { file, pointer, createError } = context;
  if (!isJsonObject(entry)) throw createError(pointer, 'a waiver has id, reason and expires');
  const unknownKey = Object.keys(entry).find((key) => !WAIVER_KEYS.includes(key));
  if (unknownKey !== undefined)
    throw createError(joinPointer(pointer, unknownKey), `unknown key "${unknownKey}"; expected ${WAIVER_KEYS.join(', ')}`);
  const line = findLine(file, joinPointer(pointer, 'id'));
  return {
    id: parseFindingId(entry, context),
    reason: parseText(entry, 'reason', context),
    expires: parseDate(entry, context),
    place: { file: file.name, pointer, line },
    line: file.text.split(/\r?\n/)[line - 1]?.trim() ?? '',
  };
}

function parseText(entry: JsonObject, key: string, { pointer, createError }: EntryContext): string {
  const value = entry[key];
  if (typeof value === 'string' && value.trim() !== '') return value.trim();
  const problem = value === undefined ? 'is missing' : typeof value === 'string' ? 'is empty' : 'is not a string';
  throw createError(joinPointer(pointer, key), `"${key}" ${problem}; a waiver has id, reason and expires`);
}

/** `check/subject/hash`. Patterns are not allowed, because one could hide a future error that has not been reviewed. */
function parseFindingId(entry: JsonObject, context: EntryContext): string {
  const id = parseText(entry, 'id', context);
  const at = joinPointer(context.pointer, 'id');
  if (!/^[\w.-]+\/[\w.-]*\/(?:pact-)?[0-9a-f]{12}$/.test(id))
    throw context.createError(at, `id: received "${id}"; expected the complete id of one finding, as in the report`);
  const [check = ''] = id.split('/');
  if (!context.checks.has(check)) throw context.createError(at, `id: received the unknown or unwaivable check "${check}"`);
  return id;
}

function parseDate(entry: JsonObject, context: EntryContext): string {
  const expires = parseText(entry, 'expires', context);
  if (isIsoDate(expires)) return expires;
  const at = joinPointer(context.pointer, 'expires');
  throw context.createError(at, `expires: received "${expires}"; expected a date such as 2027-01-31`);
}

/** `2027-01-31`, and not `2027-02-30`. */
export function isIsoDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** The date in UTC, `2027-01-31`. */
export function isoDate(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
