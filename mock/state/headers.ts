/** Headers that records give a value to, as the response declares them. */

import type { Json } from '../../spec/json/exact-json.ts';
import type { Operation } from '../../spec/model/contract.ts';
import { remembered } from '../../spec/remembered.ts';
import { isValid } from '../../spec/validation/validate.ts';
import type { PlannedAnswer, RecordRequest } from './keeper.ts';

/** `values` by lower-case name. Those that are not declared, or not so, are left out; names are spelt as declared. */
export function declaredHeaders(
  { operation, origin }: Pick<RecordRequest, 'operation' | 'origin'>,
  { headerNames }: PlannedAnswer,
  values: ReadonlyMap<string, string>,
): Readonly<Record<string, string>> {
  if (headerNames.size === 0) return {};
  const declared = headersByName(operation);
  const told = [...values].flatMap(([name, text]): [string, string][] => {
    const same = declared.get(name) ?? [];
    const [first] = same;
    if (first === undefined || !headerNames.has(name)) return [];
    const isAllowed = (spelt: string) =>
      same.every(
        ({ schema }) =>
          schema === undefined || readingsOf(spelt).some((one) => isValid(schema, one, 'response')),
      );
    const allowed = spellings(text, origin).find(isAllowed);
    return allowed === undefined ? [] : [[first.name, allowed]];
  });
  return Object.fromEntries(told);
}

const headersByName = remembered(({ responses }: Operation) =>
  Map.groupBy(
    responses.flatMap(({ headers }) => headers),
    ({ name }) => name.toLowerCase(),
  ),
);

function readingsOf(text: string): readonly Json[] {
  return /^\d{1,15}$/.test(text) ? [text, Number(text)] : [text];
}

/** A path of this store, and its whole address for where `format: uri` wants one. */
export function spellings(text: string, origin: string | undefined): readonly string[] {
  return text.startsWith('/') && origin !== undefined ? [text, `${origin}${text}`] : [text];
}
