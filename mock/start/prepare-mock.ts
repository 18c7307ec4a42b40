/** From options as they are given to all that a store needs before it listens: documents, rules, records, certificate. */
import { KitError } from '../../errors.ts';
import { isJsonArray, isJsonObject, type Json, jsonTypeOf } from '../../spec/json/exact-json.ts';
import { joinPointer } from '../../spec/json/pointer.ts';
import { parseSource, readSource, toDocumentUrl } from '../../spec/source/read-source.ts';
import { findLine, type SourceFile } from '../../spec/source/source-file.ts';
import type { Rule } from '../model/rule.ts';
import type { Storage } from '../model/storage.ts';
import type { InitialRecords } from '../records/create-record-handler.ts';
import { checkRules, parseRuleText, readRules } from '../rules/check-rules.ts';
import { type RunningMock, type ServeOptions, serveMock } from '../serve/mock-server.ts';
import type { Mount } from '../serve/mounts.ts';
import type { TlsIdentity } from '../serve/server-context.ts';
import { type GeneratedCredentials, generateCredentials } from './generated-credentials.ts';
import { defaultSpecs, loadMounts, type MountedSpec } from './load-mounts.ts';
import type { MockOptions } from './mock-options.ts';
import type { Certificate, TlsFiles } from './tls.ts';

export interface PrepareMockOptions extends MockOptions {
  /** Rules as the command line takes them; they come before those of `scenario`. */
  readonly ruleTexts?: readonly string[];
  /** In place of `tls`, read when the store starts. */
  readonly tlsFiles?: TlsFiles;
  /** In place of the one that `store` names. */
  readonly storage?: Storage | undefined;
  /** By another process of the same store. */
  readonly generatedCredentials?: GeneratedCredentials | undefined;
}

export interface PreparedMock {
  readonly mounts: readonly Mount[];
  readonly options: ServeOptions;
  /** Made for this run: what a client has to trust. */
  readonly certificate: Certificate | undefined;
  /** Says of an error of the start which line of a file it is about, where that is known. */
  readonly withLocation: (error: unknown) => unknown;
}

/** Throws a KitError for whatever cannot be read or understood; the storage is opened last. */
export async function prepareMock(given: PrepareMockOptions): Promise<PreparedMock> {
  const tokens = checkTokens(given.token);
  const mounts = await loadMounts(toMountedSpecs(given.spec));
  const rules = await loadRules(given, mounts);
  const file = typeof given.records === 'string' ? await readRecords(given.records) : undefined;
  const records = file?.records ?? inlineRecords(given.records);
  const { controlToken, pageToken, certificate } = given.generatedCredentials ?? (await generateCredentials(given));
  const tls = (await loadTlsIdentity(given)) ?? certificate;
  const storage = given.storage ?? (await openStorage(given.store));
  return {
    mounts,
    certificate,
    withLocation: file?.withLocation ?? ((error) => error),
    options: {
      ...unchangedOptions(given),
      rules,
      pageToken,
      ...(tokens === undefined ? {} : { tokens }),
      ...(records === undefined ? {} : { records }),
      ...(controlToken === undefined ? {} : { controlToken }),
      ...(tls === undefined ? {} : { tls: { cert: tls.cert, key: tls.key } }),
      ...(storage === undefined ? {} : { storage }),
    },
  };
}

/** Starts the store that was prepared. Throws as `serveMock` does, with the line of the file that is at fault. */
export async function servePreparedMock(
  { mounts, options, withLocation }: PreparedMock,
  more: Pick<ServeOptions, 'proxy'> = {},
): Promise<RunningMock> {
  try {
    return await serveMock(mounts, { ...options, ...more });
  } catch (error) {
    throw withLocation(error);
  }
}

/** Those that a store takes as they are. */
function unchangedOptions(given: PrepareMockOptions): ServeOptions {
  const { spec, token, records, scenario, store, storage, tls, tlsFiles, generatedCredentials, ruleTexts, ...plain } =
    given;
  return plain;
}

/** The documents of the options as a list. */
export function toMountedSpecs(spec: MockOptions['spec']): readonly MountedSpec[] {
  if (spec === undefined) return defaultSpecs;
  return isList(spec) ? spec : [{ prefix: '', spec }];
}

/** `Array.isArray` does not know readonly ones. */
function isList(spec: NonNullable<MockOptions['spec']>): spec is readonly MountedSpec[] {
  return Array.isArray(spec);
}

