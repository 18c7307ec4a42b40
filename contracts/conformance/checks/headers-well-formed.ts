import type { AnswerPart } from '../../finding/finding.ts';
import { headersOf } from '../../http/headers.ts';
import type { Answer } from '../model/exchange.ts';
import { isMediaType, malformedParameters } from '../request/parameters/content-type.ts';
import type { Check, Violation } from './check.ts';

export const headersWellFormed: Check = {
  id: 'headers-well-formed',
  severity: 'fault',
  holds:
    'the headers that say how the message is to be read are well-formed and do not contradict each other',
  title: 'The headers of the message are malformed',
  why: 'Proxies and clients disagree on where the message ends or what it is, which attackers use (request smuggling), or refuse it. Likely causes: a header set by the application and by the server, a media type put together by hand. Set each of these headers in one place, and lengths nowhere: the HTTP library does.',
  restsOn:
    'RFC 9112, section 6 (Transfer-Encoding and Content-Length); RFC 9110, section 5.3 (fields that are repeated) and section 8.3 (Content-Type)',
  appliesTo: ({ answer }) => answer !== undefined,
  violations({ answer, case: { operation } }) {
    if (answer === undefined) return [];
    const { place } = operation;
    return [
      ...lengthFaults(answer).map((fault) => ({
        ...fault,
        place,
        rule: 'RFC 9110, section 8.6',
        at: at('Content-Length'),
      })),
      ...codingFaults(answer).map((fault) => ({
        ...fault,
        place,
        rule: 'RFC 9112, section 6',
        at: at('Transfer-Encoding'),
      })),
      ...typeFaults(answer).map((fault) => ({
        ...fault,
        place,
        rule: 'RFC 9110, sections 5.3 and 8.3',
        at: at('Content-Type'),
      })),
    ];
  },
};

function at(name: string): AnswerPart {
  return { in: 'header', name };
}

type Fault = Omit<Violation, 'place'>;

/** RFC 9110, section 8.6. Repeated in one and the same value it may be taken for one. */
function lengthFaults({ headers }: Answer): readonly Fault[] {
  const [first, second] = headersOf(headers, 'content-length');
  if (second === undefined && (first === undefined || /^\d+$/.test(first))) return [];
  const lengths = headersOf(headers, 'content-length').flatMap((value) =>
    value.split(',').map((one) => one.trim()),
  );
  if (new Set(lengths).size > 1)
    return [faultOf('one Content-Length', `Content-Length ${lengths.join(' and ')}`, 'several lengths')];
  const [length] = lengths;
  return length === undefined || /^\d+$/.test(length)
    ? []
    : [faultOf('a number as Content-Length', `Content-Length ${JSON.stringify(length)}`, 'no length')];
}

/** RFC 9112, sections 6.1 and 6.2. */
function codingFaults({ headers, status }: Answer): readonly Fault[] {
  const codings = headersOf(headers, 'transfer-encoding');
  if (codings.length === 0) return [];
  const received = `Transfer-Encoding ${codings.join(', ')}`;
  if (status === 204) return [faultOf('no Transfer-Encoding with status 204', received, 'coding with 204')];
  const [length] = headersOf(headers, 'content-length');
  return length === undefined
    ? []
    : [
        faultOf(
          'Content-Length or Transfer-Encoding, not both',
          `${received}, Content-Length ${length}`,
          'both',
        ),
      ];
}

/** RFC 9110, sections 5.3 and 8.3. */
function typeFaults({ headers, body }: Answer): readonly Fault[] {
  const types = headersOf(headers, 'content-type');
  if (types.length > 1) {
    const received = types.map((type) => `Content-Type ${JSON.stringify(type)}`).join(' and ');
    return [faultOf('Content-Type once', received, 'several types')];
  }
  return types.flatMap((type): readonly Fault[] => {
    const received = `Content-Type ${JSON.stringify(type)}`;
    if (!isMediaType(type)) {
      const fault = faultOf('a media type: type/subtype', received, 'no type');
      // Of nothing it is read by nobody.
      return [body.byteLength === 0 ? { ...fault, severity: 'advice' } : fault];
    }
    return malformedParameters(type).map((parameter) => {
      const expected = `a parameter name=value in place of ${JSON.stringify(parameter)}`;
      return { expected, received, key: 'malformed parameter', severity: 'advice' };
    });
  });
}

function faultOf(expected: string, received: string, key: string): Fault {
  return { expected, received, key };
}
