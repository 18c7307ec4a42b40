import { type Attack, type AttackTheme, closed, onConnection, open } from '../attack.ts';
import { create, get, PLANT, withFraming } from '../requests.ts';

const SMUGGLED = 'GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n';
const chunk = (text: string, size = text.length.toString(16)) => `${size}\r\n${text}\r\n`;
const chunked = (body: string, coding = 'chunked') => withFraming(`Transfer-Encoding: ${coding}\r\n`, body);
const whole = `${chunk(PLANT)}0\r\n\r\n`;
const sized = (length: string, body = PLANT) => withFraming(`Content-Length: ${length}\r\n`, body);

/** Whoever reads the length where the other reads the chunks sees a second request. */
const both = (coding: string, fields = '') =>
  withFraming(`Content-Length: 4\r\n${coding}\r\n${fields}`, `${chunk(PLANT)}0\r\n\r\n${SMUGGLED}`);

const lengths: readonly Attack[] = [
  ['two lengths that differ', withFraming('Content-Length: 4\r\nContent-Length: 22\r\n', PLANT)],
  ['two lengths that agree', withFraming('Content-Length: 22\r\nContent-Length: 22\r\n', PLANT)],
  ['a list of lengths that agree', sized('22, 22')],
  ['a list of lengths that differ', sized('22, 4')],
  ['a negative length', sized('-1')],
  ['a length with a sign', sized('+22')],
  ['a length in hexadecimal', sized('0x16')],
  ['a length with a fraction', sized('22.0')],
  ['a length with an exponent', sized('2e1')],
  ['a length with an underscore', sized('2_2')],
  ['a length with a space within', sized('2 2')],
  ['a length that is not a number', sized('many')],
  ['an empty length', sized('')],
  ['a length beyond 64 bits', sized('18446744073709551638')],
  ['a length of 5,000 digits', sized('9'.repeat(5_000))],
].map(([name = '', sends = '']) => ({
  name,
  reason: 'RFC 9112, 6.3: an invalid length must be a 400, after which the connection is closed',
  sends,
  expected: closed(400),
}));

const codings: readonly Attack[] = [
  ['a length and chunks', both('Transfer-Encoding: chunked')],
  [
    'chunks and then a length',
    withFraming('Transfer-Encoding: chunked\r\nContent-Length: 4\r\n', `${whole}${SMUGGLED}`),
  ],
  ['a length and chunks, in mixed case', both('tRaNsFeR-eNcOdInG: ChUnKeD')],
  ['a length and chunks behind a space', both('Transfer-Encoding : chunked')],
  ['a length and chunks behind a tab', both('Transfer-Encoding:\tchunked')],
  ['a length and chunks in a folded line', both('Transfer-Encoding:\r\n chunked')],
  ['a length and chunks behind a vertical tab', both('Transfer-Encoding: \x0bchunked')],
  ['a length and chunks in quotes', both('Transfer-Encoding: "chunked"')],
  ['a length and chunks by another name', both('Transfer-Encoding: xchunked')],
  ['a length and chunks with a parameter', both('Transfer-Encoding: chunked;q=1')],
  ['a length and chunks after identity', both('Transfer-Encoding: identity, chunked')],
  ['a length and chunks before identity', both('Transfer-Encoding: chunked, identity')],
  ['a length and two codings on two lines', both('Transfer-Encoding: identity\r\nTransfer-Encoding: chunked')],
  ['a length and a coding of nothing', both('Transfer-Encoding: ')],
  ['a length and a coding with a NUL', both('Transfer-Encoding: chunked\0')],
  ['a length and a coding after a bare LF', both('X: a\nTransfer-Encoding: chunked')],
  ['a length and a coding after a bare CR', both('X: a\rTransfer-Encoding: chunked')],
  ['chunks twice over', chunked(`${whole}${SMUGGLED}`, 'chunked, chunked')],
  ['chunks that are not the last coding', chunked(`${whole}${SMUGGLED}`, 'chunked, gzip')],
  ['an unknown coding', chunked(`${whole}${SMUGGLED}`, 'wonders')],
].map(([name = '', sends = '']) => ({
  name,
  reason: 'RFC 9112, 6.1 and 6.3: what two servers could read differently is rejected, and the connection closed',
  sends,
  expected: closed(400),
}));

