/** The tokens of a regular expression, as far as changing its groups and quantifiers needs them. */

/** The position after an escape, a character class, the start of a group or a single character. */
export function endOfToken(source: string, at: number): number {
  if (source[at] === '\\') return at + 2;
  if (source[at] === '(') return at + (/^\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?/.exec(source.slice(at))?.[0].length ?? 1);
  if (source[at] !== '[') return at + 1;
  let end = at + 1;
  while (end < source.length && source[end] !== ']') end += source[end] === '\\' ? 2 : 1;
  return end + 1;
}

/** How often the token before it may occur. */
export interface Quantifier {
  readonly text: string;
  readonly min: number;
  /** Infinity for no limit. */
  readonly max: number;
}

export function quantifierAt(source: string, at: number): Quantifier | undefined {
  const [text, symbol, min, range, max] = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/.exec(source.slice(at)) ?? [];
  if (text === undefined) return undefined;
  if (symbol !== undefined)
    return { text, min: symbol === '+' ? 1 : 0, max: symbol === '?' ? 1 : Number.POSITIVE_INFINITY };
  const unlimited = max === undefined || max === '' ? Number.POSITIVE_INFINITY : Number(max);
  return { text, min: Number(min), max: range === undefined ? Number(min) : unlimited };
}
