/** A mutant made: its two documents, as the differs take them. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Json, stringifyJson } from '../../../spec/json/exact-json.ts';
import { parseSource, toUrl } from '../../../spec/source/source.ts';
import type { SourceFile } from '../../../spec/source/source-file.ts';
import { edited } from './edit.ts';
import type { Mutant } from './mutants/mutant.ts';

export interface Subject {
  readonly before: Json;
  readonly after: Json;
  /** The texts; of the new one as JSON, so that it has lines of its own. */
  readonly texts: { readonly before: string; readonly after: string };
}

/** Throws where an edit has nowhere to go. */
export function subjectOf({ contract, edits }: Mutant): Subject {
  const { value: before, text } = documentOf(contract);
  const after = edited(before, edits);
  return { before, after, texts: { before: text, after: stringifyJson(after, 1) } };
}

export function documentOf(contract: string): SourceFile {
  const known = documents.get(contract) ?? parseSource(toUrl(contract), readFileSync(contract, 'utf8'));
  documents.set(contract, known);
  return known;
}

const documents = new Map<string, SourceFile>();

/** `test/fixtures/diff/things.yaml: minLength raised in the request` */
export function nameOf({ contract, group, what }: Mutant): string {
  return `${contract}, ${group}: ${what}`;
}

/** Of the two documents, whatever the mutant is called. */
export function fingerprintOf(mutant: Mutant): string {
  const { before, after } = subjectOf(mutant);
  const text = `${stringifyJson(before)}\n${stringifyJson(after)}`;
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
