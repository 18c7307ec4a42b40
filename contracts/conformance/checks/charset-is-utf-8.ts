import { isUtf8 } from 'node:buffer';
import { headerOf } from '../../http/headers.ts';
import { charsetOf } from '../request/parameters/content-type.ts';
import { bodyPlace, type Check, isContractSilent, type Judged, type Violation } from './check.ts';

export const charsetIsUtf8: Check = {
  id: 'charset-is-utf-8',
  severity: 'fault',
  holds: 'a charset that is declared for JSON is UTF-8, and text that is declared to be UTF-8 is',
  title: 'The declared charset is not that of the body',
  why: 'RFC 8259, section 8.1: JSON is UTF-8. A client that believes the parameter reads other characters than were sent. Likely causes: a default of the framework or the server (ISO-8859-1 in older servlet containers), text written in the encoding of the machine. Leave the parameter out for JSON, and write all text in UTF-8.',
  restsOn: 'RFC 8259, section 8.1 (JSON is UTF-8); RFC 9110, section 8.3.2 (charset)',
  defaults: 'the writer of a servlet response takes ISO-8859-1 where no encoding is set',
  appliesTo: (judged) => judged.json !== undefined || isTextInUtf8(judged),
  violations(judged) {
    if (judged.answer === undefined) return [];
    return judged.json === undefined
      ? textFaults(judged, judged.answer.body)
      : jsonFaults(judged, Buffer.from(judged.answer.body));
  },
};

const inUtf8 = /^utf-?8$/;

function charsetIn({ answer }: Judged): string | undefined {
  return charsetOf((answer && headerOf(answer.headers, 'content-type')) ?? '');
}

/** Of text without the parameter nobody knows. What is compressed is no text yet. */
function isTextInUtf8(judged: Judged): boolean {
  const { answer } = judged;
  if (answer === undefined || isContractSilent(judged)) return false;
  const type = headerOf(answer.headers, 'content-type') ?? '';
  const isPlain = headerOf(answer.headers, 'content-encoding') === undefined;
  return isPlain && /^text\//i.test(type) && inUtf8.test(charsetIn(judged) ?? '');
}

function textFaults(judged: Judged, body: Uint8Array): readonly Violation[] {
  const offset = notUtf8At(body);
  if (offset === undefined) return [];
  return [
    {
      expected: 'UTF-8, as the Content-Type says',
      received: 'bytes that are not UTF-8',
      at: { in: 'body', offset },
      place: bodyPlace(judged),
      rule: 'the charset parameter names the encoding of the text (RFC 9110, section 8.3.2)',
      key: 'bytes',
    },
  ];
}

function jsonFaults(judged: Judged, bytes: Buffer): readonly Violation[] {
  const charset = charsetIn(judged);
  if (charset === undefined || inUtf8.test(charset)) return [];
  if (isAscii(charset) && bytes.every((byte) => byte < 0x80)) return [];
  const violation: Violation = {
    expected: 'UTF-8',
    received: `charset=${charset}`,
    at: { in: 'header', name: 'Content-Type' },
    place: bodyPlace(judged),
    rule: 'JSON is UTF-8 (RFC 8259, section 8.1)',
    key: charset,
  };
  // Who knows that JSON is UTF-8 reads it all the same.
  return [isUtf8(bytes) ? { ...violation, severity: 'advice' } : violation];
}

function isAscii(charset: string): boolean {
  return charset === 'us-ascii' || charset === 'ascii';
}

/** The first character of a body that its bytes do not make in UTF-8, counted as it is read; undefined where all do. */
export function notUtf8At(body: Uint8Array): number | undefined {
  const bytes = Buffer.from(body);
  const written = Buffer.from(bytes.toString('utf8'));
  if (bytes.equals(written)) return undefined;
  const parting = bytes.findIndex((byte, index) => byte !== written[index]);
  return bytes.subarray(0, Math.max(0, parting)).toString('utf8').length;
}
