/** The fields of a form are text on the wire, as parameters are. */
import type { MediaType } from '../../model/contract.ts';
import type { Schema } from '../../model/schema.ts';
import { type PartChange, partChange, type Sides } from '../pairing/part.ts';
import { schemaRule } from '../rules/schema-rules.ts';
import { asSent, readSchema, typesOf } from './wire-schemas.ts';

type Media = Sides<MediaType>;

/** What is to be compared of two bodies that a client sends; a field whose every text is taken is made alike. */
export function bodySent(media: Media): Sides<Schema> {
  const [before, after] = [readSchema(media.before), readSchema(media.after)];
  const widened = widenedFields(media);
  if (widened.length === 0) return { before, after };
  return {
    before: withFields(before, new Map(widened.map(({ name, sent }) => [name, sent.before]))),
    after: withFields(after, new Map(widened.map(({ name, sent }) => [name, sent.after]))),
  };
}

/** `at` is that of the body. */
export function* compareFields(media: Media, at: string): Generator<PartChange> {
  const rule = schemaRule('type-generalized', 'request-property');
  for (const { name, narrow, wide } of widenedFields(media))
    yield partChange(rule, {
      at: `${at}.${name}`,
      before: narrow.place,
      after: wide.place,
      was: typeWord(narrow),
      is: typeWord(wide),
    });
}

interface Field {
  readonly name: string;
  readonly narrow: Schema;
  readonly wide: Schema;
  readonly sent: Sides<Schema>;
}

/** Those that take more than before by their type: `5` is a string too, and one value a list of one. */
function widenedFields({ before, after }: Media): readonly Field[] {
  if (!isForm(before) || !isForm(after)) return [];
  const fresh = readSchema(after).properties;
  return [...readSchema(before).properties].flatMap(([name, narrow]) => {
    const wide = fresh.get(name);
    if (wide === undefined) return [];
    const alike = { before: narrow, after: narrow };
    const sent = asSent({ narrow, wide, isListed: isListed(after, name) }) ?? alike;
    return sent.after === wide ? [] : [{ name, narrow, wide, sent }];
  });
}

function isForm({ range }: MediaType): boolean {
  return range === 'application/x-www-form-urlencoded' || range === 'multipart/form-data';
}

/** `tag=a&tag=b`, or a part for each: one value is written as it would be alone. */
function isListed({ range, encoding }: MediaType, name: string): boolean {
  const said = encoding?.get(name);
  if (range === 'multipart/form-data' || said === undefined) return true;
  return said.types.length === 0 && said.style === 'form' && said.explode;
}

function withFields(schema: Schema, fields: ReadonlyMap<string, Schema>): Schema {
  return { ...schema, properties: new Map([...schema.properties, ...fields]) };
}

function typeWord(schema: Schema): string {
  return [...(typesOf(schema) ?? ['anything'])].join(' or ');
}
