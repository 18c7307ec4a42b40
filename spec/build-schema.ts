/** From a document's schema objects to the one normal form of schema.ts. Whatever cannot be understood stops the start. */
import { KitError } from '../errors.ts';
import {
  isInteger,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  stringifyJson,
} from './exact-json.ts';
import {
  entries,
  type Files,
  follow,
  items,
  type Node,
  placeOf,
  refOf,
  step,
  target,
  whereOf,
} from './nodes.ts';
import { patternOf } from './patterns.ts';
import { readDiscriminator } from './read-discriminator.ts';
import type { PatternProperty, Schema, TypeName } from './schema.ts';

type Draft = { -readonly [Key in keyof Schema]: Schema[Key] };

export interface SchemaBuilder {
  /** The schema at a node; the same place gives the same object. Throws `schema-uncompilable`, `spec-ref`. */
  build(node: Node): Schema;
}

const typeNames: readonly TypeName[] = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'];

/** Assertions that this kit does not judge: to pass over one in silence would be to judge wrongly. */
const unsupported = ['$dynamicRef', '$recursiveRef'];

export function schemaBuilder(files: Files, openapi: '3.0' | '3.1'): SchemaBuilder {
  const built = new Map<string, Draft>();
  const waiting: [draft: Draft, node: Node][] = [];

  function build(start: Node): Schema {
    const node = openapi === '3.0' || hasOnlyRef(start) ? follow(files, start) : start;
    const key = `${node.file.url}#${node.pointer}`;
    const known = built.get(key);
    if (known !== undefined) return known;
    const draft = emptySchema(node);
    built.set(key, draft);
    waiting.push([draft, node]);
    if (waiting.length === 1) fillWaiting();
    return draft;
  }

  /** One after the other: in a large document one schema leads on to the next, deeper than the stack. */
  function fillWaiting(): void {
    for (const [draft, node] of waiting) fill(draft, node);
    for (const [draft, node] of waiting.splice(0)) refuseEndlessSchema(draft, node);
  }

  function fill(draft: Draft, node: Node): void {
    if (isWholeDocument(node)) throw uncompilable(node, 'a reference to the whole document is not a schema');
    if (typeof node.value === 'boolean') draft.possible = node.value;
    else if (!isJsonObject(node.value)) throw uncompilable(node, 'a schema is an object');
    else {
      refuseUnsupported(node);
      fillValues(draft, node, node.value);
      fillSubschemas(draft, node);
    }
  }

  function fillValues(draft: Draft, node: Node, value: JsonObject): void {
    draft.types = typesOf(node, openapi);
    draft.format = textOf(node, 'format');
    draft.enum = value['enum'] === undefined ? undefined : listOf(step(node, 'enum'));
    draft.const = value['const'] === undefined ? undefined : { value: value['const'] };
    draft.default = value['default'] === undefined ? undefined : { value: value['default'] };
    draft.examples = examplesOf(value);
    draft.description = textOf(node, 'description');
    fillBounds(draft, node, openapi);
    fillCounts(draft, node);
    draft.pattern =
      value['pattern'] === undefined ? undefined : regExpOf(step(node, 'pattern'), value['pattern']);
    draft.required = new Set(value['required'] === undefined ? [] : stringsOf(step(node, 'required')));
    draft.dependentRequired = new Map(
      membersOf(step(node, 'dependentRequired')).map(([name, names]) => [name, stringsOf(names)] as const),
    );
    draft.uniqueItems = isTrue(step(node, 'uniqueItems'));
    draft.readOnly = isTrue(step(node, 'readOnly'));
    draft.writeOnly = isTrue(step(node, 'writeOnly'));
  }

  function fillSubschemas(draft: Draft, node: Node): void {
    draft.properties = schemasIn(node, 'properties');
    draft.dependentSchemas = schemasIn(node, 'dependentSchemas');
    draft.patternProperties = membersOf(step(node, 'patternProperties')).map(
      ([pattern, part]): PatternProperty => ({ pattern: regExpOf(part, pattern), schema: build(part) }),
    );
    for (const key of singleKeywords) {
      const part = step(node, key);
      if (part.value !== undefined) draft[key] = build(part);
    }
    for (const key of listKeywords) draft[key] = partsOf(step(node, key)).map(build);
    const hasAlternatives = draft.anyOf.length + draft.oneOf.length > 0;
    const discriminator = hasAlternatives ? readDiscriminator(node, { files, build }) : undefined;
    if (discriminator !== undefined) draft.discriminator = discriminator;
    const ref = refOf(node);
    if (ref === undefined && step(node, '$ref').value !== undefined)
      throw uncompilable(step(node, '$ref'), '"$ref" is a string');
    if (ref !== undefined) draft.allOf = [build(target(files, node, ref)), ...draft.allOf];
  }

  function schemasIn(node: Node, key: string): ReadonlyMap<string, Schema> {
    return new Map(membersOf(step(node, key)).map(([name, part]) => [name, build(part)] as const));
  }

  return { build };
}

const singleKeywords = [
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
  'items',
  'unevaluatedItems',
  'contains',
  'not',
  'if',
  'then',
  'else',
] as const;
const listKeywords = ['allOf', 'anyOf', 'oneOf', 'prefixItems'] as const;

