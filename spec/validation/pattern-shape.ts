/** What a regular expression may cost, read off its text. */

export interface PatternShape {
  /** Something repeated repeats within: each character may double the steps. */
  readonly isNested: boolean;
  /** The power of the text's length to which the steps may grow, where nothing is nested. */
  readonly degree: number;
  /** About as many characters as the repetitions ask for, those within others multiplied. */
  readonly size: number;
}

/** Too many are better than too few: alternatives are counted as if they stood one behind the other. */
export function shapeOf(source: string): PatternShape {
  const shape = { isNested: false };
  const open: Group[] = [groupAfter('')];
  for (const [token] of source.matchAll(tokens)) {
    const group = open.at(-1) ?? groupAfter('');
    if (token.startsWith('(')) open.push(groupAfter(token));
    else if (token === ')' && open.length > 1) close(open);
    else if (isRepetition(token)) shape.isNested = repeat(group, limitsOf(token)) || shape.isNested;
    else addAtom(group, { size: 1, degree: 0 });
  }
  while (open.length > 1) close(open);
  const [whole = groupAfter('')] = open;
  const { size, degree } = partOf(whole);
  return { ...shape, size, degree: degree + (source.startsWith('^') ? 0 : 1) };
}

interface Part {
  readonly size: number;
  readonly degree: number;
}

interface Group {
  /** Looking around is done once, whatever comes of the rest. */
  readonly looksAround: boolean;
  sum: Part;
  last: Part;
  /** Of what looks around within. */
  aside: number;
}

const tokens =
  /\\(?:[pP]\{[^}]*\}|k<[^>]*>|u\{[^}]*\}|[\s\S])|\[(?:\\[\s\S]|[^\]\\])*\]|\(\?(?:<[=!]|[=!:]|<[^>]*>)|[*+?]\??|\{\d+(?:,\d*)?\}\??|[\s\S]/gu;

function groupAfter(start: string): Group {
  const none = { size: 0, degree: 0 };
  return { looksAround: /^\(\?<?[=!]/.test(start), sum: none, last: none, aside: 0 };
}

function addAtom(group: Group, atom: Part): void {
  group.sum = { size: group.sum.size + group.last.size, degree: group.sum.degree + group.last.degree };
  group.last = atom;
}

function partOf({ sum, last, aside }: Group): Part {
  return { size: sum.size + last.size, degree: Math.max(sum.degree + last.degree, aside) };
}

function close(open: Group[]): void {
  const closed = open.pop();
  const outer = open.at(-1);
  if (closed === undefined || outer === undefined) return;
  const { size, degree } = partOf(closed);
  addAtom(outer, { size, degree: closed.looksAround ? 0 : degree });
  if (closed.looksAround) outer.aside = Math.max(outer.aside, degree);
}

function isRepetition(token: string): boolean {
  return /^(?:[*+?]|\{\d)/.test(token);
}

interface Limits {
  readonly min: number;
  readonly max: number;
}

function limitsOf(token: string): Limits {
  if (token.startsWith('?')) return { min: 0, max: 1 };
  if (!token.startsWith('{')) return { min: token.startsWith('+') ? 1 : 0, max: Infinity };
  const [, min = '0', comma, max = ''] = /^\{(\d+)(,)?(\d*)/.exec(token) ?? [];
  return { min: Number(min), max: comma === undefined ? Number(min) : max === '' ? Infinity : Number(max) };
}

/** Says whether what is repeated already repeats within. */
function repeat(group: Group, { min, max }: Limits): boolean {
  const { size, degree } = group.last;
  const isFree = max > 1 && max !== min;
  const times = Number.isFinite(max) ? Math.max(1, max) : Math.max(1, min);
  // So many times the same is as if it were written so many times.
  group.last = { size: size * times, degree: isFree ? degree + 1 : degree * times };
  return isFree && degree > 0;
}
