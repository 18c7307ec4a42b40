/** Headers that a pact expects, and those that nobody has to declare. */
import { formatPath, validate } from '../../../spec/validation/validate.ts';
import { parseHeader } from '../../http/headers.ts';
import { type ComparedInteraction, headerPointer } from './compared-interaction.ts';
import type { RawFinding } from './findings.ts';

/** Holds the headers that a consumer expects to the contract, and the types that it asks for. */
export function checkResponseHeaders(subject: ComparedInteraction): readonly RawFinding[] {
  const { headers } = subject.interaction.response;
  if (subject.response === undefined) return [];
  return [...[...headers].flatMap(([name, text]) => checkHeader(subject, name, text)), ...checkAcceptHeader(subject)];
}

/** That a header is optional is not told: `required` is false by default, and hardly anybody writes it for headers. */
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
    expected: 'none of that name',
    pointer: headerPointer(subject, 'response', name),
    place: subject.response?.place ?? subject.operation.place,
  };
}

/** A consumer that accepts none of the declared types gets what it cannot read, or a 406. */
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

/** Headers of requests that a contract need not declare: HTTP, browsers, proxies and tracing give them their meaning. */
const commonRequestHeaders = new Set(
  `accept accept-charset accept-encoding accept-language authorization baggage cache-control connection content-encoding
  content-language content-length content-type cookie date dnt expect forwarded from host if-match if-modified-since
  if-none-match if-range if-unmodified-since keep-alive max-forwards origin pragma prefer priority proxy-authorization
  range referer te trailer traceparent tracestate transfer-encoding upgrade upgrade-insecure-requests user-agent via
  x-correlation-id x-forwarded-for x-forwarded-host x-forwarded-proto x-real-ip x-request-id x-requested-with`.split(
    /\s+/,
  ),
);

/** Headers of responses that say how an answer travels, not what it is. */
const commonResponseHeaders = new Set(
  `access-control-allow-credentials access-control-allow-headers access-control-allow-methods access-control-allow-origin
  access-control-expose-headers access-control-max-age age alt-svc cache-control connection content-encoding content-length
  content-security-policy content-type date keep-alive pragma server strict-transport-security trailer transfer-encoding vary via
  x-content-type-options x-frame-options x-powered-by`.split(/\s+/),
);

/** HTTP gives them a meaning, yet nobody promises that an answer has them. */
const standardResponseHeaders = new Set(
  `accept-ranges allow content-disposition content-language content-location content-range etag expires last-modified link
  location preference-applied retry-after set-cookie www-authenticate x-correlation-id x-request-id`.split(/\s+/),
);

/** Names are in lower case. */
export function isCommonRequestHeader(name: string): boolean {
  return commonRequestHeaders.has(name) || /^(?:sec-|x-b3-)/.test(name);
}

function isCommonResponseHeader(name: string): boolean {
  return commonResponseHeaders.has(name);
}

function isStandardResponseHeader(name: string): boolean {
  return standardResponseHeaders.has(name);
}
