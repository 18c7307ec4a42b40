/** HTML that is safe by construction: whatever is put into a template is text, unless a template made it. */

import { codeOf, unseenInLines, visibleJson } from '../../../text.ts';

/** A piece of HTML that may be put into another as it is; only `html` and `joined` make these. */
export interface Markup {
  readonly markup: string;
}

/** What a template takes: text and numbers are escaped, nothing stands for undefined. */
export type Part = string | number | Markup | readonly Markup[] | undefined;

/** A template. Values may stand between tags and within attributes in double quotes, nowhere else. */
export function html(pieces: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const filled = pieces.map(
    (piece, index) => `${piece}${index < parts.length ? markupOf(parts[index]) : ''}`,
  );
  return { markup: filled.join('') };
}

/** One after the other. */
export function joined(parts: readonly Markup[], between = ''): Markup {
  return { markup: parts.map(({ markup }) => markup).join(escaped(between)) };
}

export const nothing: Markup = { markup: '' };

/** The part where there is something to show. */
export function when(isShown: boolean, make: () => Markup): Markup {
  return isShown ? make() : nothing;
}

function markupOf(part: Part): string {
  if (part === undefined) return '';
  if (typeof part === 'string') return escaped(part);
  if (typeof part === 'number') return String(part);
  return 'markup' in part ? part.markup : joined(part).markup;
}

/** Text between tags or in quotes; what no eye sees, or turns the direction of writing, by its code: `\u202e`. */
function escaped(text: string): string {
  return shown(text).replace(/[&<>"'`]/g, (character) => entities[character] ?? character);
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

/** What is shown of a text: the same, but for what no eye sees. */
export function shown(text: string): string {
  return text.replace(unseenInLines, codeOf);
}

/** For a script to read, as JSON: undefined where the shown text is what is meant. */
export function exactly(text: string): string | undefined {
  return shown(text) === text ? undefined : visibleJson(JSON.stringify(text));
}
