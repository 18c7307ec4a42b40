import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { type Attack, closed, open, over, type Play, type Theme } from '../attack.ts';
import { create, framed, PLANT, typed } from '../requests.ts';
import type { Bytes } from '../wire/wire.ts';

/** Made when it is sent: a table of all of them would fill the memory. */
const large = (make: () => Bytes): Play => over((wire) => wire.write(make()));

const MB = 1_000_000;
const plant = open(200, /fern/);
const malformed = open(400, /1002/);
const invalid = (code: number) => open(400, new RegExp(String(code)));
const named = (name: string) => create(`{"id":7,"name":${name}}`);
const nested = (depth: number, [left, right]: string) => `${left}`.repeat(depth) + `${right}`.repeat(depth);
const coded = (coding: string, bytes: Buffer) =>
  Buffer.concat([
    Buffer.from(framed(`Content-Encoding: ${coding}\r\nContent-Length: ${bytes.length}\r\n`, ''), 'latin1'),
    bytes,
  ]);
const bomb = () => Buffer.alloc(20 * MB, ' ');

const sizes: readonly Attack[] = [
  {
    name: 'one byte at a time',
    why: 'slow is no fault within the time for a request',
    sends: over(async (wire) => {
      for (const byte of create(PLANT)) {
        await wire.write(byte);
        await new Promise(setImmediate);
      }
    }),
    gets: plant,
  },
  {
    name: '11 MB, as its length says',
    why: 'RFC 9110, 15.5.14: refused before any of it is read',
    sends: large(() => create(' '.repeat(11 * MB))),
    gets: closed(413),
  },
  {
    name: '11 MB in chunks',
    why: 'counted as it comes',
    sends: large(() =>
      framed('Transfer-Encoding: chunked\r\n', `a7d8c0\r\n${' '.repeat(11 * MB)}\r\n0\r\n\r\n`),
    ),
    gets: closed(413),
  },
  {
    name: 'chunks without end',
    why: 'its sender is answered, and cut off a second later',
    sends: over(async (wire) => {
      await wire.write(framed('Transfer-Encoding: chunked\r\n', ''));
      const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`;
      while (!wire.isClosed() && (await wire.write(chunk))) await new Promise(setImmediate);
    }),
    gets: closed(413),
  },
  {
    name: '10 MB of white space before a plant',
    why: 'the limit is inclusive',
    sends: large(() => create(PLANT.padStart(10 * MB))),
    gets: plant,
  },
  {
    name: 'a length of 9 PB, and not a byte of it',
    why: 'nothing is set aside for what is only announced',
    sends: framed('Content-Length: 9007199254740991\r\n', ''),
    gets: closed(413),
  },
];

const packed: Readonly<Record<string, () => Buffer>> = {
  gzip: () => coded('gzip', gzipSync(bomb())),
  Brotli: () => coded('br', brotliCompressSync(bomb(), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })),
  deflate: () => coded('deflate', deflateSync(bomb())),
  Zstandard: () => coded('zstd', zstdCompressSync(bomb())),
  'gzip upon gzip upon gzip': () => coded('gzip, gzip, gzip', gzipSync(gzipSync(gzipSync(bomb())))),
};

const compressed: readonly Attack[] = Object.entries(packed).map(([name, make]) => ({
  name: `20 MB of white space in ${name}`,
  why: 'the contract declares no coding: it is refused without being unpacked',
  sends: large(make),
  gets: invalid(1011),
}));

const json: readonly Attack[] = [
  { name: 'no body', why: 'the contract requires one', sends: create(''), gets: invalid(1001) },
  { name: 'white space alone', why: 'RFC 8259, 2: it is no JSON', sends: create(' \r\n\t'), gets: malformed },
  { name: 'a comma too many', why: 'RFC 8259', sends: create('{"id":7,"name":"a",}'), gets: malformed },
  { name: 'a comment', why: 'RFC 8259', sends: create('{"id":7,/**/"name":"a"}'), gets: malformed },
  { name: 'NaN', why: 'RFC 8259, 6', sends: create('{"id":NaN,"name":"a"}'), gets: malformed },
  { name: 'a NUL in a text', why: 'RFC 8259, 7', sends: named('"a\0b"'), gets: malformed },
  {
    name: 'an escaped NUL in a text',
    why: 'RFC 8259, 7: a character as any other',
    sends: named('"a\\u0000b"'),
    gets: open(200),
  },
  { name: 'a line break in a text', why: 'RFC 8259, 7', sends: named('"a\nb"'), gets: malformed },
  { name: 'bytes that are no UTF-8', why: 'RFC 8259, 8.1', sends: named('"\xff\xfe"'), gets: invalid(1004) },
  { name: 'overlong UTF-8', why: 'RFC 3629, 3', sends: named('"\xc0\xaf"'), gets: invalid(1004) },
  {
    name: 'half a surrogate in UTF-8',
    why: 'RFC 3629, 3',
    sends: named('"\xed\xa0\x80"'),
    gets: invalid(1004),
  },
  {
    name: 'half a surrogate, escaped',
    why: 'RFC 8259, 8.2 leaves it open: it comes back escaped, as it has no UTF-8',
    sends: named('"\\ud800"'),
    gets: open(200, /\\ud800/),
  },
  {
    name: 'a byte order mark',
    why: 'RFC 8259, 8.1: it may be ignored',
    sends: create(`\xef\xbb\xbf${PLANT}`),
    gets: plant,
  },
  {
    name: 'UTF-16',
    why: 'RFC 8259, 8.1',
    sends: create(Buffer.from(PLANT, 'utf16le').toString('latin1')),
    gets: open(400),
  },
  {
    name: 'another charset',
    why: 'RFC 8259, 11: the parameter means nothing',
    sends: typed('application/json; charset=utf-7', PLANT),
    gets: plant,
  },
  {
    name: '100,000 arrays within each other',
    why: 'a reader that calls itself would overflow',
    sends: create(nested(100_000, '[]')),
    gets: malformed,
  },
  {
    name: '100,000 arrays that nobody closes',
    why: 'the same',
    sends: create('['.repeat(100_000)),
    gets: malformed,
  },
  {
    name: '900 objects within each other, in a field that nobody declared',
    why: 'as deep as is read: all that comes after can walk it',
    sends: create(`{"id":7,"name":"fern","x":${'{"a":'.repeat(900)}1${'}'.repeat(900)}}`),
    gets: plant,
  },
  {
    name: '__proto__ and constructor as names',
    why: 'they are names as any other, and change nothing',
    sends: create(
      '{"id":7,"name":"fern","__proto__":{"id":"x","tag":1},"constructor":{"prototype":{"polluted":1}}}',
    ),
    gets: plant,
  },
  {
    name: '__proto__ in place of what is required',
    why: 'nothing is inherited',
    sends: create('{"__proto__":{"id":7,"name":"fern"}}'),
    gets: invalid(1101),
  },
  { name: '1e400', why: 'no int64', sends: create('{"id":1e400,"name":"a"}'), gets: open(400) },
  {
    name: '1e999999999',
    why: 'an exact integer of it would fill the memory',
    sends: create('{"id":1e999999999,"name":"a"}'),
    gets: open(400),
  },
  {
    name: '1e-999999999',
    why: 'no integer',
    sends: create('{"id":1e-999999999,"name":"a"}'),
    gets: open(400),
  },
  {
    name: 'an integer of 9 MB of digits',
    why: 'to read it exactly would take minutes',
    sends: large(() => create(`{"id":${'9'.repeat(9 * MB)},"name":"a"}`)),
    gets: open(400),
  },
  {
    name: 'a fraction of 9 MB of digits',
    why: 'the same',
    sends: large(() => create(`{"id":0.${'1'.repeat(9 * MB)},"name":"a"}`)),
    gets: open(400),
  },
  {
    name: 'int64 and one',
    why: 'the contract says int64',
    sends: create('{"id":9223372036854775808,"name":"a"}'),
    gets: invalid(1105),
  },
  {
    name: 'a text of 9 MB of escapes',
    why: 'read in one pass',
    sends: large(() => named(`"${'\\u0041'.repeat(1.5 * MB)}"`)),
    gets: open(200),
  },
  {
    name: 'a quote and 9 MB of backslashes',
    why: 'the same',
    sends: large(() => named(`"${'\\'.repeat(9 * MB)}`)),
    gets: malformed,
  },
  {
    name: '10,000 times the same key',
    why: 'RFC 8259, 4 leaves it open: the last one counts',
    sends: create(`{${'"id":"x",'.repeat(10_000)}"id":7,"name":"fern"}`),
    gets: plant,
  },
  {
    name: '200,000 keys',
    why: 'each is looked at once',
    sends: large(() => create(`{"id":7,"name":"fern",${keys(200_000)}}`)),
    gets: plant,
  },
  {
    name: '2,000,000 items in place of a plant',
    why: 'one fault is told, not a million',
    sends: large(() => create(`[${'0,'.repeat(2 * MB)}0]`)),
    gets: invalid(1102),
  },
  {
    name: 'escape codes and markup in a value that is refused',
    why: 'message and log show them as text',
    sends: create('{"id":"\\u001b[2J\\u009b31m\\u202e<script>","name":"a"}'),
    gets: invalid(1102),
  },
  {
    name: 'a media type that is none',
    why: 'the contract declares application/json alone',
    sends: typed('garbage;;;', PLANT),
    gets: invalid(1003),
  },
  {
    name: 'a media type of 10 KB',
    why: 'told in part',
    sends: typed(`application/${'j'.repeat(10_000)}`, PLANT),
    gets: invalid(1003),
  },
  {
    name: 'a form in place of JSON',
    why: 'the same',
    sends: typed('application/x-www-form-urlencoded', 'id=7&name=a'),
    gets: invalid(1003),
  },
];

function keys(count: number): string {
  return Array.from({ length: count }, (_unused, n) => `"k${n}":${n}`).join();
}

export const bodies: Theme = {
  name: 'Bodies',
  sends:
    '11 MB by length and in chunks, chunks without end, 20 MB packed in gzip, Brotli, deflate and Zstandard, 100,000 levels of nesting, `__proto__`, 1e999999999, 9 MB of digits, lone surrogates, invalid UTF-8, 200,000 keys',
  attacks: [...sizes, ...compressed, ...json],
};
