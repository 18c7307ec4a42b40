/** Headers that records give a value to, as the response declares them. */
import type { Operation } from '../../spec/contract.ts';
import { isValid } from '../../spec/validate.ts';
import type { PlannedAnswer } from './keeper.ts';

/** `values` by lower-case name. Those that are not declared, or not so, are left out; names are spelt as declared. */
export function declaredHeaders(
  { responses }: Operation,
  { headerNames }: PlannedAnswer,
  values: ReadonlyMap<string, string>,
): Readonly<Record<string, string>> {
  const declared = responses.flatMap(({ headers }) => headers);
  const told = [...values].flatMap(([name, text]): [string, string][] => {
    const same = declared.filter((header) => header.name.toLowerCase() === name);
    const [first] = same;
    if (first === undefined || !headerNames.has(name)) return [];
    const readings = /^\d{1,15}$/.test(text) ? [text, Number(text)] : [text];
    const isAllowed = same.every(
      ({ schema }) => schema === undefined || readings.some((one) => isValid(schema, one, 'response')),
    );
    return isAllowed ? [[first.name, text]] : [];
  });
  return Object.fromEntries(told);
}
