/** Answers without an end, or of a size that nobody can want. */
import {
  connections,
  everything,
  forEver,
  type HostileServer,
  head,
  JSON_TYPE,
  plants,
  whole,
} from '../server.ts';

const MEGABYTE = 1_000_000;
const blanks = Buffer.alloc(MEGABYTE / 4, ' ');
const blankChunk = `${blanks.length.toString(16)}\r\n${blanks}\r\n`;

const overflow = { exit: 1, checks: ['answer-arrives'], told: /headers are larger/ } as const;
const unread = {
  exit: 2,
  error: 'unjudged',
  told: /larger than 32000000 bytes/,
  why: 'what is not read to its end is not judged, neither for nor against; reading stops at 32 MB',
} as const;

export const endless: readonly HostileServer[] = [
  {
    name: 'endless-status-line',
    manner: 'hangs',
    what: 'It sends a reason phrase without an end.',
    demand: {
      exit: 1,
      checks: ['answer-arrives'],
      why: 'nobody reads a reason phrase, so none is kept, and the time limit ends it',
    },
    proxied: 504,
    start: plants(({ socket }) => {
      socket.write('HTTP/1.1 200 ');
      return forEver(socket, 'x'.repeat(10_000), 1);
    }),
  },
  {
    name: 'endless-header',
    manner: 'heavy',
    what: 'It sends a header value without an end.',
    demand: { ...overflow, why: 'a head has a bound' },
    proxied: 502,
    start: plants(({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\nx-long: ');
      return forEver(socket, 'x'.repeat(10_000), 1);
    }),
  },
  {
    name: 'endless-headers',
    manner: 'heavy',
    what: 'It sends header after header and never the empty line.',
    demand: { ...overflow, why: 'a head has a bound, also where each of its lines is short' },
    proxied: 502,
    start: plants(({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      return forEver(socket, 'x-more: 1\r\n'.repeat(1_000), 1);
    }),
  },
  {
    name: 'ten-thousand-headers',
    manner: 'heavy',
    what: 'It sends a right plant with 10,000 headers.',
    demand: { ...overflow, why: 'no client takes so many; that of the verifier takes 16 KB' },
    proxied: 502,
    start: plants(
      ({ socket, reply }) =>
        void socket.write(
          whole(
            reply,
            [...Array(10_000).keys()].map((n) => `x-header-${n}: value`),
          ),
        ),
    ),
  },
  {
    name: 'header-of-a-megabyte',
    manner: 'heavy',
    what: 'It sends a right plant with one header of 1 MB.',
    demand: { ...overflow, why: 'no client takes so long a one' },
    proxied: 502,
    start: plants(
      ({ socket, reply }) => void socket.write(whole(reply, [`x-header: ${'x'.repeat(MEGABYTE)}`])),
    ),
  },
  {
    name: 'content-type-of-a-megabyte',
    manner: 'heavy',
    what: 'It sends a right plant with a Content-Type of 1 MB.',
    demand: { ...overflow, why: 'no client takes so long a one' },
    proxied: 502,
    start: plants(({ socket, reply: { body } }) => {
      const type = `content-type: application/json; a=${'x'.repeat(MEGABYTE)}`;
      socket.write(`${head([type, `content-length: ${Buffer.byteLength(body)}`])}${body}`);
    }),
  },
  {
    name: 'cookie-flood',
    what: 'It sets 300 cookies with every answer.',
    demand: {
      exit: 0,
      why: 'they fit into the bound of a head, and the contract says nothing of cookies',
    },
    proxied: 'passed on',
    start: plants(
      ({ socket, reply }) =>
        void socket.write(
          whole(
            reply,
            [...Array(300).keys()].map((n) => `set-cookie: c${n}=${'v'.repeat(20)}; Path=/`),
          ),
        ),
    ),
  },
  {
    name: 'endless-body',
    manner: 'heavy',
    what: 'It sends a body that ends with the connection, which never ends.',
    demand: unread,
    proxied: 'passed on',
    start: plants(({ socket }) => {
      socket.write(head([JSON_TYPE, 'connection: close']));
      return forEver(socket, blanks);
    }),
  },
  {
    name: 'endless-chunks',
    manner: 'heavy',
    what: 'It sends chunk after chunk and never the last one.',
    demand: unread,
    proxied: 'passed on',
    start: plants(({ socket }) => {
      socket.write(head([JSON_TYPE, 'transfer-encoding: chunked']));
      return forEver(socket, blankChunk);
    }),
  },
  {
    name: 'endless-chunks-of-a-byte',
    manner: 'heavy',
    what: 'It sends chunks of one byte as fast as it can, and never the last one.',
    demand: { ...unread, why: 'a chunk counts for more than its bytes, since it costs more' },
    proxied: 'passed on',
    start: plants(({ socket }) => {
      socket.write(head([JSON_TYPE, 'transfer-encoding: chunked']));
      return forEver(socket, '1\r\n \r\n'.repeat(20_000));
    }),
  },
  {
    name: 'endless-chunk-extension',
    manner: 'hangs',
    what: 'It sends an extension of a chunk that never ends.',
    demand: {
      exit: 1,
      checks: ['answer-arrives'],
      why: 'an extension is part of no body; nothing of it is kept, and the time limit ends it',
    },
    proxied: 504,
    start: plants(({ socket }) => {
      socket.write(`${head([JSON_TYPE, 'transfer-encoding: chunked'])}2;a=`);
      return forEver(socket, 'x'.repeat(10_000), 5);
    }),
  },
  {
    name: 'endless-trailers',
    manner: 'heavy',
    what: 'It sends trailer after trailer behind the last chunk.',
    demand: {
      exit: 1,
      checks: ['answer-arrives'],
      why: 'trailers are bounded as the head is',
    },
    proxied: 502,
    start: plants(({ socket }) => {
      socket.write(`${head([JSON_TYPE, 'transfer-encoding: chunked'])}2\r\n{}\r\n0\r\n`);
      return forEver(socket, 'x-more: 1\r\n'.repeat(1_000), 1);
    }),
  },
  {
    name: 'gigabyte-announced',
    manner: 'heavy',
    what: 'It announces a body of 1 GB and sends it as fast as it is taken.',
    demand: unread,
    proxied: 'passed on',
    start: plants(({ socket }) => {
      socket.write(head([JSON_TYPE, 'content-length: 1000000000']));
      return forEver(socket, blanks);
    }),
  },
  {
    name: 'gigabyte-of-errors',
    manner: 'heavy',
    what: 'It answers everything with 1 GB, refusals and errors too.',
    demand: { ...unread, why: 'nothing at all can be judged then' },
    proxied: 'passed on',
    start: everything(({ socket, reply }) => {
      socket.write(head([JSON_TYPE, 'content-length: 1000000000'], String(reply.status)));
      return forEver(socket, blanks);
    }),
  },
  {
    name: 'endless-103',
    manner: 'hangs',
    what: 'It sends Early Hints without an end, and never an answer.',
    demand: {
      exit: 1,
      checks: ['answer-arrives'],
      why: 'interim answers are no answer; none is kept, and the time limit ends it',
    },
    proxied: 504,
    start: plants(({ socket }) => forEver(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(10), 2)),
  },
  {
    name: 'endless-100',
    manner: 'hangs',
    what: 'It sends 100 Continue without an end, and never an answer.',
    demand: {
      exit: 1,
      checks: ['answer-arrives'],
      why: 'interim answers are no answer, whether they were asked for or not',
    },
    proxied: 502,
    start: plants(({ socket }) => forEver(socket, 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(10), 2)),
  },
  {
    name: 'hundred-interim-answers',
    what: 'It sends 100 Early Hints and then a right plant.',
    demand: {
      exit: 0,
      why: 'RFC 9110, section 15.2: any number of interim answers may come before the answer',
    },
    proxied: 'passed on',
    start: plants(
      ({ socket, reply }) =>
        void socket.write(`${'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(100)}${whole(reply)}`),
    ),
  },
  {
    name: 'several-100-continue',
    what: 'It sends 100 Continue three times and then a right plant.',
    demand: {
      exit: 0,
      why: 'RFC 9110, section 15.2: a client discards those that it did not ask for, however many',
    },
    proxied: 502,
    start: plants(
      ({ socket, reply }) => void socket.write(`${'HTTP/1.1 100 Continue\r\n\r\n'.repeat(3)}${whole(reply)}`),
    ),
  },
  {
    name: 'random-bytes-for-ever',
    what: 'It is no HTTP server: it sends random bytes from the first moment on.',
    demand: {
      exit: 2,
      error: 'target-unreachable',
      why: 'not one word of HTTP comes from there, so that the address is most likely wrong',
    },
    proxied: 502,
    start: connections((socket) => void forEver(socket, Buffer.alloc(1_000, 0xc3), 5)),
  },
];
