/** From options as they are given to all that a store needs before it listens: documents, rules, records, certificate. */
import { KitError } from '../../errors.ts';
import { isJsonArray, isJsonObject, type Json, jsonTypeOf } from '../../spec/json/exact-json.ts';
import { joinPointer } from '../../spec/json/pointer.ts';
import { parseSource, readSource, toUrl } from '../../spec/source/source.ts';
import { lineOf, type SourceFile } from '../../spec/source/source-file.ts';
import type { Rule } from '../model/rule.ts';
import type { Storage } from '../model/storage.ts';
import type { InitialRecords } from '../records/records.ts';
import { checkRules, parseRuleText, readRules } from '../rules/check-rules.ts';
import type { Mount } from '../serve/mounts.ts';
import { type RunningMock, type ServeOptions, serveMock } from '../serve/server.ts';
import type { TlsIdentity } from '../serve/settings.ts';
import { type MadeUp, makeUp } from './made-up.ts';
import type { MockOptions } from './options.ts';
import { defaultSpecs, loadMounts, type MountedSpec } from './specs.ts';
import type { Certificate, TlsFiles } from './tls.ts';

export interface PrepareOptions extends MockOptions {
  /** Rules as the command line takes them; they come before those of `scenario`. */
  readonly ruleTexts?: readonly string[];
  /** In place of `tls`, read when the store starts. */
  readonly tlsFiles?: TlsFiles;
  /** In place of the one that `store` names. */
  readonly storage?: Storage | undefined;
  /** By another process of the same store. */
  readonly madeUp?: MadeUp | undefined;
}

export interface Prepared {
  readonly mounts: readonly Mount[];
  readonly options: ServeOptions;
  /** Made for this run: what a client has to trust. */
  readonly certificate: Certificate | undefined;
  /** Says of an error of the start which line of a file it is about, where that is known. */
  readonly located: (error: unknown) => unknown;
}

