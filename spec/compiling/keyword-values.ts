/** The values of a schema's keywords as they were written; each throws `schema-uncompilable` where it is of another kind. */
import { KitError } from '../../errors.ts';
import {
  isInteger,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  stringifyJson,
} from '../json/exact-json.ts';
import type { TypeName, XmlShape } from '../model/schema.ts';
import { entries, items, type Node, step, textAt, whereOf } from '../refs/nodes.ts';
import { adviceFor } from '../validation/pattern-dialects.ts';
import { patternOf } from '../validation/patterns.ts';
import type { SchemaDraft } from './empty-schema.ts';

const typeNames: readonly TypeName[] = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'];

/** Undefined where any type will do; in 3.0 `nullable` adds null. */
export function typesOf(node: Node, openapi: '3.0' | '3.1'): ReadonlySet<TypeName> | undefined {
  const part = step(node, 'type');
  if (part.value === undefined) return undefined;
  const names = (isJsonArray(part.value) ? part.value : [part.value]).map((name) => typeName(part, name));
  if (names.length === 0) throw uncompilable(part, 'an empty list of types is met by nothing');
  const nullable = openapi === '3.0' && step(node, 'nullable').value === true;
  return new Set(nullable ? [...names, 'null'] : names);
}

function typeName(node: Node, name: Json): TypeName {
  const known = typeNames.find((candidate) => candidate === name);
  if (known === undefined)
    throw uncompilable(node, `type ${stringifyJson(name)} is none of ${typeNames.join(', ')}`);
  return known;
}

/** Undefined where the keyword is absent. */
function numberOf(node: Node): number | bigint | undefined {
  if (node.value === undefined || typeof node.value === 'bigint') return node.value;
  if (typeof node.value === 'number' && Number.isFinite(node.value)) return node.value;
  const received = typeof node.value === 'number' ? String(node.value) : stringifyJson(node.value);
  throw uncompilable(node, `expected a number, got ${received}`);
}

/** Undefined where the keyword is absent. */
export function textOf(node: Node, key: string): string | undefined {
  const part = step(node, key);
  if (part.value === undefined || typeof part.value === 'string') return part.value;
  throw uncompilable(part, `"${key}" is a string`);
}

/** False where the keyword is absent. */
export function isTrue(node: Node): boolean {
  if (node.value === undefined || typeof node.value === 'boolean') return node.value === true;
  throw uncompilable(node, 'expected true or false');
}

/** The entries of a keyword whose value is an object; none where it is absent. */
export function membersOf(node: Node): readonly (readonly [string, Node])[] {
  if (node.value === undefined || isJsonObject(node.value)) return entries(node);
  throw uncompilable(node, 'expected an object');
}

/** The schemas of a keyword whose value is a list; none where it is absent. */
export function partsOf(node: Node): readonly Node[] {
  if (node.value === undefined || isJsonArray(node.value)) return items(node);
  throw uncompilable(node, 'expected a list of schemas');
}

/** The values of a list, whatever they are. */
export function listOf(node: Node): readonly Json[] {
  if (isJsonArray(node.value)) return node.value;
  throw uncompilable(node, 'expected a list');
}

/** A list of property names. */
export function stringsOf(node: Node): readonly string[] {
  const names = listOf(node).filter((name) => typeof name === 'string');
  if (names.length !== listOf(node).length) throw uncompilable(node, 'expected a list of property names');
  return names;
}

/** `example` before `examples`; what is no list has no effect. */
export function examplesOf(value: JsonObject): readonly Json[] {
  const list = isJsonArray(value['examples']) ? value['examples'] : [];
  return value['example'] === undefined ? list : [value['example'], ...list];
}

/** Of a dialect that JavaScript does not have, the message says what to write. */
export function regExpOf(node: Node, pattern: Json): RegExp {
  if (typeof pattern !== 'string') throw uncompilable(node, 'a pattern is a string');
  try {
    return patternOf(pattern);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const advice = adviceFor(pattern);
    throw uncompilable(node, advice === undefined ? reason : `${reason}; ${advice}`);
  }
}

/** The complaint about a node, with its file and line. */
export function uncompilable(node: Node, detail: string): KitError {
  const at = node.pointer === '' ? '' : ` (at ${node.pointer})`;
  return new KitError('schema-uncompilable', `${detail}${at}`, { where: whereOf(node) });
}

/** In 3.0 `exclusiveMinimum: true` makes `minimum` exclusive; since 3.1 it is a bound of its own. Throws `schema-uncompilable`. */
export function fillBounds(draft: SchemaDraft, node: Node, openapi: '3.0' | '3.1'): void {
  draft.multipleOf = numberOf(step(node, 'multipleOf'));
  if (draft.multipleOf !== undefined && draft.multipleOf <= 0)
    throw uncompilable(step(node, 'multipleOf'), '"multipleOf" is a number above 0');
  draft.minimum = numberOf(step(node, 'minimum'));
  draft.maximum = numberOf(step(node, 'maximum'));
  if (openapi === '3.1') {
    draft.exclusiveMinimum = numberOf(step(node, 'exclusiveMinimum'));
    draft.exclusiveMaximum = numberOf(step(node, 'exclusiveMaximum'));
    return;
  }
  if (step(node, 'exclusiveMinimum').value === true) {
    draft.exclusiveMinimum = draft.minimum;
    draft.minimum = undefined;
  }
  if (step(node, 'exclusiveMaximum').value === true) {
    draft.exclusiveMaximum = draft.maximum;
    draft.maximum = undefined;
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

/** How much of a text, a list or an object there may be. Throws `schema-uncompilable`. */
export function fillCounts(draft: SchemaDraft, node: Node): void {
  for (const keyword of countKeywords) {
    const part = step(node, keyword);
    const value = numberOf(part);
    if (value === undefined) continue;
    if (!isInteger(value) || value < 0) throw uncompilable(part, `"${keyword}" is a whole number from 0`);
    draft[keyword] = Number(value);
  }
}

/** How a value looks in XML. */
export function readXml(node: Node): XmlShape {
  return {
    name: textAt(node, 'name'),
    namespace: textAt(node, 'namespace'),
    prefix: textAt(node, 'prefix'),
    isAttribute: step(node, 'attribute').value === true,
    isWrapped: step(node, 'wrapped').value === true,
  };
}
