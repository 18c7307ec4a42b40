/** The exchanges of findings as an HTTP archive (HAR 1.2), which browsers and proxies can open. */
import { STATUS_CODES } from 'node:http';
import { formatJson } from '../../sanitize.ts';
import {
  type Evidence,
  errorsFirst,
  type Finding,
  isDuplicate,
  type ShownRequest,
  type ShownResponse,
} from '../finding/finding.ts';
import type { Report } from '../report/report.ts';
import type { ReportedFinding } from '../report/stage-report.ts';

/** Browsers hold all entries in memory, and show them in one list. */
const MAX_ENTRIES = 1_000;

/**
 * The exchanges of findings that count, errors first; credentials are masked and long bodies cut, as in every report.
 */
export function createHar(report: Report): string {
  const reported = report.stages
    .flatMap(({ findings }) => findings)
    .filter((finding) => !isDuplicate(finding) && finding.waived === undefined);
  const shown = errorsFirst(reported).flatMap((finding) =>
    finding.evidence === undefined ? [] : [[finding, finding.evidence] as const],
  );
  const entries = shown
    .slice(0, MAX_ENTRIES)
    .map(([finding, evidence]) => harEntry(finding, evidence, report.startedAt));
  const omittedCount = shown.length - entries.length;
  const { name, version } = report.kit;
  const comment = [
    report.verdict.summary,
    'credentials are masked, long bodies are truncated, bytes that are not UTF-8 are replaced by U+FFFD',
    ...(omittedCount === 0 ? [] : [`${omittedCount} more exchanges are in the JSON report`]),
  ].join('; ');
  return formatJson({ log: { version: '1.2', creator: { name, version }, entries, comment } });
}

function harEntry(finding: ReportedFinding, evidence: Evidence, runStartedAt: string) {
  const { timing, request, response } = evidence;
  const ms = timing?.ms ?? 0;
  return {
    startedDateTime: timing?.sentAt ?? runStartedAt,
    time: ms,
    request: harRequest(request),
    response: response === undefined ? harNoResponse(finding) : harResponse(response),
    cache: {},
    // The connection times are unknown; -1 stands for what does not apply.
    timings: { blocked: -1, dns: -1, connect: -1, ssl: -1, send: 0, wait: ms, receive: 0 },
    comment: `${finding.severity} ${finding.id}: ${evidence.mutation}`,
  };
}

type HeaderPairs = ShownRequest['headers'];

function harRequest({ method, url, headers, body }: ShownRequest) {
  return {
    method,
    url,
    httpVersion: 'HTTP/1.1',
    cookies: headerValues(headers, 'cookie').flatMap((value) => value.split(';').map(harCookie)),
    headers: headers.map(nameValue),
    queryString: harQuery(url),
    ...(body === undefined ? {} : { postData: { mimeType: mimeType(headers), text: body } }),
    headersSize: -1,
    bodySize: body === undefined ? 0 : bodySize(body),
  };
}

function harResponse({ status, headers, body }: ShownResponse) {
  const size = bodySize(body);
  return {
    status,
    statusText: STATUS_CODES[status] ?? '',
    httpVersion: 'HTTP/1.1',
    cookies: headerValues(headers, 'set-cookie').map(harCookie),
    headers: headers.map(nameValue),
    content: { size, mimeType: mimeType(headers), text: body },
    redirectURL: headerValues(headers, 'location')[0] ?? '',
    headersSize: -1,
    bodySize: size,
  };
}

/** Status 0 and `_error`, as browsers record a request without a response. */
function harNoResponse({ received }: Finding) {
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

function nameValue([name, value]: readonly [string, string]) {
  return { name, value };
}

function mimeType(headers: HeaderPairs): string {
  return headerValues(headers, 'content-type')[0] ?? '';
}

function headerValues(headers: HeaderPairs, lowerCase: string): readonly string[] {
  return headers.filter(([name]) => name.toLowerCase() === lowerCase).map(([, value]) => value);
}

/** `sid=abc; Path=/` without its attributes. */
function harCookie(text: string) {
  const [pair = ''] = text.split(';');
  const end = pair.indexOf('=');
  return end < 0 ? nameValue([pair.trim(), '']) : nameValue([pair.slice(0, end).trim(), pair.slice(end + 1).trim()]);
}

/** In bytes; -1 (unknown) for a body that was cut. A binary body is replaced by a text that contains its size. */
function bodySize(body: string): number {
  const [, binary] = /^\(binary, ([\d,]+) bytes?\b/.exec(body) ?? [];
  if (binary !== undefined) return Number(binary.replaceAll(',', ''));
  return /\.\.\. \(\d+ characters\)$/.test(body) ? -1 : Buffer.byteLength(body);
}

function harQuery(url: string) {
  return [...(URL.parse(url)?.searchParams ?? [])].map(([name, value]) => ({ name, value }));
}
