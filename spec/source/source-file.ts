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
export function lineOf(file: SourceFile, pointer: string): number {
  const line = file.lineAt(pointer);
  if (line !== undefined) return line;
  return pointer === '' ? 1 : lineOf(file, pointer.slice(0, pointer.lastIndexOf('/')));
}
