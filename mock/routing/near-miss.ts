/** Suggests the declared route for a path that does not exist. */
import type { Operation } from '../../spec/model/contract.ts';
import { editDistance } from '../../spec/options/suggest-name.ts';
import { percentDecode } from '../http/request-target.ts';

export interface NearMiss {
  /** The requested method if the path declares it, or else all of its methods. */
  readonly methods: readonly string[];
  /** The template below the requested base path: `/api/orders/{id}`. */
  readonly path: string;
}

export type NearMissFinder = (method: string, path: string) => NearMiss | undefined;

/** Longer paths are unlikely to be typing errors, and slow to compare. */
const MAX_LENGTH = 400;
const MAX_SEGMENTS = 24;

/** `basePaths` are those of `servers`; omitting them is not an error. */
export function createNearMissFinder(operations: readonly Operation[], basePaths: readonly string[]): NearMissFinder {
  const templates = [...Map.groupBy(operations, ({ path }) => path)].map(([path, group]) => ({
    path,
    segments: splitSegments(path),
    methods: group.map(({ method }) => method),
  }));
  return (method, path) => {
    if (path.length > MAX_LENGTH) return undefined;
    const readings = pathReadings(path, basePaths).filter(({ segments }) => segments.length <= MAX_SEGMENTS);
    const distance = createDistance();
    let best: Candidate | undefined;
    for (const template of templates) {
      const methodCost = template.methods.includes(method) ? 0 : OTHER_METHOD_COST;
      for (const reading of readings) {
        const maxCost = best === undefined ? MAX_COST : best.cost;
        const cost =
          methodCost + pathCost(reading.segments, template.segments, { distance, maxCost: maxCost - methodCost });
        if (cost <= MAX_COST && (best === undefined || cost < best.cost)) best = { template, cost, base: reading.base };
      }
    }
    return best === undefined ? undefined : toNearMiss(best, method);
  };
}

interface Template {
  readonly path: string;
  readonly segments: readonly string[];
  readonly methods: readonly string[];
}

interface Candidate {
  readonly template: Template;
  readonly cost: number;
  readonly base: string;
}

function toNearMiss({ template: { path, methods }, base }: Candidate, method: string): NearMiss {
  return { path: base + path, methods: methods.includes(method) ? [method] : methods };
}

/** Ignores empty segments (trailing or double slashes) and `.`. */
function splitSegments(path: string): readonly string[] {
  return path
    .split('/')
    .map((segment) => percentDecode(segment) ?? segment)
    .filter((segment) => segment !== '' && segment !== '.');
}

interface PathReading {
  readonly base: string;
  readonly segments: readonly string[];
}

/** The path below each base path that it starts with, then the whole path. */
function pathReadings(path: string, basePaths: readonly string[]): readonly PathReading[] {
  return [...basePaths.filter((base) => path.startsWith(`${base}/`)), ''].map((base) => ({
    base,
    segments: splitSegments(path.slice(base.length)),
  }));
}

/** The maximum distance of a path from the suggestion, in segments. */
const MAX_COST = 1;
const OTHER_METHOD_COST = 0.25;
/** The cost of an extra or missing segment; lower at the front, where prefixes are. */
const PREFIX_GAP_COST = 0.35;
const GAP_COST = 0.7;

interface CostOptions {
  readonly distance: (a: string, b: string) => number;
  /** Higher costs need not be exact. */
  readonly maxCost: number;
}

/**
 * The edit distance of two lists of segments; infinite if no literal segment of the template is similar to a sent one.
 */
function pathCost(sent: readonly string[], template: readonly string[], { distance, maxCost }: CostOptions): number {
  if (Math.abs(sent.length - template.length) * PREFIX_GAP_COST > maxCost) return Number.POSITIVE_INFINITY;
  const isRoot = template.length === 0;
  if (isRoot !== (sent.length === 0)) return Number.POSITIVE_INFINITY;
  if (!template.some((word) => sent.some((one) => isLiteralSegment(word) && distance(one, word) < 1)) && !isRoot)
    return Number.POSITIVE_INFINITY;
  let above: readonly number[] = [0, ...template.map((_word, index) => (index + 1) * PREFIX_GAP_COST)];
  for (const [index, one] of sent.entries()) {
    const row = [(index + 1) * PREFIX_GAP_COST];
    for (const [at, word] of template.entries()) {
      const substituted = (above[at] ?? 0) + distance(one, word);
      const gap = Math.min(above[at + 1] ?? 0, row[at] ?? 0) + GAP_COST;
      row.push(Math.min(substituted, gap));
    }
    if (Math.min(...row) > maxCost) return Number.POSITIVE_INFINITY;
    above = row;
  }
  return above.at(-1) ?? Number.POSITIVE_INFINITY;
}

function isLiteralSegment(segment: string): boolean {
  return !segment.includes('{');
}

/** A parameter matches any text, but a misspelled literal is more likely. */
const PARAMETER_COST = 0.05;
const CASE_COST = 0.1;
/** Words that differ in a larger part are different words. */
const MAX_DIFFERENT_SHARE = 0.5;
const MAX_WORD_LENGTH = 64;

/** From 0 for equal segments to 1 for different ones; each pair is compared once. */
function createDistance(): (a: string, b: string) => number {
  const known = new Map<string, number>();
  return (a, b) => {
    if (a === b) return 0;
    if (!isLiteralSegment(b)) return PARAMETER_COST;
    const key = `${a}/${b}`;
    const found = known.get(key) ?? wordDistance(a.toLowerCase(), b.toLowerCase());
    known.set(key, found);
    return found;
  };
}

function wordDistance(a: string, b: string): number {
  if (a === b) return CASE_COST;
  const longest = Math.max(a.length, b.length);
  if (longest > MAX_WORD_LENGTH || Math.abs(a.length - b.length) > longest * MAX_DIFFERENT_SHARE) return 1;
  const part = editDistance(a, b) / longest;
  return part > MAX_DIFFERENT_SHARE ? 1 : CASE_COST + part;
}
