/** The declared route that somebody most likely meant who asked for a path that is not there. */
import type { Operation } from '../../spec/model/contract.ts';
import { decode } from '../http/target.ts';

export interface NearMiss {
  /** Of the operation with the method asked for where the path has one, else all that the path has. */
  readonly methods: readonly string[];
  /** The template, below the base path that was asked for: `/api/orders/{id}`. */
  readonly path: string;
}

export type NearMissFinder = (method: string, path: string) => NearMiss | undefined;

/** Longer paths are no slips of the pen, and would take long to compare. */
const MAX_LENGTH = 400;
const MAX_SEGMENTS = 24;

/** `basePaths` are those of `servers`: leaving them out is no mistake. */
export function createNearMiss(
  operations: readonly Operation[],
  basePaths: readonly string[],
): NearMissFinder {
  const templates = [...Map.groupBy(operations, ({ path }) => path)].map(([path, group]) => ({
    path,
    segments: segmentsOf(path),
    methods: group.map(({ method }) => method),
  }));
  return (method, path) => {
    if (path.length > MAX_LENGTH) return undefined;
    const readings = readingsOf(path, basePaths).filter(({ segments }) => segments.length <= MAX_SEGMENTS);
    const distance = createDistance();
    let best: Found | undefined;
    for (const template of templates) {
      const misses = template.methods.includes(method) ? 0 : OTHER_METHOD;
      for (const reading of readings) {
        const most = best === undefined ? MOST_COST : best.cost;
        const cost = misses + costOf(reading.segments, template.segments, { distance, most: most - misses });
        if (cost <= MOST_COST && (best === undefined || cost < best.cost))
          best = { template, cost, base: reading.base };
      }
    }
    return best === undefined ? undefined : missOf(best, method);
  };
}

interface Template {
  readonly path: string;
  readonly segments: readonly string[];
  readonly methods: readonly string[];
}

interface Found {
  readonly template: Template;
  readonly cost: number;
  readonly base: string;
}

function missOf({ template: { path, methods }, base }: Found, method: string): NearMiss {
  return { path: base + path, methods: methods.includes(method) ? [method] : methods };
}

/** Empty segments (a slash at the end, or two of them) and `.` say nothing. */
function segmentsOf(path: string): readonly string[] {
  return path
    .split('/')
    .map((segment) => decode(segment) ?? segment)
    .filter((segment) => segment !== '' && segment !== '.');
}

interface Reading {
  readonly base: string;
  readonly segments: readonly string[];
}

/** Below each base path that it starts with, then as it is. */
function readingsOf(path: string, basePaths: readonly string[]): readonly Reading[] {
  return [...basePaths.filter((base) => path.startsWith(`${base}/`)), ''].map((base) => ({
    base,
    segments: segmentsOf(path.slice(base.length)),
  }));
}

/** In segments: what a path may be away from the one that was meant. */
const MOST_COST = 1;
const OTHER_METHOD = 0.25;
/** A segment too many or missing: cheap at the front, where prefixes stand. */
const PREFIX = 0.35;
const GAP = 0.7;

interface Measure {
  readonly distance: (a: string, b: string) => number;
  /** More need not be told apart. */
  readonly most: number;
}

/** The cheapest way from one list of segments to the other; infinite where no word of the template is in sight. */
function costOf(sent: readonly string[], template: readonly string[], { distance, most }: Measure): number {
  if (Math.abs(sent.length - template.length) * PREFIX > most) return Number.POSITIVE_INFINITY;
  const isRoot = template.length === 0;
  if (isRoot !== (sent.length === 0)) return Number.POSITIVE_INFINITY;
  if (!template.some((word) => sent.some((one) => isWord(word) && distance(one, word) < 1)) && !isRoot)
    return Number.POSITIVE_INFINITY;
  let above: readonly number[] = [0, ...template.map((_word, index) => (index + 1) * PREFIX)];
  for (const [index, one] of sent.entries()) {
    const row = [(index + 1) * PREFIX];
    for (const [at, word] of template.entries()) {
      const substituted = (above[at] ?? 0) + distance(one, word);
      const gap = Math.min(above[at + 1] ?? 0, row[at] ?? 0) + GAP;
      row.push(Math.min(substituted, gap));
    }
    if (Math.min(...row) > most) return Number.POSITIVE_INFINITY;
    above = row;
  }
  return above.at(-1) ?? Number.POSITIVE_INFINITY;
}

function isWord(segment: string): boolean {
  return !segment.includes('{');
}

/** A parameter takes any text, but a word that was misspelt is meant more often. */
const PARAMETER = 0.05;
const OTHER_CASE = 0.1;
/** Words of which more than this part differs are others. */
const MOST_DIFFERENT = 0.5;
const MAX_WORD = 64;

/** From 0 for the same segment to 1 for another; each pair is compared once. */
function createDistance(): (a: string, b: string) => number {
  const known = new Map<string, number>();
  return (a, b) => {
    if (a === b) return 0;
    if (!isWord(b)) return PARAMETER;
    const key = `${a}/${b}`;
    const found = known.get(key) ?? distanceOf(a.toLowerCase(), b.toLowerCase());
    known.set(key, found);
    return found;
  };
}

function distanceOf(a: string, b: string): number {
  if (a === b) return OTHER_CASE;
  const longest = Math.max(a.length, b.length);
  if (longest > MAX_WORD || Math.abs(a.length - b.length) > longest * MOST_DIFFERENT) return 1;
  const part = edits(a, b) / longest;
  return part > MOST_DIFFERENT ? 1 : OTHER_CASE + part;
}

/** Insertions, deletions and replacements (Levenshtein, 1966), and neighbours that changed places (Damerau, 1964). */
function edits(a: string, b: string): number {
  let before: readonly number[] = [];
  let above: readonly number[] = Array.from({ length: b.length + 1 }, (_unused, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (above[j - 1] ?? 0) + Number(a[i - 1] !== b[j - 1]);
      const least = Math.min(replaced, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(isSwapped ? Math.min(least, (before[j - 2] ?? 0) + 1) : least);
    }
    [before, above] = [above, row];
  }
  return above[b.length] ?? 0;
}
