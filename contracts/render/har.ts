/** The exchanges that show what is wrong, as an HTTP archive (HAR 1.2), which browsers and proxies open. */
import { STATUS_CODES } from 'node:http';
import { printedJson } from '../../text.ts';
import {
  type Evidence,
  type Finding,
  faultsFirst,
  isToldElsewhere,
  type SeenAnswer,
  type SeenRequest,
} from '../finding/finding.ts';
import type { Report } from '../report/report.ts';
import type { ToldFinding } from '../report/stage.ts';

/** Browsers hold all of it in memory, and show it in one list. */
const MOST_ENTRIES = 1_000;

/** Of findings that count, faults first, each with its exchange; credentials are masked, and long bodies cut, as in every report. */
export function harLog(report: Report): string {
  const counted = report.stages
    .flatMap(({ findings }) => findings)
    .filter((finding) => !isToldElsewhere(finding) && finding.waived === undefined);
  const shown = faultsFirst(counted).flatMap((finding) =>
    finding.evidence === undefined ? [] : [[finding, finding.evidence] as const],
  );
  const entries = shown
    .slice(0, MOST_ENTRIES)
    .map(([finding, evidence]) => entryOf(finding, evidence, report.startedAt));
  const left = shown.length - entries.length;
  const { name, version } = report.kit;
  const comment = [
    report.verdict.sentence,
    'credentials are masked, long bodies are cut, and bytes that are no UTF-8 are U+FFFD',
    ...(left === 0 ? [] : [`${left} more exchanges are in the JSON report`]),
  ].join('; ');
  return printedJson({ log: { version: '1.2', creator: { name, version }, entries, comment } });
}

function entryOf(finding: ToldFinding, evidence: Evidence, runStartedAt: string) {
  const { timing, request, answer } = evidence;
  const ms = timing?.ms ?? 0;
  return {
    startedDateTime: timing?.sentAt ?? runStartedAt,
    time: ms,
    request: requestOf(request),
    response: answer === undefined ? noResponse(finding) : responseOf(answer),
    cache: {},
    // Of the connection nothing is known; -1 is for what does not apply.
    timings: { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: ms, receive: 0 },
    comment: `${finding.severity} ${finding.id}: ${evidence.mutation}`,
  };
}

type Headers = SeenRequest['headers'];

function requestOf({ method, url, headers, body }: SeenRequest) {
  return {
    method,
    url,
    httpVersion: 'HTTP/1.1',
    cookies: valuesOf(headers, 'cookie').flatMap((value) => value.split(';').map(cookieOf)),
    headers: headers.map(named),
    queryString: queryOf(url),
    ...(body === undefined ? {} : { postData: { mimeType: typeIn(headers), text: body } }),
    headersSize: -1,
    bodySize: body === undefined ? 0 : sizeOf(body),
  };
}

function responseOf({ status, headers, body }: SeenAnswer) {
  const size = sizeOf(body);
  return {
    status,
    statusText: STATUS_CODES[status] ?? '',
    httpVersion: 'HTTP/1.1',
    cookies: valuesOf(headers, 'set-cookie').map(cookieOf),
    headers: headers.map(named),
    content: { size, mimeType: typeIn(headers), text: body },
    redirectURL: valuesOf(headers, 'location')[0] ?? '',
    headersSize: -1,
    bodySize: size,
  };
}

/** Status 0 and `_error`, as browsers write what had no answer. */
function noResponse({ received }: Finding) {
  return {
    status: 0,
    statusText: '',
    httpVersion: '',
    cookies: [],
    headers: [],
    content: { size: 0, mimeType: 'x-unknown' },
    redirectURL: '',
    headersSize: -1,
    bodySize: -1,
    _error: received,
  };
}

function named([name, value]: readonly [string, string]) {
  return { name, value };
}

function typeIn(headers: Headers): string {
  return valuesOf(headers, 'content-type')[0] ?? '';
}

function valuesOf(headers: Headers, lowerCase: string): readonly string[] {
  return headers.filter(([name]) => name.toLowerCase() === lowerCase).map(([, value]) => value);
}

/** `sid=abc; Path=/` without what is said of it. */
function cookieOf(text: string) {
  const [pair = ''] = text.split(';');
  const end = pair.indexOf('=');
  return end < 0 ? named([pair.trim(), '']) : named([pair.slice(0, end).trim(), pair.slice(end + 1).trim()]);
}

/** In bytes; -1, which says that it is not known, of what was cut. What is no text is told in words, with its size. */
function sizeOf(body: string): number {
  const [, binary] = /^\(binary, ([\d,]+) bytes?\b/.exec(body) ?? [];
  if (binary !== undefined) return Number(binary.replaceAll(',', ''));
  return /\.\.\. \(\d+ characters\)$/.test(body) ? -1 : Buffer.byteLength(body);
}

function queryOf(url: string) {
  return [...(URL.parse(url)?.searchParams ?? [])].map(([name, value]) => ({ name, value }));
}
