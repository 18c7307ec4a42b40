/** A file of a document, a place in it, and messages for read errors. */
import type { Json } from '../json/exact-json.ts';

export interface SourceFile {
  /** `file:`, `http(s):`, or a `git:` URL from `resolveGitUrl`. */
  readonly url: string;
  /** The name in messages: relative to the working directory if the file is within it. */
  readonly name: string;
  readonly text: string;
  readonly value: Json;
  /** The line of each JSON Pointer, from 1; for a property the line of its key. Computed on first access. */
  readonly lines: ReadonlyMap<string, number>;
  /** Returns one of the lines without computing all of them. */
  readonly lineAt: (pointer: string) => number | undefined;
  /** Only in a file that was read in spite of them. */
  readonly duplicateKeys?: readonly DuplicateKey[];
  /** What is not valid YAML or JSON in it; also only in a file that was read in spite of them. */
  readonly textRepairs?: readonly TextRepair[];
  /** The text of a `$ref` in the file itself, if the value was converted from another format. */
  readonly originalRef?: (ref: string) => string;
}

/** A key that an object has several times: the value is that of the last one. */
export interface DuplicateKey {
  /** JSON Pointer of the value. */
  readonly pointer: string;
  readonly line: number;
  /** Where it stands before. */
  readonly earlierLine: number;
}

/** A place that is not valid YAML or JSON, and what is read there instead. */
export interface TextRepair {
  /** From 1. */
  readonly line: number;
  readonly what: string;
  readonly effect: string;
}

/** The file with another value; `originOf` returns the pointer of a part in the file as it is. */
export function withValue(
  file: SourceFile,
  value: Json,
  originOf: (pointer: string) => string = (pointer) => pointer,
): SourceFile {
  const { url, name, text, originalRef } = file;
  return {
    ...{ url, name, text, value, ...(originalRef && { originalRef }) },
    get lines() {
      return file.lines;
    },
    lineAt: (pointer) => file.lineAt(originOf(pointer)),
  };
}

/** Returns the line of a pointer, or of its nearest ancestor that has one. */
export function findLine(file: SourceFile, pointer: string): number {
  const line = file.lineAt(pointer);
  if (line !== undefined) return line;
  return pointer === '' ? 1 : findLine(file, pointer.slice(0, pointer.lastIndexOf('/')));
}

/** A place in a document: `file` as the user wrote it, `pointer` an RFC 6901 JSON Pointer, `line` from 1. */
export interface Place {
  readonly file: string;
  readonly pointer: string;
  readonly line: number;
}

/** `spec/plant-store.yaml:42` */
export function formatPlace(place: Place): string {
  return `${place.file}:${place.line}`;
}

/** Describes for users why a file cannot be read. */
export function describeReadError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'ENOENT') return 'no such file';
  if ('code' in error && error.code === 'EISDIR') return 'is a folder, not a file';
  if (error.name === 'TimeoutError') return 'no complete response in time';
  const cause = error.cause instanceof Error && error.cause.message !== '' ? ` (${error.cause.message})` : '';
  return `${error.message}${cause}`;
}

/** Whether the bytes were invalid in the requested encoding. */
export function isEncodingError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA';
}
