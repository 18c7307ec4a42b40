/** The little of Markdown that a summary needs, and the one place where text of others gets into it. */
import { visible } from '../../../text.ts';

const LONGEST = 300;

/** Text of others, in one cell or line: nothing in it is Markdown, HTML, a mention, a reference or a link. */
export function plain(text: string, longest = LONGEST): string {
  return escaped(text, longest).replace(linkers, '$&&#8203;');
}

/** The same in the type of code, where GitHub looks for nothing, and without what would be copied along with it. */
export function code(text: string): string {
  return `<code>${escaped(text, LONGEST)}</code>`;
}

/** Cells are Markdown already. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return lines.join('\n');
}

function escaped(text: string, longest: number): string {
  const short = text.length <= longest ? text : `${text.slice(0, longest)}...`;
  return visible(short.toWellFormed().replaceAll(/\s+/g, ' '))
    .replace(/[\\`*_{}[\]<>#!|~@&:$]/g, (character) => `&#${character.codePointAt(0)};`)
    .trim();
}

/**
 * Mentions (`@user`), references (`#1`, `GH-1`) and addresses are found in what the Markdown has become, where a character
 * reference is a character again: what breaks them is a space of no width.
 */
const linkers = /&#(?:64|35);|&#58;(?=\/\/)|\bwww(?=\.)|\bGH(?=-\d)/gi;
