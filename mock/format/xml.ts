/** A value as XML, by the `xml` objects of its schema (OpenAPI, "XML Object"). */
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  stringifyJson,
} from '../../spec/json/exact-json.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { itemsOf, partsOf, propertiesOf } from '../../spec/model/schema-view.ts';

/** A whole document. */
export function xmlText(value: Json, schema: Schema | undefined): string {
  const root: Named = { name: xmlName(schema) ?? rootName(schema), value, schema };
  const text = isJsonArray(value) ? wrapped(root, 'item') : elementOf(root);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${text}`;
}

/** As OpenAPI names the element of a schema: after the schema. Not Prism's "xml", which XML 1.0 (2.3) reserves. */
function rootName(schema: Schema | undefined): string {
  return /^#?\/components\/schemas\/([^/]+)$/.exec(schema?.place.pointer ?? '')?.[1] ?? 'root';
}

interface Named {
  readonly name: string;
  readonly value: Json;
  readonly schema: Schema | undefined;
}

function elementOf(one: Named): string {
  const { name, value, schema } = one;
  if (isJsonArray(value)) return wrapped(one, 'item');
  const tag = tagOf(name, schema);
  const open = `${tag}${namespaceOf(schema)}`;
  if (!isJsonObject(value)) return `<${open}>${scalarText(value)}</${tag}>`;
  const members = membersOf(value, schema);
  const attributes = members.filter(isAttribute).map(attributeText);
  const elements = members.filter((member) => !isAttribute(member)).map(memberText);
  return `<${open}${attributes.join('')}>${elements.join('')}</${tag}>`;
}

function membersOf(value: JsonObject, schema: Schema | undefined): readonly Named[] {
  const properties = schema === undefined ? new Map<string, Schema>() : propertiesOf(schema);
  return Object.entries(value).map(([name, part]) => ({ name, value: part, schema: properties.get(name) }));
}

function isAttribute({ value, schema }: Named): boolean {
  return xmlOf(schema)?.isAttribute === true && (typeof value !== 'object' || value === null);
}

function attributeText({ name, value, schema }: Named): string {
  return ` ${tagOf(xmlName(schema) ?? name, schema)}="${scalarText(value)}"`;
}

/** A list stands in an element of its own only where the document says so. */
function memberText(member: Named): string {
  const named = { ...member, name: xmlName(member.schema) ?? member.name };
  if (!isJsonArray(member.value)) return elementOf(named);
  return xmlOf(member.schema)?.isWrapped === true ? wrapped(named, named.name) : itemTexts(named, named.name);
}

function wrapped(list: Named, itemName: string): string {
  const tag = tagOf(list.name, list.schema);
  return `<${tag}${namespaceOf(list.schema)}>${itemTexts(list, itemName)}</${tag}>`;
}

/** Items bear the name of their own schema, else the usual one. */
function itemTexts({ value, schema }: Named, usual: string): string {
  const items = schema === undefined ? undefined : itemsOf(schema);
  const name = xmlName(items) ?? usual;
  const list = isJsonArray(value) ? value : [];
  return list.map((item) => elementOf({ name, value: item, schema: items })).join('');
}

/** What the schema says of its XML, in whichever of its parts. */
export function xmlOf(schema: Schema | undefined): Schema['xml'] {
  return schema === undefined ? undefined : partsOf(schema).find(({ xml }) => xml !== undefined)?.xml;
}

function xmlName(schema: Schema | undefined): string | undefined {
  return xmlOf(schema)?.name;
}

function tagOf(name: string, schema: Schema | undefined): string {
  const prefix = xmlOf(schema)?.prefix;
  return prefix === undefined ? elementName(name) : `${elementName(prefix)}:${elementName(name)}`;
}

/** A prefix without a namespace would be no XML with namespaces. */
function namespaceOf(schema: Schema | undefined): string {
  const { namespace, prefix } = xmlOf(schema) ?? {};
  const uri = namespace ?? (prefix === undefined ? undefined : `urn:${prefix}`);
  if (uri === undefined) return '';
  const name = prefix === undefined ? 'xmlns' : `xmlns:${elementName(prefix)}`;
  return ` ${name}="${escapeMarkup(uri)}"`;
}

function scalarText(value: Json): string {
  if (value === null) return '';
  return escaped(typeof value === 'string' ? value : stringifyJson(value));
}

function elementName(name: string): string {
  const plain = name.replaceAll(/[^\w.-]/g, '_');
  return /^(?:[^a-z_]|xml)/i.test(plain) ? `_${plain}` : plain;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Control characters have no place in XML 1.0, not even escaped. */
function escaped(text: string): string {
  const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
  return escapeMarkup(text.toWellFormed().replaceAll(forbidden, ''));
}

/** For text within XML or HTML. */
export function escapeMarkup(text: string): string {
  return text.replaceAll(/[&<>"]/g, (char) => entities[char] ?? char);
}
