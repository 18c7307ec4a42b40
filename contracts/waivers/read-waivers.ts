/**
 * Reads a waivers file (YAML or JSON, `waivers: [{ id, reason, expires }]`, or `check` and `operations` in the place of
 * `id`) and validates each id against the known checks.
 */
import { combineErrors, KitError } from '../../errors.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../spec/json/exact-json.ts';
import { joinPointer } from '../../spec/json/pointer.ts';
import { suggestionHint } from '../../spec/options/suggest-name.ts';
import { parseSource, readSource, toDocumentUrl } from '../../spec/source/read-source.ts';
import { findLine, type SourceFile } from '../../spec/source/source-file.ts';
import { checkCatalog, waiverChecks } from '../catalog/check-catalog.ts';
import { renamedCheckHint } from '../catalog/renamed-checks.ts';
import { isUserCheck } from '../finding/finding.ts';
import type { Waiver, WaiverPattern } from '../report/report.ts';
import { untestedStates } from '../report/untested-parts.ts';

/** Throws the errors of `readWaivers`. */
export async function loadWaivers(file: string): Promise<readonly Waiver[]> {
  return readWaivers(file, waivableChecks);
}

/**
 * The checks that can be waived, and the states of operations without findings. Problems with waivers themselves cannot:
 * they are fixed in the same file.
 */
const waivableChecks: ReadonlySet<string> = new Set([
  ...checkCatalog.map(({ id }) => id).filter((id) => !Object.hasOwn(waiverChecks, id)),
  ...untestedStates,
]);

/**
 * `checks` are the ids of the kit's checks. Throws `waivers-unreadable`, `spec-syntax`, and one `waivers-invalid` that
 * lists every error with file and line: silently ignoring an invalid waiver would surprise its author.
 */
export async function readWaivers(path: string, checks: ReadonlySet<string>): Promise<readonly Waiver[]> {
  const url = toDocumentUrl(path);
  const file = parseSource(url, await readText(url, path));
  const createError = waiverErrorFactory(file);
  const { value } = file;
  if (!isJsonObject(value)) throw createError('', 'the file contains no list "waivers"');
  return parseList(value, { file, checks, createError, listErrors: findListErrors(value, createError) });
}

/** The list under `waivers` in a file that contains other settings too. Throws `waivers-invalid`. */
export function readInlineWaivers(file: SourceFile): readonly Waiver[] {
  const value = isJsonObject(file.value) ? file.value : {};
  return parseList(value, { file, checks: waivableChecks, createError: waiverErrorFactory(file), listErrors: [] });
}

type ListContext = Omit<EntryContext, 'pointer'> & { readonly listErrors: readonly KitError[] };

