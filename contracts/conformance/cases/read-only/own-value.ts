import type { Json } from '../../../../spec/exact-json.ts';
import { flatten } from '../../../../spec/flatten.ts';
import type { Schema } from '../../../../spec/schema.ts';
import { isValid } from '../../../../spec/validate.ts';
import type { Fresh } from '../../model/draft.ts';

/** A value that no implementation comes to by itself; undefined where there is none, as among the words of an enum. */
export function ownValue(schema: Schema, fresh: Fresh): Json | undefined {
  const { enum: values, const: only } = flatten(schema);
  if (values !== undefined || only !== undefined) return undefined;
  return candidates(fresh).find((value) => isValid(schema, value, 'request'));
}

/** Long ago, and to the second. */
function candidates(fresh: Fresh): readonly Json[] {
  const word = fresh.word();
  return [
    fresh.uuid(),
    '1987-03-29T05:06:07Z',
    '1987-03-29',
    `https://example.com/${word}`,
    `${word}@example.com`,
    `own-${word}`,
    word,
    fresh.number(),
  ];
}
