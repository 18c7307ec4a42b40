import { TextDecoder } from 'node:util';
import { xmlFaultIn } from '../../../spec/wire/xml.ts';
import { headerOf } from '../../http/headers.ts';
import type { Answer } from '../model/exchange.ts';
import { charsetOf, isXmlType } from '../request/parameters/content-type.ts';
import {
  bodyPlace,
  type Check,
  isContractSilent,
  type Judged,
  type Violation,
  whyBodiless,
} from './check.ts';

export const bodyIsXml: Check = {
  id: 'body-is-xml',
  severity: 'fault',
  holds: 'a body under an XML media type is a well-formed document',
  title: 'The body is not XML',
  why: 'No client can read it: a reader of XML stops at the first mistake. Likely causes: XML put together by hand, text that is not escaped, a page or debug output before or after it, another encoding than is declared. Write the body with an XML library.',
  restsOn:
    'Extensible Markup Language (XML) 1.0, section 2.1 (well-formed documents); RFC 7303, section 3 (charset)',
  appliesTo: (judged) => xmlIn(judged) !== undefined,
  violations(judged) {
    const xml = xmlIn(judged);
    const fault = xml === undefined ? undefined : faultIn(xml);
    if (fault === undefined) return [];
    const { reason, offset } = fault;
    const violation: Violation = {
      expected: 'a well-formed XML document',
      received: reason,
      place: bodyPlace(judged),
      rule: 'what is not well-formed is no XML document (XML 1.0, section 2.1)',
      key: judged.response?.status ?? 'undeclared',
    };
    return [offset === undefined ? violation : { ...violation, at: { in: 'body', offset } }];
  },
};

/** What is compressed is no text yet, and of an answer that the contract does not govern nothing is asked. */
function xmlIn(judged: Judged): Answer | undefined {
  const { answer, response, exchange } = judged;
  if (answer === undefined || response === undefined || isContractSilent(judged)) return undefined;
  if (whyBodiless(exchange.request.method, answer.status) !== undefined) return undefined;
  const type = headerOf(answer.headers, 'content-type') ?? '';
  const isPlain = headerOf(answer.headers, 'content-encoding') === undefined;
  return isPlain && isXmlType(type) ? answer : undefined;
}

interface Fault {
  readonly reason: string;
  readonly offset?: number;
}

function faultIn({ headers, body }: Answer): Fault | undefined {
  const label = encodingOf(charsetOf(headerOf(headers, 'content-type') ?? ''), body);
  const decoder = decoderFor(label);
  // Of an encoding that we do not know nothing is said.
  if (decoder === undefined) return undefined;
  try {
    return xmlFaultIn(decoder.decode(body));
  } catch {
    return { reason: `bytes that are not ${label.toUpperCase()}` };
  }
}

/** A byte order mark, then the charset of the header, then the declaration of the document (RFC 7303, section 3). */
function encodingOf(charset: string | undefined, body: Uint8Array): string {
  const [first, second] = body;
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  const start = Buffer.from(body.subarray(0, 200)).toString('latin1');
  const [, declared] = /^(?:\xef\xbb\xbf)?<\?xml[^>]*?encoding\s*=\s*["']([\w.-]+)["']/.exec(start) ?? [];
  return charset ?? declared ?? 'utf-8';
}

function decoderFor(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label, { fatal: true });
  } catch {
    return undefined;
  }
}
