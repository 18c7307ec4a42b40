/** A value as XML: an element for each property and each item, named after it. The keyword `xml` is not looked at. */
import { isJsonArray, isJsonObject, type Json, stringifyJson } from '../../spec/exact-json.ts';
import type { Schema } from '../../spec/schema.ts';

export function xmlText(value: Json, schema: Schema | undefined): string {
  const text = isJsonArray(value) ? element('root', { item: value }) : element(rootName(schema), value);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${text}`;
}

/** As OpenAPI names the element of a schema: after the schema. Not Prism's "xml", which XML 1.0 (2.3) reserves. */
function rootName(schema: Schema | undefined): string {
  return /^#?\/components\/schemas\/([^/]+)$/.exec(schema?.place.pointer ?? '')?.[1] ?? 'root';
}

function element(name: string, value: Json): string {
  const tag = elementName(name);
  return `<${tag}>${contentOf(value)}</${tag}>`;
}

function contentOf(value: Json): string {
  if (value === null) return '';
  if (isJsonArray(value)) return value.map((item) => element('item', item)).join('');
  if (!isJsonObject(value)) return escaped(typeof value === 'string' ? value : stringifyJson(value));
  return Object.entries(value)
    .flatMap(([name, part]) =>
      isJsonArray(part) ? part.map((item) => element(name, item)) : element(name, part),
    )
    .join('');
}

function elementName(name: string): string {
  const plain = name.replaceAll(/[^\w.-]/g, '_');
  return /^(?:[^a-z_]|xml)/i.test(plain) ? `_${plain}` : plain;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Control characters have no place in XML 1.0, not even escaped. */
function escaped(text: string): string {
  const plain = text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '');
  return escapeMarkup(plain);
}

/** For text within XML or HTML. */
export function escapeMarkup(text: string): string {
  return text.replaceAll(/[&<>"]/g, (char) => entities[char] ?? char);
}
