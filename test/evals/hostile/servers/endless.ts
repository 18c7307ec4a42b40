/** Answers without an end, or of a size that nobody can want. */
import {
  type HostileServer,
  handleConnections,
  JSON_TYPE,
  respondToAllWith,
  respondToPlantsWith,
  responseHead,
  sendForever,
  wholeResponse,
} from '../hostile-server.ts';

const MEGABYTE = 1_000_000;
const blanks = Buffer.alloc(MEGABYTE / 4, ' ');
const blankChunk = `${blanks.length.toString(16)}\r\n${blanks}\r\n`;

const overflow = { exitCode: 1, checks: ['response-arrives'], reported: /headers are larger/ } as const;
const unread = {
  exitCode: 2,
  error: 'unchecked',
  reported: /larger than 32000000 bytes/,
  why: 'what is not read to its end is not checked; reading stops at 32 MB',
} as const;

export const endless: readonly HostileServer[] = [
  {
    name: 'endless-status-line',
    mode: 'hangs',
    description: 'It sends a reason phrase without an end.',
    expected: {
      exitCode: 1,
      checks: ['response-arrives'],
      why: 'the reason phrase is not read, so none is kept, and the time limit ends it',
    },
    proxied: 504,
    start: respondToPlantsWith(({ socket }) => {
      socket.write('HTTP/1.1 200 ');
      return sendForever(socket, 'x'.repeat(10_000), 1);
    }),
  },
  {
    name: 'endless-header',
    mode: 'heavy',
    description: 'It sends a header value without an end.',
    expected: { ...overflow, why: 'a head has a bound' },
    proxied: 502,
    start: respondToPlantsWith(({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\nx-long: ');
      return sendForever(socket, 'x'.repeat(10_000), 1);
    }),
  },
  {
    name: 'endless-headers',
    mode: 'heavy',
    description: 'It sends header after header and never the empty line.',
    expected: { ...overflow, why: 'a head has a bound, also where each of its lines is short' },
    proxied: 502,
    start: respondToPlantsWith(({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      return sendForever(socket, 'x-more: 1\r\n'.repeat(1_000), 1);
    }),
  },
  {
    name: 'ten-thousand-headers',
    mode: 'heavy',
    description: 'It sends a right plant with 10,000 headers.',
    expected: { ...overflow, why: 'no client accepts so many; that of the verifier accepts 16 KB' },
    proxied: 502,
    start: respondToPlantsWith(
      ({ socket, response }) =>
        void socket.write(
          wholeResponse(
            response,
            [...Array(10_000).keys()].map((n) => `x-header-${n}: value`),
          ),
        ),
    ),
  },
  {
    name: 'header-of-a-megabyte',
    mode: 'heavy',
    description: 'It sends a right plant with one header of 1 MB.',
    expected: { ...overflow, why: 'no client accepts one of that length' },
    proxied: 502,
    start: respondToPlantsWith(
      ({ socket, response }) => void socket.write(wholeResponse(response, [`x-header: ${'x'.repeat(MEGABYTE)}`])),
    ),
  },
  {
    name: 'content-type-of-a-megabyte',
    mode: 'heavy',
    description: 'It sends a right plant with a Content-Type of 1 MB.',
    expected: { ...overflow, why: 'no client accepts one of that length' },
    proxied: 502,
    start: respondToPlantsWith(({ socket, response: { body } }) => {
      const type = `content-type: application/json; a=${'x'.repeat(MEGABYTE)}`;
      socket.write(`${responseHead([type, `content-length: ${Buffer.byteLength(body)}`])}${body}`);
    }),
  },
  {
    name: 'cookie-flood',
    description: 'It sets 300 cookies with every response.',
    expected: {
      exitCode: 0,
      why: 'they fit into the limit of a head, and the contract does not mention cookies',
    },
    proxied: 'passed on',
    start: respondToPlantsWith(
      ({ socket, response }) =>
        void socket.write(
          wholeResponse(
            response,
            [...Array(300).keys()].map((n) => `set-cookie: c${n}=${'v'.repeat(20)}; Path=/`),
          ),
        ),
    ),
  },
  {
    name: 'endless-body',
    mode: 'heavy',
    description: 'It sends a body that ends with the connection, which never ends.',
    expected: unread,
    proxied: 'passed on',
    start: respondToPlantsWith(({ socket }) => {
      socket.write(responseHead([JSON_TYPE, 'connection: close']));
      return sendForever(socket, blanks);
    }),
  },
  {
    name: 'endless-chunks',
    mode: 'heavy',
    description: 'It sends chunk after chunk and never the last one.',
    expected: unread,
    proxied: 'passed on',
    start: respondToPlantsWith(({ socket }) => {
      socket.write(responseHead([JSON_TYPE, 'transfer-encoding: chunked']));
      return sendForever(socket, blankChunk);
    }),
  },
  {
    name: 'endless-chunks-of-a-byte',
    mode: 'heavy',
    description: 'It sends chunks of one byte as fast as it can, and never the last one.',
    expected: { ...unread, why: 'a chunk counts for more than its bytes, since it costs more' },
    proxied: 'passed on',
    start: respondToPlantsWith(({ socket }) => {
      socket.write(responseHead([JSON_TYPE, 'transfer-encoding: chunked']));
      return sendForever(socket, '1\r\n \r\n'.repeat(20_000));
    }),
  },
  {
    name: 'endless-chunk-extension',
    mode: 'hangs',
    description: 'It sends an extension of a chunk that never ends.',
    expected: {
      exitCode: 1,
      checks: ['response-arrives'],
      why: 'an extension is part of no body; nothing of it is kept, and the time limit ends it',
    },
    proxied: 504,
    start: respondToPlantsWith(({ socket }) => {
      socket.write(`${responseHead([JSON_TYPE, 'transfer-encoding: chunked'])}2;a=`);
      return sendForever(socket, 'x'.repeat(10_000), 5);
    }),
  },
  {
    name: 'endless-trailers',
    mode: 'heavy',
    description: 'It sends trailer after trailer behind the last chunk.',
    expected: {
      exitCode: 1,
      checks: ['response-arrives'],
      why: 'trailers are bounded as the head is',
    },
    proxied: 502,
    start: respondToPlantsWith(({ socket }) => {
      socket.write(`${responseHead([JSON_TYPE, 'transfer-encoding: chunked'])}2\r\n{}\r\n0\r\n`);
      return sendForever(socket, 'x-more: 1\r\n'.repeat(1_000), 1);
    }),
  },
  {
    name: 'gigabyte-announced',
    mode: 'heavy',
    description: 'It announces a body of 1 GB and sends it as fast as it is read.',
    expected: unread,
    proxied: 'passed on',
    start: respondToPlantsWith(({ socket }) => {
      socket.write(responseHead([JSON_TYPE, 'content-length: 1000000000']));
      return sendForever(socket, blanks);
    }),
  },
  {
    name: 'gigabyte-of-errors',
    mode: 'heavy',
    description: 'It returns everything with 1 GB, rejections and errors too.',
    expected: { ...unread, why: 'nothing can be checked then' },
    proxied: 'passed on',
    start: respondToAllWith(({ socket, response }) => {
      socket.write(responseHead([JSON_TYPE, 'content-length: 1000000000'], String(response.status)));
      return sendForever(socket, blanks);
    }),
  },
  {
    name: 'endless-103',
    mode: 'hangs',
    description: 'It sends Early Hints without an end, and never a response.',
    expected: {
      exitCode: 1,
      checks: ['response-arrives'],
      why: 'interim responses are not final; none is kept, and the time limit ends it',
    },
    proxied: 504,
    start: respondToPlantsWith(({ socket }) => sendForever(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(10), 2)),
  },
  {
    name: 'endless-100',
    mode: 'hangs',
    description: 'It sends 100 Continue without an end, and never a response.',
    expected: {
      exitCode: 1,
      checks: ['response-arrives'],
      why: 'interim responses are not final, whether requested or not',
    },
    proxied: 502,
    start: respondToPlantsWith(({ socket }) => sendForever(socket, 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(10), 2)),
  },
  {
    name: 'hundred-interim-answers',
    description: 'It sends 100 Early Hints and then a right plant.',
    expected: {
      exitCode: 0,
      why: 'RFC 9110, section 15.2: any number of interim responses may come before the final one',
    },
    proxied: 'passed on',
    start: respondToPlantsWith(
      ({ socket, response }) =>
        void socket.write(`${'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(100)}${wholeResponse(response)}`),
    ),
  },
  {
    name: 'several-100-continue',
    description: 'It sends 100 Continue three times and then a right plant.',
    expected: {
      exitCode: 0,
      why: 'RFC 9110, section 15.2: a client discards those that it did not ask for, however many',
    },
    proxied: 502,
    start: respondToPlantsWith(
      ({ socket, response }) =>
        void socket.write(`${'HTTP/1.1 100 Continue\r\n\r\n'.repeat(3)}${wholeResponse(response)}`),
    ),
  },
  {
    name: 'random-bytes-for-ever',
    description: 'It is no HTTP server: it sends random bytes from the first moment on.',
    expected: {
      exitCode: 2,
      error: 'target-unreachable',
      why: 'not one word of HTTP comes from there, so that the address is most likely wrong',
    },
    proxied: 502,
    start: handleConnections((socket) => void sendForever(socket, Buffer.alloc(1_000, 0xc3), 5)),
  },
];
