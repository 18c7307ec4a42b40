/** From a document's schema objects to the one normal form of schema.ts. Whatever cannot be understood stops the start. */
import { KitError } from '../../errors.ts';
import { isJsonObject, type JsonObject } from '../json/exact-json.ts';
import type { PatternProperty, Schema } from '../model/schema.ts';
import { listKeywords, mapKeywords, singleKeywords } from '../model/schema-keywords.ts';
import { dynamicTarget, noScope, type Scope, scopeWithin } from '../refs/dynamic-scope.ts';
import {
  entries,
  type Files,
  follow,
  MOST_LINKS,
  type Node,
  placeOf,
  refOf,
  step,
  target,
  textAt,
  tooManyLinks,
} from '../refs/nodes.ts';
import { remembered } from '../remembered.ts';
import { type SchemaDraft, withoutKeywords } from './empty-schema.ts';
import { addLevels, type Levels } from './endless-schema.ts';
import {
  examplesOf,
  fillBounds,
  fillCounts,
  isTrue,
  listOf,
  membersOf,
  partsOf,
  readXml,
  regExpOf,
  stringsOf,
  textOf,
  typesOf,
  uncompilable,
} from './keyword-values.ts';
import { readDiscriminator } from './read-discriminator.ts';

export interface SchemaBuilder {
  /** The schema at a node; the same place gives the same object. Throws `schema-uncompilable`, `spec-ref`. */
  build(node: Node): Schema;
}

export function schemaBuilder(files: Files, openapi: '3.0' | '3.1'): SchemaBuilder {
  const built = new Map<string, SchemaDraft>();
  const waiting: Waiting[] = [];
  const levels: Levels = new WeakMap();

  function build(start: Node, outer = noScope): Schema {
    const { node, scope } = arrive(start, outer);
    const key = keyOf({ node, scope });
    const known = built.get(key);
    if (known !== undefined) return known;
    const draft = emptySchema(node);
    built.set(key, draft);
    waiting.push({ draft, node, scope });
    if (waiting.length === 1) fillWaiting();
    return draft;
  }

  /** In 3.0 a reference is all that counts where it stands; in 3.1 only what is nothing else is passed through. */
  function arrive(start: Node, outer: Scope): Arrival {
    if (openapi === '3.0') return { node: follow(files, start), scope: outer };
    const seen = new Set<string>();
    let [node, scope] = [start, scopeWithin(files, outer, start)];
    while (hasOnlyRef(node)) {
      const key = `${node.file.url}#${node.pointer}`;
      // It leads back to itself, which is refused there.
      if (seen.has(key)) return { node: follow(files, node), scope };
      seen.add(key);
      const ref = refOf(node) ?? '';
      if (seen.size > MOST_LINKS) throw tooManyLinks(start, ref);
      node = target(files, node, ref);
      scope = scopeWithin(files, scope, node);
    }
    return { node, scope };
  }

  /** One after the other: in a large document one schema leads on to the next, deeper than the stack. */
  function fillWaiting(): void {
    try {
      for (const each of waiting) fill(each);
      refuseEndless(waiting, levels);
    } catch (error) {
      for (const each of waiting) built.delete(keyOf(each));
      throw error;
    } finally {
      waiting.length = 0;
    }
  }

  function fill({ draft, node, scope }: Waiting): void {
    if (isWholeDocument(node)) throw uncompilable(node, 'a reference to the whole document is not a schema');
    if (typeof node.value === 'boolean') draft.possible = node.value;
    else if (!isJsonObject(node.value)) throw uncompilable(node, 'a schema is an object');
    else {
      fillValues(draft, node, node.value);
      fillSubschemas({ draft, node, scope }, node.value);
    }
  }

  function fillValues(draft: SchemaDraft, node: Node, value: JsonObject): void {
    draft.types = typesOf(node, openapi);
    draft.format = textOf(node, 'format');
    draft.enum = value['enum'] === undefined ? undefined : listOf(step(node, 'enum'));
    draft.const = value['const'] === undefined ? undefined : { value: value['const'] };
    draft.default = value['default'] === undefined ? undefined : { value: value['default'] };
    const examples = examplesOf(value);
    if (examples.length > 0) draft.examples = examples;
    draft.description = textOf(node, 'description');
    if (value['xml'] !== undefined) draft.xml = readXml(step(node, 'xml'));
    const mediaType = textAt(node, 'contentMediaType');
    if (mediaType !== undefined) draft.contentMediaType = mediaType.toLowerCase();
    fillBounds(draft, node, openapi);
    fillCounts(draft, node);
    if (value['pattern'] !== undefined) draft.pattern = regExpOf(step(node, 'pattern'), value['pattern']);
    if (value['required'] !== undefined) draft.required = new Set(stringsOf(step(node, 'required')));
    if (value['dependentRequired'] !== undefined) draft.dependentRequired = namesIn(node);
    draft.uniqueItems = isTrue(step(node, 'uniqueItems'));
    draft.readOnly = isTrue(step(node, 'readOnly'));
    draft.writeOnly = isTrue(step(node, 'writeOnly'));
  }

  function fillSubschemas({ draft, node, scope }: Waiting, value: JsonObject): void {
    const below = (part: Node) => build(part, scope);
    for (const key of mapKeywords)
      if (value[key] !== undefined) draft[key] = schemasIn(step(node, key), below);
    if (value['patternProperties'] !== undefined)
      draft.patternProperties = membersOf(step(node, 'patternProperties')).map(
        ([pattern, part]): PatternProperty => ({ pattern: regExpOf(part, pattern), schema: below(part) }),
      );
    for (const key of singleKeywords) if (value[key] !== undefined) draft[key] = below(step(node, key));
    for (const key of listKeywords)
      if (value[key] !== undefined) draft[key] = partsOf(step(node, key)).map(below);
    const discriminator = readDiscriminator(node, { files, build: below });
    if (discriminator !== undefined) draft.discriminator = discriminator;
    const named = referred(node, scope);
    if (named.length > 0) draft.allOf = [...named.map(below), ...draft.allOf];
  }

  /** The schemas that the references of a schema lead to. */
  function referred(node: Node, scope: Scope): readonly Node[] {
    const [ref, dynamic] = [refOf(node), textOf(node, '$dynamicRef')];
    if (ref === undefined && step(node, '$ref').value !== undefined)
      throw uncompilable(step(node, '$ref'), '"$ref" is a string');
    const recursive = recursiveTarget(node);
    return [
      ...(ref === undefined ? [] : [target(files, node, ref)]),
      ...(dynamic === undefined
        ? []
        : [dynamicTarget(targetOf(node, '$dynamicRef', dynamic), dynamic, scope)]),
      ...(recursive === undefined ? [] : [recursive]),
    ];
  }

  /** Without any `$recursiveAnchor`, the predecessor of `$dynamicRef` leads to the schema that has the `$id`. */
  function recursiveTarget(node: Node): Node | undefined {
    const ref = textOf(node, '$recursiveRef');
    if (ref === undefined) return undefined;
    if (files.values().some(({ text }) => text.includes('$recursiveAnchor')))
      throw uncompilable(step(node, '$recursiveRef'), '"$recursiveRef" is not supported; use "$dynamicRef"');
    return targetOf(node, '$recursiveRef', ref);
  }

  function targetOf(node: Node, keyword: string, ref: string): Node {
    try {
      return target(files, node, ref);
    } catch (error) {
      if (!(error instanceof KitError) || error.code !== 'spec-ref') throw error;
      throw uncompilable(step(node, keyword), error.detail);
    }
  }

  return { build: (node) => build(node) };
}

