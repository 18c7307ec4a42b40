/** Reads the values of a schema's keywords; each function throws `schema-uncompilable` for a value of another type. */
import { KitError } from '../../errors.ts';
import { isInteger, isJsonArray, isJsonObject, type Json, type JsonObject, stringifyJson } from '../json/exact-json.ts';
import type { TypeName, XmlShape } from '../model/schema.ts';
import { childNode, entries, formatLocation, items, type Node, stringAt } from '../refs/nodes.ts';
import { suggestPatternFix } from '../validation/pattern-dialects.ts';
import { compilePattern } from '../validation/patterns.ts';
import type { MutableSchema } from './empty-schema.ts';

const typeNames: readonly TypeName[] = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'];

/** Undefined if any type is allowed; in 3.0 `nullable` adds null. */
export function readTypes(node: Node, openapi: '3.0' | '3.1'): ReadonlySet<TypeName> | undefined {
  const part = childNode(node, 'type');
  if (part.value === undefined) return undefined;
  const names = (isJsonArray(part.value) ? part.value : [part.value]).map((name) => readTypeName(part, name));
  if (names.length === 0) throw uncompilableError(part, '"type" must not be an empty array: no value is valid');
  const isNullable = openapi === '3.0' && childNode(node, 'nullable').value === true;
  return new Set(isNullable ? [...names, 'null'] : names);
}

function readTypeName(node: Node, name: Json): TypeName {
  const type = typeNames.find((candidate) => candidate === name);
  if (type === undefined)
    throw uncompilableError(node, `type ${stringifyJson(name)} is not one of ${typeNames.join(', ')}`);
  return type;
}

/** Undefined if the keyword is absent. */
function readNumber(node: Node): number | bigint | undefined {
  if (node.value === undefined || typeof node.value === 'bigint') return node.value;
  if (typeof node.value === 'number' && Number.isFinite(node.value)) return node.value;
  const received = typeof node.value === 'number' ? String(node.value) : stringifyJson(node.value);
  throw uncompilableError(node, `expected a number, got ${received}`);
}

/** Undefined if the keyword is absent. */
export function readString(node: Node, key: string): string | undefined {
  const part = childNode(node, key);
  if (part.value === undefined || typeof part.value === 'string') return part.value;
  throw uncompilableError(part, `"${key}" must be a string`);
}

/** False if the keyword is absent. */
export function readBoolean(node: Node): boolean {
  if (node.value === undefined || typeof node.value === 'boolean') return node.value === true;
  throw uncompilableError(node, 'expected a boolean');
}

/** Returns the members of a keyword whose value is an object; empty if absent. */
export function readMembers(node: Node): readonly (readonly [string, Node])[] {
  if (node.value === undefined || isJsonObject(node.value)) return entries(node);
  throw uncompilableError(node, 'expected an object');
}

/** Returns the schemas of a keyword whose value is a list; empty if absent. */
export function readSchemaNodes(node: Node): readonly Node[] {
  if (node.value === undefined || isJsonArray(node.value)) return items(node);
  throw uncompilableError(node, 'expected an array of schemas');
}

/** Returns the values of a list, of any type. */
export function readList(node: Node): readonly Json[] {
  if (isJsonArray(node.value)) return node.value;
  throw uncompilableError(node, 'expected an array');
}

/** Reads a list of property names. */
export function readPropertyNames(node: Node): readonly string[] {
  const names = readList(node).filter((name) => typeof name === 'string');
  if (names.length !== readList(node).length) throw uncompilableError(node, 'expected an array of property names');
  return names;
}

/** Returns `example`, then `examples`; an `examples` that is not a list is ignored. */
export function readExamples(value: JsonObject): readonly Json[] {
  const list = isJsonArray(value['examples']) ? value['examples'] : [];
  return value['example'] === undefined ? list : [value['example'], ...list];
}

/** For a pattern of another dialect, the error suggests the JavaScript syntax. */
export function readPattern(node: Node, pattern: Json): RegExp {
  if (typeof pattern !== 'string') throw uncompilableError(node, 'a pattern must be a string');
  try {
    return compilePattern(pattern);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const hint = suggestPatternFix(pattern);
    throw uncompilableError(node, hint === undefined ? reason : `${reason}; ${hint}`);
  }
}

/** Returns the error for a node, with its file and line. */
export function uncompilableError(node: Node, detail: string): KitError {
  const at = node.pointer === '' ? '' : ` (at ${node.pointer})`;
  return new KitError('schema-uncompilable', `${detail}${at}`, { where: formatLocation(node) });
}

/**
 * In 3.0 `exclusiveMinimum: true` makes `minimum` exclusive; since 3.1 it is a separate bound. Throws
 * `schema-uncompilable`.
 */
export function fillBounds(schema: MutableSchema, node: Node, openapi: '3.0' | '3.1'): void {
  schema.multipleOf = readNumber(childNode(node, 'multipleOf'));
  if (schema.multipleOf !== undefined && schema.multipleOf <= 0)
    throw uncompilableError(childNode(node, 'multipleOf'), '"multipleOf" must be a number greater than 0');
  schema.minimum = readNumber(childNode(node, 'minimum'));
  schema.maximum = readNumber(childNode(node, 'maximum'));
  if (openapi === '3.1') {
    schema.exclusiveMinimum = readNumber(childNode(node, 'exclusiveMinimum'));
    schema.exclusiveMaximum = readNumber(childNode(node, 'exclusiveMaximum'));
    return;
  }
  if (childNode(node, 'exclusiveMinimum').value === true) {
    schema.exclusiveMinimum = schema.minimum;
    schema.minimum = undefined;
  }
  if (childNode(node, 'exclusiveMaximum').value === true) {
    schema.exclusiveMaximum = schema.maximum;
    schema.maximum = undefined;
  }
}

const countKeywords = [
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'minContains',
  'maxContains',
] as const;

/** Reads the bounds for the size of strings, arrays and objects. Throws `schema-uncompilable`. */
export function fillCounts(schema: MutableSchema, node: Node): void {
  for (const keyword of countKeywords) {
    const part = childNode(node, keyword);
    const value = readNumber(part);
    if (value === undefined) continue;
    if (!isInteger(value) || value < 0) throw uncompilableError(part, `"${keyword}" must be an integer of at least 0`);
    schema[keyword] = Number(value);
  }
}

/** Reads an XML Object. */
export function readXml(node: Node): XmlShape {
  return {
    name: stringAt(node, 'name'),
    namespace: stringAt(node, 'namespace'),
    prefix: stringAt(node, 'prefix'),
    isAttribute: childNode(node, 'attribute').value === true,
    isWrapped: childNode(node, 'wrapped').value === true,
  };
}
