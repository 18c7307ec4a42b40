/** What the description of a search parameter says about the texts that it finds. */
import type { Parameter } from '../model/contract.ts';

/** "Case-insensitive." */
export function findsAnyCase(parameter: Parameter): boolean {
  return caseInsensitive.test(describe(parameter));
}

/** "Books whose title contains this text." An identifier is named as a whole. */
export function findsParts(parameter: Parameter, property: string): boolean {
  return !/^_?(?:id|uuid|guid)$|_(?:id|uuid)$|I[dD]$/.test(property) && partial.test(describe(parameter));
}

function describe({ description, schema }: Parameter): string {
  return `${description ?? ''} ${schema?.description ?? ''}`;
}

const caseInsensitive =
  /\bcase[- ]?insensitiv|\b(?:regardless|irrespective) of (?:the )?case|\bignor(?:es|ing|e) (?:the )?case/i;

/** "Matches the beginning" is another search. */
const partial = /\b(?:a|any) part of|\bcontain(?:s|ing|ed)?\b|\bsub-?strings?\b|\banywhere in\b|\bpartial match/i;
