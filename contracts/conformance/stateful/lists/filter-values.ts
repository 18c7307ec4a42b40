/** Whether a record meets a filter, as far as every implementation agrees. */
import { compareNumbers, isJsonArray, isNumeric, type Json } from '../../../../spec/json/exact-json.ts';
import type { ListQueryFilter } from '../../model/list-query.ts';

export function matchesFilterValue(
  { comparison, value }: Pick<ListQueryFilter, 'comparison' | 'value'>,
  one: Json | undefined,
): boolean {
  if (isJsonArray(value)) return value.some((part) => normalizeForComparison(part) === normalizeForComparison(one));
  if (comparison === 'from' || comparison === 'to') {
    if (!isNumeric(one) || !isNumeric(value)) return true;
    return compareNumbers(one, value) * (comparison === 'from' ? 1 : -1) >= 0;
  }
  const [shown, expectedValues] = [normalizeForComparison(one), normalizeForComparison(value)];
  return comparison === 'substring' ? shown.includes(expectedValues) : shown === expectedValues;
}

/** Implementations may ignore case and accents in comparisons. */
function normalizeForComparison(value: Json | undefined): string {
  return String(value).normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}
