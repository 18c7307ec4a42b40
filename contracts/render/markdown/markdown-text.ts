/** Untrusted text in Markdown: the only place where it is escaped. */
import { sanitizeLine, sanitizeLines } from '../../../sanitize.ts';

const MAX_TEXT_LENGTH = 300;

/** Untrusted text for one cell or line: escapes Markdown, HTML, mentions, references and links. */
export function escapeMarkdown(text: string, maxLength = MAX_TEXT_LENGTH): string {
  return escapeCharacters(text, maxLength).replace(autolinkPattern, '$&&#8203;');
}

/** The same as code, where GitHub looks for no mentions, and without zero-width spaces that would be copied along. */
export function codeMarkup(text: string): string {
  return `<code>${escapeCharacters(text, MAX_TEXT_LENGTH)}</code>`;
}

/** The cells are already Markdown. */
export function markdownTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return lines.join('\n');
}

function escapeCharacters(text: string, maxLength: number): string {
  const short = text.length <= maxLength ? text : `${text.slice(0, maxLength)}...`;
  return sanitizeLine(short.toWellFormed().replaceAll(/\s+/g, ' '))
    .replace(/[\\`*_{}[\]<>#!|~@&:$]/g, (character) => `&#${character.codePointAt(0)};`)
    .trim();
}

/**
 * Mentions (`@user`), references (`#1`, `GH-1`) and URLs are detected in the rendered Markdown, where a character
 * reference is a character again: a zero-width space breaks them.
 */
const autolinkPattern = /&#(?:64|35);|&#58;(?=\/\/)|\bwww(?=\.)|\bGH(?=-\d)/gi;

/** Untrusted lines as a code block: its fence is longer than any in the text. */
export function codeBlock(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${sanitizeLines(text.toWellFormed())}\n${fence}`;
}
