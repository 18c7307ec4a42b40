import type { Place } from '../../../spec/contract.ts';
import { keywordPlace, type Schema } from '../../../spec/schema.ts';

/** Where a keyword stands in a schema or in one that it is put together from; where none has it, the schema itself. */
export function placeOfKeyword(schema: Schema, keyword: string): Place {
  const bearer = bearerOf(schema, keyword);
  return bearer === undefined ? schema.place : keywordPlace(bearer, keyword);
}

function bearerOf(schema: Schema, keyword: string): Schema | undefined {
  if (schema.keywordLines.has(keyword)) return schema;
  const parts = [...schema.allOf, ...schema.anyOf, ...schema.oneOf];
  return parts.map((part) => bearerOf(part, keyword)).find((part) => part !== undefined);
}
