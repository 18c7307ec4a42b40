import { TextDecoder } from 'node:util';
import { findXmlError } from '../../../spec/wire/xml.ts';
import { headerValue } from '../../http/headers.ts';
import type { ReceivedResponse } from '../model/exchange.ts';
import { isXmlType, parseCharset } from '../request/parameters/content-type.ts';
import {
  bodyPlace,
  type Check,
  type CheckContext,
  isContractSilent,
  reasonForNoBody,
  type Violation,
} from './check.ts';

export const bodyIsXml: Check = {
  id: 'body-is-xml',
  severity: 'error',
  invariant: 'a body with an XML media type is well-formed XML',
  title: 'The body is not XML',
  why: 'Clients cannot read the body: an XML parser stops at the first error. Likely causes: XML built by string concatenation, unescaped text, a page or debug output before or after it, an encoding other than the declared one. Write the body with an XML library.',
  references:
    'Extensible Markup Language (XML) 1.0, section 2.1 (well-formed documents); RFC 7303, section 3 (charset)',
  appliesTo: (context) => xmlResponse(context) !== undefined,
  violations(context) {
    const response = xmlResponse(context);
    const error = response === undefined ? undefined : findResponseXmlError(response);
    if (error === undefined) return [];
    const { reason, offset } = error;
    const violation: Violation = {
      expected: 'a well-formed XML document',
      received: reason,
      place: bodyPlace(context),
      requirement: 'an XML document is well-formed (XML 1.0, section 2.1)',
      key: context.declared?.status ?? 'undeclared',
    };
    return [offset === undefined ? violation : { ...violation, responsePart: { in: 'body', offset } }];
  },
};

/** Undefined for compressed bodies and for responses that the contract does not govern. */
function xmlResponse(context: CheckContext): ReceivedResponse | undefined {
  const { response, declared, exchange } = context;
  if (response === undefined || declared === undefined || isContractSilent(context)) return undefined;
  if (reasonForNoBody(exchange.request.method, response.status) !== undefined) return undefined;
  const type = headerValue(response.headers, 'content-type') ?? '';
  const isUncompressed = headerValue(response.headers, 'content-encoding') === undefined;
  return isUncompressed && isXmlType(type) ? response : undefined;
}

interface XmlError {
  readonly reason: string;
  readonly offset?: number;
}

function findResponseXmlError({ headers, body }: ReceivedResponse): XmlError | undefined {
  const encoding = detectEncoding(parseCharset(headerValue(headers, 'content-type') ?? ''), body);
  const decoder = createDecoder(encoding);
  // Unknown encodings are not checked.
  if (decoder === undefined) return undefined;
  try {
    return findXmlError(decoder.decode(body));
  } catch {
    return { reason: `bytes that are not ${encoding.toUpperCase()}` };
  }
}

/** In order of precedence: byte order mark, charset of the header, XML declaration (RFC 7303, section 3). */
function detectEncoding(charset: string | undefined, body: Uint8Array): string {
  const [first, second] = body;
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  const start = Buffer.from(body.subarray(0, 200)).toString('latin1');
  const [, xmlEncoding] = /^(?:\xef\xbb\xbf)?<\?xml[^>]*?encoding\s*=\s*["']([\w.-]+)["']/.exec(start) ?? [];
  return charset ?? xmlEncoding ?? 'utf-8';
}

function createDecoder(encoding: string): TextDecoder | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    return undefined;
  }
}
