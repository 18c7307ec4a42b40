import type { Json } from '../../../../spec/exact-json.ts';
import { isSuccess, type Judged } from '../check.ts';

/** The records that an answer to a question about a list has; undefined where it has no list. */
export function listIn({ query, answer, json }: Judged): readonly Json[] | undefined {
  if (query === undefined || answer === undefined || !isSuccess(answer.status)) return undefined;
  return json?.ok === true ? query.shape.itemsIn(json.value) : undefined;
}