/** A schema without any demand, at a place. */
function emptySchema(node: Node): Draft {
  const keywordLines = new Map(entries(node).map(([key, part]) => [key, placeOf(part).line] as const));
  return {
    place: placeOf(node),
    possible: true,
    types: undefined,
    format: undefined,
    enum: undefined,
    const: undefined,
    minimum: undefined,
    maximum: undefined,
    exclusiveMinimum: undefined,
    exclusiveMaximum: undefined,
    multipleOf: undefined,
    minLength: undefined,
    maxLength: undefined,
    pattern: undefined,
    properties: new Map(),
    patternProperties: [],
    additionalProperties: undefined,
    unevaluatedProperties: undefined,
    propertyNames: undefined,
    required: new Set(),
    dependentRequired: new Map(),
    dependentSchemas: new Map(),
    minProperties: undefined,
    maxProperties: undefined,
    prefixItems: [],
    items: undefined,
    unevaluatedItems: undefined,
    contains: undefined,
    minContains: undefined,
    maxContains: undefined,
    minItems: undefined,
    maxItems: undefined,
    uniqueItems: false,
    allOf: [],
    anyOf: [],
    oneOf: [],
    not: undefined,
    if: undefined,
    then: undefined,
    else: undefined,
    readOnly: false,
    writeOnly: false,
    default: undefined,
    examples: [],
    description: undefined,
    keywordLines,
  };
}

function hasOnlyRef(node: Node): boolean {
  return isJsonObject(node.value) && refOf(node) !== undefined && Object.keys(node.value).length === 1;
}

function refuseUnsupported(node: Node): void {
  for (const keyword of unsupported) {
    const part = step(node, keyword);
    if (part.value !== undefined) throw uncompilable(part, `"${keyword}" is not supported; use "$ref"`);
  }
}

/** `$ref: '#'` is JSON Schema for "this very schema"; in OpenAPI it leads to a document, which demands nothing. */
function isWholeDocument({ pointer, value }: Node): boolean {
  return pointer === '' && isJsonObject(value) && value['openapi'] !== undefined;
}

function typesOf(node: Node, openapi: '3.0' | '3.1'): ReadonlySet<TypeName> | undefined {
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

/** In 3.0 `exclusiveMinimum: true` makes `minimum` exclusive; since 3.1 it is a bound of its own. */
function fillBounds(draft: Draft, node: Node, openapi: '3.0' | '3.1'): void {
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

function fillCounts(draft: Draft, node: Node): void {
  for (const keyword of countKeywords) {
    const part = step(node, keyword);
    const value = numberOf(part);
    if (value === undefined) continue;
    if (!isInteger(value) || value < 0) throw uncompilable(part, `"${keyword}" is a whole number from 0`);
    draft[keyword] = Number(value);
  }
}

function numberOf(node: Node): number | bigint | undefined {
  if (node.value === undefined || typeof node.value === 'bigint') return node.value;
  if (typeof node.value === 'number' && Number.isFinite(node.value)) return node.value;
  const received = typeof node.value === 'number' ? String(node.value) : stringifyJson(node.value);
  throw uncompilable(node, `expected a number, got ${received}`);
}

function textOf(node: Node, key: string): string | undefined {
  const part = step(node, key);
  if (part.value === undefined || typeof part.value === 'string') return part.value;
  throw uncompilable(part, `"${key}" is a string`);
}

function isTrue(node: Node): boolean {
  if (node.value === undefined || typeof node.value === 'boolean') return node.value === true;
  throw uncompilable(node, 'expected true or false');
}

/** The entries of a keyword whose value is an object; none where it is absent. */
function membersOf(node: Node): readonly (readonly [string, Node])[] {
  if (node.value === undefined || isJsonObject(node.value)) return entries(node);
  throw uncompilable(node, 'expected an object');
}

/** The schemas of a keyword whose value is a list; none where it is absent. */
function partsOf(node: Node): readonly Node[] {
  if (node.value === undefined || isJsonArray(node.value)) return items(node);
  throw uncompilable(node, 'expected a list of schemas');
}

function listOf(node: Node): readonly Json[] {
  if (isJsonArray(node.value)) return node.value;
  throw uncompilable(node, 'expected a list');
}

function stringsOf(node: Node): readonly string[] {
  const names = listOf(node).filter((name) => typeof name === 'string');
  if (names.length !== listOf(node).length) throw uncompilable(node, 'expected a list of property names');
  return names;
}

function examplesOf(value: JsonObject): readonly Json[] {
  const list = isJsonArray(value['examples']) ? value['examples'] : [];
  return value['example'] === undefined ? list : [value['example'], ...list];
}

function regExpOf(node: Node, pattern: Json): RegExp {
  if (typeof pattern !== 'string') throw uncompilable(node, 'a pattern is a string');
  try {
    return patternOf(pattern);
  } catch (error) {
    throw uncompilable(node, error instanceof Error ? error.message : String(error));
  }
}

/** A schema that applies itself to the very same value would never be done. */
function refuseEndlessSchema(schema: Schema, node: Node): void {
  const open = new Set<Schema>();
  const visit = (part: Schema): void => {
    if (part === schema && open.size > 0)
      throw uncompilable(node, 'the schema applies itself to the same value without end');
    if (open.has(part)) return;
    open.add(part);
    for (const next of sameValueSchemas(part)) visit(next);
  };
  visit(schema);
}

/** The subschemas that judge the same value as the schema itself. */
function sameValueSchemas(schema: Schema): readonly Schema[] {
  const single = [schema.not, schema.if, schema.then, schema.else].filter((part) => part !== undefined);
  return [...schema.allOf, ...schema.anyOf, ...schema.oneOf, ...schema.dependentSchemas.values(), ...single];
}

function uncompilable(node: Node, detail: string): KitError {
  const at = node.pointer === '' ? '' : ` (at ${node.pointer})`;
  return new KitError('schema-uncompilable', `${detail}${at}`, { where: whereOf(node) });
}
