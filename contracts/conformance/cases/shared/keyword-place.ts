import type { Place } from '../../../../spec/model/contract.ts';
import { keywordPlace, type Schema } from '../../../../spec/model/schema.ts';

/** Where a keyword stands in a schema or in one that it is put together from; where none has it, the schema itself. */
export function placeOfKeyword(schema: Schema, keyword: string): Place {
  const bearer = bearerOf(schema, (part) => part.keywordLines.has(keyword));
  return bearer === undefined ? schema.place : keywordPlace(bearer, keyword);
}

/** The same for the type that every value has, whichever alternative it takes. */
export function placeOfType(schema: Schema): Place {
  const bearer = bearerOf(
    schema,
    ({ types }) => types !== undefined,
    ({ allOf }) => allOf,
  );
  return bearer === undefined ? schema.place : keywordPlace(bearer, 'type');
}

/** Where an object is told to have a property. */
export function placeOfRequired(schema: Schema, property: string): Place {
  const bearer = bearerOf(schema, ({ required }) => required.has(property));
  return bearer === undefined ? schema.place : keywordPlace(bearer, 'required');
}

type PartsOf = (schema: Schema) => readonly Schema[];

const allParts: PartsOf = ({ allOf, anyOf, oneOf }) => [...allOf, ...anyOf, ...oneOf];

function bearerOf(
  schema: Schema,
  bears: (part: Schema) => boolean,
  partsOf: PartsOf = allParts,
): Schema | undefined {
  const parts = new Set([schema]);
  for (const part of parts) {
    if (bears(part)) return part;
    for (const next of partsOf(part)) parts.add(next);
  }
  return undefined;
}