/** Where a reference leads, and what names mean there. */
interface Arrival {
  readonly node: Node;
  readonly scope: Scope;
}

function keyOf({ node, scope }: Arrival): string {
  return `${node.file.url}#${node.pointer}${scope.key}`;
}

/** More levels of schemas for the same value overflow the stack; documents that people write have a dozen. */
const MOST_LEVELS = 250;

/** Throws `schema-uncompilable` for a schema that would never be done with a value, or lies too deep in others for the stack. */
function refuseEndless(all: readonly Waiting[], levels: Levels): void {
  addLevels(
    all.map(({ draft }) => draft),
    levels,
  );
  const endless = all.find(({ draft }) => levels.get(draft) === Infinity);
  if (endless !== undefined)
    throw uncompilable(endless.node, 'the schema applies itself to the same value without end');
  const deep = all.find(({ draft }) => (levels.get(draft) ?? 0) > MOST_LEVELS);
  if (deep === undefined) return;
  const count = levels.get(deep.draft);
  throw uncompilable(
    deep.node,
    `the schema applies others to the same value ${count} levels deep; no more than ${MOST_LEVELS} are supported`,
  );
}

/** A schema that is still to be filled in. */
interface Waiting {
  readonly draft: SchemaDraft;
  readonly node: Node;
  readonly scope: Scope;
}

function schemasIn(node: Node, build: (part: Node) => Schema): ReadonlyMap<string, Schema> {
  return new Map(membersOf(node).map(([name, part]) => [name, build(part)] as const));
}

function namesIn(node: Node): ReadonlyMap<string, readonly string[]> {
  const members = membersOf(step(node, 'dependentRequired'));
  return new Map(members.map(([name, names]) => [name, stringsOf(names)] as const));
}

/** A schema without any demand, at the place of a node. */
function emptySchema(node: Node): SchemaDraft {
  const draft = withoutKeywords(placeOf(node));
  addKeywordLines(draft, node);
  return draft;
}

type Bare = Omit<SchemaDraft, 'keywordLines'>;

function addKeywordLines(draft: Bare, node: Node): asserts draft is SchemaDraft {
  origins.set(draft, node);
  Object.defineProperty(draft, 'keywordLines', keywordLines);
}

const origins = new WeakMap<Bare, Node>();

/** One accessor for all schemas: with one of its own each would be a dictionary, which is large and slow. */
const keywordLines: PropertyDescriptor = {
  enumerable: true,
  configurable: true,
  get(this: Bare) {
    return linesOfKeywords(this);
  },
};

const linesOfKeywords = remembered((draft: Bare): ReadonlyMap<string, number> => {
  const node = origins.get(draft);
  const keywords = node === undefined ? [] : entries(node);
  return new Map(keywords.map(([key, part]) => [key, placeOf(part).line] as const));
});

function hasOnlyRef(node: Node): boolean {
  return isJsonObject(node.value) && refOf(node) !== undefined && Object.keys(node.value).length === 1;
}

/** `$ref: '#'` is JSON Schema for "this very schema"; in OpenAPI it leads to a document, which demands nothing. */
function isWholeDocument({ pointer, value }: Node): boolean {
  return pointer === '' && isJsonObject(value) && value['openapi'] !== undefined;
}
