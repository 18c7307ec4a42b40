import { expect, test } from 'vitest';
import { masking } from '../../secrets.ts';

const secret = 'Zoo-7f3KpQ2xVn9sLd4w';
const mask = masking([secret]);
const bytes = Buffer.from(secret);
const each = (write: (code: number) => string) => [...bytes].map(write).join('');
const hex = (code: number) => code.toString(16).padStart(2, '0');

test.each([
  ['as it is', secret],
  ['in small letters', secret.toLowerCase()],
  ['in hexadecimal', bytes.toString('hex')],
  ['percent-encoded throughout', each((code) => `%${hex(code)}`)],
  ['in capitals of hexadecimal', each((code) => `%${hex(code).toUpperCase()}`)],
  ['as escapes of JSON', each((code) => `\\u00${hex(code)}`)],
  ['as escapes of JSON within JSON', each((code) => `\\\\u00${hex(code)}`)],
  ['as character references of HTML', each((code) => `&#x${hex(code)};`)],
])('a secret is masked %s', (_how, spelling) => {
  expect(mask(`before ${spelling} after`)).toBe('before $PLANT_STORE_TOKEN after');
});

test.each(['', 'x', 'xy', 'Bearer ', 'user:', 'a longer text before '])(
  'a secret is masked within the Base64 of %j and itself',
  (before) => {
    for (const form of ['base64', 'base64url'] as const) {
      const shown = mask(Buffer.from(`${before}${secret}!`).toString(form));
      expect(Buffer.from(shown.replace('$PLANT_STORE_TOKEN', ''), form).toString()).not.toContain(
        secret.slice(3, -3),
      );
      expect(shown).toContain('$PLANT_STORE_TOKEN');
    }
  },
);
