import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMask } from '../../secrets/masking.ts';

const secret = 'Zoo-7f3KpQ2xVn9sLd4w';
const mask = createMask([secret]);
const bytes = Buffer.from(secret);
const each = (write: (code: number) => string) => [...bytes].map(write).join('');
const hex = (code: number) => code.toString(16).padStart(2, '0');

test.each([
  ['unchanged', secret],
  ['in lower case', secret.toLowerCase()],
  ['in hexadecimal', bytes.toString('hex')],
  ['percent-encoded throughout', each((code) => `%${hex(code)}`)],
  ['in upper-case hexadecimal', each((code) => `%${hex(code).toUpperCase()}`)],
  ['as JSON escapes', each((code) => `\\u00${hex(code)}`)],
  ['as JSON escapes within JSON', each((code) => `\\\\u00${hex(code)}`)],
  ['as HTML character references', each((code) => `&#x${hex(code)};`)],
])('masks a secret %s', (_how, spelling) => {
  expect(mask(`before ${spelling} after`)).toBe('before $PLANT_STORE_TOKEN after');
});

/** Contains characters that JSON, markup, URLs and shells escape. */
const odd = `Qz"7$w'Vb%N+3k\\Rt/Y=8&m<PxLd>FhJ(1)*!~`;
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
const inMarkup = odd.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);
const inUrl = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);

