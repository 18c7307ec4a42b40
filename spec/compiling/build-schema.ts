/**
 * Builds schemas in the normal form of model/schema.ts from a document's schema objects. Invalid schemas stop the
 * start.
 */
import { createErrorCollector, KitError } from '../../errors.ts';
import { isJsonObject, type JsonObject } from '../json/exact-json.ts';
import { memoize } from '../memoize.ts';
import { isJsonType } from '../model/contract.ts';
import type { PatternProperty, Schema } from '../model/schema.ts';
import { schemaListKeywords, schemaMapKeywords, singleSchemaKeywords } from '../model/schema-keywords.ts';
import { type DynamicScope, emptyScope, enterScope, resolveDynamicRef } from '../refs/dynamic-scope.ts';
import {
  childNode,
  dereference,
  entries,
  type Files,
  getRef,
  MAX_REF_CHAIN,
  type Node,
  refChainTooLong,
  resolveRef,
  stringAt,
  toPlace,
} from '../refs/nodes.ts';
import { createSchemaWithoutLines, type MutableSchema } from './empty-schema.ts';
import {
  fillBounds,
  fillCounts,
  readBoolean,
  readExamples,
  readList,
  readMembers,
  readPattern,
  readPropertyNames,
  readSchemaNodes,
  readString,
  readTypes,
  readXml,
  uncompilableError,
} from './keyword-values.ts';
import { readDiscriminator } from './read-discriminator.ts';
import { measureSchemaDepths, type SchemaDepths } from './schema-depth.ts';

export interface SchemaBuilder {
  /** Returns the schema at a node; the same node gives the same object. Throws `schema-uncompilable`, `spec-ref`. */
  build(node: Node): Schema;
}

