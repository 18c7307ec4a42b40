import type { ResponsePart } from '../../finding/finding.ts';
import { headerValues } from '../../http/headers.ts';
import type { ReceivedResponse } from '../model/exchange.ts';
import { isMediaType, malformedParameters } from '../request/parameters/content-type.ts';
import type { Check, Violation } from './check.ts';

export const headersWellFormed: Check = {
  id: 'headers-well-formed',
  severity: 'error',
  invariant: 'the headers that define how to read the message are well-formed and consistent',
  title: 'The message headers are malformed',
  why: 'Proxies and clients disagree on where the message ends or what it contains. They reject it, or attackers exploit it (request smuggling). Likely causes: a header set by both the application and the server, a media type built by string concatenation. Set each of these headers in one place, and leave lengths to the HTTP library.',
  references:
    'RFC 9112, section 6 (Transfer-Encoding and Content-Length); RFC 9110, section 5.3 (repeated fields) and section 8.3 (Content-Type)',
  appliesTo: ({ response }) => response !== undefined,
  violations({ response, testCase: { operation } }) {
    if (response === undefined) return [];
    const { place } = operation;
    return [
      ...lengthViolations(response).map((violation) => ({
        ...violation,
        place,
        requirement: 'RFC 9110, section 8.6',
        responsePart: headerPart('Content-Length'),
      })),
      ...codingViolations(response).map((violation) => ({
        ...violation,
        place,
        requirement: 'RFC 9112, section 6',
        responsePart: headerPart('Transfer-Encoding'),
      })),
      ...typeViolations(response).map((violation) => ({
        ...violation,
        place,
        requirement: 'RFC 9110, sections 5.3 and 8.3',
        responsePart: headerPart('Content-Type'),
      })),
    ];
  },
};

function headerPart(name: string): ResponsePart {
  return { in: 'header', name };
}

type HeaderViolation = Omit<Violation, 'place'>;

/** RFC 9110, section 8.6. Identical repeated values may be accepted as one. */
function lengthViolations({ headers }: ReceivedResponse): readonly HeaderViolation[] {
  const [first, second] = headerValues(headers, 'content-length');
  if (second === undefined && (first === undefined || /^\d+$/.test(first))) return [];
  const lengths = headerValues(headers, 'content-length').flatMap((value) => value.split(',').map((one) => one.trim()));
  if (new Set(lengths).size > 1)
    return [headerViolation('one Content-Length', `Content-Length ${lengths.join(' and ')}`, 'several lengths')];
  const [length] = lengths;
  return length === undefined || /^\d+$/.test(length)
    ? []
    : [headerViolation('a number as Content-Length', `Content-Length ${JSON.stringify(length)}`, 'no length')];
}

/** RFC 9112, sections 6.1 and 6.2. */
function codingViolations({ headers, status }: ReceivedResponse): readonly HeaderViolation[] {
  const codings = headerValues(headers, 'transfer-encoding');
  if (codings.length === 0) return [];
  const received = `Transfer-Encoding ${codings.join(', ')}`;
  if (status === 204) return [headerViolation('no Transfer-Encoding with status 204', received, 'coding with 204')];
  const [length] = headerValues(headers, 'content-length');
  return length === undefined
    ? []
    : [
        headerViolation(
          'Content-Length or Transfer-Encoding, not both',
          `${received}, Content-Length ${length}`,
          'both',
        ),
      ];
}

/** RFC 9110, sections 5.3 and 8.3. */
function typeViolations({ headers, body }: ReceivedResponse): readonly HeaderViolation[] {
  const types = headerValues(headers, 'content-type');
  if (types.length > 1) {
    const received = types.map((type) => `Content-Type ${JSON.stringify(type)}`).join(' and ');
    return [headerViolation('Content-Type once', received, 'several types')];
  }
  return types.flatMap((type): readonly HeaderViolation[] => {
    const received = `Content-Type ${JSON.stringify(type)}`;
    if (!isMediaType(type)) {
      const violation = headerViolation('a media type: type/subtype', received, 'no type');
      // Clients do not interpret the type of an empty body.
      return [body.byteLength === 0 ? { ...violation, severity: 'warning' } : violation];
    }
    return malformedParameters(type).map((parameter) => {
      const expected = `a parameter name=value instead of ${JSON.stringify(parameter)}`;
      return { expected, received, key: 'malformed parameter', severity: 'warning' };
    });
  });
}

function headerViolation(expected: string, received: string, key: string): HeaderViolation {
  return { expected, received, key };
}
