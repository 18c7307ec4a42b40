/** A mutant made: its two documents, as the differs take them. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Json, stringifyJson } from '../../../spec/json/exact-json.ts';
import { parseSource, toDocumentUrl } from '../../../spec/source/read-source.ts';
import type { SourceFile } from '../../../spec/source/source-file.ts';
import { edited } from './edit.ts';
import type { ContractMutant } from './mutants/mutant.ts';

export interface MutatedDocuments {
  readonly before: Json;
  readonly after: Json;
  /** The texts; of the new one as JSON, so that it has lines of its own. */
  readonly texts: { readonly before: string; readonly after: string };
}

/** Throws where an edit has nowhere to go. */
export function applyContractMutant({ contract, edits }: ContractMutant): MutatedDocuments {
  const { value: before, text } = readDocument(contract);
  const after = edited(before, edits);
  return { before, after, texts: { before: text, after: stringifyJson(after, 1) } };
}

export function readDocument(contract: string): SourceFile {
  const source = documents.get(contract) ?? parseSource(toDocumentUrl(contract), readFileSync(contract, 'utf8'));
  documents.set(contract, source);
  return source;
}

const documents = new Map<string, SourceFile>();

/** `test/fixtures/diff/things.yaml: minLength raised in the request` */
export function contractMutantName({ contract, group, description }: ContractMutant): string {
  return `${contract}, ${group}: ${description}`;
}

/** Of the two documents, whatever the mutant is called. */
export function mutantFingerprint(mutant: ContractMutant): string {
  const { before, after } = applyContractMutant(mutant);
  const text = `${stringifyJson(before)}\n${stringifyJson(after)}`;
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
