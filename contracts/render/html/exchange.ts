/** What was sent and what came back, side by side, with the part marked that is wrong. */
import { parseJson } from '../../../spec/json/exact-json.ts';
import type { AnswerPart, Evidence, Finding, SeenAnswer, SeenRequest } from '../../finding/finding.ts';
import type { Span } from '../../http/body-path.ts';
import { html, type Markup, when } from './markup.ts';

/** Both sides. */
export function exchangeMarkup({ at, received }: Finding, { request, answer }: Evidence): Markup {
  const back = answer === undefined ? noAnswer(received) : answerSide(answer, at);
  return html`<div class="exchange">${requestSide(request)}${back}</div>`;
}

function requestSide({ method, url, headers, body, mark }: SeenRequest): Markup {
  const shown = body === undefined || body === '' ? noBody : html`<pre>${bodyMarkup(body, mark)}</pre>`;
  return html`<section class="sent"><h5>Request${mark === undefined ? '' : '; what makes the case is marked'}</h5><p class="line"><b>${method}</b> ${url}</p>${headerList(headers, undefined)}${shown}</section>`;
}

function answerSide({ status, headers, body, mark }: SeenAnswer, at: AnswerPart | undefined): Markup {
  const code = at?.in === 'status' ? html`<mark>${status}</mark>` : html`${status}`;
  const shown = body === '' ? noBody : html`<pre>${bodyMarkup(body, mark)}</pre>`;
  const wrong = at?.in === 'header' ? at.name.toLowerCase() : undefined;
  const hasMark = mark !== undefined || at?.in === 'status' || at?.in === 'header';
  return html`<section><h5>Answer${hasMark ? '; what is wrong is marked' : ''}</h5><p class="line">status <b>${code}</b></p>${headerList(headers, wrong)}${shown}</section>`;
}

function noAnswer(received: string): Markup {
  return html`<section><h5>Answer</h5><p class="line"><mark>${received}</mark></p></section>`;
}

const noBody = html`<p class="muted">(no body)</p>`;

function headerList(headers: SeenRequest['headers'], wrong: string | undefined): Markup {
  const rows = headers.map(([name, value]) => {
    const shown = name.toLowerCase() === wrong ? html`<mark>${value}</mark>` : html`${value}`;
    return html`<li><span class="name">${name}:</span> ${shown}</li>`;
  });
  return when(rows.length > 0, () => html`<ul class="headers">${rows}</ul>`);
}

/** Of a text that is JSON, white space alone is moved, so that every digit stays as it was. */
export function bodyMarkup(text: string, mark: Span | undefined): Markup {
  const laid = parseJson(text).ok && /^\s*[{[]/.test(text) ? laidOut(text, mark) : { text, mark };
  return marked(laid.text, laid.mark);
}

/** A text with a part of it marked. */
export function marked(text: string, mark: Span | undefined): Markup {
  if (mark === undefined || mark.end <= mark.start || mark.start >= text.length) return html`${text}`;
  const [before, part, after] = [
    text.slice(0, mark.start),
    text.slice(mark.start, mark.end),
    text.slice(mark.end),
  ];
  return html`${before}<mark>${part}</mark>${after}`;
}

interface Laid {
  readonly text: string;
  readonly mark: Span | undefined;
}

/** A string, a bracket or comma or colon, or any other token; white space between them is dropped. */
const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

interface Token {
  readonly text: string;
  /** Where it stands in the source. */
  readonly at: number;
}

interface Placed extends Token {
  /** Where it stands in what is made of it. */
  readonly to: number;
}

function laidOut(source: string, mark: Span | undefined): Laid {
  const found = [...source.matchAll(tokens)].map((match) => ({ text: match[0], at: match.index }));
  const placed: Placed[] = [];
  let [text, depth] = ['', 0];
  for (const [index, token] of found.entries()) {
    const before = found[index - 1]?.text ?? '';
    if (isClosing(token.text)) depth--;
    text += spaceBetween(before, token.text, depth);
    placed.push({ ...token, to: text.length });
    text += token.text;
    if (isOpening(token.text)) depth++;
  }
  return { text, mark: mark === undefined ? undefined : moved(mark, placed) };
}

function spaceBetween(before: string, next: string, depth: number): string {
  const line = `\n${'  '.repeat(Math.min(depth, DEEPEST))}`;
  if (before === '' || next === ',' || next === ':') return '';
  if (before === ':') return ' ';
  if (isOpening(before)) return isClosing(next) ? '' : line;
  return line;
}

/** Deeper values would be all white space. */
const DEEPEST = 40;

function isOpening(token: string): boolean {
  return token === '{' || token === '[';
}

function isClosing(token: string): boolean {
  return token === '}' || token === ']';
}

/** From the first token that it touches to the last. */
function moved({ start, end }: Span, placed: readonly Placed[]): Span | undefined {
  const touched = placed.filter(({ at, text }) => at < end && at + text.length > start);
  const [first, last] = [touched[0], touched.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return {
    start: first.to + Math.max(0, start - first.at),
    end: last.to + Math.min(last.text.length, end - last.at),
  };
}
