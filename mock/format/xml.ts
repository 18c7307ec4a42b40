/** Serializes a value as XML, following the `xml` objects of its schema (OpenAPI, "XML Object"). */
import { isJsonArray, isJsonObject, type Json, type JsonObject, stringifyJson } from '../../spec/json/exact-json.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { composedSchemas, declaredProperties, itemsSchema } from '../../spec/model/schema-view.ts';

/** A complete XML document. */
export function xmlText(value: Json, schema: Schema | undefined): string {
  const root: NamedValue = { name: xmlName(schema) ?? rootName(schema), value, schema };
  const text = isJsonArray(value) ? wrappedList(root, 'item') : elementText(root);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${text}`;
}

/** OpenAPI names the element after the schema. Prism uses "xml", which XML 1.0 (section 2.3) reserves. */
function rootName(schema: Schema | undefined): string {
  return /^#?\/components\/schemas\/([^/]+)$/.exec(schema?.place.pointer ?? '')?.[1] ?? 'root';
}

interface NamedValue {
  readonly name: string;
  readonly value: Json;
  readonly schema: Schema | undefined;
}

function elementText(one: NamedValue): string {
  const { name, value, schema } = one;
  if (isJsonArray(value)) return wrappedList(one, 'item');
  const tag = tagName(name, schema);
  const open = `${tag}${namespaceAttribute(schema)}`;
  if (!isJsonObject(value)) return `<${open}>${scalarText(value)}</${tag}>`;
  const members = memberValues(value, schema);
  const attributes = members.filter(isAttribute).map(attributeText);
  const elements = members.filter((member) => !isAttribute(member)).map(memberText);
  return `<${open}${attributes.join('')}>${elements.join('')}</${tag}>`;
}

function memberValues(value: JsonObject, schema: Schema | undefined): readonly NamedValue[] {
  const properties = schema === undefined ? new Map<string, Schema>() : declaredProperties(schema);
  return Object.entries(value).map(([name, part]) => ({ name, value: part, schema: properties.get(name) }));
}

function isAttribute({ value, schema }: NamedValue): boolean {
  return xmlObject(schema)?.isAttribute === true && (typeof value !== 'object' || value === null);
}

function attributeText({ name, value, schema }: NamedValue): string {
  return ` ${tagName(xmlName(schema) ?? name, schema)}="${scalarText(value)}"`;
}

/** A list gets a wrapper element only if the document declares `wrapped`. */
function memberText(member: NamedValue): string {
  const named = { ...member, name: xmlName(member.schema) ?? member.name };
  if (!isJsonArray(member.value)) return elementText(named);
  return xmlObject(member.schema)?.isWrapped === true
    ? wrappedList(named, named.name)
    : itemElements(named, named.name);
}

function wrappedList(list: NamedValue, itemName: string): string {
  const tag = tagName(list.name, list.schema);
  return `<${tag}${namespaceAttribute(list.schema)}>${itemElements(list, itemName)}</${tag}>`;
}

/** Items use the name of their own schema, or else the default one. */
function itemElements({ value, schema }: NamedValue, defaultName: string): string {
  const items = schema === undefined ? undefined : itemsSchema(schema);
  const name = xmlName(items) ?? defaultName;
  const list = isJsonArray(value) ? value : [];
  return list.map((item) => elementText({ name, value: item, schema: items })).join('');
}

/** The `xml` object of the schema, from any of its composed parts. */
export function xmlObject(schema: Schema | undefined): Schema['xml'] {
  return schema === undefined ? undefined : composedSchemas(schema).find(({ xml }) => xml !== undefined)?.xml;
}

function xmlName(schema: Schema | undefined): string | undefined {
  return xmlObject(schema)?.name;
}

function tagName(name: string, schema: Schema | undefined): string {
  const prefix = xmlObject(schema)?.prefix;
  return prefix === undefined ? elementName(name) : `${elementName(prefix)}:${elementName(name)}`;
}

/** A prefix without a namespace would violate Namespaces in XML. */
function namespaceAttribute(schema: Schema | undefined): string {
  const { namespace, prefix } = xmlObject(schema) ?? {};
  const uri = namespace ?? (prefix === undefined ? undefined : `urn:${prefix}`);
  if (uri === undefined) return '';
  const name = prefix === undefined ? 'xmlns' : `xmlns:${elementName(prefix)}`;
  return ` ${name}="${escapeMarkup(uri)}"`;
}

function scalarText(value: Json): string {
  if (value === null) return '';
  return escapeText(typeof value === 'string' ? value : stringifyJson(value));
}

function elementName(name: string): string {
  const plain = name.replaceAll(/[^\w.-]/g, '_');
  return /^(?:[^a-z_]|xml|$)/i.test(plain) ? `_${plain}` : plain;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML 1.0 forbids control characters, even escaped ones. */
function escapeText(text: string): string {
  const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
  return escapeMarkup(text.toWellFormed().replaceAll(forbidden, ''));
}

/** Escapes text for XML and HTML. */
export function escapeMarkup(text: string): string {
  return text.replaceAll(/[&<>"]/g, (char) => entities[char] ?? char);
}