export function createSchemaBuilder(files: Files, openapi: '3.0' | '3.1'): SchemaBuilder {
  const built = new Map<string, MutableSchema>();
  const pending: PendingSchema[] = [];
  const depths: SchemaDepths = new WeakMap();

  function build(start: Node, outerScope = emptyScope): Schema {
    const { node, scope } = resolveNode(start, outerScope);
    const key = schemaKey({ node, scope });
    const existing = built.get(key);
    if (existing !== undefined) return existing;
    const schema = createSchema(node);
    built.set(key, schema);
    pending.push({ schema, node, scope });
    if (pending.length === 1) fillPending();
    return schema;
  }

  /**
   * In 3.0 siblings of a reference are ignored; in 3.1 only a schema that is nothing but a reference is replaced by its
   * target.
   */
  function resolveNode(start: Node, outerScope: DynamicScope): ResolvedSchemaNode {
    if (openapi === '3.0') return { node: dereference(files, start), scope: outerScope };
    const seen = new Set<string>();
    let [node, scope] = [start, enterScope(files, outerScope, start)];
    while (hasOnlyRef(node)) {
      const key = `${node.file.url}#${node.pointer}`;
      // A cycle of references, which `dereference` rejects.
      if (seen.has(key)) return { node: dereference(files, node), scope };
      seen.add(key);
      const ref = getRef(node) ?? '';
      if (seen.size > MAX_REF_CHAIN) throw refChainTooLong(start, ref);
      node = resolveRef(files, node, ref);
      scope = enterScope(files, scope, node);
    }
    return { node, scope };
  }

  /** Iterative: in a large document, schemas refer to each other deeper than the stack allows. */
  function fillPending(): void {
    try {
      const { attempt, throwErrors } = createErrorCollector();
      for (const each of pending) attempt(() => fill(each));
      throwErrors();
      rejectEndlessSchemas(pending, depths);
    } catch (error) {
      for (const each of pending) built.delete(schemaKey(each));
      throw error;
    } finally {
      pending.length = 0;
    }
  }

  function fill({ schema, node, scope }: PendingSchema): void {
    if (isWholeDocument(node)) throw uncompilableError(node, 'a reference to the whole document is not a schema');
    if (typeof node.value === 'boolean') schema.isSatisfiable = node.value;
    else if (!isJsonObject(node.value)) throw uncompilableError(node, 'a schema must be an object or a boolean');
    else {
      const { value } = node;
      const { attempt, throwErrors } = createErrorCollector();
      attempt(() => fillValues(schema, node, value));
      attempt(() => fillSubschemas({ schema, node, scope }, value));
      throwErrors();
    }
  }

  function fillValues(schema: MutableSchema, node: Node, value: JsonObject): void {
    schema.types = readTypes(node, openapi);
    schema.format = readString(node, 'format');
    schema.enum = value['enum'] === undefined ? undefined : readList(childNode(node, 'enum'));
    schema.const = value['const'] === undefined ? undefined : { value: value['const'] };
    schema.default = value['default'] === undefined ? undefined : { value: value['default'] };
    const examples = readExamples(value);
    if (examples.length > 0) schema.examples = examples;
    schema.description = readString(node, 'description');
    if (value['xml'] !== undefined) schema.xml = readXml(childNode(node, 'xml'));
    const mediaType = stringAt(node, 'contentMediaType');
    if (mediaType !== undefined) schema.contentMediaType = mediaType.toLowerCase();
    const encoding = stringAt(node, 'contentEncoding');
    if (encoding !== undefined) schema.contentEncoding = encoding.toLowerCase();
    if (value['x-faker'] !== undefined) schema.faker = value['x-faker'];
    fillBounds(schema, node, openapi);
    fillCounts(schema, node);
    if (value['pattern'] !== undefined) schema.pattern = readPattern(childNode(node, 'pattern'), value['pattern']);
    if (value['required'] !== undefined) schema.required = new Set(readPropertyNames(childNode(node, 'required')));
    if (value['dependentRequired'] !== undefined) schema.dependentRequired = readDependentRequired(node);
    schema.uniqueItems = readBoolean(childNode(node, 'uniqueItems'));
    schema.readOnly = readBoolean(childNode(node, 'readOnly'));
    schema.writeOnly = readBoolean(childNode(node, 'writeOnly'));
  }

  function fillSubschemas({ schema, node, scope }: PendingSchema, value: JsonObject): void {
    const buildPart = (part: Node) => build(part, scope);
    for (const key of schemaMapKeywords)
      if (value[key] !== undefined) schema[key] = buildSchemas(childNode(node, key), buildPart);
    if (value['patternProperties'] !== undefined)
      schema.patternProperties = readMembers(childNode(node, 'patternProperties')).map(
        ([pattern, part]): PatternProperty => ({
          pattern: readPattern(part, pattern),
          schema: buildPart(part),
        }),
      );
    for (const key of singleSchemaKeywords) if (value[key] !== undefined) schema[key] = buildPart(childNode(node, key));
    for (const key of schemaListKeywords)
      if (value[key] !== undefined) schema[key] = readSchemaNodes(childNode(node, key)).map(buildPart);
    const isText = schema.contentMediaType !== undefined && isJsonType(schema.contentMediaType);
    if (isText && value['contentSchema'] !== undefined)
      schema.contentSchema = buildPart(childNode(node, 'contentSchema'));
    const discriminator = readDiscriminator(node, { files, build: buildPart });
    if (discriminator !== undefined) schema.discriminator = discriminator;
    const references = resolveReferences(node, scope);
    if (references.length > 0) schema.allOf = [...references.map(buildPart), ...schema.allOf];
  }

  /** Returns the targets of a schema's references. */
  function resolveReferences(node: Node, scope: DynamicScope): readonly Node[] {
    const [ref, dynamic] = [getRef(node), readString(node, '$dynamicRef')];
    if (ref === undefined && childNode(node, '$ref').value !== undefined)
      throw uncompilableError(childNode(node, '$ref'), '"$ref" must be a string');
    const recursive = recursiveTarget(node);
    return [
      ...(ref === undefined ? [] : [resolveRef(files, node, ref)]),
      ...(dynamic === undefined
        ? []
        : [resolveDynamicRef(resolveKeywordTarget(node, '$dynamicRef', dynamic), dynamic, scope)]),
      ...(recursive === undefined ? [] : [recursive]),
    ];
  }

  /**
   * Without any `$recursiveAnchor`, `$recursiveRef` (the predecessor of `$dynamicRef`) refers to the schema that has
   * the `$id`.
   */
  function recursiveTarget(node: Node): Node | undefined {
    const ref = readString(node, '$recursiveRef');
    if (ref === undefined) return undefined;
    if (files.values().some(({ text }) => text.includes('$recursiveAnchor')))
      throw uncompilableError(childNode(node, '$recursiveRef'), '"$recursiveRef" is not supported; use "$dynamicRef"');
    return resolveKeywordTarget(node, '$recursiveRef', ref);
  }

  function resolveKeywordTarget(node: Node, keyword: string, ref: string): Node {
    try {
      return resolveRef(files, node, ref);
    } catch (error) {
      if (!(error instanceof KitError) || error.code !== 'spec-ref') throw error;
      throw uncompilableError(childNode(node, keyword), error.detail);
    }
  }

  return { build: (node) => build(node) };
}

