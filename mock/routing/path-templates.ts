/** The paths of a contract as a prefix tree of segments, so that a request is only compared with few of them. */
import type { Operation } from '../../spec/model/contract.ts';
import { percentDecode } from '../http/request-target.ts';

/** A path of the contract that matches a request. */
export interface PathMatch {
  readonly operations: readonly Operation[];
  /** Path parameters, still percent-encoded. */
  readonly captures: ReadonlyMap<string, string>;
}

/** All matching paths, the more specific ones first. */
export type PathMatcher = (path: string) => readonly PathMatch[];

export function createPathMatcher(operations: readonly Operation[]): PathMatcher {
  const byPath = Map.groupBy(operations, (operation) => operation.path);
  const templates = [...byPath]
    .map(([path, group]) => ({ segments: path.split('/').map(compileSegment), operations: group }))
    .toSorted(bySpecificity);
  const root = createNode();
  for (const [order, { segments, operations: group }] of templates.entries()) {
    const names = segments.flatMap((segment) => ('literal' in segment ? [] : segment.names));
    segments.reduce(childNode, root).ends.push({ order, names, operations: group });
  }
  return (path) => {
    const found: TemplateMatch[] = [];
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
  readonly operations: readonly Operation[];
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
  for (const [index, segment] of a.segments.entries()) {
    const other = b.segments[index];
    // Paths of different lengths never match the same request, but without an order between them the sorting is undefined.
    if (other === undefined) return 1;
    if (segmentRank(segment) !== segmentRank(other)) return segmentRank(segment) - segmentRank(other);
  }
  return a.segments.length - b.segments.length;
}

function segmentRank(segment: Segment): number {
  if ('literal' in segment) return 0;
  return segment.isWholeSegment ? 2 : 1;
}

/** Templates with a common prefix. */
interface TemplateNode {
  readonly literals: Map<string, TemplateNode>;
  /** By the source of their pattern. */
  readonly patterns: Map<string, PatternBranch>;
  /** The templates that end at this node. */
  readonly ends: TemplateEnd[];
}

interface PatternBranch {
  readonly pattern: RegExp;
  readonly node: TemplateNode;
}

interface TemplateEnd {
  /** The position among all templates. */
  readonly order: number;
  /** The names of its parameters, from the left. */
  readonly names: readonly string[];
  readonly operations: readonly Operation[];
}

function createNode(): TemplateNode {
  return { literals: new Map(), patterns: new Map(), ends: [] };
}

function childNode({ literals, patterns }: TemplateNode, segment: Segment): TemplateNode {
  if ('literal' in segment) {
    const node = literals.get(segment.literal) ?? createNode();
    literals.set(segment.literal, node);
    return node;
  }
  const { pattern } = segment;
  const branch = patterns.get(pattern.source) ?? { pattern, node: createNode() };
  patterns.set(pattern.source, branch);
  return branch.node;
}

interface TemplateMatch {
  readonly end: TemplateEnd;
  readonly values: readonly string[];
}

interface TemplateSearch {
  readonly parts: readonly string[];
  readonly found: TemplateMatch[];
}

/** `values` are the parameter values so far; `depth` is the number of processed parts. */
function collectMatches(search: TemplateSearch, node: TemplateNode, values: readonly string[], depth = 0): void {
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

function toPathMatch({ end: { names, operations }, values }: TemplateMatch): PathMatch {
  return { operations, captures: new Map(names.map((name, index) => [name, values[index] ?? ''])) };
}
