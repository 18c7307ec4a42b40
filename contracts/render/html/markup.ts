/** HTML templates that escape every value, formatted values for the page, and links within it. */

import { escapeCharacter, hiddenCharactersInLines, sanitizeJson } from '../../../sanitize.ts';
import { formatPlace, type Place } from '../../../spec/model/contract.ts';
import type { Severity } from '../../finding/finding.ts';
import { formatSeconds } from '../../report/text-format.ts';

/** A piece of HTML that may be inserted into another without escaping; created by `html` and `joinMarkup`. */
export interface Markup {
  readonly markup: string;
}

/** The values of a template: text and numbers are escaped, undefined is empty. */
type MarkupPart = string | number | Markup | readonly Markup[] | undefined;

/** A template. Values may stand between tags and within double-quoted attributes, nowhere else. */
export function html(literals: TemplateStringsArray, ...parts: readonly MarkupPart[]): Markup {
  const rendered = literals.map((literal, index) => `${literal}${index < parts.length ? toMarkup(parts[index]) : ''}`);
  return { markup: rendered.join('') };
}

/** Concatenates pieces, with an optional text between them. */
export function joinMarkup(parts: readonly Markup[], between = ''): Markup {
  return { markup: parts.map(({ markup }) => markup).join(escapeHtml(between)) };
}

export const emptyMarkup: Markup = { markup: '' };

/** The piece if `isShown`, else an empty one. */
export function when(isShown: boolean, render: () => Markup): Markup {
  return isShown ? render() : emptyMarkup;
}

function toMarkup(part: MarkupPart): string {
  if (part === undefined) return '';
  if (typeof part === 'string') return escapeHtml(part);
  if (typeof part === 'number') return String(part);
  return 'markup' in part ? part.markup : joinMarkup(part).markup;
}

/**
 * Escapes text between tags or in quotes; invisible characters and those that change the text direction become codes:
 * `\u202e`.
 */
function escapeHtml(text: string): string {
  return visibleText(text).replace(/[&<>"'`]/g, (character) => htmlEntities[character] ?? character);
}

const htmlEntities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};

/** The text as shown: invisible characters are replaced by their codes. */
function visibleText(text: string): string {
  return text.replace(hiddenCharactersInLines, escapeCharacter);
}

/** The exact text as JSON, for the copy button; undefined if it is the same as the text shown. */
export function exactJson(text: string): string | undefined {
  return visibleText(text) === text ? undefined : sanitizeJson(JSON.stringify(text));
}

/** `2026-11-22 02:50:19 UTC`; any other text is returned unchanged. */
export function timeText(iso: string): string {
  const parts = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)/.exec(iso);
  return parts === null ? iso : `${parts[1]} ${parts[2]} UTC`;
}

/** The label of a severity, and the class of its color. */
export function severitySign(severity: Severity): { readonly tone: string; readonly sign: string } {
  return severity === 'error' ? { tone: 'bad', sign: '✗ error' } : { tone: 'odd', sign: '! warning' };
}

/** `2.8 s`, `4 min 12 s` */
export function durationText(ms: number): string {
  if (!Number.isFinite(ms)) return 'unknown';
  if (ms < 59_950) return formatSeconds(ms);
  const totalSeconds = Math.round(ms / 1000);
  return `${Math.floor(totalSeconds / 60)} min ${totalSeconds % 60} s`;
}

/** `1,087` */
export function numberText(number: number): string {
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `1 finding`, `1,087 findings` */
export function pluralizeCount(number: number, noun: string, plural = `${noun}s`): string {
  return `${numberText(number)} ${number === 1 ? noun : plural}`;
}

/** The file and the line, followed by the pointer. */
export function placeMarkup(place: Place): Markup {
  return html`<span class="place"><code>${formatPlace(place)}</code> <code class="muted">${place.pointer || '/'}</code></span>`;
}

/** The fields that findings can be filtered by. */
interface FindingFilter {
  readonly severity?: string | undefined;
  readonly stage?: string | undefined;
  /** Operation, interaction or document. */
  readonly subject?: string | undefined;
  readonly category?: string | undefined;
  readonly check?: string | undefined;
  /** Search words. */
  readonly text?: string | undefined;
}

/** `#?subject=createOrder&category=text-values` */
export function filterLink(filter: FindingFilter): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) parameters.set(name, visibleText(value));
  return `#?${parameters}`;
}

/** `#invalid-rejected/createOrder/3f2a91c07b5d` */
export function findingLink(anchor: string): string {
  return `#${encodeURI(anchor.toWellFormed())}`;
}

/** A valid element id: no white space, and no characters that a browser would encode in a URL. */
export function toAnchorId(id: string): string {
  return id.replace(/[\s\p{Cc}\p{Cf}\p{Cs}"'<>&#?%\\]+/gu, '-');
}
