/** Regular expressions without the parts that only look ahead or behind. */
import { endOfToken } from './pattern-tokens.ts';

/** `^(?!-)[a-z-]+$` → `^[a-z-]+$`: matches the same texts and more. */
export function removeLookarounds(source: string): string {
  let kept = '';
  for (let at = 0; at < source.length; ) {
    const isLookaround = /^\(\?<?[=!]/.test(source.slice(at, at + 4));
    const end = isLookaround ? endOfGroup(source, at) : endOfToken(source, at);
    if (!isLookaround) kept += source.slice(at, end);
    at = end;
  }
  return kept;
}

/** The position after the parenthesis that closes the group. */
function endOfGroup(source: string, start: number): number {
  let depth = 0;
  for (let at = start; at < source.length; at = endOfToken(source, at)) {
    if (source[at] === '(') depth += 1;
    if (source[at] === ')') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return source.length;
}
