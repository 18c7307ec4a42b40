import type { Json } from '../../../../../spec/exact-json.ts';
import type { Schema } from '../../../../../spec/schema.ts';
import { isValid } from '../../../../../spec/validate.ts';
import type { Site } from '../../../request/values/sites.ts';
import { sampleWith } from '../sample-with.ts';

/** More are alike. */
const MOST_ALTERNATIVES = 10;

export interface Alternative {
  /** From 1, in the order of the document. */
  readonly number: number;
  readonly value: Json;
}

/** Values of the alternatives that the value at the site is none of. */
export function* otherAlternatives({ schema, value }: Site): Generator<Alternative> {
  for (const [index, alternative] of alternativesOf(schema).slice(0, MOST_ALTERNATIVES).entries()) {
    if (isValid(alternative, value, 'request')) continue;
    const other = sampleWith(schema, [alternative]);
    if (other !== undefined) yield { number: index + 1, value: other };
  }
}

/** Those of the schema, then those of the parts of its `allOf`; each once, by however many ways it is reached. */
export function alternativesOf(schema: Schema): readonly Schema[] {
  const [parts, found] = [new Set<Schema>(), new Set<Schema>()];
  const visit = (part: Schema): void => {
    if (parts.has(part)) return;
    parts.add(part);
    for (const alternative of [...part.oneOf, ...part.anyOf]) found.add(alternative);
    for (const next of part.allOf) visit(next);
  };
  visit(schema);
  return [...found];
}
