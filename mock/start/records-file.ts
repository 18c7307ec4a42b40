/** Initial records from a YAML or JSON file, integers exact. */
import { KitError } from '../../errors.ts';
import { isJsonArray, isJsonObject, type Json, jsonTypeOf } from '../../spec/json/exact-json.ts';
import { joinPointer } from '../../spec/json/pointer.ts';
import { parseSource, readSource, toUrl } from '../../spec/source/source.ts';
import { lineOf, type SourceFile } from '../../spec/source/source-file.ts';
import type { InitialRecords } from '../state/create-keeper.ts';

export interface RecordsFile {
  readonly records: InitialRecords;
  /** Puts file and line to a `record-invalid` that is about one of them; gives back whatever else it is given. */
  readonly located: (error: unknown) => unknown;
}

/** Throws `spec-unreadable`, `spec-syntax` and `record-invalid`, with file and line. */
export async function readRecords(file: string): Promise<RecordsFile> {
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