/** Throws a KitError for whatever cannot be read or understood; the storage is opened last. */
export async function prepare(given: PrepareOptions): Promise<Prepared> {
  const tokens = tokensOf(given.token);
  const mounts = await loadMounts(specsOf(given.spec));
  const rules = await rulesOf(given, mounts);
  const file = typeof given.records === 'string' ? await readRecords(given.records) : undefined;
  const records = file?.records ?? initialOf(given.records);
  const { controlToken, pageToken, certificate } = given.madeUp ?? (await makeUp(given));
  const tls = (await givenIdentity(given)) ?? certificate;
  const storage = given.storage ?? (await openStorage(given.store));
  return {
    mounts,
    certificate,
    located: file?.located ?? ((error) => error),
    options: {
      ...plainOptions(given),
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
export async function servePrepared(
  { mounts, options, located }: Prepared,
  more: Pick<ServeOptions, 'proxy'> = {},
): Promise<RunningMock> {
  try {
    return await serveMock(mounts, { ...options, ...more });
  } catch (error) {
    throw located(error);
  }
}

/** Those that a store takes as they are. */
function plainOptions(given: PrepareOptions): ServeOptions {
  const { spec, token, records, scenario, store, storage, tls, tlsFiles, madeUp, ruleTexts, ...plain } =
    given;
  return plain;
}

/** The documents of the options as a list. */
export function specsOf(spec: MockOptions['spec']): readonly MountedSpec[] {
  if (spec === undefined) return defaultSpecs;
  return isList(spec) ? spec : [{ prefix: '', spec }];
}

/** `Array.isArray` does not know readonly ones. */
function isList(spec: NonNullable<MockOptions['spec']>): spec is readonly MountedSpec[] {
  return Array.isArray(spec);
}

/** A header cannot carry anything else. The value is never repeated in a message. */
function tokensOf(token: MockOptions['token']): readonly string[] | undefined {
  if (token === undefined) return undefined;
  const tokens = [token].flat();
  if (tokens.length > 0 && tokens.every((one) => /^[\x21-\x7e]+$/.test(one))) return tokens;
  throw new KitError(
    'option-invalid',
    'token: expected visible ASCII characters without spaces, at least one',
  );
}

async function rulesOf(
  { scenario, ruleTexts = [] }: PrepareOptions,
  mounts: readonly Mount[],
): Promise<readonly Rule[]> {
  const typed = ruleTexts.flatMap((text) => parseRuleText(text, mounts));
  if (scenario === undefined) return typed;
  const read =
    typeof scenario === 'string' ? await readRules(scenario, mounts) : checkRules(scenario, mounts);
  return [...typed, ...read];
}

function initialOf(records: MockOptions['records']): InitialRecords | undefined {
  return typeof records === 'string' ? undefined : records;
}

/** Imported when asked for, as the library behind it is large. */
async function givenIdentity({ tls, tlsFiles }: PrepareOptions): Promise<TlsIdentity | undefined> {
  if (tlsFiles === undefined && (tls === undefined || tls === true)) return undefined;
  const { checkIdentity, readIdentity } = await import('./tls.ts');
  if (tlsFiles !== undefined) return readIdentity(tlsFiles);
  return tls === undefined || tls === true ? undefined : checkIdentity(tls);
}

async function openStorage(url: string | undefined): Promise<Storage | undefined> {
  if (url === undefined) return undefined;
  const { openRedisStorage } = await import('../storage/redis/redis.ts');
  return openRedisStorage(url);
}

/** Initial records from a YAML or JSON file, integers exact. */
interface RecordsFile {
  readonly records: InitialRecords;
  /** Puts file and line to a `record-invalid` that is about one of them; gives back whatever else it is given. */
  readonly located: (error: unknown) => unknown;
}

/** Throws `spec-unreadable`, `spec-syntax` and `record-invalid`, with file and line. */
async function readRecords(file: string): Promise<RecordsFile> {
  const source = await readSourceFile(file);
  if (!isJsonObject(source.value)) throw wrong(source, '', 'an object of collections', source.value);
  const collections = Object.entries(source.value).map((entry) => collectionIn(source, entry));
  return { records: Object.fromEntries(collections), located: (error) => located(source, error) };
}

async function readSourceFile(file: string): Promise<SourceFile> {
  try {
    const url = toUrl(file);
    return parseSource(url, await readSource(url));
  } catch (error) {
    if (!(error instanceof KitError) || error.code !== 'spec-unreadable') throw error;
    throw new KitError('spec-unreadable', error.detail, { fix: FIX, cause: error });
  }
}

const FIX = 'Check the path given with --records, and that it can be read from here.';

function collectionIn(source: SourceFile, [name, value]: readonly [string, Json]): [string, readonly Json[]] {
  const pointer = joinPointer('', name);
  if (!isJsonArray(value)) throw wrong(source, pointer, 'a list of records', value);
  value.forEach((record, index) => {
    if (!isJsonObject(record))
      throw wrong(source, joinPointer(pointer, index), 'a record (an object)', record);
  });
  return [name, value];
}

function wrong(source: SourceFile, pointer: string, expected: string, got: Json): KitError {
  const place = pointer === '' ? 'the file' : pointer;
  return new KitError('record-invalid', `${place}: expected ${expected}, got ${jsonTypeOf(got)}`, {
    where: whereOf(source, pointer),
    fix: 'Write records by collection: {"/orders": [{"id": 1}]}.',
  });
}

/** Records are judged by those who know the contract; their messages begin with `/orders[3]` or `collection "/orders"`. */
function located(source: SourceFile, error: unknown): unknown {
  if (!(error instanceof KitError) || error.code !== 'record-invalid' || error.where !== undefined)
    return error;
  const [, path, index] = /^([^[]+)\[(\d+)\]/.exec(error.detail) ?? [];
  const [, collection = path ?? ''] = /^collection "([^"]+)"/.exec(error.detail) ?? [];
  const pointer = joinPointer('', collection);
  const place = index === undefined ? pointer : joinPointer(pointer, index);
  return new KitError(error.code, error.detail, { where: whereOf(source, place), cause: error });
}

function whereOf(source: SourceFile, pointer: string): string {
  return `${source.name}:${lineOf(source, pointer)}`;
}
