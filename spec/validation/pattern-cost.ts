/** Estimates the cost of a regular expression from its source. */

export interface PatternCost {
  /** A repetition contains another: each character may double the steps. */
  readonly isNested: boolean;
  /** The exponent of the text's length in the number of steps, if nothing is nested. */
  readonly degree: number;
  /** The approximate number of characters that the repetitions require, with nested ones multiplied. */
  readonly size: number;
}

/** Overestimates rather than underestimates: alternatives are counted as if they were concatenated. */
export function estimatePatternCost(source: string): PatternCost {
  const cost = { isNested: false };
  const groups: Group[] = [startGroup('')];
  for (const [token] of source.matchAll(tokens)) {
    const group = groups.at(-1) ?? startGroup('');
    if (token.startsWith('(')) groups.push(startGroup(token));
    else if (token === ')' && groups.length > 1) closeGroup(groups);
    else if (isRepetition(token)) cost.isNested = applyQuantifier(group, parseQuantifier(token)) || cost.isNested;
    else addAtom(group, { size: 1, degree: 0 });
  }
  while (groups.length > 1) closeGroup(groups);
  const [rootGroup = startGroup('')] = groups;
  const { size, degree } = groupCost(rootGroup);
  return { ...cost, size, degree: degree + (source.startsWith('^') ? 0 : 1) };
}

interface PartCost {
  readonly size: number;
  readonly degree: number;
}

interface Group {
  /** A lookaround is evaluated once, independently of the rest. */
  readonly isLookaround: boolean;
  sum: PartCost;
  last: PartCost;
  /** The highest degree of the lookarounds within the group. */
  lookaroundDegree: number;
}

const tokens =
  /\\(?:[pP]\{[^}]*\}|k<[^>]*>|u\{[^}]*\}|[\s\S])|\[(?:\\[\s\S]|[^\]\\])*\]|\(\?(?:<[=!]|[=!:]|<[^>]*>)|[*+?]\??|\{\d+(?:,\d*)?\}\??|[\s\S]/gu;

function startGroup(start: string): Group {
  const none = { size: 0, degree: 0 };
  return { isLookaround: /^\(\?<?[=!]/.test(start), sum: none, last: none, lookaroundDegree: 0 };
}

function addAtom(group: Group, atom: PartCost): void {
  group.sum = { size: group.sum.size + group.last.size, degree: group.sum.degree + group.last.degree };
  group.last = atom;
}

function groupCost({ sum, last, lookaroundDegree }: Group): PartCost {
  return { size: sum.size + last.size, degree: Math.max(sum.degree + last.degree, lookaroundDegree) };
}

function closeGroup(groups: Group[]): void {
  const closed = groups.pop();
  const outer = groups.at(-1);
  if (closed === undefined || outer === undefined) return;
  const { size, degree } = groupCost(closed);
  addAtom(outer, { size, degree: closed.isLookaround ? 0 : degree });
  if (closed.isLookaround) outer.lookaroundDegree = Math.max(outer.lookaroundDegree, degree);
}

function isRepetition(token: string): boolean {
  return /^(?:[*+?]|\{\d)/.test(token);
}

interface Limits {
  readonly min: number;
  readonly max: number;
}

function parseQuantifier(token: string): Limits {
  if (token.startsWith('?')) return { min: 0, max: 1 };
  if (!token.startsWith('{')) return { min: token.startsWith('+') ? 1 : 0, max: Infinity };
  const [, min = '0', comma, max = ''] = /^\{(\d+)(,)?(\d*)/.exec(token) ?? [];
  return { min: Number(min), max: comma === undefined ? Number(min) : max === '' ? Infinity : Number(max) };
}

/** Returns whether a repetition contains another repetition. */
function applyQuantifier(group: Group, { min, max }: Limits): boolean {
  const { size, degree } = group.last;
  const isVariable = max > 1 && max !== min;
  const repetitions = Number.isFinite(max) ? Math.max(1, max) : Math.max(1, min);
  // Equivalent to writing the part this many times.
  group.last = { size: size * repetitions, degree: isVariable ? degree + 1 : degree * repetitions };
  return isVariable && degree > 0;
}
