import type { Schema } from '../../spec/model/schema.ts';

/** Which schemas judge a value beside the one that is asked: all of them, or one of several. */
type Combinator = 'allOf' | 'anyOf' | 'oneOf';

/** The schema, and what it combines by these keywords, each once: one part may be reached by very many ways. */
export function sameValue(schema: Schema, by: readonly Combinator[]): ReadonlySet<Schema> {
  const found = new Set([schema]);
  for (const part of found) {
    for (const keyword of by) {
      for (const next of part[keyword]) found.add(next);
    }
  }
  return found;
}
