/** What was sent and what came back, with the part of the answer marked that is wrong. */
import { visible } from '../../../text.ts';
import type { AnswerPart, Evidence, Finding, SeenAnswer, SeenRequest } from '../../finding/finding.ts';
import type { Span } from '../../http/body-path.ts';
import { type Excerpt, excerptOf, INDENT, labelled, type Style, WIDTH } from './terminal.ts';

/** The case in words, the request and the answer. */
export function exchangeLines({ at }: Finding, evidence: Evidence, style: Style): readonly string[] {
  const { mutation, steps = [mutation], request, answer } = evidence;
  return [
    ...caseLines(steps),
    `  sent      ${visible(request.method)} ${cut(request.url)}`,
    ...unusual(request).map((header) => `${INDENT}${cut(header)}`),
    `${INDENT}${sentBody(request)}`,
    ...(answer === undefined ? [] : answerLines(answer, at, style)),
  ];
}

/** A body of no bytes is sent with a media type, and is not the same as none. */
function sentBody({ body, mark }: SeenRequest): string {
  if (body === undefined) return '(no body)';
  return body === '' ? '(an empty body)' : excerptOf(body, mark, ROOM).text;
}

/** Each request on a line of its own, where there are several. */
export function caseLines(steps: readonly string[]): readonly string[] {
  return steps.flatMap((step, index) => labelled(index === 0 ? 'case' : '', step));
}

const MOST_HEADERS = 5;
const usual = [/^accept(-encoding)?: /i, /^content-type: application\/json$/i];

/** Headers that not every request has, credentials among them: one may be what the case is about. */
function unusual({ headers }: SeenRequest): readonly string[] {
  const told = headers
    .map(([name, value]) => `${name}: ${value}`)
    .filter((header) => !usual.some((pattern) => pattern.test(header)));
  const left = told.length - MOST_HEADERS;
  return left > 0 ? [...told.slice(0, MOST_HEADERS), `and ${left} more headers`] : told;
}

const ROOM = WIDTH - INDENT.length;

function answerLines(
  { status, headers, body, mark }: SeenAnswer,
  at: AnswerPart | undefined,
  style: Style,
): readonly string[] {
  const type = headers.find(([name]) => isNamed(name, 'content-type'))?.[1];
  const head = `${status}${type === undefined ? '' : `  ${type}`}`;
  const excerpt = body === '' ? { text: '(no body)', carets: '' } : excerptOf(body, partIn(body, mark), ROOM);
  return [
    ...marked('  answer    ', excerptOf(head, headMark(head, at), ROOM), style),
    ...headerExcerpts(headers, at).flatMap((header) => marked(INDENT, header, style)),
    ...marked(INDENT, excerpt, style),
  ];
}

/** Of a long body that is wrong as a whole the beginning says more than its two ends. */
function partIn(body: string, mark: Span | undefined): Span | undefined {
  const isWhole = mark?.start === 0 && mark.end >= body.trimEnd().length;
  return isWhole && body.length > ROOM ? undefined : mark;
}

function marked(label: string, { text, carets }: Excerpt, style: Style): readonly string[] {
  return [`${label}${text}`, ...(carets === '' ? [] : [`${INDENT}${underlined(carets, style)}`])];
}

/** Without colouring the way there. */
function underlined(carets: string, style: Style): string {
  const start = carets.indexOf('^');
  return `${carets.slice(0, start)}${style.red(carets.slice(start))}`;
}

function isNamed(name: string, lowerCase: string): boolean {
  return name.toLowerCase() === lowerCase;
}

const TYPE_START = '200  '.length;

/** The status or the media type, where that is what is wrong. */
function headMark(head: string, at: AnswerPart | undefined): Span | undefined {
  if (at?.in === 'status') return { start: 0, end: TYPE_START - 2 };
  if (at?.in !== 'header' || !isNamed(at.name, 'content-type') || head.length <= TYPE_START) return undefined;
  return { start: TYPE_START, end: head.length };
}

/** Other headers are shown only where one is what is wrong. */
function headerExcerpts(headers: SeenAnswer['headers'], at: AnswerPart | undefined): readonly Excerpt[] {
  if (at?.in !== 'header' || isNamed(at.name, 'content-type')) return [];
  const wanted = at.name.toLowerCase();
  return headers
    .filter(([name]) => isNamed(name, wanted))
    .slice(0, MOST_HEADERS)
    .map(([name, value]) => {
      const text = `${name}: ${value}`;
      return excerptOf(text, { start: name.length + 2, end: text.length }, ROOM);
    });
}

function cut(text: string): string {
  return excerptOf(text, undefined, ROOM - 8).text;
}