/** The target of a reference, with the dynamic scope at that point. */
interface ResolvedSchemaNode {
  readonly node: Node;
  readonly scope: DynamicScope;
}

function schemaKey({ node, scope }: ResolvedSchemaNode): string {
  return `${node.file.url}#${node.pointer}${scope.key}`;
}

/** More levels of schemas for the same value overflow the stack; documents written by people have about a dozen. */
const MAX_SCHEMA_DEPTH = 250;

/** Throws `schema-uncompilable` for a schema that applies itself endlessly, or is nested too deep for the stack. */
function rejectEndlessSchemas(all: readonly PendingSchema[], depths: SchemaDepths): void {
  measureSchemaDepths(
    all.map(({ schema }) => schema),
    depths,
  );
  const endlessSchema = all.find(({ schema }) => depths.get(schema) === Infinity);
  if (endlessSchema !== undefined)
    throw uncompilableError(endlessSchema.node, 'the schema applies itself to the same value in an endless loop');
  const tooDeep = all.find(({ schema }) => (depths.get(schema) ?? 0) > MAX_SCHEMA_DEPTH);
  if (tooDeep === undefined) return;
  const count = depths.get(tooDeep.schema);
  throw uncompilableError(
    tooDeep.node,
    `the schema applies other schemas to the same value ${count} levels deep; the maximum is ${MAX_SCHEMA_DEPTH}`,
  );
}

/** A schema whose keywords have not been read yet. */
interface PendingSchema {
  readonly schema: MutableSchema;
  readonly node: Node;
  readonly scope: DynamicScope;
}

function buildSchemas(node: Node, build: (part: Node) => Schema): ReadonlyMap<string, Schema> {
  return new Map(readMembers(node).map(([name, part]) => [name, build(part)] as const));
}

function readDependentRequired(node: Node): ReadonlyMap<string, readonly string[]> {
  const members = readMembers(childNode(node, 'dependentRequired'));
  return new Map(members.map(([name, names]) => [name, readPropertyNames(names)] as const));
}

/** Returns a schema without constraints, at the location of a node. */
function createSchema(node: Node): MutableSchema {
  const schema = createSchemaWithoutLines(toPlace(node));
  addKeywordLines(schema, node);
  return schema;
}

type SchemaWithoutLines = Omit<MutableSchema, 'keywordLines'>;

function addKeywordLines(schema: SchemaWithoutLines, node: Node): asserts schema is MutableSchema {
  schemaNodes.set(schema, node);
  Object.defineProperty(schema, 'keywordLines', keywordLines);
}

const schemaNodes = new WeakMap<SchemaWithoutLines, Node>();

/**
 * One accessor shared by all schemas: with separate ones V8 would store each schema as a dictionary, which is large and
 * slow.
 */
const keywordLines: PropertyDescriptor = {
  enumerable: true,
  configurable: true,
  get(this: SchemaWithoutLines) {
    return readKeywordLines(this);
  },
};

const readKeywordLines = memoize((schema: SchemaWithoutLines): ReadonlyMap<string, number> => {
  const node = schemaNodes.get(schema);
  const keywords = node === undefined ? [] : entries(node);
  return new Map(keywords.map(([key, part]) => [key, toPlace(part).line] as const));
});

function hasOnlyRef(node: Node): boolean {
  return isJsonObject(node.value) && getRef(node) !== undefined && Object.keys(node.value).length === 1;
}

/** `$ref: '#'` means "this schema" in JSON Schema; in OpenAPI it refers to the document, which constrains nothing. */
function isWholeDocument({ pointer, value }: Node): boolean {
  return pointer === '' && isJsonObject(value) && value['openapi'] !== undefined;
}
