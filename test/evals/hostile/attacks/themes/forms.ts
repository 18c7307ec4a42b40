import { type Attack, type AttackTheme, closed, onConnection, open } from '../attack.ts';
import { post } from '../requests.ts';
import type { AttackBytes } from '../wire/connection.ts';

function sent(type: string, body: AttackBytes): Buffer {
  const head = post(`Content-Type: ${type}\r\nContent-Length: ${body.length}\r\n`, '', '/codes');
  return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body)]);
}

const form = (body: string) => sent('application/x-www-form-urlencoded', body);
const multipart = (body: string, boundary = '; boundary=x') => sent(`multipart/form-data${boundary}`, body);
const part = (name: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const count = part('count', '1');

const malformed = open(400, /1002/);

const attacks: readonly Attack[] = [
  {
    name: 'a form of 100,000 pairs',
    reason: 'each is read once',
    sends: form(`count=1${Array.from({ length: 100_000 }, (_unused, n) => `&k${n}=v`).join('')}`),
    expected: open(201),
  },
  {
    name: 'a form of one name 1,000,000 times',
    reason: 'the same',
    sends: onConnection((connection) => connection.write(form(`count=1${'&a=b'.repeat(1_000_000)}`))),
    expected: open(201),
  },
  {
    name: 'a form of 9 MB of ampersands',
    reason: 'the same',
    sends: onConnection((connection) => connection.write(form('&'.repeat(9_000_000)))),
    expected: open(400),
  },
  {
    name: 'a form with 2,000 brackets in a name',
    reason: 'no object is made of what is not declared as one',
    sends: form(`count=1&a${'[b]'.repeat(2_000)}=c`),
    expected: open(201),
  },
  {
    name: 'a form with __proto__ in brackets',
    reason: 'a name as any other',
    sends: form('count=1&__proto__[count]=x&constructor[prototype][a]=1&__proto__=1'),
    expected: open(201),
  },
  {
    name: 'a form with a broken percent-encoding',
    reason: 'it is no form',
    sends: form('count=1&a=%zz'),
    expected: malformed,
  },
  {
    name: 'a multipart body without a boundary',
    reason: 'RFC 2046, 5.1.1',
    sends: multipart(count, ''),
    expected: malformed,
  },
  {
    name: 'an empty boundary',
    reason: 'RFC 2046, 5.1.1',
    sends: multipart(count, '; boundary=""'),
    expected: malformed,
  },
  {
    name: 'a boundary of 10 KB',
    reason: 'RFC 2046, 5.1.1 allows 70 characters; it is searched for all the same',
    sends: multipart(count, `; boundary=${'x'.repeat(10_000)}`),
    expected: malformed,
  },
  {
    name: 'a boundary that is a regular expression',
    reason: 'it is compared as text',
    sends: multipart(count, '; boundary="(x+)+$"'),
    expected: malformed,
  },
  {
    name: 'a body of another boundary',
    reason: 'no part of it can be found',
    sends: multipart(count, '; boundary=y'),
    expected: malformed,
  },
  {
    name: 'a multipart body without its end',
    reason: 'half a form is none',
    sends: multipart(count),
    expected: malformed,
  },
  {
    name: 'a part without a name',
    reason: 'RFC 7578, 4.2',
    sends: multipart('--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--\r\n'),
    expected: malformed,
  },
  {
    name: 'a part without a head',
    reason: 'RFC 7578, 4.2',
    sends: multipart('--x\r\n\r\n1\r\n--x--\r\n'),
    expected: malformed,
  },
  {
    name: 'parts within a part',
    reason: 'RFC 7578, 4.3: not split',
    sends: multipart('--x\r\nContent-Type: multipart/mixed; boundary=y\r\n\r\n--y\r\n\r\n1\r\n--y--\r\n--x--\r\n'),
    expected: malformed,
  },
  {
    name: 'only line ends',
    reason: 'a form without fields lacks what is required',
    sends: multipart('--x--\r\n'.repeat(100)),
    expected: open(400),
  },
  {
    name: 'a part with a head of 1 MB',
    reason: 'it has no name',
    sends: multipart(`--x\r\nX: ${'a'.repeat(1_000_000)}\r\n\r\n1\r\n--x--\r\n`),
    expected: malformed,
  },
  {
    name: '10,000 parts',
    reason: 'as many as are accepted',
    sends: multipart(`${count}${part('n', 'v').repeat(9_999)}--x--\r\n`),
    expected: open(201),
  },
  {
    name: '100,000 parts',
    reason: 'more than are accepted',
    sends: multipart(`${count}${part('n', 'v').repeat(100_000)}--x--\r\n`),
    expected: malformed,
  },
  {
    name: '9 MB of beginnings of a boundary',
    reason: 'a search that goes back would take minutes',
    sends: onConnection((connection) =>
      connection.write(
        multipart('\r\n--xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'.repeat(220_000), `; boundary=${'x'.repeat(60)}`),
      ),
    ),
    expected: malformed,
  },
  {
    name: 'a file name that leaves its folder',
    reason: 'nothing is written anywhere',
    sends: multipart(
      `${count}--x\r\nContent-Disposition: form-data; name="photo"; filename="../../../tmp/owned"\r\n\r\n1\r\n--x--\r\n`,
    ),
    expected: open(201),
  },
  {
    name: 'a multipart body that never ends',
    reason: 'counted as it comes',
    sends: onConnection(async (connection) => {
      await connection.write(
        post('Content-Type: multipart/form-data; boundary=x\r\nTransfer-Encoding: chunked\r\n', '', '/codes'),
      );
      const piece = part('n', 'v'.repeat(65_000));
      while (!connection.isClosed() && (await connection.write(`${piece.length.toString(16)}\r\n${piece}\r\n`)))
        await new Promise(setImmediate);
    }),
    expected: closed(413),
  },
];

export const forms: AttackTheme = {
  name: 'Forms and files',
  sends:
    '100,000 pairs, brackets and `__proto__` in names, no boundary and boundaries of 10 KB, 100,000 parts, heads of 1 MB, file names that leave their folder, a body without end',
  store: 'forms',
  attacks,
};
