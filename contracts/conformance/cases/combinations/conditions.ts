import { isJsonObject, type Json } from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { flatten } from '../../../../spec/sampling/flatten.ts';
import { isValid } from '../../../../spec/validation/validate.ts';
import { allows } from '../shared/allowed.ts';
import type { MutationPoint } from '../shared/mutation-points.ts';
import { sampleWith } from '../shared/sample-with.ts';
import { type Probe, without } from './derived.ts';

/** What a condition holds for, with and without what follows from it, and what it does not hold for. */
export function* conditions(point: MutationPoint, part: Schema): Generator<Probe> {
  const { if: condition } = part;
  if (condition === undefined) return;
  const words = 'what the condition holds for';
  const free = without(point.schema, part, 'if');
  yield { keyword: 'if', words, value: sampleWith(point.schema, [condition], 'none'), side: 'accept' };
  const bare = sampleWith(free, [condition], 'none');
  yield { keyword: 'if', words: `${words}, without what follows`, value: bare, side: 'reject' };
  const other = 'what the condition does not hold for';
  const value = unlike(condition, part, point).find((one) => allows(point, one));
  yield { keyword: 'if', words: other, value, side: 'accept' };
  const wrong = unlike(condition, part, point).find(
    (one) => isValid(free, one, 'request') && !allows(point, one),
  );
  yield { keyword: 'if', words: `${other}, without what follows`, value: wrong, side: 'reject' };
}

const values: readonly Json[] = [false, true, 'none-of-these', 0, 2, null];

/** The value with another one where the condition looks, and without what would follow if it held. */
function unlike(
  condition: Schema,
  { then, else: otherwise }: Schema,
  { value }: MutationPoint,
): readonly Json[] {
  if (!isJsonObject(value)) return [];
  const looked = [...flatten(condition).properties.keys()];
  const followers = [then, otherwise].flatMap((branch) => (branch === undefined ? [] : [...branch.required]));
  const rest = Object.entries(value).filter(([name]) => !followers.includes(name) || looked.includes(name));
  return looked
    .flatMap((name) => values.map((one): Json => ({ ...Object.fromEntries(rest), [name]: one })))
    .filter((one) => !isValid(condition, one, 'request'));
}
