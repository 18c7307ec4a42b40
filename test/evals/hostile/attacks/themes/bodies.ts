import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { type Attack, type AttackScript, type AttackTheme, closed, onConnection, open } from '../attack.ts';
import { create, PLANT, withFraming, withMediaType } from '../requests.ts';
import type { AttackBytes } from '../wire/connection.ts';

/** Made when it is sent: a table of all of them would fill the memory. */
const large = (make: () => AttackBytes): AttackScript => onConnection((connection) => connection.write(make()));

const MB = 1_000_000;
const plant = open(200, /fern/);
const malformed = open(400, /1002/);
const invalid = (code: number) => open(400, new RegExp(String(code)));
const named = (name: string) => create(`{"id":7,"name":${name}}`);
const nested = (depth: number, [left, right]: string) => `${left}`.repeat(depth) + `${right}`.repeat(depth);
const coded = (coding: string, bytes: Buffer) =>
  Buffer.concat([
    Buffer.from(withFraming(`Content-Encoding: ${coding}\r\nContent-Length: ${bytes.length}\r\n`, ''), 'latin1'),
    bytes,
  ]);
const bomb = () => Buffer.alloc(20 * MB, ' ');

const sizes: readonly Attack[] = [
  {
    name: 'one byte at a time',
    reason: 'slow is allowed within the time limit of a request',
    sends: onConnection(async (connection) => {
      for (const byte of create(PLANT)) {
        await connection.write(byte);
        await new Promise(setImmediate);
      }
    }),
    expected: plant,
  },
  {
    name: '11 MB, as its length declares',
    reason: 'RFC 9110, 15.5.14: rejected before any of it is read',
    sends: large(() => create(' '.repeat(11 * MB))),
    expected: closed(413),
  },
  {
    name: '11 MB in chunks',
    reason: 'counted as it comes',
    sends: large(() => withFraming('Transfer-Encoding: chunked\r\n', `a7d8c0\r\n${' '.repeat(11 * MB)}\r\n0\r\n\r\n`)),
    expected: closed(413),
  },
  {
    name: 'chunks without end',
    reason: 'its sender gets a response, and is disconnected a second later',
    sends: onConnection(async (connection) => {
      await connection.write(withFraming('Transfer-Encoding: chunked\r\n', ''));
      const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`;
      while (!connection.isClosed() && (await connection.write(chunk))) await new Promise(setImmediate);
    }),
    expected: closed(413),
  },
  {
    name: '10 MB of white space before a plant',
    reason: 'the limit is inclusive',
    sends: large(() => create(PLANT.padStart(10 * MB))),
    expected: plant,
  },
  {
    name: 'a length of 9 PB, and not a byte of it',
    reason: 'nothing is set aside for what is only announced',
    sends: withFraming('Content-Length: 9007199254740991\r\n', ''),
    expected: closed(413),
  },
];

const packed: Readonly<Record<string, () => Buffer>> = {
  gzip: () => coded('gzip', gzipSync(bomb())),
  Brotli: () => coded('br', brotliCompressSync(bomb(), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })),
  deflate: () => coded('deflate', deflateSync(bomb())),
  Zstandard: () => coded('zstd', zstdCompressSync(bomb())),
  'gzip in gzip in gzip': () => coded('gzip, gzip, gzip', gzipSync(gzipSync(gzipSync(bomb())))),
};

const compressed: readonly Attack[] = Object.entries(packed).map(([name, make]) => ({
  name: `20 MB of white space in ${name}`,
  reason: 'the contract declares no coding: it is rejected without being unpacked',
  sends: large(make),
  expected: invalid(1011),
}));

const json: readonly Attack[] = [
  { name: 'no body', reason: 'the contract requires one', sends: create(''), expected: invalid(1001) },
  {
    name: 'white space alone',
    reason: 'RFC 8259, 2: it is not JSON',
    sends: create(' \r\n\t'),
    expected: malformed,
  },
  {
    name: 'a comma too many',
    reason: 'RFC 8259',
    sends: create('{"id":7,"name":"a",}'),
    expected: malformed,
  },
  { name: 'a comment', reason: 'RFC 8259', sends: create('{"id":7,/**/"name":"a"}'), expected: malformed },
  { name: 'NaN', reason: 'RFC 8259, 6', sends: create('{"id":NaN,"name":"a"}'), expected: malformed },
  { name: 'a NUL in a text', reason: 'RFC 8259, 7', sends: named('"a\0b"'), expected: malformed },
  {
    name: 'an escaped NUL in a text',
    reason: 'RFC 8259, 7: a character as any other',
    sends: named('"a\\u0000b"'),
    expected: open(200),
  },
  { name: 'a line break in a text', reason: 'RFC 8259, 7', sends: named('"a\nb"'), expected: malformed },
  {
    name: 'bytes that are not UTF-8',
    reason: 'RFC 8259, 8.1',
    sends: named('"\xff\xfe"'),
    expected: invalid(1004),
  },
  { name: 'overlong UTF-8', reason: 'RFC 3629, 3', sends: named('"\xc0\xaf"'), expected: invalid(1004) },
  {
    name: 'half a surrogate in UTF-8',
    reason: 'RFC 3629, 3',
    sends: named('"\xed\xa0\x80"'),
    expected: invalid(1004),
  },
  {
    name: 'half a surrogate, escaped',
    reason: 'RFC 8259, 8.2 leaves it open: it comes back escaped, as it has no UTF-8',
    sends: named('"\\ud800"'),
    expected: open(200, /\\ud800/),
  },
  {
    name: 'a byte order mark',
    reason: 'RFC 8259, 8.1: it may be ignored',
    sends: create(`\xef\xbb\xbf${PLANT}`),
    expected: plant,
  },
  {
    name: 'UTF-16',
    reason: 'RFC 8259, 8.1',
    sends: create(Buffer.from(PLANT, 'utf16le').toString('latin1')),
    expected: open(400),
  },
  {
    name: 'another charset',
    reason: 'RFC 8259, 11: the parameter means nothing',
    sends: withMediaType('application/json; charset=utf-7', PLANT),
    expected: plant,
  },
  {
    name: '100,000 arrays within each other',
    reason: 'a reader that calls itself would overflow',
    sends: create(nested(100_000, '[]')),
    expected: malformed,
  },
  {
    name: '100,000 arrays that are never closed',
    reason: 'the same',
    sends: create('['.repeat(100_000)),
    expected: malformed,
  },
  {
    name: '900 nested objects, in an undeclared field',
    reason: 'as deep as the limit: all later stages can process it',
    sends: create(`{"id":7,"name":"fern","x":${'{"a":'.repeat(900)}1${'}'.repeat(900)}}`),
    expected: plant,
  },
  {
    name: '__proto__ and constructor as names',
    reason: 'they are names as any other, and change nothing',
    sends: create('{"id":7,"name":"fern","__proto__":{"id":"x","tag":1},"constructor":{"prototype":{"polluted":1}}}'),
    expected: plant,
  },
  {
    name: '__proto__ instead of what is required',
    reason: 'nothing is inherited',
    sends: create('{"__proto__":{"id":7,"name":"fern"}}'),
    expected: invalid(1101),
  },
  { name: '1e400', reason: 'no int64', sends: create('{"id":1e400,"name":"a"}'), expected: open(400) },
  {
    name: '1e999999999',
    reason: 'an exact integer of it would fill the memory',
    sends: create('{"id":1e999999999,"name":"a"}'),
    expected: open(400),
  },
  {
    name: '1e-999999999',
    reason: 'no integer',
    sends: create('{"id":1e-999999999,"name":"a"}'),
    expected: open(400),
  },
  {
    name: 'an integer of 9 MB of digits',
    reason: 'to read it exactly would take minutes',
    sends: large(() => create(`{"id":${'9'.repeat(9 * MB)},"name":"a"}`)),
    expected: open(400),
  },
  {
    name: 'a fraction of 9 MB of digits',
    reason: 'the same',
    sends: large(() => create(`{"id":0.${'1'.repeat(9 * MB)},"name":"a"}`)),
    expected: open(400),
  },
  {
    name: 'int64 and one',
    reason: 'the contract declares int64',
    sends: create('{"id":9223372036854775808,"name":"a"}'),
    expected: invalid(1105),
  },
  {
    name: 'a text of 9 MB of escapes',
    reason: 'read in one pass',
    sends: large(() => named(`"${'\\u0041'.repeat(1.5 * MB)}"`)),
    expected: open(200),
  },
  {
    name: 'a quote and 9 MB of backslashes',
    reason: 'the same',
    sends: large(() => named(`"${'\\'.repeat(9 * MB)}`)),
    expected: malformed,
  },
  {
    name: '10,000 times the same key',
    reason: 'RFC 8259, 4 leaves it open: the last one counts',
    sends: create(`{${'"id":"x",'.repeat(10_000)}"id":7,"name":"fern"}`),
    expected: plant,
  },
  {
    name: '200,000 keys',
    reason: 'each is read once',
    sends: large(() => create(`{"id":7,"name":"fern",${keys(200_000)}}`)),
    expected: plant,
  },
  {
    name: '2,000,000 items instead of a plant',
    reason: 'one error is reported, not a million',
    sends: large(() => create(`[${'0,'.repeat(2 * MB)}0]`)),
    expected: invalid(1102),
  },
  {
    name: 'escape codes and markup in a value that is rejected',
    reason: 'message and log show them as text',
    sends: create('{"id":"\\u001b[2J\\u009b31m\\u202e<script>","name":"a"}'),
    expected: invalid(1102),
  },
  {
    name: 'a media type that is none',
    reason: 'the contract declares application/json alone',
    sends: withMediaType('garbage;;;', PLANT),
    expected: invalid(1003),
  },
  {
    name: 'a media type of 10 KB',
    reason: 'reported in part',
    sends: withMediaType(`application/${'j'.repeat(10_000)}`, PLANT),
    expected: invalid(1003),
  },
  {
    name: 'a form instead of JSON',
    reason: 'the same',
    sends: withMediaType('application/x-www-form-urlencoded', 'id=7&name=a'),
    expected: invalid(1003),
  },
];

function keys(count: number): string {
  return Array.from({ length: count }, (_unused, n) => `"k${n}":${n}`).join();
}

export const bodies: AttackTheme = {
  name: 'Bodies',
  sends:
    '11 MB by length and in chunks, chunks without end, 20 MB packed in gzip, Brotli, deflate and Zstandard, 100,000 levels of nesting, `__proto__`, 1e999999999, 9 MB of digits, lone surrogates, invalid UTF-8, 200,000 keys',
  attacks: [...sizes, ...compressed, ...json],
};
