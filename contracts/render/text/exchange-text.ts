/** Request and response as text, with the wrong part of the response highlighted. */
import { sanitizeLine } from '../../../sanitize.ts';
import type { Evidence, Finding, ResponsePart, ShownRequest, ShownResponse } from '../../finding/finding.ts';
import type { TextSpan } from '../../http/json-path.ts';
import { createExcerpt, INDENT, labelLines, MAX_LINE_WIDTH, type MarkedExcerpt, type TextStyle } from './terminal.ts';

/** The case as text, the request and the response. */
export function exchangeLines({ responsePart }: Finding, evidence: Evidence, style: TextStyle): readonly string[] {
  const { mutation, steps = [mutation], request, response } = evidence;
  return [
    ...stepLines(steps),
    `  request   ${sanitizeLine(request.method)} ${truncateLine(request.url)}`,
    ...uncommonHeaders(request).map((header) => `${INDENT}${truncateLine(header)}`),
    `${INDENT}${requestBodyText(request)}`,
    ...(response === undefined ? [] : responseLines(response, responsePart, style)),
  ];
}

/** An empty body is sent with a media type, and differs from no body. */
function requestBodyText({ body, mark }: ShownRequest): string {
  if (body === undefined) return '(no body)';
  return body === '' ? '(empty body)' : createExcerpt(body, mark, MAX_WIDTH).text;
}

/** One line for each request, if there are several. */
export function stepLines(steps: readonly string[]): readonly string[] {
  return steps.flatMap((step, index) => labelLines(index === 0 ? 'case' : '', step));
}

const MAX_HEADERS = 5;
const commonHeaders = [/^accept(-encoding)?: /i, /^content-type: application\/json$/i, /^user-agent: plant-store\//i];

/** Headers that not every request has, including credentials: the case may be about one of them. */
function uncommonHeaders({ headers }: ShownRequest): readonly string[] {
  const headerLines = headers
    .map(([name, value]) => `${name}: ${value}`)
    .filter((header) => !commonHeaders.some((pattern) => pattern.test(header)));
  const omitted = headerLines.length - MAX_HEADERS;
  return omitted > 0 ? [...headerLines.slice(0, MAX_HEADERS), `and ${omitted} more headers`] : headerLines;
}

const MAX_WIDTH = MAX_LINE_WIDTH - INDENT.length;

function responseLines(
  { status, headers, body, mark }: ShownResponse,
  at: ResponsePart | undefined,
  style: TextStyle,
): readonly string[] {
  const type = headers.find(([name]) => isSameName(name, 'content-type'))?.[1];
  const head = `${status}${type === undefined ? '' : `  ${type}`}`;
  const excerpt =
    body === '' ? { text: '(no body)', carets: '' } : createExcerpt(body, visibleMark(body, mark), MAX_WIDTH);
  return [
    ...markedLines('  response  ', createExcerpt(head, headHighlight(head, at), MAX_WIDTH), style),
    ...headerExcerpts(headers, at).flatMap((header) => markedLines(INDENT, header, style)),
    ...markedLines(INDENT, excerpt, style),
  ];
}

/** Of a long body that is wrong as a whole, the beginning says more than its two ends. */
function visibleMark(body: string, mark: TextSpan | undefined): TextSpan | undefined {
  const isWhole = mark?.start === 0 && mark.end >= body.trimEnd().length;
  return isWhole && body.length > MAX_WIDTH ? undefined : mark;
}

function markedLines(label: string, { text, carets }: MarkedExcerpt, style: TextStyle): readonly string[] {
  return [`${label}${text}`, ...(carets === '' ? [] : [`${INDENT}${colorCarets(carets, style)}`])];
}

/** Colors only the carets, not the space before them. */
function colorCarets(carets: string, style: TextStyle): string {
  const start = carets.indexOf('^');
  return `${carets.slice(0, start)}${style.red(carets.slice(start))}`;
}

function isSameName(name: string, lowerCase: string): boolean {
  return name.toLowerCase() === lowerCase;
}

const MEDIA_TYPE_OFFSET = '200  '.length;

/** The status or the media type, if that is what is wrong. */
function headHighlight(head: string, at: ResponsePart | undefined): TextSpan | undefined {
  if (at?.in === 'status') return { start: 0, end: MEDIA_TYPE_OFFSET - 2 };
  if (at?.in !== 'header' || !isSameName(at.name, 'content-type') || head.length <= MEDIA_TYPE_OFFSET) return undefined;
  return { start: MEDIA_TYPE_OFFSET, end: head.length };
}

/** Other headers are shown only if one of them is wrong. */
function headerExcerpts(headers: ShownResponse['headers'], at: ResponsePart | undefined): readonly MarkedExcerpt[] {
  if (at?.in !== 'header' || isSameName(at.name, 'content-type')) return [];
  const headerName = at.name.toLowerCase();
  return headers
    .filter(([name]) => isSameName(name, headerName))
    .slice(0, MAX_HEADERS)
    .map(([name, value]) => {
      const text = `${name}: ${value}`;
      return createExcerpt(text, { start: name.length + 2, end: text.length }, MAX_WIDTH);
    });
}

function truncateLine(text: string): string {
  return createExcerpt(text, undefined, MAX_WIDTH - 8).text;
}
