/** What was sent and what came back, with the part of the answer marked that is wrong. */
import { pathIn, type Span, spanOf } from '../body-path.ts';
import type { Evidence, Finding, SeenAnswer, SeenRequest } from '../finding.ts';
import { type Excerpt, excerptOf, WIDTH } from './columns.ts';
import type { Style } from './style.ts';
import { syntaxErrorAt } from './syntax-error.ts';
import { INDENT, labelled } from './words.ts';

export function exchangeLines(finding: Finding, evidence: Evidence, style: Style): readonly string[] {
  const { mutation, request, answer } = evidence;
  return [
    ...labelled('case', mutation),
    `  sent      ${request.method} ${cut(request.url)}`,
    ...unusual(request).map((header) => `${INDENT}${cut(header)}`),
    `${INDENT}${request.body === undefined ? '(no body)' : excerptOf(request.body, request.mark, ROOM).text}`,
    ...(answer === undefined ? [] : answerLines(finding, answer, style)),
  ];
}

const MOST_HEADERS = 3;
const usual = [
  /^accept(-encoding)?: /i,
  /^content-type: application\/json$/i,
  /^authorization: bearer \$PLANT_STORE_TOKEN$/i,
];

/** Headers that not every request has: one of them may be what the case is about. */
function unusual({ headers }: SeenRequest): readonly string[] {
  return headers
    .map(([name, value]) => `${name}: ${value}`)
    .filter((header) => !usual.some((pattern) => pattern.test(header)))
    .slice(0, MOST_HEADERS);
}

const ROOM = WIDTH - INDENT.length;

function answerLines(finding: Finding, answer: SeenAnswer, style: Style): readonly string[] {
  const type = answer.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const head = `${answer.status}${type === undefined ? '' : `  ${type}`}`;
  const body = bodyExcerpt(finding, answer);
  return [
    ...marked('  answer    ', excerptOf(head, headMark(finding, head), ROOM), style),
    ...marked(INDENT, body, style),
  ];
}

function marked(label: string, { text, carets }: Excerpt, style: Style): readonly string[] {
  return [`${label}${text}`, ...(carets === '' ? [] : [`${INDENT}${underlined(carets, style)}`])];
}

/** Without colouring the way there. */
function underlined(carets: string, style: Style): string {
  const start = carets.indexOf('^');
  return `${carets.slice(0, start)}${style.red(carets.slice(start))}`;
}

/** The status or the media type, where that is what was received instead of what was expected. */
function headMark({ received }: Finding, head: string): Span | undefined {
  const status = /^status (\d+)\b/.exec(received)?.[1];
  if (status !== undefined && head.startsWith(status)) return { start: 0, end: status.length };
  return /^Content-Type /.test(received) && head.length > 5 ? { start: 5, end: head.length } : undefined;
}

function bodyExcerpt(finding: Finding, { body }: SeenAnswer): Excerpt {
  return body === '' ? { text: '(no body)', carets: '' } : excerptOf(body, bodyMark(finding, body), ROOM);
}

/** What is expected begins with the place that it is expected at; a syntax error tells its position. */
function bodyMark({ expected, received }: Finding, body: string): Span | undefined {
  const path = /^body\b/.test(expected) ? pathIn(expected) : undefined;
  if (path !== undefined) return whereTextsPart(received, body, spanOf(body, path));
  const told = /\bat position (\d+)$/.exec(received)?.[1];
  const found = /^Unexpected token /.test(received) ? syntaxErrorAt(body) : undefined;
  const position = told === undefined ? found : Number(told);
  return position === undefined ? undefined : { start: position, end: position + 1 };
}

/** Of a text that comes back changed, from the first character that differs; of one cut short, its last quote. */
function whereTextsPart(received: string, body: string, span: Span | undefined): Span | undefined {
  const parting = Number(/; they part at character (\d+): /.exec(received)?.[1] ?? 'none');
  const value = span === undefined ? '' : body.slice(span.start, span.end);
  if (span === undefined || Number.isNaN(parting) || !/^"[^\\]*"$/.test(value)) return span;
  const before = [...value].slice(0, parting + 1).join('').length;
  return { start: span.start + before, end: Math.max(span.start + before + 1, span.end - 1) };
}

function cut(text: string): string {
  return excerptOf(text, undefined, ROOM - 8).text;
}
