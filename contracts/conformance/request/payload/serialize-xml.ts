/** Serializes values as XML, by the `xml` object of their schemas (OpenAPI, "XML Object"). */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { plainText } from '../../../../spec/wire/parameter-styles.ts';
import { findXmlError } from '../../../../spec/wire/xml.ts';
import { memberSchema } from '../values/value-locations.ts';

/** A whole document; undefined where the value cannot be represented: unnamed list items, or an invalid name. */
export function serializeXml(value: Json, schema: Schema): string | undefined {
  const name = flattenSchema(schema).xml?.name ?? componentName(schema) ?? 'root';
  const root = { name, value, schema };
  const element = isJsonArray(value) ? serializeWrapped(root) : serializeElement(root);
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n${element}`;
  return element === undefined || findXmlError(text) !== undefined ? undefined : text;
}

/** The root element is named after its schema. */
function componentName({ place }: Schema): string | undefined {
  return /\/schemas\/([^/]+)$/.exec(place.pointer)?.[1];
}

interface XmlMember {
  readonly name: string;
  readonly value: Json;
  readonly schema: Schema;
}

function serializeElement({ name, value, schema }: XmlMember): string | undefined {
  const flat = flattenSchema(schema);
  const tag = tagName(name, flat);
  if (tag === undefined) return undefined;
  const startTag = `${tag}${namespaceAttribute(flat)}`;
  if (!isJsonObject(value)) return `<${startTag}>${escapeXml(plainText(value))}</${tag}>`;
  const members = xmlMembers(value, flat);
  const attributes = members.filter(isAttribute).map(serializeAttribute);
  const elements = members.filter((member) => !isAttribute(member)).map(serializeMember);
  if ([...attributes, ...elements].includes(undefined)) return undefined;
  return `<${startTag}${attributes.join('')}>${elements.join('')}</${tag}>`;
}

/** Only members with a schema, which determines their representation; null is left out. */
function xmlMembers(value: JsonObject, flat: Schema): readonly XmlMember[] {
  return Object.entries(value).flatMap(([name, part]) => {
    const schema = memberSchema(flat, name);
    return schema === undefined || part === null ? [] : [{ name, value: part, schema }];
  });
}

function isAttribute({ value, schema }: XmlMember): boolean {
  return flattenSchema(schema).xml?.isAttribute === true && !isJsonObject(value) && !isJsonArray(value);
}

function serializeMember(member: XmlMember): string | undefined {
  return isJsonArray(member.value) ? serializeList(member) : serializeElement({ ...member, name: xmlName(member) });
}

function xmlName({ name, schema }: XmlMember): string {
  return flattenSchema(schema).xml?.name ?? name;
}

function serializeAttribute({ name, value, schema }: XmlMember): string | undefined {
  const tag = tagName(xmlName({ name, value, schema }), flattenSchema(schema));
  return tag === undefined ? undefined : ` ${tag}="${escapeXml(plainText(value))}"`;
}

/** Items are named after their schema, or else after the list. */
function serializeList(member: XmlMember): string | undefined {
  const flat = flattenSchema(member.schema);
  return flat.xml?.isWrapped === true ? serializeWrapped({ ...member, name: xmlName(member) }) : serializeItems(member);
}

function serializeWrapped(list: XmlMember): string | undefined {
  const flat = flattenSchema(list.schema);
  const [tag, items] = [tagName(list.name, flat), serializeItems(list)];
  return tag === undefined || items === undefined ? undefined : `<${tag}${namespaceAttribute(flat)}>${items}</${tag}>`;
}

function serializeItems({ name, value, schema }: XmlMember): string | undefined {
  const { items } = flattenSchema(schema);
  if (!isJsonArray(value) || items === undefined) return isJsonArray(value) && value.length === 0 ? '' : undefined;
  const itemName = flattenSchema(items).xml?.name ?? name;
  const elements = value.map((item) => serializeElement({ name: itemName, value: item, schema: items }));
  return elements.includes(undefined) ? undefined : elements.join('');
}

function tagName(name: string, { xml }: Schema): string | undefined {
  const tag = xml?.prefix === undefined ? name : `${xml.prefix}:${name}`;
  return /^[a-z_][\w.-]*(?::[a-z_][\w.-]*)?$/i.test(tag) ? tag : undefined;
}

function namespaceAttribute({ xml }: Schema): string {
  if (xml?.namespace === undefined) return '';
  const name = xml.prefix === undefined ? 'xmlns' : `xmlns:${xml.prefix}`;
  return ` ${name}="${escapeXml(xml.namespace)}"`;
}

function escapeXml(text: string): string {
  return text.replaceAll(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
