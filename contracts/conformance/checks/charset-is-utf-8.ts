import { isUtf8 } from 'node:buffer';
import { headerOf } from '../../headers.ts';
import { charsetOf } from '../content-type.ts';
import type { Check } from './check.ts';

export const charsetIsUtf8: Check = {
  id: 'charset-is-utf-8',
  severity: 'fault',
  holds: 'a charset that is declared of JSON is UTF-8',
  title: 'Another charset than UTF-8 is declared',
  why: 'RFC 8259, section 8.1: JSON is UTF-8. A client that believes the parameter reads other characters than were sent. Likely cause: a default of the framework or the server (ISO-8859-1 in older servlet containers). Leave the parameter out.',
  appliesTo: ({ json }) => json !== undefined,
  violations({ answer, response, media, case: { operation } }) {
    if (answer === undefined) return [];
    const charset = charsetOf(headerOf(answer.headers, 'content-type') ?? '');
    const bytes = Buffer.from(answer.body);
    if (
      charset === undefined ||
      /^utf-?8$/.test(charset) ||
      (isAscii(charset) && bytes.every((byte) => byte < 0x80))
    )
      return [];
    const place = media?.place ?? response?.place ?? operation.place;
    const violation = {
      expected: 'UTF-8',
      received: `charset=${charset}`,
      place,
      rule: 'JSON is UTF-8 (RFC 8259, section 8.1)',
      key: charset,
    };
    // Who knows that JSON is UTF-8 reads it all the same.
    return [isUtf8(bytes) ? { ...violation, severity: 'advice' } : violation];
  },
};

function isAscii(charset: string): boolean {
  return charset === 'us-ascii' || charset === 'ascii';
}
