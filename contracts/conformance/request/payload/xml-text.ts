/** A value as XML, by the `xml` object of its schemas (OpenAPI, "XML Object"). */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../../spec/json/exact-json.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { flatten } from '../../../../spec/sampling/flatten.ts';
import { plainText } from '../../../../spec/wire/parameter-styles.ts';
import { xmlFaultIn } from '../../../../spec/wire/xml.ts';
import { memberSchema } from '../values/sites.ts';

/** A whole document; undefined where the value has no form in XML: a list without a name for its items, a name that is none. */
export function xmlText(value: Json, schema: Schema): string | undefined {
  const name = flatten(schema).xml?.name ?? componentName(schema) ?? 'root';
  const root = { name, value, schema };
  const element = isJsonArray(value) ? wrapped(root) : elementOf(root);
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n${element}`;
  return element === undefined || xmlFaultIn(text) !== undefined ? undefined : text;
}

/** The root is named after its schema. */
function componentName({ place }: Schema): string | undefined {
  return /\/schemas\/([^/]+)$/.exec(place.pointer)?.[1];
}

interface Named {
  readonly name: string;
  readonly value: Json;
  readonly schema: Schema;
}

function elementOf({ name, value, schema }: Named): string | undefined {
  const flat = flatten(schema);
  const tag = tagOf(name, flat);
  if (tag === undefined) return undefined;
  const open = `${tag}${namespaceOf(flat)}`;
  if (!isJsonObject(value)) return `<${open}>${escaped(plainText(value))}</${tag}>`;
  const members = membersOf(value, flat);
  const attributes = members.filter(isAttribute).map(attributeOf);
  const elements = members.filter((member) => !isAttribute(member)).map(memberOf);
  if ([...attributes, ...elements].includes(undefined)) return undefined;
  return `<${open}${attributes.join('')}>${elements.join('')}</${tag}>`;
}

/** Those that have a schema, since it says how they look; null is left out. */
function membersOf(value: JsonObject, flat: Schema): readonly Named[] {
  return Object.entries(value).flatMap(([name, part]) => {
    const schema = memberSchema(flat, name);
    return schema === undefined || part === null ? [] : [{ name, value: part, schema }];
  });
}

function isAttribute({ value, schema }: Named): boolean {
  return flatten(schema).xml?.isAttribute === true && !isJsonObject(value) && !isJsonArray(value);
}

function memberOf(member: Named): string | undefined {
  return isJsonArray(member.value) ? listOf(member) : elementOf({ ...member, name: nameOf(member) });
}

function nameOf({ name, schema }: Named): string {
  return flatten(schema).xml?.name ?? name;
}

function attributeOf({ name, value, schema }: Named): string | undefined {
  const tag = tagOf(nameOf({ name, value, schema }), flatten(schema));
  return tag === undefined ? undefined : ` ${tag}="${escaped(plainText(value))}"`;
}

/** Items bear the name of their own schema; without one, that of the list. */
function listOf(member: Named): string | undefined {
  const flat = flatten(member.schema);
  return flat.xml?.isWrapped === true ? wrapped({ ...member, name: nameOf(member) }) : itemsOf(member);
}

function wrapped(list: Named): string | undefined {
  const flat = flatten(list.schema);
  const [tag, items] = [tagOf(list.name, flat), itemsOf(list)];
  return tag === undefined || items === undefined
    ? undefined
    : `<${tag}${namespaceOf(flat)}>${items}</${tag}>`;
}

function itemsOf({ name, value, schema }: Named): string | undefined {
  const { items } = flatten(schema);
  if (!isJsonArray(value) || items === undefined)
    return isJsonArray(value) && value.length === 0 ? '' : undefined;
  const own = flatten(items).xml?.name ?? name;
  const written = value.map((item) => elementOf({ name: own, value: item, schema: items }));
  return written.includes(undefined) ? undefined : written.join('');
}

function tagOf(name: string, { xml }: Schema): string | undefined {
  const tag = xml?.prefix === undefined ? name : `${xml.prefix}:${name}`;
  return /^[a-z_][\w.-]*(?::[a-z_][\w.-]*)?$/i.test(tag) ? tag : undefined;
}

function namespaceOf({ xml }: Schema): string {
  if (xml?.namespace === undefined) return '';
  const name = xml.prefix === undefined ? 'xmlns' : `xmlns:${xml.prefix}`;
  return ` ${name}="${escaped(xml.namespace)}"`;
}

function escaped(text: string): string {
  return text.replaceAll(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