function parseList(value: JsonObject, { listErrors, ...common }: ListContext): readonly Waiver[] {
  const list = value['waivers'] ?? null;
  const entries = (isJsonArray(list) ? list : []).map((entry, index) => {
    return { entry, context: { ...common, pointer: joinPointer('/waivers', index) } };
  });
  throwCombined([
    ...listErrors,
    ...entries.flatMap(({ entry, context }) => [...findEntryErrors(entry, context)]),
    ...findDuplicates(entries),
  ]);
  return entries.map(({ entry, context }) => parseWaiver(entry, context));
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

function throwCombined(errors: readonly KitError[]): void {
  const error = combineErrors(errors);
  if (error !== undefined) throw error;
}

function findListErrors(value: JsonObject, createError: CreateError): readonly KitError[] {
  const unknownKeys = Object.keys(value).filter((key) => key !== 'waivers');
  const list = value['waivers'] ?? null;
  return [
    ...unknownKeys.map((key) => createError(joinPointer('', key), `unknown key "${key}"; expected only "waivers"`)),
    ...(isJsonArray(list)
      ? []
      : [createError('/waivers', list === null ? '"waivers" is missing' : '"waivers" is not a list')]),
  ];
}

interface WaiverEntry {
  readonly entry: Json;
  readonly context: EntryContext;
}

function findDuplicates(entries: readonly WaiverEntry[]): readonly KitError[] {
  const lines = new Map<string, number>();
  return entries.flatMap(({ entry, context: { file, pointer, createError } }) => {
    const id = isJsonObject(entry) ? waiverName(entry) : '';
    if (id === '') return [];
    const earlierLine = lines.get(id);
    if (earlierLine !== undefined) return [createError(pointer, `${id} is already waived on line ${earlierLine}`)];
    lines.set(id, findLine(file, joinPointer(pointer, isPatternEntry(entry) ? 'check' : 'id')));
    return [];
  });
}

/** The id, or the text of a pattern. */
function waiverName(entry: JsonObject): string {
  const pattern = readPattern(entry);
  return pattern === undefined ? readString(entry, 'id') : `${pattern.check} × ${pattern.operations}`;
}

function readPattern(entry: JsonObject): WaiverPattern | undefined {
  return isPatternEntry(entry)
    ? { check: readString(entry, 'check'), operations: readString(entry, 'operations') }
    : undefined;
}

function isPatternEntry(entry: Json): boolean {
  return isJsonObject(entry) && (entry['check'] !== undefined || entry['operations'] !== undefined);
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

const ID_KEYS = ['id', 'reason', 'expires'] as const;

const PATTERN_KEYS = ['check', 'operations', 'reason', 'expires'] as const;

type WaiverKey = (typeof ID_KEYS)[number] | (typeof PATTERN_KEYS)[number];

/** Throws `waivers-invalid`. */
export function parseWaiver(entry: Json, context: EntryContext): Waiver {
  const { file, pointer } = context;
  throwCombined([...findEntryErrors(entry, context)]);
  const fields = isJsonObject(entry) ? entry : {};
  const pattern = readPattern(fields);
  const line = findLine(file, joinPointer(pointer, pattern === undefined ? 'id' : 'check'));
  return {
    id: waiverName(fields),
    ...(pattern !== undefined && { pattern }),
    reason: readString(fields, 'reason'),
    expires: readString(fields, 'expires'),
    place: { file: file.name, pointer, line },
    lineText: file.text.split(/\r?\n/)[line - 1]?.trim() ?? '',
  };
}

function* findEntryErrors(entry: Json, context: EntryContext): Generator<KitError> {
  const { pointer, createError } = context;
  if (!isJsonObject(entry)) {
    yield createError(pointer, `a waiver has ${listKeys(ID_KEYS)}`);
    return;
  }
  const keys: readonly WaiverKey[] = isPatternEntry(entry) ? PATTERN_KEYS : ID_KEYS;
  const knownKeys: readonly string[] = keys;
  for (const key of Object.keys(entry).filter((one) => !knownKeys.includes(one)))
    yield createError(joinPointer(pointer, key), `unknown key "${key}"; expected ${keys.join(', ')}`);
  for (const key of keys) {
    const problem = findFieldProblem(entry, key, context);
    if (problem !== undefined) yield createError(joinPointer(pointer, key), problem);
  }
}

/** `id, reason and expires` */
function listKeys(keys: readonly WaiverKey[]): string {
  return `${keys.slice(0, -1).join(', ')} and ${keys.at(-1)}`;
}

function findFieldProblem(entry: JsonObject, key: WaiverKey, context: EntryContext): string | undefined {
  const text = readString(entry, key);
  const keys = isPatternEntry(entry) ? PATTERN_KEYS : ID_KEYS;
  if (text === '') return `"${key}" ${describeMissing(entry[key])}; a waiver has ${listKeys(keys)}`;
  if (key === 'id') return findIdProblem(text, context);
  if (key === 'check') return findCheckProblem(text, context);
  return key !== 'expires' || isIsoDate(text)
    ? undefined
    : `expires: received "${text}"; expected a date such as 2027-01-31`;
}

/** A pattern covers future findings too, so it has to name its check, or say with `*` that it covers all. */
function findCheckProblem(check: string, { checks }: EntryContext): string | undefined {
  if (check === '*' || checks.has(check) || isUserCheck(check)) return undefined;
  const hint = renamedCheckHint(check) || suggestionHint(check, [...checks]);
  return `check: received "${check}", which does not exist or cannot be waived${hint}`;
}

function describeMissing(value: Json | undefined): string {
  if (value === undefined) return 'is missing';
  return typeof value === 'string' ? 'is empty' : 'is not a string';
}

/** Trimmed; empty if it is missing or not a string. */
function readString(entry: JsonObject, key: string): string {
  const value = entry[key];
  return typeof value === 'string' ? value.trim() : '';
}

/** `check/subject/hash`. Patterns are not allowed here, because one could hide a future error that has not been reviewed. */
function findIdProblem(id: string, { checks }: EntryContext): string | undefined {
  if (!/^[\w.-]+\/[\w.-]*\/(?:pact-)?[0-9a-f]{12}$/.test(id))
    return `id: received "${id}"; expected the complete id of one finding, as in the report`;
  const [check = ''] = id.split('/');
  if (checks.has(check) || isUserCheck(check)) return undefined;
  const renamed = renamedCheckHint(check);
  // The name is part of what the rest of the id is computed from.
  const hint = renamed === '' ? '' : `${renamed}: take the new id from a report of this version`;
  return `id: received the check "${check}", which does not exist or cannot be waived${hint}`;
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
