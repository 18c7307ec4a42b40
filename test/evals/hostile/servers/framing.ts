/** Lies about where an answer begins and ends. */
import { fromZoo, type HostileServer, head, JSON_TYPE, plants, whole } from '../server.ts';

const arrives = { exit: 1, checks: ['answer-arrives'] } as const;
const unframed =
  'nobody can tell where such an answer ends, and what two readers take differently is smuggled';

export const framing: readonly HostileServer[] = [
  {
    name: 'announces-more',
    what: 'It announces more bytes than it sends, and closes the connection.',
    demand: { ...arrives, why: 'half an answer is none' },
    proxied: 502,
    start: fromZoo('announces-too-many-bytes'),
  },
  {
    name: 'announces-less',
    manner: 'whole',
    what: 'It announces less than it sends, and the rest stays on the connection.',
    demand: {
      exit: 1,
      checks: ['body-is-json', 'nothing-follows'],
      also: ['answer-arrives'],
      why: 'the body is cut, and its rest would be taken for the next answer',
    },
    proxied: 'passed on',
    start: plants(({ socket, reply: { body } }) => {
      socket.write(`${head([JSON_TYPE, `content-length: ${Buffer.byteLength(body) - 2}`])}${body}`);
    }),
  },
  {
    name: 'two-lengths',
    what: 'It gives two lengths that differ.',
    demand: { ...arrives, why: unframed },
    proxied: 502,
    start: fromZoo('gives-two-lengths'),
  },
  {
    name: 'negative-length',
    what: 'It announces a length below zero.',
    demand: { ...arrives, told: /Content-Length is no number/, why: unframed },
    proxied: 502,
    start: plants(({ socket, reply: { body } }) => {
      socket.write(`${head([JSON_TYPE, 'content-length: -1'])}${body}`);
    }),
  },
  {
    name: 'length-beyond-64-bits',
    what: 'It announces a length of 30 digits.',
    demand: { ...arrives, why: 'such a body can never come whole' },
    proxied: 502,
    start: plants(({ socket, reply: { body } }) => {
      socket.write(`${head([JSON_TYPE, `content-length: ${'9'.repeat(30)}`])}${body}`);
    }),
  },
  {
    name: 'length-and-chunks',
    what: 'It gives a length and chunks at once.',
    demand: { ...arrives, why: unframed },
    proxied: 502,
    start: fromZoo('gives-length-and-chunks'),
  },
  {
    name: 'chunk-of-no-size',
    what: 'It gives the size of a chunk as a word.',
    demand: { ...arrives, told: /chunks of the body are malformed/, why: unframed },
    proxied: 502,
    start: plants(({ socket, reply }) => {
      socket.write(`${head([JSON_TYPE, 'transfer-encoding: chunked'])}lots\r\n${reply.body}\r\n0\r\n\r\n`);
    }),
  },
  {
    name: 'chunk-of-all-memory',
    manner: 'hangs',
    what: 'It announces a chunk of 2^60 bytes.',
    demand: { ...arrives, why: 'nothing is reserved for what was only announced; the time limit ends it' },
    proxied: 504,
    start: plants(({ socket, reply }) => {
      socket.write(`${head([JSON_TYPE, 'transfer-encoding: chunked'])}fffffffffffffff\r\n${reply.body}`);
    }),
  },
  {
    name: 'unknown-transfer-coding',
    manner: 'hangs',
    what: 'It says that the body is in a transfer coding that nobody knows.',
    demand: { ...arrives, why: 'RFC 9112, section 6.3: it ends with the connection, which stays open here' },
    proxied: 504,
    start: plants(({ socket, reply }) => {
      socket.write(`${head([JSON_TYPE, 'transfer-encoding: cow'])}${reply.body}`);
    }),
  },
  {
    name: 'lines-end-in-lf',
    what: 'It ends the lines of the head with LF alone.',
    demand: { ...arrives, told: /LF alone/, why: 'strict clients refuse it' },
    proxied: 502,
    start: plants(({ socket, reply }) => void socket.write(whole(reply).replaceAll('\r\n', '\n'))),
  },
  {
    name: 'folded-header',
    what: 'It goes on with a header on the next line, behind a blank.',
    demand: { ...arrives, why: 'RFC 9112, section 5.2 has done away with it, since readers differ' },
    proxied: 502,
    start: plants(({ socket, reply }) => void socket.write(whole(reply, ['x-folded: a\r\n b']))),
  },
  {
    name: 'blank-before-colon',
    what: 'It puts a blank between the name of a header and its colon.',
    demand: { ...arrives, why: 'RFC 9112, section 5.1: readers differ on which header that is' },
    proxied: 502,
    start: plants(({ socket, reply }) => void socket.write(whole(reply, ['x-blank : a']))),
  },
  {
    name: 'nul-in-header',
    what: 'It has a NUL in a header value.',
    demand: { ...arrives, told: /a line behind it is malformed/, why: 'a header line may not have one' },
    proxied: 502,
    start: plants(({ socket, reply }) => void socket.write(whole(reply, ['x-nul: a\u0000b']))),
  },
  {
    name: 'body-with-204',
    manner: 'whole',
    what: 'It answers 204 and sends a body behind it.',
    demand: {
      exit: 1,
      checks: ['no-body-where-none', 'nothing-follows', 'status-declared'],
      also: ['answer-arrives'],
      why: '204 is not declared and has no body; its bytes are those of the next answer',
    },
    proxied: 'passed on',
    start: plants(({ socket, reply }) => void socket.write(whole(reply, [], '204 No Content'))),
  },
  {
    name: 'body-with-304',
    manner: 'whole',
    what: 'It answers 304 and sends a body behind it.',
    demand: {
      exit: 1,
      checks: ['nothing-follows', 'status-declared'],
      also: ['answer-arrives'],
      why: '304 is an answer to a condition that nobody gave, and is not declared',
    },
    proxied: 'passed on',
    start: plants(({ socket, reply }) => void socket.write(whole(reply, [], '304 Not Modified'))),
  },
];
