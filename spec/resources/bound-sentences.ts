/** What the description of a parameter says about a bound: whether the value itself is included. */
import type { Parameter } from '../model/contract.ts';

/** Undefined where it says neither. */
export function statesInclusion({ description, schema }: Parameter): boolean | undefined {
  const text = `${description ?? ''} ${schema?.description ?? ''}`;
  if (INCLUDED.test(text)) return true;
  return EXCLUDED.test(text) ? false : undefined;
}

const INCLUDED =
  /\binclusive|\bincluded\b|\bor (?:equal|later|earlier|after|before|more|less)\b|\bat (?:least|most)\b/i;

/** "Inclusive" is read first: "from is inclusive, to is exclusive" is about two parameters. */
const EXCLUDED = /\bexclusive\b|\bstrictly\b|\bexcluded\b/i;