const chunks: readonly Attack[] = [
  ['a chunk without a size', chunked(`\r\n${PLANT}\r\n0\r\n\r\n`)],
  ['a chunk size that is not a number', chunked(chunk(PLANT, 'zz'))],
  ['a negative chunk size', chunked(chunk(PLANT, '-16'))],
  ['a chunk size with 0x', chunked(chunk(PLANT, '0x16'))],
  ['a chunk size with a sign', chunked(chunk(PLANT, '+16'))],
  ['a chunk size beyond 64 bits', chunked(chunk(PLANT, 'fffffffffffffffff'))],
  ['a chunk size that overflows to the right one', chunked(`${chunk(PLANT, '10000000000000016')}0\r\n\r\n`)],
  ['a chunk size behind a space', chunked(`${chunk(PLANT, ' 16')}0\r\n\r\n`)],
  ['a chunk longer than its size', chunked(`${chunk(PLANT, '4')}0\r\n\r\n`)],
  ['a chunk that ends in LF alone', chunked(`16\n${PLANT}\n0\n\n`)],
  ['a NUL in a chunk extension', chunked(`16;a=\0\r\n${PLANT}\r\n0\r\n\r\n`)],
  ['a bare LF in a chunk extension', chunked(`16;a\n${PLANT}\r\n0\r\n\r\n`)],
].map(([name = '', sends = '']) => ({
  name,
  reason: 'RFC 9112, 7.1: what is no chunk is a 400',
  sends,
  expected: closed(400),
}));

const odd: readonly Attack[] = [
  {
    name: 'chunks with extensions',
    reason: 'RFC 9112, 7.1.1: they must be ignored',
    sends: chunked(`16;a=b;c="d"\r\n${PLANT}\r\n0;last\r\n\r\n`),
    expected: open(200),
  },
  {
    name: '10,000 leading zeros of a chunk size',
    reason: 'RFC 9112, 7.1: a limit on it must be there',
    sends: chunked(`${chunk(PLANT, `${'0'.repeat(10_000)}16`)}0\r\n\r\n`),
    expected: open(200),
  },
  {
    name: 'a chunk extension of 1 MB',
    reason: 'RFC 9112, 7.1.1: the length of extensions ought to be limited',
    sends: chunked(`16;a=${'b'.repeat(1_000_000)}\r\n${PLANT}\r\n0\r\n\r\n`),
    expected: closed(400),
  },
  {
    name: '5,000 chunks of one byte with extensions',
    reason: 'nothing is kept of them',
    sends: chunked(`${`1;${'a'.repeat(100)}\r\n \r\n`.repeat(5_000)}${whole}`),
    expected: open(200),
  },
  {
    name: 'trailers',
    reason: 'RFC 9110, 6.5.1: they are not merged into the header section',
    sends: chunked(`${chunk(PLANT)}0\r\nHost: evil.example\r\nAuthorization: x\r\n\r\n`),
    expected: open(200),
  },
  {
    name: 'trailers that say where a body ends',
    reason: 'RFC 9110, 6.5.1: such fields are forbidden there',
    sends: chunked(`${chunk(PLANT)}0\r\nContent-Length: 4\r\n\r\n`),
    expected: closed(400),
  },
  {
    name: '10,000 trailers',
    reason: 'RFC 6585, 5: they count as header fields do',
    sends: chunked(`${chunk(PLANT)}0\r\n${'X-Trailer: y\r\n'.repeat(10_000)}\r\n`),
    expected: closed(431),
  },
  {
    name: 'a request in the body of GET',
    reason: 'RFC 9112, 6: a body is a body, whatever the method',
    sends: get('/plants', `Content-Length: ${SMUGGLED.length}\r\n`) + SMUGGLED,
    expected: open(405),
  },
  {
    name: 'a request behind one with no length',
    reason: 'RFC 9112, 6.3: without a length there is no body; what follows is a request, and handled as one',
    sends: `${withFraming('', '')}${get('/nowhere')}`,
    expected: { statuses: [400, 404], connection: 'open' },
  },
  {
    name: 'garbage behind a request',
    reason: 'RFC 9112, 9.3.2: the response first, then the rejection',
    sends: `${create(PLANT)}GARBAGE\r\n\r\n`,
    expected: { statuses: [200, 400], connection: 'closed' },
  },
  {
    name: 'chunks of HTTP/1.0',
    reason: 'RFC 9112, 6.1: a framing that this version does not have is faulty, and the connection closed after it',
    sends: chunked(whole).replace('HTTP/1.1', 'HTTP/1.0'),
    expected: closed(200),
  },
  {
    name: 'a chunked body that stops within a size',
    reason: 'half a request is not treated as a complete one',
    sends: onConnection(async (connection) => {
      await connection.write(chunked('1'));
      connection.end();
    }),
    expected: closed(400),
  },
];

export const framing: AttackTheme = {
  name: 'Where a body ends',
  sends:
    'lengths that are double, negative, signed, hexadecimal and huge; a length beside chunks in seventeen spellings (request smuggling); chunks with wrong sizes, extensions of 1 MB, 10,000 trailers',
  attacks: [...lengths, ...codings, ...chunks, ...odd],
};
