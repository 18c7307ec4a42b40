/** JSON of which one value is written by hand, since `stringifyJson` leaves no choice of how it is spelt. */
import { type Json, stringifyJson } from '../../../../spec/exact-json.ts';
import { type Path, replaceAt } from '../../request/values/sites.ts';

/** Stands for the value while the rest is written; of Unicode's private use, so that no body has it. */
const PLACEHOLDER = '\ue000value\ue001';

/** The text of a body before and after the value at a path; undefined where there is no such place. */
export function textAround(body: Json, path: Path): readonly [before: string, after: string] | undefined {
  const [before, after] = stringifyJson(replaceAt(body, path, PLACEHOLDER)).split(
    JSON.stringify(PLACEHOLDER),
  );
  return before === undefined || after === undefined ? undefined : [before, after];
}
