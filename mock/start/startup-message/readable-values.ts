/**
 * The values of an example request, for people who read it: `Example subject` instead of `sample`. Values that the
 * contract describes stay, except the `string` that editors write as an example of any text.
 */
import { isJsonArray, isJsonObject, type Json } from '../../../spec/json/exact-json.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { composedSchemas, declaredProperties, itemsSchema } from '../../../spec/model/schema-view.ts';
import { isValid } from '../../../spec/validation/validate.ts';
import { propertyWords } from '../../made-up/property-words.ts';

/** `value` must be valid; the result is valid too. Faker makes better values, but takes longer than the whole start. */
export function withReadableValues(value: Json, schema: Schema): Json {
  const readable = readableValue(value, schema, '');
  return isValid(schema, readable, 'request') ? readable : value;
}

function readableValue(value: Json, schema: Schema, name: string): Json {
  if (isJsonArray(value)) {
    const items = itemsSchema(schema);
    return items === undefined ? value : value.map((one) => readableValue(one, items, name));
  }
  if (isJsonObject(value)) {
    const properties = declaredProperties(schema);
    const members = Object.entries(value).map(([key, one]) => {
      const part = properties.get(key);
      return [key, part === undefined ? one : readableValue(one, part, key)] as const;
    });
    return Object.fromEntries(members);
  }
  if (typeof value !== 'string' || name === '' || !isPlaceholder(value, schema)) return value;
  return readableTexts(name, schema).find((text) => isValid(schema, text, 'request')) ?? value;
}

/** `samplexx` and `samp` have the required lengths. */
function isPlaceholder(text: string, schema: Schema): boolean {
  const parts = composedSchemas(schema);
  if (parts.some(({ enum: values, const: fixed, pattern }) => (values ?? fixed ?? pattern) !== undefined)) return false;
  if (text === 'string') return true;
  return (
    /^(?:sam(?:p|pl|ple)?|sample(?: \d+)?x*)$/.test(text) &&
    !parts.some(({ examples, default: fallback }) => examples.length > 0 || fallback)
  );
}

/** The best first. */
function readableTexts(name: string, schema: Schema): readonly string[] {
  const words = propertyWords(name);
  const [joined, spaced] = [words.join(''), words.join(' ')];
  const known = knownTexts.find(([pattern]) => pattern.test(joined))?.[1];
  const text = known ?? `Example ${spaced}`;
  const parts = composedSchemas(schema);
  const minLength = Math.max(0, ...parts.map(({ minLength: one = 0 }) => one));
  const maxLength = Math.min(MAX_TEXT, ...parts.map(({ maxLength: one = MAX_TEXT }) => one));
  const longer = `${text} `.repeat(Math.ceil(Math.min(minLength, MAX_TEXT) / (text.length + 1)));
  const fitting = [longer.trim(), longer.slice(0, minLength), text.slice(0, maxLength).trim()];
  return [text, spaced, ...fitting].filter((one) => one !== '');
}

const MAX_TEXT = 200;

const knownTexts: readonly (readonly [RegExp, string])[] = [
  [/(?:password|passwd|pwd|passphrase)$/, 'Example-password-1'],
  [/email(?:address)?$/, 'jane.fox@example.com'],
  [/^(?:username|login|nickname)$/, 'jane.fox'],
  [/^(?:firstname|givenname)$/, 'Jane'],
  [/^(?:lastname|familyname|surname)$/, 'Fox'],
  [/^(?:fullname|displayname)$/, 'Jane Fox'],
  [/phone(?:number)?$/, '+12025550100'],
  [/ur[il]$/, 'https://example.com/'],
];
