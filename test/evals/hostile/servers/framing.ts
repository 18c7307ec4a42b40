/** Lies about where an answer begins and ends. */
import {
  type HostileServer,
  JSON_TYPE,
  respondToPlantsWith,
  responseHead,
  startZooVariant,
  wholeResponse,
} from '../hostile-server.ts';

const arrives = { exitCode: 1, checks: ['response-arrives'] } as const;
const unframed = 'the end of such a response is undefined, and what two readers read differently can be smuggled';

export const framing: readonly HostileServer[] = [
  {
    name: 'announces-more',
    description: 'It announces more bytes than it sends, and closes the connection.',
    expected: { ...arrives, why: 'half a response is none' },
    proxied: 502,
    start: startZooVariant('announces-too-many-bytes'),
  },
  {
    name: 'announces-less',
    mode: 'many',
    description: 'It announces less than it sends, and the rest stays on the connection.',
    expected: {
      exitCode: 1,
      checks: ['body-is-json', 'no-trailing-data'],
      optionalChecks: ['response-arrives'],
      why: 'the body is cut, and its rest would be read as the next response',
    },
    proxied: 'passed on',
    start: respondToPlantsWith(({ socket, response: { body } }) => {
      socket.write(`${responseHead([JSON_TYPE, `content-length: ${Buffer.byteLength(body) - 2}`])}${body}`);
    }),
  },
  {
    name: 'two-lengths',
    description: 'It gives two lengths that differ.',
    expected: { ...arrives, why: unframed },
    proxied: 502,
    start: startZooVariant('gives-two-lengths'),
  },
  {
    name: 'negative-length',
    description: 'It announces a length below zero.',
    expected: { ...arrives, reported: /Content-Length is not a number/, why: unframed },
    proxied: 502,
    start: respondToPlantsWith(({ socket, response: { body } }) => {
      socket.write(`${responseHead([JSON_TYPE, 'content-length: -1'])}${body}`);
    }),
  },
  {
    name: 'length-beyond-64-bits',
    description: 'It announces a length of 30 digits.',
    expected: { ...arrives, why: 'such a body can never come whole' },
    proxied: 502,
    start: respondToPlantsWith(({ socket, response: { body } }) => {
      socket.write(`${responseHead([JSON_TYPE, `content-length: ${'9'.repeat(30)}`])}${body}`);
    }),
  },
  {
    name: 'length-and-chunks',
    description: 'It gives a length and chunks concurrently.',
    expected: { ...arrives, why: unframed },
    proxied: 502,
    start: startZooVariant('gives-length-and-chunks'),
  },
  {
    name: 'chunk-of-no-size',
    description: 'It gives the size of a chunk as a word.',
    expected: { ...arrives, reported: /chunks of the body are malformed/, why: unframed },
    proxied: 502,
    start: respondToPlantsWith(({ socket, response }) => {
      socket.write(`${responseHead([JSON_TYPE, 'transfer-encoding: chunked'])}lots\r\n${response.body}\r\n0\r\n\r\n`);
    }),
  },
  {
    name: 'chunk-of-all-memory',
    mode: 'hangs',
    description: 'It announces a chunk of 2^60 bytes.',
    expected: { ...arrives, why: 'nothing is reserved for what was only announced; the time limit ends it' },
    proxied: 504,
    start: respondToPlantsWith(({ socket, response }) => {
      socket.write(`${responseHead([JSON_TYPE, 'transfer-encoding: chunked'])}fffffffffffffff\r\n${response.body}`);
    }),
  },
  {
    name: 'unknown-transfer-coding',
    mode: 'hangs',
    description: 'It declares an unknown transfer coding.',
    expected: {
      ...arrives,
      why: 'RFC 9112, section 6.3: it ends with the connection, which stays open here',
    },
    proxied: 504,
    start: respondToPlantsWith(({ socket, response }) => {
      socket.write(`${responseHead([JSON_TYPE, 'transfer-encoding: cow'])}${response.body}`);
    }),
  },
  {
    name: 'lines-end-in-lf',
    description: 'It ends the lines of the head with LF alone.',
    expected: { ...arrives, reported: /LF only/, why: 'strict clients reject it' },
    proxied: 502,
    start: respondToPlantsWith(
      ({ socket, response }) => void socket.write(wholeResponse(response).replaceAll('\r\n', '\n')),
    ),
  },
  {
    name: 'folded-header',
    description: 'It goes on with a header on the next line, behind a blank.',
    expected: { ...arrives, why: 'RFC 9112, section 5.2 has done away with it, since readers differ' },
    proxied: 502,
    start: respondToPlantsWith(
      ({ socket, response }) => void socket.write(wholeResponse(response, ['x-folded: a\r\n b'])),
    ),
  },
  {
    name: 'blank-before-colon',
    description: 'It puts a blank between the name of a header and its colon.',
    expected: { ...arrives, why: 'RFC 9112, section 5.1: readers differ on which header that is' },
    proxied: 502,
    start: respondToPlantsWith(({ socket, response }) => void socket.write(wholeResponse(response, ['x-blank : a']))),
  },
  {
    name: 'nul-in-header',
    description: 'It has a NUL in a header value.',
    expected: {
      ...arrives,
      reported: /a line after it is malformed/,
      why: 'a header line may not have one',
    },
    proxied: 502,
    start: respondToPlantsWith(
      ({ socket, response }) => void socket.write(wholeResponse(response, ['x-nul: a\u0000b'])),
    ),
  },
  {
    name: 'body-with-204',
    mode: 'many',
    description: 'It returns 204 and sends a body behind it.',
    expected: {
      exitCode: 1,
      checks: ['no-forbidden-body', 'no-trailing-data', 'status-declared'],
      optionalChecks: ['response-arrives'],
      why: '204 is not declared and has no body; its bytes are those of the next response',
    },
    proxied: 'passed on',
    start: respondToPlantsWith(
      ({ socket, response }) => void socket.write(wholeResponse(response, [], '204 No Content')),
    ),
  },
  {
    name: 'body-with-304',
    mode: 'many',
    description: 'It returns 304 and sends a body behind it.',
    expected: {
      exitCode: 1,
      checks: ['no-trailing-data', 'status-declared'],
      optionalChecks: ['response-arrives'],
      why: '304 responds to a condition that was not sent, and is not declared',
    },
    proxied: 'passed on',
    start: respondToPlantsWith(
      ({ socket, response }) => void socket.write(wholeResponse(response, [], '304 Not Modified')),
    ),
  },
];
