/**
 * Checks the headers that a pact expects; lists headers that HTTP defines. A consumer that expects a header relies on it,
 * so that the contract has to declare it; Content-Type is declared by the content of the response.
 */
import type { Json } from '../../../spec/json/exact-json.ts';
import type { Header } from '../../../spec/model/contract.ts';
import { mediaTypeEssence } from '../../../spec/model/media-parameters.ts';
import type { Schema } from '../../../spec/model/schema.ts';
import { formatPath, validate } from '../../../spec/validation/validate.ts';
import { parseHeader } from '../../http/headers.ts';
import { type ComparedInteraction, headerPointer } from './compared-interaction.ts';
import type { CompareSeverity, RawFinding } from './findings.ts';
import { isAlwaysObject, parseSerializedObject } from './object-parameters.ts';

/** Checks the expected response headers and the media types in Accept. */
export function checkResponseHeaders(subject: ComparedInteraction): readonly RawFinding[] {
  const { headers } = subject.interaction.response;
  if (subject.response === undefined) return [];
  return [...[...headers].flatMap(([name, text]) => checkHeader(subject, name, text)), ...checkAcceptHeader(subject)];
}

/** An optional header is not reported: `required` is false by default and rarely set for headers. */
function checkHeader(subject: ComparedInteraction, name: string, text: string): readonly RawFinding[] {
  const declared = subject.response?.headers.find((header) => header.name.toLowerCase() === name);
  if (declared === undefined) return isContentType(subject, name) ? [] : [undeclaredHeaderFinding(subject, name)];
  const { schema } = declared;
  if (schema === undefined) return [];
  return validate(schema, parseValue(declared, schema, text), 'response').map(
    ({ path, received, expected, place }) => ({
      severity: 'error',
      code: 'response.header.incompatible',
      part: formatPath(path, `header ${name}`),
      received,
      expected,
      pointer: headerPointer(subject, 'response', name),
      place,
    }),
  );
}

function parseValue({ explode = false }: Header, schema: Schema, text: string): Json {
  if (!isAlwaysObject(schema)) return parseHeader(schema, text);
  return parseSerializedObject({ schema, explode, text, decode: (encoded) => encoded });
}

/** The content of a response declares its Content-Type, which is checked with the body; so is that of an undeclared body. */
function isContentType({ response, responseBody }: ComparedInteraction, name: string): boolean {
  return name === 'content-type' && ((response?.content.length ?? 0) > 0 || responseBody !== undefined);
}

function undeclaredHeaderFinding(subject: ComparedInteraction, name: string): RawFinding {
  const severity = undeclaredHeaderSeverity(name);
  return {
    severity,
    code: severity === 'error' ? 'response.header.unknown' : 'response.header.undefined',
    part: `header ${name}`,
    received: 'a header that the consumer reads',
    expected: 'no header of that name',
    pointer: headerPointer(subject, 'response', name),
    place: subject.response?.place ?? subject.operation.place,
  };
}

/**
 * Nothing promises an undeclared header. HTTP allows some in any response without the contract, so whether they are sent
 * does not depend on it; of others it defines the meaning, and the contract may have left them out. Only the contract
 * can introduce any other.
 */
function undeclaredHeaderSeverity(name: string): CompareSeverity {
  if (infrastructureHeaders.has(name)) return 'unspecified';
  return standardResponseHeaders.has(name) ? 'warning' : 'error';
}

/** A consumer that accepts none of the declared types gets a body that it cannot read, or a 406. */
function checkAcceptHeader(subject: ComparedInteraction): readonly RawFinding[] {
  const { interaction, response, expectsSuccess } = subject;
  const accept = interaction.request.headers.get('accept');
  const types = response?.content.map(({ range }) => range) ?? [];
  if (!expectsSuccess || accept === undefined || types.length === 0) return [];
  const ranges = accept.split(',').filter((range) => !/;\s*q=0(?:\.0*)?\s*(?:;|$)/i.test(range));
  if (ranges.some((range) => types.some((type) => overlaps(mediaTypeEssence(range), type)))) return [];
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

function overlaps(a: string, b: string): boolean {
  const [[typeA = '', partA = ''], [typeB = '', partB = '']] = [a.split('/'), b.split('/')];
  const matches = (one: string, other: string) => one === other || one === '*' || other === '*';
  return matches(typeA, typeB) && matches(partA, partB);
}

/** Request headers that need no declaration: HTTP, browsers, proxies and tracing define them. */
const commonRequestHeaders = new Set(
  `accept accept-charset accept-datetime accept-encoding accept-language authorization baggage cache-control connection content-encoding
  content-language content-length content-md5 content-type cookie date dnt expect forwarded from host if-match if-modified-since
  if-none-match if-range if-unmodified-since keep-alive max-forwards origin pragma prefer priority proxy-authorization
  range referer te trailer traceparent tracestate transfer-encoding upgrade upgrade-insecure-requests user-agent via warning
  x-correlation-id x-forwarded-for x-forwarded-host x-forwarded-proto x-real-ip x-request-id x-requested-with`.split(
    /\s+/,
  ),
);

/** Response headers that a server, cache or proxy may add to any response, whatever the application and its contract say. */
const infrastructureHeaders = new Set(
  `access-control-allow-credentials access-control-allow-headers access-control-allow-methods access-control-allow-origin
  access-control-expose-headers access-control-max-age age alt-svc cache-control connection content-encoding content-length
  content-security-policy content-type date keep-alive pragma server strict-transport-security trailer transfer-encoding vary via
  x-content-type-options x-frame-options x-powered-by`.split(/\s+/),
);

/** HTTP defines their meaning, but the application decides which response has them. */
const standardResponseHeaders = new Set(
  `accept-ranges allow content-disposition content-language content-location content-range etag expires last-modified link
  location preference-applied retry-after set-cookie www-authenticate x-correlation-id x-request-id`.split(/\s+/),
);

/** `name` is in lower case. */
export function isCommonRequestHeader(name: string): boolean {
  return commonRequestHeaders.has(name) || /^(?:sec-|x-b3-)/.test(name);
}
