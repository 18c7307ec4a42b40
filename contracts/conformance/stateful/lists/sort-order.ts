/** The order of two values, where every implementation has the same. */
import { compareNumbers, isNumeric, type Json } from '../../../../spec/json/exact-json.ts';

/** Positive where every usual order puts the first value behind the second; 0 where orders may differ. */
export function compareIfUnambiguous(one: Json | undefined, other: Json | undefined): number {
  if (isNumeric(one) && isNumeric(other)) return compareNumbers(one, other);
  if (typeof one !== 'string' || typeof other !== 'string') return 0;
  if (ISO_DATE.test(one) && ISO_DATE.test(other)) return Math.sign(Date.parse(one) - Date.parse(other)) || 0;
  return sortsUnambiguously(one) && sortsUnambiguously(other) ? one.charCodeAt(0) - other.charCodeAt(0) : 0;
}

const ISO_DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** The first letter sorts identically in every language, alone and with the second letter (Danish aa, Czech ch, ...). */
function sortsUnambiguously(text: string): boolean {
  return /^[befikmoprtuvx][aeiou]/.test(text);
}
