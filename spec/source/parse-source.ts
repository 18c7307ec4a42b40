/** Parses the files of a contract: their exact values and the line of every value. */
import { KitError } from '../../errors.ts';
import { displayName } from './document-name.ts';
import { findYamlErrors, readFullYaml } from './full-yaml.ts';
import { lineAtPointer, listLines } from './line-index.ts';
import { readPlainJson, rejectJsonComments, withoutJsonComments } from './plain-json.ts';
import { readPlainYaml } from './plain-yaml.ts';
import { type SourceFile, withValue } from './source-file.ts';
import { type RepairedText, repairText } from './text-repairs.ts';

export interface ParseOptions {
  /** Of a key that an object has several times, the last value is read; mistakes in the syntax are repaired. The file lists both. */
  readonly acceptsDuplicates?: boolean;
}

/** Parses YAML 1.2 or JSON with exact integers. Throws `spec-syntax` with file and line. */
export function parseSource(url: string, text: string, { acceptsDuplicates = false }: ParseOptions = {}): SourceFile {
  try {
    return parseText(url, text, acceptsDuplicates);
  } catch (error) {
    if (!(acceptsDuplicates && error instanceof KitError && error.code === 'spec-syntax')) throw error;
    const repaired = repairSyntax(text.replace(/^\ufeff/, ''));
    if (repaired === undefined) throw error;
    const file = parseText(url, repaired.text, acceptsDuplicates);
    return { ...withValue(file, file.value), text, ...pickDuplicates(file), textRepairs: repaired.repairs };
  }
}

/** Undefined if it is not clear what the text means. */
function repairSyntax(text: string): RepairedText | undefined {
  const json = withoutJsonComments(text);
  const repaired = repairText(json?.text ?? text, findYamlErrors);
  if (json === undefined || repaired === undefined) return repaired;
  const comments = { line: json.line, what: 'comments in JSON', effect: 'they are ignored; remove them' };
  return { text: repaired.text, repairs: [comments, ...repaired.repairs] };
}

function pickDuplicates({ duplicateKeys }: SourceFile): Pick<SourceFile, 'duplicateKeys'> {
  return duplicateKeys === undefined ? {} : { duplicateKeys };
}

function parseText(url: string, text: string, acceptsDuplicates: boolean): SourceFile {
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
