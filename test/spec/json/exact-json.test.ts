/** JSON in and out: strict, exact integers, and nothing that a body holds can hurt. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canonicalJson,
  compareNumbers,
  isEqualJson,
  isInteger,
  type Json,
  jsonTypeOf,
  numberFromSource,
  parseJson,
  parseJsonBytes,
  stringifyJson,
} from '../../../spec/json/exact-json.ts';
import { relativeCpuTime } from '../../cpu-time.ts';

const numbers: readonly (readonly [source: string, value: number | bigint])[] = [
  ['0', 0],
  ['1.0', 1],
  ['100e-2', 1],
  ['0.1e1', 1],
  ['1E+2', 100],
  ['0e99999', 0],
  ['0.1', 0.1],
  ['-1.5e-7', -1.5e-7],
  ['9007199254740991', 9007199254740991],
  ['9007199254740992', 9007199254740992n],
  ['9007199254740993', 9007199254740993n],
  ['9007199254740993.0', 9007199254740993n],
  ['9007199254740993.00', 9007199254740993n],
  ['900719925474099.3e1', 9007199254740993n],
  ['90071992547409930e-1', 9007199254740993n],
  ['9223372036854775807', 9223372036854775807n],
  ['-9223372036854775808', -9223372036854775808n],
  ['9223372036854775808', 9223372036854775808n],
  ['999999999999999.99', 999999999999999.8],
  ['1e19', 10n ** 19n],
  ['1e400', 10n ** 400n],
  ['-1.5e400', -15n * 10n ** 399n],
];

describe('a number', () => {
  it.each(numbers)('%s is read exactly', (source, value) => {
    expect(numberFromSource(source)).toBe(value);
    expect(parseJson(`[{"a": ${source}}]`)).toEqual({ ok: true, value: [{ a: value }] });
  });

  it.each([
    ['more digits than can be computed', '1e5000', 'a number of more than 5000 digits'],
    ['a huge exponent', '1e99999999999', 'a number of more than 5000 digits'],
    ['too many written digits', '1'.repeat(5_001), 'a number of more than 5000 digits'],
    [
      'a fraction that is too large for a double',
      `1.${'1'.repeat(500)}e400`,
      'a number with a fraction that is too large for a double',
    ],
  ])('rejects %s', (_what, text, reason) => {
    expect(parseJson(text)).toEqual({ ok: false, reason });
  });

  it('is read quickly with a million digits after the point', async () => {
    const cpuTime = await relativeCpuTime(() => {
      expect(parseJson(`9007199254740993.${'0'.repeat(1_000_000)}1`).ok).toBe(true);
    });
    expect(cpuTime).toBeLessThan(10);
  });
});

describe('any number', () => {
  const digits = fc
    .integer({ min: 1, max: 20 })
    .chain((length) => fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length }));
  const optional = (part: fc.Arbitrary<string>) => fc.oneof(fc.constant(''), part);
  const sources = fc
    .tuple(
      optional(fc.constant('-')),
      digits.map((text) => text.replace(/^0+(?=.)/, '')),
      optional(digits.map((text) => `.${text}`)),
      optional(fc.tuple(fc.constantFrom('e', 'E+', 'e-'), fc.nat(30)).map((parts) => parts.join(''))),
    )
    .map((parts) => parts.join(''));
  const texts = fc.oneof(
    fc.string(),
    fc.uuid(),
    fc.constantFrom('\\', '"', '\\"1e5', '1e5', '12345678901234567890', '[[['),
  );

  it('is read exactly, whatever surrounds it', () => {
    fc.assert(
      fc.property(texts, fc.array(sources), texts, (before, numbers, after) => {
        const [first, last] = [before, after].map((text) => JSON.stringify(text));
        const parsed = parseJson(`{"a": ${first}, "b":[${numbers.join(',')}], "c" :${last}}`);
        expect(parsed).toEqual({
          ok: true,
          value: { a: before, b: numbers.map(numberFromSource), c: after },
        });
      }),
      { seed: 8, numRuns: 2_000 },
    );
  });
});

describe('text that is not JSON', () => {
  it.each([
    ['nothing', '', 'Unexpected end of JSON input'],
    ['white space', ' \n', 'Unexpected end of JSON input'],
    ['a byte order mark', '\uFEFF{}', "Unexpected token '\uFEFF'"],
    ['a trailing comma in an array', '[1,]', "Unexpected token ']'"],
    ['a trailing comma in an object', '{"a":1,}', 'Expected double-quoted property name at position 7'],
    ['a comment', '// a\n1', "Unexpected token '/'"],
    ['single quotes', "'a'", "Unexpected token '''"],
    ['a leading zero', '01', 'Unexpected number at position 1'],
    ['a leading plus', '+1', "Unexpected token '+'"],
    ['NaN', 'NaN', 'not a JSON value'],
    ['hexadecimal', '0x10', 'Unexpected non-whitespace character at position 1'],
    ['a bare line break in a string', '"\n"', 'Bad control character in string literal at position 1'],
    ['two values', '1 2', 'Unexpected non-whitespace character at position 2'],
  ])('is rejected with the reason: %s', (_what, text, reason) => {
    expect(parseJson(text)).toEqual({ ok: false, reason });
  });

  it('is rejected without its content in the reason', () => {
    const parsed = parseJson('{"password": "hunter2" "token": "abc"}');
    expect(parsed.ok).toBe(false);
    expect(JSON.stringify(parsed)).not.toMatch(/hunter2|token|abc/);
  });

  it.each([1_001, 100_000])('is rejected without a crash: %i nested arrays', (depth) => {
    const reason = 'nested deeper than 1000 levels';
    expect(parseJson('['.repeat(depth))).toEqual({ ok: false, reason });
    expect(parseJson(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)).toEqual({ ok: false, reason });
  });
});

describe('bytes that are not JSON', () => {
  it.each([
    ['a byte order mark', Buffer.from('\ufeff{}'), 'a byte order mark before the JSON'],
    ['a byte order mark alone', Buffer.from('\ufeff'), 'a byte order mark before the JSON'],
    ['UTF-16', Buffer.from('{}', 'utf16le'), 'UTF-16 or UTF-32 bytes, not UTF-8'],
    ['UTF-16, big endian', Buffer.from('{}', 'utf16le').swap16(), 'UTF-16 or UTF-32 bytes, not UTF-8'],
    ['UTF-16 with a byte order mark', Buffer.from('\ufeff{}', 'utf16le'), 'bytes that are not valid UTF-8'],
    ['Latin-1', Buffer.from('"é"', 'latin1'), 'bytes that are not valid UTF-8'],
    ['half a surrogate pair', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), 'bytes that are not valid UTF-8'],
    ['an overlong slash', Buffer.from([0x22, 0xc0, 0xaf, 0x22]), 'bytes that are not valid UTF-8'],
    ['nothing', Buffer.of(), 'Unexpected end of JSON input'],
  ])('are rejected with the reason: %s', (_what, bytes, reason) => {
    expect(parseJsonBytes(bytes)).toEqual({ ok: false, reason });
  });

  it('are distinguished from valid bytes', () => {
    expect(parseJsonBytes(Buffer.from('"é\u{1f335}"'))).toEqual({ ok: true, value: 'é\u{1f335}' });
    expect(parseJsonBytes(Buffer.from('7'))).toEqual({ ok: true, value: 7 });
  });
});

describe('a JSON text', () => {
  it('may be nested 1000 deep', () => {
    expect(parseJson(`${'['.repeat(1_000)}${']'.repeat(1_000)}`).ok).toBe(true);
  });

  it('does not count brackets in strings, also after an escaped quote', () => {
    expect(parseJson(`"\\"${'['.repeat(2_000)}"`).ok).toBe(true);
  });

  it('uses the last value of a duplicate key', () => {
    expect(parseJson('{"a": 1, "a": 9007199254740993}')).toEqual({
      ok: true,
      value: { a: 9007199254740993n },
    });
  });

  it('may have a key __proto__ like any other', () => {
    const parsed = parseJson('{"__proto__": {"id": 9007199254740993}}');
    expect(parsed.ok && Object.keys(parsed.value ?? {})).toEqual(['__proto__']);
    expect(parsed.ok && stringifyJson(parsed.value)).toBe('{"__proto__":{"id":9007199254740993}}');
  });
});

const pairs: readonly (readonly [a: Json, b: Json, same: boolean])[] = [
  [1, 1.0, true],
  [0, -0, true],
  [9007199254740993n, 9007199254740993n, true],
  [9007199254740993n, 9007199254740992, false],
  [2 ** 53, 2n ** 53n, true],
  [1, '1', false],
  [0, false, false],
  [null, 0, false],
  [{}, [], false],
  [{ a: 1, b: [2n] }, { b: [2], a: 1 }, true],
  [{ a: 1 }, { a: 1, b: null }, false],
  [{ a: null }, { b: null }, false],
  [[1, 2], [2, 1], false],
  [[1], [1, null], false],
];

describe('equality', () => {
  it.each(pairs)('of %o and %o is %s', (a, b, same) => {
    expect(isEqualJson(a, b)).toBe(same);
    expect(isEqualJson(b, a)).toBe(same);
  });

  it('is that of the canonical texts', () => {
    const json = fc.jsonValue({ maxDepth: 2 });
    fc.assert(
      fc.property(json, json, (x, y) => {
        const [a, b] = [read(JSON.stringify(x)), read(JSON.stringify(y))];
        return isEqualJson(a, b) === (canonicalJson(a) === canonicalJson(b)) && isEqualJson(a, a);
      }),
      { seed: 1, numRuns: 500 },
    );
  });
});

describe('order', () => {
  it.each([
    [9007199254740993n, 9007199254740992, 1],
    [9007199254740992, 9007199254740993n, -1],
    [1.5, 1n, 1],
    [2, 2n, 0],
  ] as const)('of %s and %s is exact', (a, b, sign) => {
    expect(compareNumbers(a, b)).toBe(sign);
  });
});

describe('a type', () => {
  it.each([
    [null, 'null'],
    [1, 'integer'],
    [1e300, 'integer'],
    [2n ** 63n, 'integer'],
    [1.5, 'number'],
    ['', 'string'],
    [true, 'boolean'],
    [[], 'array'],
    [{}, 'object'],
  ] as const)('of %o is %s', (value, type) => {
    expect(jsonTypeOf(value)).toBe(type);
    expect(isInteger(value)).toBe(type === 'integer');
  });
});

describe('writing', () => {
  it('preserves every int64', () => {
    const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
    fc.assert(
      fc.property(int64, (id) => stringifyJson(read(`{"id":${id}}`)) === `{"id":${id}}`),
      { seed: 1, numRuns: 500 },
    );
  });

  it('preserves every JSON value', () => {
    fc.assert(
      fc.property(fc.json(), (text) => isEqualJson(read(stringifyJson(read(text))), read(text))),
      { seed: 1, numRuns: 300 },
    );
  });

  it.each<Json>([
    [1, [{ a: { b: 2n ** 60n } }]],
    { a: null, b: [true, 'x"', 1.5, -0, {}, []] },
    { toJSON: 'x', ['__proto__']: [2n ** 60n] },
    'x',
    2n ** 60n,
  ])('equals JSON.stringify except for large integers: %o', (value) => {
    const marked = JSON.stringify(value, (_key, part) => (typeof part === 'bigint' ? `big ${part}` : part));
    expect(stringifyJson(value)).toBe(marked.replaceAll(/"big (\d+)"/g, '$1'));
  });

  it('indents on request', () => {
    expect(stringifyJson({ id: 2n ** 63n }, 2)).toBe('{\n  "id": 9223372036854775808\n}');
  });
});

function read(text: string): Json {
  const parsed = parseJson(text);
  if (parsed.ok) return parsed.value;
  throw new Error(parsed.reason);
}
