/** The exchanges that show what is wrong, as an HTTP archive (HAR 1.2), which browsers and proxies open. */
import { STATUS_CODES } from 'node:http';
import type { Evidence, Finding, SeenAnswer, SeenRequest } from '../finding.ts';
import { isToldElsewhere } from '../finding.ts';
import type { Report } from './report.ts';
import type { ToldFinding } from './stage-report.ts';

/** Of findings that count, each with its exchange; credentials are masked, and long bodies cut, as in every report. */
export function harLog(report: Report): string {
  const shown = report.stages
    .flatMap(({ findings }) => findings)
    .filter((finding) => !isToldElsewhere(finding) && finding.waived === undefined);
  const entries = shown.flatMap((finding) =>
    finding.evidence === undefined ? [] : [entryOf(finding, finding.evidence, report.startedAt)],
  );
  const { name, version } = report.kit;
  const comment = `${report.verdict.sentence}; credentials are masked, long bodies are cut`;
  return `${JSON.stringify({ log: { version: '1.2', creator: { name, version }, entries, comment } }, null, 2)}\n`;
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
    cookies: [],
    headers: headers.map(named),
    queryString: queryOf(url),
    ...(body === undefined ? {} : { postData: { mimeType: typeIn(headers), text: body } }),
    headersSize: -1,
    bodySize: body === undefined ? 0 : Buffer.byteLength(body),
  };
}

function responseOf({ status, headers, body }: SeenAnswer) {
  const size = Buffer.byteLength(body);
  return {
    status,
    statusText: STATUS_CODES[status] ?? '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: headers.map(named),
    content: { size, mimeType: typeIn(headers), text: body },
    redirectURL: headers.find(([name]) => name.toLowerCase() === 'location')?.[1] ?? '',
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
  return headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
}

function queryOf(url: string) {
  return [...(URL.parse(url)?.searchParams ?? [])].map(([name, value]) => ({ name, value }));
}
