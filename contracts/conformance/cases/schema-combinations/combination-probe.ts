/** A test value for a composed schema, and schemas without one of its keywords. */
import type { Json } from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';

/** A test value for a composed schema. */
export interface CombinationProbe {
  readonly keyword: string;
  /** Unique within the keyword; part of the case id. */
  readonly name: string;
  /** Completes "the value is"; by default the name. */
  readonly description?: string;
  /** Undefined where no such value is found. */
  readonly value: Json | undefined;
  readonly side: 'accept' | 'reject';
}

/** The schema without this keyword in one of its parts. */
export function withoutKeyword(schema: Schema, part: Schema, keyword: CombinationKeyword): Schema {
  const views = new Map([[part, removeKeyword(part, keyword)]]);
  const viewOf = (one: Schema): Schema => {
    const view = views.get(one) ?? { ...one, allOf: one.allOf.map(viewOf) };
    // A part has one view, however many paths point to it.
    views.set(one, view);
    return view;
  };
  return viewOf(schema);
}

type CombinationKeyword = 'oneOf' | 'anyOf' | 'not' | 'if' | 'contains' | 'dependentSchemas' | 'dependentRequired';

function removeKeyword(schema: Schema, keyword: CombinationKeyword): Schema {
  if (keyword === 'oneOf' || keyword === 'anyOf') return { ...schema, [keyword]: [] };
  return { ...schema, [keyword]: keyword.startsWith('dependent') ? new Map() : undefined };
}