/** A header cannot carry anything else. The value is never repeated in a message. */
function checkTokens(token: MockOptions['token']): readonly string[] | undefined {
  if (token === undefined) return undefined;
  const tokens = [token].flat();
  if (tokens.length > 0 && tokens.every((one) => /^[\x21-\x7e]+$/.test(one))) return tokens;
  throw new KitError('option-invalid', 'token: expected visible ASCII characters without spaces, at least one');
}

async function loadRules(
  { scenario, ruleTexts = [] }: PrepareMockOptions,
  mounts: readonly Mount[],
): Promise<readonly Rule[]> {
  const ruleTextRules = ruleTexts.flatMap((text) => parseRuleText(text, mounts));
  if (scenario === undefined) return ruleTextRules;
  const read = typeof scenario === 'string' ? await readRules(scenario, mounts) : checkRules(scenario, mounts);
  return [...ruleTextRules, ...read];
}

function inlineRecords(records: MockOptions['records']): InitialRecords | undefined {
  return typeof records === 'string' ? undefined : records;
}

/** Imported when asked for, as the library behind it is large. */
async function loadTlsIdentity({ tls, tlsFiles }: PrepareMockOptions): Promise<TlsIdentity | undefined> {
  if (tlsFiles === undefined && (tls === undefined || tls === true)) return undefined;
  const { checkIdentity, readIdentity } = await import('./tls.ts');
  if (tlsFiles !== undefined) return readIdentity(tlsFiles);
  return tls === undefined || tls === true ? undefined : checkIdentity(tls);
}

async function openStorage(url: string | undefined): Promise<Storage | undefined> {
  if (url === undefined) return undefined;
  const { openRedisStorage } = await import('../storage/redis/redis-storage.ts');
  return openRedisStorage(url);
}

/** Initial records from a YAML or JSON file, integers exact. */
interface LoadedRecords {
  readonly records: InitialRecords;
  /** Puts file and line to a `record-invalid` that is about one of them; gives back whatever else it is given. */
  readonly withLocation: (error: unknown) => unknown;
}

/** Throws `spec-unreadable`, `spec-syntax` and `record-invalid`, with file and line. */
async function readRecords(file: string): Promise<LoadedRecords> {
  const source = await readSourceFile(file);
  if (!isJsonObject(source.value)) throw invalidRecords(source, '', 'an object of collections', source.value);
  const collections = Object.entries(source.value).map((entry) => checkCollection(source, entry));
  return { records: Object.fromEntries(collections), withLocation: (error) => addLocation(source, error) };
}

async function readSourceFile(file: string): Promise<SourceFile> {
  try {
    const url = toDocumentUrl(file);
    return parseSource(url, await readSource(url));
  } catch (error) {
    if (!(error instanceof KitError) || error.code !== 'spec-unreadable') throw error;
    throw new KitError('spec-unreadable', error.detail, { fix: RECORDS_FILE_FIX, cause: error });
  }
}

const RECORDS_FILE_FIX = 'Check the path given with --records, and that it can be read from here.';

function checkCollection(source: SourceFile, [name, value]: readonly [string, Json]): [string, readonly Json[]] {
  const pointer = joinPointer('', name);
  if (!isJsonArray(value)) throw invalidRecords(source, pointer, 'a list of records', value);
  value.forEach((record, index) => {
    if (!isJsonObject(record))
      throw invalidRecords(source, joinPointer(pointer, index), 'a record (an object)', record);
  });
  return [name, value];
}

function invalidRecords(source: SourceFile, pointer: string, expected: string, got: Json): KitError {
  const place = pointer === '' ? 'the file' : pointer;
  return new KitError('record-invalid', `${place}: expected ${expected}, got ${jsonTypeOf(got)}`, {
    where: locationOf(source, pointer),
    fix: 'Write records by collection: {"/orders": [{"id": 1}]}.',
  });
}

/** Records are judged by those who know the contract; their messages begin with `/orders[3]` or `collection "/orders"`. */
function addLocation(source: SourceFile, error: unknown): unknown {
  if (!(error instanceof KitError) || error.code !== 'record-invalid' || error.where !== undefined) return error;
  const [, path, index] = /^([^[]+)\[(\d+)\]/.exec(error.detail) ?? [];
  const [, collection = path ?? ''] = /^collection "([^"]+)"/.exec(error.detail) ?? [];
  const pointer = joinPointer('', collection);
  const place = index === undefined ? pointer : joinPointer(pointer, index);
  return new KitError(error.code, error.detail, { where: locationOf(source, place), cause: error });
}

function locationOf(source: SourceFile, pointer: string): string {
  return `${source.name}:${findLine(source, pointer)}`;
}
