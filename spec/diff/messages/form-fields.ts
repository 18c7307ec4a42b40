/** The fields of a form are text on the wire, as parameters are. */
import type { MediaType } from '../../model/contract.ts';
import type { Schema } from '../../model/schema.ts';
import { createPartChange, type PartChange, type Sides } from '../matching/sides.ts';
import { schemaRule } from '../rules/schema-rules.ts';
import { bodySchema, declaredOrComposedTypes, toComparable } from './wire-schemas.ts';

type MediaTypeSides = Sides<MediaType>;

/** What is to be compared of two bodies that a client sends; a field whose every text is taken is made alike. */
export function sentBodySchemas(media: MediaTypeSides): Sides<Schema> {
  const [before, after] = [bodySchema(media.before), bodySchema(media.after)];
  const widened = findWidenedFields(media);
  if (widened.length === 0) return { before, after };
  return {
    before: withFields(before, new Map(widened.map(({ name, sent }) => [name, sent.before]))),
    after: withFields(after, new Map(widened.map(({ name, sent }) => [name, sent.after]))),
  };
}

/** `at` is that of the body. */
export function* compareFields(media: MediaTypeSides, at: string): Generator<PartChange> {
  const rule = schemaRule('type-generalized', 'request-property');
  for (const { name, oldSchema, newSchema } of findWidenedFields(media))
    yield createPartChange(rule, {
      at: `${at}.${name}`,
      before: oldSchema.place,
      after: newSchema.place,
      was: describeTypes(oldSchema),
      is: describeTypes(newSchema),
    });
}

interface WidenedField {
  readonly name: string;
  readonly oldSchema: Schema;
  readonly newSchema: Schema;
  readonly sent: Sides<Schema>;
}

/** Those that take more than before by their type: `5` is a string too, and one value a list of one. */
function findWidenedFields({ before, after }: MediaTypeSides): readonly WidenedField[] {
  if (!isForm(before) || !isForm(after)) return [];
  const newFields = bodySchema(after).properties;
  return [...bodySchema(before).properties].flatMap(([name, oldSchema]) => {
    const newSchema = newFields.get(name);
    if (newSchema === undefined) return [];
    const unchanged = { before: oldSchema, after: oldSchema };
    const sent =
      toComparable({
        written: oldSchema,
        read: newSchema,
        acceptsSingleValue: acceptsSingleValue(after, name),
      }) ?? unchanged;
    return sent.after === newSchema ? [] : [{ name, oldSchema, newSchema, sent }];
  });
}

function isForm({ range }: MediaType): boolean {
  return range === 'application/x-www-form-urlencoded' || range === 'multipart/form-data';
}

/** `tag=a&tag=b`, or a part for each: one value is written as it would be alone. */
function acceptsSingleValue({ range, encoding }: MediaType, name: string): boolean {
  const partEncoding = encoding?.get(name);
  if (range === 'multipart/form-data' || partEncoding === undefined) return true;
  return partEncoding.types.length === 0 && partEncoding.style === 'form' && partEncoding.explode;
}

function withFields(schema: Schema, fields: ReadonlyMap<string, Schema>): Schema {
  return { ...schema, properties: new Map([...schema.properties, ...fields]) };
}

function describeTypes(schema: Schema): string {
  return [...(declaredOrComposedTypes(schema) ?? ['anything'])].join(' or ');
}