test.each([
  ['unchanged', odd],
  ['within JSON', inJson(odd)],
  ['within JSON whose slashes are escaped', inJson(odd).replaceAll('/', String.raw`\/`)],
  ['within a JSON string that contains JSON', inJson(inJson(odd))],
  ['within a URL', encodeURIComponent(odd)],
  ['within a URL of a URL of a URL', encodeURIComponent(encodeURIComponent(encodeURIComponent(odd)))],
  ['within a URL that encodes every character', inUrl(odd)],
  ['within such a URL in another URL', inUrl(inUrl(odd))],
  ['within HTML', odd.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')],
  [
    'within an attribute',
    inMarkup
      .replaceAll('&#38;', '&amp;')
      .replaceAll('&#60;', '&lt;')
      .replaceAll('&#62;', '&gt;')
      .replaceAll('&#34;', '&quot;'),
  ],
  ['as decimal HTML references throughout', [...odd].map((one) => `&#${one.charCodeAt(0)};`).join('')],
])('masks a secret with special characters %s', (_how, spelling) => {
  expect(createMask([odd])(`before ${spelling} after`)).toBe('before $PLANT_STORE_TOKEN after');
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

/** The last one looks like an escape, and so does the text before it. */
const nestable = [secret, odd, 'Qy/a&b=c%d+4Xw9sLm', '25amp;\\25%25abc/de'];

test.each([...ways, ...twoWays])('masks a secret within %s', (_name, write) => {
  for (const one of nestable)
    expect(createMask([one])(`before%2525 ${write(one)}&after`)).toBe('before%2525 $PLANT_STORE_TOKEN&after');
});

test.each(ways)('masks a secret within %s at any nesting depth', (_name, write) => {
  for (const one of nestable) {
    let text = one;
    for (let depth = 1; depth <= 6; depth += 1) {
      text = write(text);
      expect(createMask([one])(`before%2525 ${text}&after`)).toBe('before%2525 $PLANT_STORE_TOKEN&after');
    }
  }
});

test('masks each nested secret and keeps the text around it', () => {
  const nested = inUrl(inUrl(inUrl(inUrl(inUrl(odd)))));
  const text = `/a%25252Fb?q=${nested}%252526and=${nested} %25 &amp;amp;`;
  expect(createMask([odd])(text)).toBe('/a%25252Fb?q=$PLANT_STORE_TOKEN%252526and=$PLANT_STORE_TOKEN %25 &amp;amp;');
});

test('masks a truncated nested secret of every length', () => {
  for (const write of Object.values(within)) {
    const nested = write(write(write(odd)));
    const shown = [...nested].map((_one, index) => createMask([odd])(`at ${nested.slice(0, index)}...`));
    expect(shown.slice(24).filter((text) => !text.startsWith('at $PLANT_STORE_TOKEN'))).toEqual([]);
  }
});

test.each(['', 'x', 'xy', 'Bearer ', 'user:', 'a longer prefix '])(
  'masks a secret within the Base64 of %j plus the secret',
  (before) => {
    for (const form of ['base64', 'base64url'] as const) {
      const shown = mask(Buffer.from(`${before}${secret}!`).toString(form));
      expect(Buffer.from(shown.replace('$PLANT_STORE_TOKEN', ''), form).toString()).not.toContain(secret.slice(3, -3));
      expect(shown).toContain('$PLANT_STORE_TOKEN');
    }
  },
);

const base64 = (text: string) => Buffer.from(text).toString('base64');
const dump = (text: string) => Buffer.from(text).toString('hex').replace(/../g, '$& ');
const dumps: readonly (readonly [string, (text: string) => string])[] = [
  ['Base64 of JSON that has it', (text) => base64(JSON.stringify({ authorization: `Bearer ${text}` }))],
  ['Base64 of a URL that has it', (text) => base64(`/search?key=${encodeURIComponent(text)}`)],
  ['Base64 of its capitals', (text) => base64(text.toUpperCase())],
  ['Base64 of a header of Basic', (text) => base64(`Basic ${base64(text)}`)],
  ['Base64 in lines', (text) => base64(`${'long '.repeat(14)}${text}`).replace(/.{76}/g, '$&\r\n')],
  ['Base64 in short lines', (text) => base64(text).replace(/.{8}/g, '$&\n')],
  ['hexadecimal of a header of Basic', (text) => Buffer.from(`Basic ${base64(text)}`).toString('hex')],
  ['a dump of its bytes', dump],
  ['a dump in lines', (text) => dump(text).replace(/(?:.{3}){8}/g, '$&\n')],
  ['its bytes as JSON', (text) => JSON.stringify(Buffer.from(text))],
  ['its bytes as JSON in lines', (text) => JSON.stringify(Buffer.from(text), null, 2)],
  ['its bytes as a list', (text) => `[${[...Buffer.from(text)].join(' ')}]`],
];

test.each(dumps)('masks a secret as %s, also within other texts', (_name, write) => {
  for (const one of nestable) {
    for (const [, put] of ways) {
      expect(createMask([one])(`before ${put(put(write(one)))}&after`)).toMatch(
        /^before .*\$PLANT_STORE_TOKEN.*&after$/s,
      );
    }
  }
});

test.each(['...', '…', '&hellip;', String.raw`\u2026`])('masks a secret that ends with %s', (end) => {
  for (const text of [secret.slice(0, 9), base64(secret).slice(0, 13)])
    expect(mask(`it was ${text}${end} and more`)).toBe(`it was $PLANT_STORE_TOKEN${end} and more`);
  const inJson64 = base64(`{"token":"${secret}"}`).slice(0, 30);
  expect(mask(`it was ${inJson64}${end}`)).toMatch(/^it was \w+\$PLANT_STORE_TOKEN/);
});

test('masks non-ASCII letters in every encoding', () => {
  const one = 'gefäß-日本🙂-Ünï';
  const spelled = [
    one,
    one.replace('Ü', 'ü'),
    encodeURIComponent(one),
    encodeURIComponent(encodeURIComponent(one)),
    encodeURIComponent(JSON.stringify(one)),
    inJson(one).replace(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`),
    one.replace(/[^\0-\x7f]/gu, (letter) => `&#${letter.codePointAt(0)};`),
    Buffer.from(one).toString('latin1'),
    base64(one),
  ];
  for (const text of spelled)
    expect(createMask([one])(`İ ${text} İ`)).toMatch(/^İ (?:%22)?\$PLANT_STORE_TOKEN(?:%22)? İ$/);
  expect(createMask(['half\ud800surrogate'])('a half\ud800surrogate')).toBe('a $PLANT_STORE_TOKEN');
});

test('masks overlapping secrets as one, and does not mask the mask', () => {
  const both = createMask(['abcdef-ghijkl', 'ghijkl-mnopqr', 'ghijkl', 'TOKEN', 'PLANT_STORE']);
  expect(both('x abcdef-ghijkl-mnopqr y')).toBe('x $PLANT_STORE_TOKEN y');
  expect(both('ghijklghijkl')).toBe('$PLANT_STORE_TOKEN$PLANT_STORE_TOKEN');
  expect(both(both('the TOKEN'))).toBe('the $PLANT_STORE_TOKEN');
  expect(both('%67hijkl and abcdef-ghijkl')).toBe('$PLANT_STORE_TOKEN and $PLANT_STORE_TOKEN');
});

test('a token of special characters does not mask single special characters', () => {
  const text = String.raw`{"a":"C:\\x\\y","b":"50 % of %25","c":"&amp;"}`;
  for (const one of ['\\\\\\\\\\', '%25%25%25', '&amp;&amp;']) {
    expect(createMask([one])(text)).toBe(text);
    expect(createMask([one])(`a ${one} b`)).toBe('a $PLANT_STORE_TOKEN b');
  }
});

/** Contains many characters with a special meaning. */
const escapes = fc.constantFrom(
  ...[
    '%',
    '25',
    '%25',
    '%2',
    '%41',
    '%C3%A9',
    '\\',
    '\\"',
    '\\n',
    '\\u00',
    '\\u0041',
    '&',
    'amp;',
    '&amp;',
    '&#',
    '&#65;',
    '&#x',
  ],
  ...['...', '…', ' ', '\n', '+', '/', '=', '"', 'Zoo-', 'zoo', 'é', 'İ', '🙂', '\ud800', 'Wm9v', '5a6f', '90,111'],
);
const texts = fc
  .array(fc.oneof(escapes, fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 40 })
  .map((pieces) => pieces.join(''));
const others = [secret, odd, 'Ünï-code-日本-🙂', 'usr:Bs5p:wYy3Kd8Zt', 'Ab3$x/'.repeat(700)];

test('keeps text without secrets, and text around secrets', () => {
  // The rest of a truncated secret is masked: no text has four letters of these.
  const maskAll = createMask(others.map((one) => `#${one}`));
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      expect(maskAll(before)).toBe(before);
      expect(maskAll(`${before} #${secret} ${after}`)).toBe(`${before} $PLANT_STORE_TOKEN ${after}`);
    }),
    { numRuns: 2_000, seed: 6 },
  );
});

test('masks hostile texts of megabytes, and keeps what is not secret', () => {
  const maskAll = createMask(others);
  for (const piece of ['%25', '25', '\\', '\\\\"', '&amp;', 'amp;', '...', 'Zoo-7f...', 'Zoo-', '%26amp%3B']) {
    const text = piece.repeat(2_000_000 / piece.length);
    const shown = maskAll(`%&\\${text} ${secret} ${text}`);
    expect(shown.replaceAll('$PLANT_STORE_TOKEN', '').length).toBeGreaterThan(1_000_000);
    expect(shown).toContain(' $PLANT_STORE_TOKEN ');
  }
});

test('masks the claims and the signature of a JWT separately, but not its header', () => {
  const [header, claims, signature] = [
    base64('{"alg":"HS256"}').replace(/=+$/, ''),
    base64('{"sub":"1234567890"}').replace(/=+$/, ''),
    'dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P',
  ];
  const maskJwt = createMask([`${header}.${claims}.${signature}`]);
  expect(maskJwt(`${header}.${claims}.${signature}`)).toBe('$PLANT_STORE_TOKEN');
  expect(maskJwt(`${header}, ${claims}, ${signature}`)).toBe(`${header}, $PLANT_STORE_TOKEN, $PLANT_STORE_TOKEN`);
});
