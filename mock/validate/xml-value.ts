/** Converts an XML document to a value, using a schema and its `xml` objects (OpenAPI, "XML Object"). */
import type { Json } from '../../spec/json/exact-json.ts';
import type { Schema } from '../../spec/model/schema.ts';
import { declaredProperties, declaredTypes, itemsSchema } from '../../spec/model/schema-view.ts';
import { isValid } from '../../spec/validation/validate.ts';
import type { XmlElement } from '../../spec/wire/xml.ts';
import { xmlObject } from '../format/xml.ts';
import { coerce } from './coerce.ts';

/** Names are compared without prefixes; undefined if the schema declares neither an array nor an object. */
export function xmlValue(root: XmlElement, schema: Schema): Json | undefined {
  const types = declaredTypes(schema);
  if (types.has('array')) return elementValues(root.children, itemsSchema(schema));
  return types.has('object') || declaredProperties(schema).size > 0 ? elementValue(root, schema) : undefined;
}

function elementValue(element: XmlElement, schema: Schema | undefined): Json {
  if (element.isNil) return null;
  const properties = schema === undefined ? new Map<string, Schema>() : declaredProperties(schema);
  const isObject = schema !== undefined && (declaredTypes(schema).has('object') || properties.size > 0);
  const isLeaf = element.children.length === 0 && element.attributes.size === 0;
  if (isLeaf && (!isObject || element.text.trim() !== '')) return coerce(element.text, schema);
  const declared = [...properties].flatMap(([name, part]): (readonly [string, Json])[] => {
    const value = memberValue(element, name, part);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries([...declared, ...undeclaredMembers(element, properties)]);
}

function memberValue(element: XmlElement, property: string, schema: Schema): Json | undefined {
  const name = xmlObject(schema)?.name ?? property;
  if (xmlObject(schema)?.isAttribute === true) {
    const text = element.attributes.get(name);
    return text === undefined ? undefined : coerce(text, schema);
  }
  if (declaredTypes(schema).has('array')) return memberList(element, name, schema);
  const child = element.children.find((one) => one.name === name);
  return child === undefined ? undefined : elementValue(child, schema);
}

/**
 * Wrapped items are in an element of the list; unwrapped ones are repeated elements with the name of the items, or of
 * the list.
 */
function memberList(element: XmlElement, name: string, schema: Schema): Json | undefined {
  const items = itemsSchema(schema);
  const sameName = element.children.filter((one) => one.name === name);
  const [wrapper, ...others] = sameName;
  if (xmlObject(schema)?.isWrapped === true)
    return wrapper === undefined ? undefined : elementValues(wrapper.children, items);
  const itemName = (items === undefined ? undefined : xmlObject(items)?.name) ?? name;
  const unwrappedItems = element.children.filter((one) => one.name === itemName);
  if (unwrappedItems.length === 0 && sameName.length === 0) return undefined;
  const list = elementValues(unwrappedItems.length > 0 ? unwrappedItems : sameName, items);
  if (wrapper === undefined || others.length > 0 || isValid(schema, list, 'request')) return list;
  // Some clients wrap lists even if `wrapped` is not declared.
  const unwrapped = elementValues(wrapper.children, items);
  return isValid(schema, unwrapped, 'request') ? unwrapped : list;
}

function elementValues(elements: readonly XmlElement[], items: Schema | undefined): readonly Json[] {
  return elements.map((element) => elementValue(element, items));
}

function undeclaredMembers(
  element: XmlElement,
  properties: ReadonlyMap<string, Schema>,
): readonly (readonly [string, Json])[] {
  const known = new Set([...properties].flatMap(([name, part]) => memberNames(name, part)));
  return element.children
    .filter(({ name }) => !known.has(name))
    .map((child) => [child.name, elementValue(child, undefined)] as const);
}

function memberNames(name: string, schema: Schema): readonly string[] {
  const items = itemsSchema(schema);
  const itemName = items === undefined ? undefined : xmlObject(items)?.name;
  return [xmlObject(schema)?.name ?? name, ...(itemName === undefined ? [] : [itemName])];
}
