/** A file of a document, a place in it, and why one cannot be read. */
import type { Json } from '../json/exact-json.ts';

export interface SourceFile {
  /** `file:`, `http(s):`, or a `git:` one that `sourceUrl` made. */
  readonly url: string;
  /** As shown to people: relative to the working directory where that is shorter. */
  readonly name: string;
  readonly text: string;
  readonly value: Json;
  /** The line of each JSON Pointer, from 1; for a property the line of its key. Made when first asked for. */
  readonly lines: ReadonlyMap<string, number>;
  /** One of them, without making all. */
  readonly lineAt: (pointer: string) => number | undefined;
}

/** The line of a place, or of the nearest place around it that has one. */
export function findLine(file: SourceFile, pointer: string): number {
  const line = file.lineAt(pointer);
  if (line !== undefined) return line;
  return pointer === '' ? 1 : findLine(file, pointer.slice(0, pointer.lastIndexOf('/')));
}

/** A place in a document: `file` as the user named it, `pointer` an RFC 6901 JSON Pointer, `line` from 1. */
export interface Place {
  readonly file: string;
  readonly pointer: string;
  readonly line: number;
}

/** `spec/plant-store.yaml:42` */
export function formatPlace(place: Place): string {
  return `${place.file}:${place.line}`;
}

/** Why a file cannot be read, in words for users. */
export function describeReadError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'ENOENT') return 'no such file';
  if ('code' in error && error.code === 'EISDIR') return 'is a folder, not a file';
  if (error.name === 'TimeoutError') return 'no whole answer in time';
  const cause = error.cause instanceof Error && error.cause.message !== '' ? ` (${error.cause.message})` : '';
  return `${error.message}${cause}`;
}

/** Whether the bytes were no text in the encoding that was asked for. */
export function isEncodingError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA';
}
