/** The column of a value in its file, for messages about files that people write by hand. */
import { escapeRegExp } from '../../sanitize.ts';
import { splitPointer } from '../json/pointer.ts';
import { findJsonMember } from './find-json-member.ts';
import { findLine, type SourceFile } from './source-file.ts';
import { sliceLines } from './source-line.ts';

/** `plant-store.yaml:4:3` */
export function formatPosition(file: SourceFile, pointer: string): string {
  const { line, column } = findPosition(file, pointer);
  return `${file.name}:${line}:${column}`;
}

/** Line and column, from 1: for a property those of its key. Of a value that does not exist, those of what is around it. */
function findPosition(file: SourceFile, pointer: string): { readonly line: number; readonly column: number } {
  if (pointer !== '' && file.lineAt(pointer) === undefined)
    return findPosition(file, pointer.slice(0, pointer.lastIndexOf('/')));
  const member = findJsonMember(file.text, pointer);
  if (member !== undefined) return positionAt(file.text, member.start);
  const line = findLine(file, pointer);
  const [text = ''] = sliceLines(file.text, line, 1);
  return { line, column: (keyIndex(text, splitPointer(pointer).at(-1)) ?? Math.max(0, text.search(/\S/))) + 1 };
}

function positionAt(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

/** Undefined where the line has no such key, as for the items of a list. */
function keyIndex(line: string, key: string | undefined): number | undefined {
  if (key === undefined) return undefined;
  const found = new RegExp(`(?<=^|[\\s{,])(["']?)${escapeRegExp(key)}\\1\\s*:`).exec(line);
  return found?.index;
}
