/** Compares the fields of a form, which are text on the wire like parameters. */
import type { MediaType } from '../../model/contract.ts';
import type { Schema } from '../../model/schema.ts';
import { createPartChange, type PartChange, type Sides } from '../matching/sides.ts';
import { schemaRule } from '../rules/schema-rules.ts';
import { bodySchema, declaredOrComposedTypes, toComparable } from './wire-schemas.ts';

type MediaTypeSides = Sides<MediaType>;

/** Returns the schemas of a request body to compare; a field that accepts every old text gets equal schemas. */
export function sentBodySchemas(media: MediaTypeSides): Sides<Schema> {
  const [before, after] = [bodySchema(media.before), bodySchema(media.after)];
  const fields = findTextFields(media);
  if (fields.length === 0) return { before, after };
  return {
    before: withFields(before, new Map(fields.map(({ name, sent }) => [name, sent.before]))),
    after: withFields(after, new Map(fields.map(({ name, sent }) => [name, sent.after]))),
  };
}

/** `at` is the location of the body. */
export function* compareFields(media: MediaTypeSides, at: string): Generator<PartChange> {
  const rule = schemaRule('type-generalized', 'request-property');
  for (const { name, oldSchema, newSchema } of findTextFields(media).filter(isWidened))
    yield createPartChange(rule, {
      at: `${at}.${name}`,
      before: oldSchema.place,
      after: newSchema.place,
      was: describeTypes(oldSchema),
      is: describeTypes(newSchema),
    });
}

interface TextField {
  readonly name: string;
  readonly oldSchema: Schema;
  readonly newSchema: Schema;
  readonly sent: Sides<Schema>;
}

/** Finds fields that are compared by their texts: `5` is also a string, and a single value also a list. */
function findTextFields({ before, after }: MediaTypeSides): readonly TextField[] {
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
        // Objects are JSON, in a form by default.
        hasTextMembers: newSchema.properties.size === 0,
      }) ?? unchanged;
    const isSame = sent.before === oldSchema && sent.after === newSchema;
    return isSame ? [] : [{ name, oldSchema, newSchema, sent }];
  });
}

/** Another type accepts all texts; without types that are redundant beside a string, it is the same schema. */
function isWidened({ newSchema, sent }: TextField): boolean {
  return sent.after.place !== newSchema.place;
}

function isForm({ range }: MediaType): boolean {
  return range === 'application/x-www-form-urlencoded' || range === 'multipart/form-data';
}

/** `tag=a&tag=b`, or one part for each: a list of one is serialized like a single value. */
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
