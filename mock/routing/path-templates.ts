/** The paths of a contract as a prefix tree of segments, so that a request is only compared with few of them. */
import type { Operation } from '../../spec/model/contract.ts';
import { percentDecode } from '../http/request-target.ts';

/** A path of the contract that matches a request. */
export interface PathMatch<Item = Operation> {
  readonly operations: readonly Item[];
  /** Path parameters, still percent-encoded. */
  readonly captures: ReadonlyMap<string, string>;
}

/** All matching paths, the more specific ones first. */
export type PathMatcher<Item = Operation> = (path: string) => readonly PathMatch<Item>[];

export function createPathMatcher<Item extends Pick<Operation, 'path'>>(
  operations: readonly Item[],
): PathMatcher<Item> {
  const byPath = Map.groupBy(operations, (operation) => operation.path);
  const templates = [...byPath]
    .map(([path, group]) => ({ segments: path.split('/').map(compileSegment), operations: group }))
    .toSorted(bySpecificity);
  const root = createNode<Item>();
  for (const [order, { segments, operations: group }] of templates.entries()) {
    const names = segments.flatMap((segment) => ('literal' in segment ? [] : segment.names));
    segments.reduce<TemplateNode<Item>>(childNode, root).ends.push({ order, names, operations: group });
  }
  return (path) => {
    const found: TemplateMatch<Item>[] = [];
    collectMatches({ parts: path.split('/'), found }, root, []);
    return found.toSorted((a, b) => a.end.order - b.end.order).map(toPathMatch);
  };
}

/** A literal is compared decoded; a pattern such as `{id}.json` is matched against the encoded text. */
type Segment =
  | { readonly literal: string }
  | { readonly pattern: RegExp; readonly names: readonly string[]; readonly isWholeSegment: boolean };

interface Template {
  readonly segments: readonly Segment[];
}

function compileSegment(text: string): Segment {
  const parts = text.split(/\{([^}]*)\}/);
  if (parts.length === 1) return { literal: percentDecode(text) ?? text };
  const names = parts.filter((_part, index) => index % 2 === 1);
  const source = parts
    .map((part, index) => (index % 2 === 1 ? '([^/]+?)' : part.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')))
    .join('');
  return {
    pattern: new RegExp(`^${source}$`),
    names,
    isWholeSegment: parts.length === 3 && `${parts[0]}${parts[2]}` === '',
  };
}

/** OpenAPI: concrete paths are matched before templated ones; the leftmost difference decides. */
function bySpecificity(a: Template, b: Template): number {
  // By all segments, also of paths that match other requests: otherwise the order would not be transitive.
  const [first, second] = [a, b].map(({ segments }) => segments.map(segmentRank).join(''));
  return first === second ? 0 : (first ?? '') < (second ?? '') ? -1 : 1;
}

function segmentRank(segment: Segment): number {
  if ('literal' in segment) return 0;
  return segment.isWholeSegment ? 2 : 1;
}

/** Templates with a common prefix. */
interface TemplateNode<Item> {
  readonly literals: Map<string, TemplateNode<Item>>;
  /** By the source of their pattern. */
  readonly patterns: Map<string, PatternBranch<Item>>;
  /** The templates that end at this node. */
  readonly ends: TemplateEnd<Item>[];
}

interface PatternBranch<Item> {
  readonly pattern: RegExp;
  readonly node: TemplateNode<Item>;
}

interface TemplateEnd<Item> {
  /** The position among all templates. */
  readonly order: number;
  /** The names of its parameters, from the left. */
  readonly names: readonly string[];
  readonly operations: readonly Item[];
}

function createNode<Item>(): TemplateNode<Item> {
  return { literals: new Map(), patterns: new Map(), ends: [] };
}

function childNode<Item>({ literals, patterns }: TemplateNode<Item>, segment: Segment): TemplateNode<Item> {
  if ('literal' in segment) {
    const node = literals.get(segment.literal) ?? createNode<Item>();
    literals.set(segment.literal, node);
    return node;
  }
  const { pattern } = segment;
  const branch = patterns.get(pattern.source) ?? { pattern, node: createNode<Item>() };
  patterns.set(pattern.source, branch);
  return branch.node;
}

interface TemplateMatch<Item> {
  readonly end: TemplateEnd<Item>;
  readonly values: readonly string[];
}

interface TemplateSearch<Item> {
  readonly parts: readonly string[];
  readonly found: TemplateMatch<Item>[];
}

/** `values` are the parameter values so far; `depth` is the number of processed parts. */
function collectMatches<Item>(
  search: TemplateSearch<Item>,
  node: TemplateNode<Item>,
  values: readonly string[],
  depth = 0,
): void {
  const part = search.parts[depth];
  if (part === undefined) {
    for (const end of node.ends) search.found.push({ end, values });
    return;
  }
  const name = percentDecode(part);
  const literal = name === undefined ? undefined : node.literals.get(name);
  if (literal !== undefined) collectMatches(search, literal, values, depth + 1);
  for (const { pattern, node: below } of node.patterns.values()) {
    const match = pattern.exec(part);
    if (match !== null) collectMatches(search, below, [...values, ...match.slice(1)], depth + 1);
  }
}

function toPathMatch<Item>({ end: { names, operations }, values }: TemplateMatch<Item>): PathMatch<Item> {
  return { operations, captures: new Map(names.map((name, index) => [name, values[index] ?? ''])) };
}
