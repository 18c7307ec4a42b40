/** Checks the headers that a pact expects; lists headers that need no declaration. */
import { formatPath, validate } from '../../../spec/validation/validate.ts';
import { parseHeader } from '../../http/headers.ts';
import { type ComparedInteraction, headerPointer } from './compared-interaction.ts';
import type { RawFinding } from './findings.ts';

/** Checks the expected response headers and the media types in Accept. */
export function checkResponseHeaders(subject: ComparedInteraction): readonly RawFinding[] {
  const { headers } = subject.interaction.response;
  if (subject.response === undefined) return [];
  return [...[...headers].flatMap(([name, text]) => checkHeader(subject, name, text)), ...checkAcceptHeader(subject)];
}

/** An optional header is not reported: `required` is false by default and rarely set for headers. */
function checkHeader(subject: ComparedInteraction, name: string, text: string): readonly RawFinding[] {
  const declared = subject.response?.headers.find((header) => header.name.toLowerCase() === name);
  if (declared === undefined) return isCommonResponseHeader(name) ? [] : [undeclaredHeaderFinding(subject, name)];
  const { schema } = declared;
  if (schema === undefined) return [];
  return validate(schema, parseHeader(schema, text), 'response').map(({ path, received, expected, place }) => ({
    severity: 'error',
    code: 'response.header.incompatible',
    part: formatPath(path, `header ${name}`),
    received,
    expected,
    pointer: headerPointer(subject, 'response', name),
    place,
  }));
}

function undeclaredHeaderFinding(subject: ComparedInteraction, name: string): RawFinding {
  const isKnown = isStandardResponseHeader(name);
  return {
    severity: isKnown ? 'warning' : 'error',
    code: isKnown ? 'response.header.undefined' : 'response.header.unknown',
    part: `header ${name}`,
    received: 'a header that the consumer reads',
    expected: 'no header of that name',
    pointer: headerPointer(subject, 'response', name),
    place: subject.response?.place ?? subject.operation.place,
  };
}

/** A consumer that accepts none of the declared types gets a body that it cannot read, or a 406. */
function checkAcceptHeader(subject: ComparedInteraction): readonly RawFinding[] {
  const { interaction, response, expectsSuccess } = subject;
  const accept = interaction.request.headers.get('accept');
  const types = response?.content.map(({ range }) => range) ?? [];
  if (!expectsSuccess || accept === undefined || types.length === 0) return [];
  const ranges = accept.split(',').filter((range) => !/;\s*q=0(?:\.0*)?\s*(?:;|$)/i.test(range));
  if (ranges.some((range) => types.some((type) => overlaps(mediaRange(range), type)))) return [];
  return [
    {
      severity: 'error',
      code: 'request.accept.incompatible',
      part: 'header accept',
      received: accept,
      expected: types.join(', '),
      pointer: headerPointer(subject, 'request', 'accept'),
      place: response?.place ?? subject.operation.place,
    },
  ];
}

function mediaRange(range: string): string {
  return range.split(';')[0]?.trim().toLowerCase() ?? '';
}

function overlaps(a: string, b: string): boolean {
  const [[typeA = '', partA = ''], [typeB = '', partB = '']] = [a.split('/'), b.split('/')];
  const matches = (one: string, other: string) => one === other || one === '*' || other === '*';
  return matches(typeA, typeB) && matches(partA, partB);
}

/** Request headers that need no declaration: HTTP, browsers, proxies and tracing define them. */
const commonRequestHeaders = new Set(
  `accept accept-charset accept-encoding accept-language authorization baggage cache-control connection content-encoding
  content-language content-length content-type cookie date dnt expect forwarded from host if-match if-modified-since
  if-none-match if-range if-unmodified-since keep-alive max-forwards origin pragma prefer priority proxy-authorization
  range referer te trailer traceparent tracestate transfer-encoding upgrade upgrade-insecure-requests user-agent via
  x-correlation-id x-forwarded-for x-forwarded-host x-forwarded-proto x-real-ip x-request-id x-requested-with`.split(
    /\s+/,
  ),
);

/** Response headers about transport, not content. */
const commonResponseHeaders = new Set(
  `access-control-allow-credentials access-control-allow-headers access-control-allow-methods access-control-allow-origin
  access-control-expose-headers access-control-max-age age alt-svc cache-control connection content-encoding content-length
  content-security-policy content-type date keep-alive pragma server strict-transport-security trailer transfer-encoding vary via
  x-content-type-options x-frame-options x-powered-by`.split(/\s+/),
);

/** HTTP defines them, but no response is guaranteed to have them. */
const standardResponseHeaders = new Set(
  `accept-ranges allow content-disposition content-language content-location content-range etag expires last-modified link
  location preference-applied retry-after set-cookie www-authenticate x-correlation-id x-request-id`.split(/\s+/),
);

/** `name` is in lower case. */
export function isCommonRequestHeader(name: string): boolean {
  return commonRequestHeaders.has(name) || /^(?:sec-|x-b3-)/.test(name);
}

function isCommonResponseHeader(name: string): boolean {
  return commonResponseHeaders.has(name);
}

function isStandardResponseHeader(name: string): boolean {
  return standardResponseHeaders.has(name);
}
