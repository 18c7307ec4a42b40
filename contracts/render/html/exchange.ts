/** Request and response side by side, with the wrong part highlighted. */
import { parseJson } from '../../../spec/json/exact-json.ts';
import type { Evidence, Finding, ResponsePart, ShownRequest, ShownResponse } from '../../finding/finding.ts';
import type { TextSpan } from '../../http/json-path.ts';
import { html, type Markup, when } from './markup.ts';

export function exchangeMarkup({ responsePart, received }: Finding, { request, response }: Evidence): Markup {
  const responseMarkup = response === undefined ? noResponse(received) : responseSide(response, responsePart);
  return html`<div class="exchange">${requestSide(request)}${responseMarkup}</div>`;
}

function requestSide({ method, url, headers, body, mark }: ShownRequest): Markup {
  const shown = body === undefined || body === '' ? noBody : html`<pre>${bodyMarkup(body, mark)}</pre>`;
  return html`<section class="sent"><h5>Request${mark === undefined ? '' : '; the mutated part is marked'}</h5><p class="line"><b>${method}</b> ${url}</p>${headerList(headers, undefined)}${shown}</section>`;
}

function responseSide({ status, headers, body, mark }: ShownResponse, at: ResponsePart | undefined): Markup {
  const code = at?.in === 'status' ? html`<mark>${status}</mark>` : html`${status}`;
  const shown = body === '' ? noBody : html`<pre>${bodyMarkup(body, mark)}</pre>`;
  const wrongHeader = at?.in === 'header' ? at.name.toLowerCase() : undefined;
  const hasMark = mark !== undefined || at?.in === 'status' || at?.in === 'header';
  return html`<section><h5>Response${hasMark ? '; the wrong part is marked' : ''}</h5><p class="line">status <b>${code}</b></p>${headerList(headers, wrongHeader)}${shown}</section>`;
}

function noResponse(received: string): Markup {
  return html`<section><h5>Response</h5><p class="line"><mark>${received}</mark></p></section>`;
}

const noBody = html`<p class="muted">(no body)</p>`;

function headerList(headers: ShownRequest['headers'], wrongHeader: string | undefined): Markup {
  const rows = headers.map(([name, value]) => {
    const shown = name.toLowerCase() === wrongHeader ? html`<mark>${value}</mark>` : html`${value}`;
    return html`<li><span class="name">${name}:</span> ${shown}</li>`;
  });
  return when(rows.length > 0, () => html`<ul class="headers">${rows}</ul>`);
}

/** In a JSON text only white space is changed, so that every digit stays as it was. */
export function bodyMarkup(text: string, mark: TextSpan | undefined): Markup {
  const formatted = parseJson(text).ok && /^\s*[{[]/.test(text) ? formatJson(text, mark) : { text, mark };
  return markText(formatted.text, formatted.mark);
}

/** A text with a part of it highlighted. */
export function markText(text: string, mark: TextSpan | undefined): Markup {
  if (mark === undefined || mark.end <= mark.start || mark.start >= text.length) return html`${text}`;
  const [before, part, after] = [text.slice(0, mark.start), text.slice(mark.start, mark.end), text.slice(mark.end)];
  return html`${before}<mark>${part}</mark>${after}`;
}

interface FormattedBody {
  readonly text: string;
  readonly mark: TextSpan | undefined;
}

/** A string, a bracket, comma or colon, or any other token; white space between tokens is dropped. */
const tokenPattern = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

interface BodyToken {
  readonly text: string;
  /** The offset in the source text. */
  readonly sourceOffset: number;
}

interface PlacedToken extends BodyToken {
  /** The offset in the formatted text. */
  readonly targetOffset: number;
}

function formatJson(source: string, mark: TextSpan | undefined): FormattedBody {
  const found = [...source.matchAll(tokenPattern)].map((match) => ({
    text: match[0],
    sourceOffset: match.index,
  }));
  const placed: PlacedToken[] = [];
  let [text, depth] = ['', 0];
  for (const [index, token] of found.entries()) {
    const before = found[index - 1]?.text ?? '';
    if (isClosing(token.text)) depth--;
    text += spaceBetween(before, token.text, depth);
    placed.push({ ...token, targetOffset: text.length });
    text += token.text;
    if (isOpening(token.text)) depth++;
  }
  return { text, mark: mark === undefined ? undefined : moveMark(mark, placed) };
}

function spaceBetween(before: string, next: string, depth: number): string {
  const line = `\n${'  '.repeat(Math.min(depth, MAX_INDENT_DEPTH))}`;
  if (before === '' || next === ',' || next === ':') return '';
  if (before === ':') return ' ';
  if (isOpening(before)) return isClosing(next) ? '' : line;
  return line;
}

/** Deeper levels would consist of white space. */
const MAX_INDENT_DEPTH = 40;

function isOpening(token: string): boolean {
  return token === '{' || token === '[';
}

function isClosing(token: string): boolean {
  return token === '}' || token === ']';
}

/** From the first overlapping token to the last. */
function moveMark({ start, end }: TextSpan, placed: readonly PlacedToken[]): TextSpan | undefined {
  const overlapping = placed.filter(
    ({ sourceOffset, text }) => sourceOffset < end && sourceOffset + text.length > start,
  );
  const [first, last] = [overlapping[0], overlapping.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return {
    start: first.targetOffset + Math.max(0, start - first.sourceOffset),
    end: last.targetOffset + Math.min(last.text.length, end - last.sourceOffset),
  };
}
