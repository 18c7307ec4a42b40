/** Whether a record meets a filter, as far as every implementation agrees. */
import { compareNumbers, isJsonArray, isNumeric, type Json } from '../../../../spec/json/exact-json.ts';
import type { Parameter } from '../../../../spec/model/contract.ts';
import type { ListQueryFilter } from '../../model/list-query.ts';

export function matchesFilterValue(
  { comparison, value }: Pick<ListQueryFilter, 'comparison' | 'value'>,
  one: Json | undefined,
): boolean {
  if (isJsonArray(value)) {
    // A record with several values has one of these.
    const shown = isJsonArray(one) ? one : [one];
    return value.some((part) => shown.some((other) => normalizeForComparison(part) === normalizeForComparison(other)));
  }
  if (comparison === 'from' || comparison === 'to' || comparison === 'before') {
    const difference = compareBounds(one, value);
    if (difference === undefined) return true;
    return comparison === 'from' ? difference >= 0 : comparison === 'to' ? difference <= 0 : difference < 0;
  }
  const [shown, expectedValues] = [normalizeForComparison(one), normalizeForComparison(value)];
  return comparison === 'substring' ? shown.includes(expectedValues) : shown === expectedValues;
}

/** "Only rooms that are accessible": then `accessible=true` does not mean that these are shown in addition to others. */
export function selectsOnly({ description = '' }: Parameter): boolean {
  return (
    /\bonly\b/i.test(description) && !/\b(?:also|too|even|includ\w*|exclud\w*|hid\w*|without)\b/i.test(description)
  );
}

/** Of numbers, or of dates and times, whose zones may differ; undefined for others. */
function compareBounds(one: Json | undefined, other: Json): number | undefined {
  if (isNumeric(one) && isNumeric(other)) return compareNumbers(one, other);
  if (typeof one !== 'string' || typeof other !== 'string') return undefined;
  const difference = Date.parse(one) - Date.parse(other);
  return Number.isNaN(difference) ? undefined : difference;
}

/** Implementations may ignore case and accents in comparisons. */
function normalizeForComparison(value: Json | undefined): string {
  return String(value).normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}
