import { isUtf8 } from 'node:buffer';
import { headerValue } from '../../http/headers.ts';
import { parseCharset } from '../request/parameters/content-type.ts';
import { bodyPlace, type Check, type CheckContext, isContractSilent, type Violation } from './check.ts';

export const charsetIsUtf8: Check = {
  id: 'charset-is-utf-8',
  severity: 'error',
  invariant: 'a charset declared for JSON is UTF-8, and text declared as UTF-8 is UTF-8',
  title: 'The declared charset does not match the body',
  why: 'RFC 8259, section 8.1: JSON is UTF-8. A client that uses the declared charset decodes wrong characters. Likely causes: a default of the framework or server (ISO-8859-1 in older servlet containers), text in the encoding of the machine. Omit the parameter for JSON, and write all text in UTF-8.',
  references: 'RFC 8259, section 8.1 (JSON is UTF-8); RFC 9110, section 8.3.2 (charset)',
  frameworkDefaults: 'the servlet response writer uses ISO-8859-1 if no encoding is set',
  appliesTo: (context) => context.json !== undefined || isTextInUtf8(context),
  violations(context) {
    if (context.response === undefined) return [];
    return context.json === undefined
      ? textViolations(context, context.response.body)
      : jsonViolations(context, Buffer.from(context.response.body));
  },
};

const utf8Label = /^utf-?8$/;

function declaredCharset({ response }: CheckContext): string | undefined {
  return parseCharset((response && headerValue(response.headers, 'content-type')) ?? '');
}

/** Text without the charset parameter has an unknown encoding, and compressed bodies are not text yet. */
function isTextInUtf8(context: CheckContext): boolean {
  const { response } = context;
  if (response === undefined || isContractSilent(context)) return false;
  const type = headerValue(response.headers, 'content-type') ?? '';
  const isUncompressed = headerValue(response.headers, 'content-encoding') === undefined;
  return isUncompressed && /^text\//i.test(type) && utf8Label.test(declaredCharset(context) ?? '');
}

function textViolations(context: CheckContext, body: Uint8Array): readonly Violation[] {
  const offset = findInvalidUtf8(body);
  if (offset === undefined) return [];
  return [
    {
      expected: 'UTF-8, as declared in Content-Type',
      received: 'bytes that are not UTF-8',
      responsePart: { in: 'body', offset },
      place: bodyPlace(context),
      requirement: 'the charset parameter names the encoding of the text (RFC 9110, section 8.3.2)',
      key: 'bytes',
    },
  ];
}

function jsonViolations(context: CheckContext, bytes: Buffer): readonly Violation[] {
  const charset = declaredCharset(context);
  if (charset === undefined || utf8Label.test(charset)) return [];
  if (isAscii(charset) && bytes.every((byte) => byte < 0x80)) return [];
  const violation: Violation = {
    expected: 'UTF-8',
    received: `charset=${charset}`,
    responsePart: { in: 'header', name: 'Content-Type' },
    place: bodyPlace(context),
    requirement: 'JSON is UTF-8 (RFC 8259, section 8.1)',
    key: charset,
  };
  // Clients that know that JSON is UTF-8 ignore the parameter and read the body correctly. The others read some wrong
  // characters, or nothing where the parameter names an encoding in which the bytes are not JSON at all.
  return [isUtf8(bytes) && !hasWideUnits(charset) ? { ...violation, severity: 'warning' } : violation];
}

/** Encodings in units of two or four bytes. */
function hasWideUnits(charset: string): boolean {
  return /^(?:utf-?(?:16|32)(?:le|be)?|ucs-?[24]|iso-10646-ucs-[24])$/.test(charset);
}

function isAscii(charset: string): boolean {
  return charset === 'us-ascii' || charset === 'ascii';
}

/** Offset in characters of the first bytes that are not valid UTF-8; undefined where all are valid. */
export function findInvalidUtf8(body: Uint8Array): number | undefined {
  const bytes = Buffer.from(body);
  const reencoded = Buffer.from(bytes.toString('utf8'));
  if (bytes.equals(reencoded)) return undefined;
  const firstDifference = bytes.findIndex((byte, index) => byte !== reencoded[index]);
  return bytes.subarray(0, Math.max(0, firstDifference)).toString('utf8').length;
}
