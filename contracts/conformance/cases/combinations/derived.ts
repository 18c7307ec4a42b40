/** Values of a schema that is a little changed. */
import type { Json } from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';

/** One value to try. */
export interface Probe {
  readonly keyword: string;
  readonly words: string;
  /** Undefined where no such value is found. */
  readonly value: Json | undefined;
  readonly side: 'accept' | 'reject';
}

/** The schema as if one of its parts had no such keyword. */
export function without(schema: Schema, part: Schema, keyword: Keyword): Schema {
  const views = new Map([[part, bare(part, keyword)]]);
  const viewOf = (one: Schema): Schema => {
    const view = views.get(one) ?? { ...one, allOf: one.allOf.map(viewOf) };
    // However many ways lead to a part, it has one view.
    views.set(one, view);
    return view;
  };
  return viewOf(schema);
}

type Keyword = 'oneOf' | 'anyOf' | 'not' | 'if' | 'contains' | 'dependentSchemas' | 'dependentRequired';

function bare(schema: Schema, keyword: Keyword): Schema {
  if (keyword === 'oneOf' || keyword === 'anyOf') return { ...schema, [keyword]: [] };
  return { ...schema, [keyword]: keyword.startsWith('dependent') ? new Map() : undefined };
}
