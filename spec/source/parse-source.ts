/** Parses the files of a contract: their exact values and the line of every value. */
import { displayName } from './document-name.ts';
import { readFullYaml } from './full-yaml.ts';
import { lineAtPointer, listLines } from './line-index.ts';
import { readPlainJson, rejectJsonComments } from './plain-json.ts';
import { readPlainYaml } from './plain-yaml.ts';
import type { SourceFile } from './source-file.ts';

export interface ParseOptions {
  /** Of a key that an object has several times, the last value is read, and the file lists it. */
  readonly acceptsDuplicates?: boolean;
}

/** Parses YAML 1.2 or JSON with exact integers. Throws `spec-syntax` with file and line. */
export function parseSource(url: string, text: string, { acceptsDuplicates = false }: ParseOptions = {}): SourceFile {
  const name = displayName(url);
  const content = text.replace(/^\ufeff/, '');
  const json = readPlainJson(content);
  if (json === undefined) rejectJsonComments(name, content);
  const plain = json ?? readPlainYaml(content);
  if (plain === undefined) return { ...readFullYaml({ url, name, text: content }, acceptsDuplicates), text };
  const { value, lines: index } = plain;
  let lines: ReadonlyMap<string, number> | undefined;
  return {
    url,
    name,
    text,
    value,
    get lines() {
      lines ??= new Map(listLines(index, value));
      return lines;
    },
    lineAt: (pointer) => lineAtPointer(index, value, pointer),
  };
}
