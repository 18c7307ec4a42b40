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

/** With what JSON, markup, URLs and shells escape. */
const odd = `Qz"7$w'Vb%N+3k\\Rt/Y=8&m<PxLd>FhJ(1)*!~`;
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
const inMarkup = odd.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);
const inUrl = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);

test.each([
  ['as it is', odd],
  ['within JSON', inJson(odd)],
  ['within JSON whose slashes are escaped', inJson(odd).replaceAll('/', String.raw`\/`)],
  ['within a text of JSON that is JSON', inJson(inJson(odd))],
  ['within a URL', encodeURIComponent(odd)],
  ['within a URL of a URL of a URL', encodeURIComponent(encodeURIComponent(encodeURIComponent(odd)))],
  ['within a URL, everything encoded that may be', inUrl(odd)],
  ['the same within another URL', inUrl(inUrl(odd))],
  ['within HTML', odd.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')],
  [
    'within an attribute',
    inMarkup
      .replaceAll('&#38;', '&amp;')
      .replaceAll('&#60;', '&lt;')
      .replaceAll('&#62;', '&gt;')
      .replaceAll('&#34;', '&quot;'),
  ],
  ['as decimal references of HTML throughout', [...odd].map((one) => `&#${one.charCodeAt(0)};`).join('')],
])('a secret with odd letters is masked %s', (_how, spelling) => {
  expect(masking([odd])(`before ${spelling} after`)).toBe('before $PLANT_STORE_TOKEN after');
});

const within = {
  JSON: inJson,
  'a URL': encodeURIComponent,
  'a URL, everything encoded': inUrl,
  'a form': (text: string) => new URLSearchParams([['', text]]).toString().slice(1),
  HTML: (text: string) =>
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;'),
} as const;

const ways = Object.entries(within);
const twoWays = ways.flatMap(([inner, first]) =>
  ways.map(([outer, second]) => [`${inner} within ${outer}`, (text: string) => second(first(text))] as const),
);

/** The last: what stands before it looks like an escape, and so does it itself. */
const nestable = [secret, odd, 'Qy/a&b=c%d+4Xw9sLm', '25amp;\\25%25abc/de'];

test.each([...ways, ...twoWays])('a secret is masked within %s', (_name, write) => {
  for (const one of nestable)
    expect(masking([one])(`before%2525 ${write(one)}&after`)).toBe('before%2525 $PLANT_STORE_TOKEN&after');
});

test.each(ways)('a secret is masked within %s however often', (_name, write) => {
  for (const one of nestable) {
    let text = one;
    for (let depth = 1; depth <= 6; depth += 1) {
      text = write(text);
      expect(masking([one])(`before%2525 ${text}&after`)).toBe('before%2525 $PLANT_STORE_TOKEN&after');
    }
  }
});

test('what surrounds a nested secret stays as it is, and each that is nested goes', () => {
  const nested = inUrl(inUrl(inUrl(inUrl(inUrl(odd)))));
  const text = `/a%25252Fb?q=${nested}%252526and=${nested} %25 &amp;amp;`;
  expect(masking([odd])(text)).toBe(
    '/a%25252Fb?q=$PLANT_STORE_TOKEN%252526and=$PLANT_STORE_TOKEN %25 &amp;amp;',
  );
});

test('a nested secret that was cut is masked at every length of what is left', () => {
  for (const write of Object.values(within)) {
    const nested = write(write(write(odd)));
    const shown = [...nested].map((_one, index) => masking([odd])(`at ${nested.slice(0, index)}...`));
    expect(shown.slice(24).filter((text) => !text.startsWith('at $PLANT_STORE_TOKEN'))).toEqual([]);
  }
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
