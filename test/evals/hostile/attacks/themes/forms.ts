import { type Attack, closed, open, over, type Theme } from '../attack.ts';
import { post } from '../requests.ts';
import type { Bytes } from '../wire/wire.ts';

function sent(type: string, body: Bytes): Buffer {
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
    why: 'each is looked at once',
    sends: form(`count=1${Array.from({ length: 100_000 }, (_unused, n) => `&k${n}=v`).join('')}`),
    gets: open(201),
  },
  {
    name: 'a form of one name 1,000,000 times',
    why: 'the same',
    sends: over((wire) => wire.write(form(`count=1${'&a=b'.repeat(1_000_000)}`))),
    gets: open(201),
  },
  {
    name: 'a form of 9 MB of ampersands',
    why: 'the same',
    sends: over((wire) => wire.write(form('&'.repeat(9_000_000)))),
    gets: open(400),
  },
  {
    name: 'a form with 2,000 brackets in a name',
    why: 'no object is made of what is not declared as one',
    sends: form(`count=1&a${'[b]'.repeat(2_000)}=c`),
    gets: open(201),
  },
  {
    name: 'a form with __proto__ in brackets',
    why: 'a name as any other',
    sends: form('count=1&__proto__[count]=x&constructor[prototype][a]=1&__proto__=1'),
    gets: open(201),
  },
  {
    name: 'a form with a broken percent-encoding',
    why: 'it is no form',
    sends: form('count=1&a=%zz'),
    gets: malformed,
  },
  {
    name: 'a multipart body without a boundary',
    why: 'RFC 2046, 5.1.1',
    sends: multipart(count, ''),
    gets: malformed,
  },
  {
    name: 'an empty boundary',
    why: 'RFC 2046, 5.1.1',
    sends: multipart(count, '; boundary=""'),
    gets: malformed,
  },
  {
    name: 'a boundary of 10 KB',
    why: 'RFC 2046, 5.1.1 allows 70 characters; it is searched for all the same',
    sends: multipart(count, `; boundary=${'x'.repeat(10_000)}`),
    gets: malformed,
  },
  {
    name: 'a boundary that is a regular expression',
    why: 'it is compared as text',
    sends: multipart(count, '; boundary="(x+)+$"'),
    gets: malformed,
  },
  {
    name: 'a body of another boundary',
    why: 'no part of it can be found',
    sends: multipart(count, '; boundary=y'),
    gets: malformed,
  },
  {
    name: 'a multipart body without its end',
    why: 'half a form is none',
    sends: multipart(count),
    gets: malformed,
  },
  {
    name: 'a part without a name',
    why: 'RFC 7578, 4.2',
    sends: multipart('--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--\r\n'),
    gets: malformed,
  },
  {
    name: 'a part without a head',
    why: 'RFC 7578, 4.2',
    sends: multipart('--x\r\n\r\n1\r\n--x--\r\n'),
    gets: malformed,
  },
  {
    name: 'parts within a part',
    why: 'RFC 7578, 4.3: not taken apart',
    sends: multipart(
      '--x\r\nContent-Type: multipart/mixed; boundary=y\r\n\r\n--y\r\n\r\n1\r\n--y--\r\n--x--\r\n',
    ),
    gets: malformed,
  },
  {
    name: 'nothing but ends',
    why: 'a form without fields lacks what is required',
    sends: multipart('--x--\r\n'.repeat(100)),
    gets: open(400),
  },
  {
    name: 'a part with a head of 1 MB',
    why: 'it has no name',
    sends: multipart(`--x\r\nX: ${'a'.repeat(1_000_000)}\r\n\r\n1\r\n--x--\r\n`),
    gets: malformed,
  },
  {
    name: '10,000 parts',
    why: 'as many as are taken',
    sends: multipart(`${count}${part('n', 'v').repeat(9_999)}--x--\r\n`),
    gets: open(201),
  },
  {
    name: '100,000 parts',
    why: 'more than are taken',
    sends: multipart(`${count}${part('n', 'v').repeat(100_000)}--x--\r\n`),
    gets: malformed,
  },
  {
    name: '9 MB of beginnings of a boundary',
    why: 'a search that goes back would take minutes',
    sends: over((wire) =>
      wire.write(
        multipart(
          '\r\n--xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'.repeat(220_000),
          `; boundary=${'x'.repeat(60)}`,
        ),
      ),
    ),
    gets: malformed,
  },
  {
    name: 'a file name that leaves its folder',
    why: 'nothing is written anywhere',
    sends: multipart(
      `${count}--x\r\nContent-Disposition: form-data; name="photo"; filename="../../../tmp/owned"\r\n\r\n1\r\n--x--\r\n`,
    ),
    gets: open(201),
  },
  {
    name: 'a multipart body that never ends',
    why: 'counted as it comes',
    sends: over(async (wire) => {
      await wire.write(
        post('Content-Type: multipart/form-data; boundary=x\r\nTransfer-Encoding: chunked\r\n', '', '/codes'),
      );
      const piece = part('n', 'v'.repeat(65_000));
      while (!wire.isClosed() && (await wire.write(`${piece.length.toString(16)}\r\n${piece}\r\n`)))
        await new Promise(setImmediate);
    }),
    gets: closed(413),
  },
];

export const forms: Theme = {
  name: 'Forms and files',
  sends:
    '100,000 pairs, brackets and `__proto__` in names, no boundary and boundaries of 10 KB, 100,000 parts, heads of 1 MB, file names that leave their folder, a body without end',
  store: 'forms',
  attacks,
};
