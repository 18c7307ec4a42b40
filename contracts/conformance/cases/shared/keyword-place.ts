import type { Place } from '../../../../spec/model/contract.ts';
import { type Schema, toKeywordPlace } from '../../../../spec/model/schema.ts';

/** The place of a keyword in a schema or in its parts; the place of the schema where none has the keyword. */
export function findKeywordPlace(schema: Schema, keyword: string): Place {
  const schemaWithKeyword = findSchemaWith(schema, (part) => part.keywordLines.has(keyword));
  return schemaWithKeyword === undefined ? schema.place : toKeywordPlace(schemaWithKeyword, keyword);
}

/** The same for the `type` that applies to all alternatives. */
export function findTypePlace(schema: Schema): Place {
  const schemaWithKeyword = findSchemaWith(
    schema,
    ({ types }) => types !== undefined,
    ({ allOf }) => allOf,
  );
  return schemaWithKeyword === undefined ? schema.place : toKeywordPlace(schemaWithKeyword, 'type');
}

/** The place that makes the property required. */
export function findRequiredPlace(schema: Schema, property: string): Place {
  const schemaWithKeyword = findSchemaWith(schema, ({ required }) => required.has(property), partsAndBranches);
  return schemaWithKeyword === undefined ? schema.place : toKeywordPlace(schemaWithKeyword, 'required');
}

type SchemaParts = (schema: Schema) => readonly Schema[];

const allParts: SchemaParts = ({ allOf, anyOf, oneOf }) => [...allOf, ...anyOf, ...oneOf];

const partsAndBranches: SchemaParts = (schema) => [
  ...allParts(schema),
  ...[schema.then, schema.else].filter((branch) => branch !== undefined),
];

function findSchemaWith(
  schema: Schema,
  matches: (part: Schema) => boolean,
  schemaParts: SchemaParts = allParts,
): Schema | undefined {
  const parts = new Set([schema]);
  for (const part of parts) {
    if (matches(part)) return part;
    for (const next of schemaParts(part)) parts.add(next);
  }
  return undefined;
}
