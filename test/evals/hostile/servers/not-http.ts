/** Others than HTTP/1.1, and statuses that are none. */
import { type HostileServer, handleConnections, respondToPlantsWith, wholeResponse } from '../hostile-server.ts';

const arrives = { exitCode: 1, checks: ['response-arrives'] } as const;
const nobody = {
  exitCode: 2,
  error: 'target-unreachable',
  reported: /does not begin with an HTTP/,
  why: 'not one word of HTTP comes from there, so that the address is most likely wrong',
} as const;
const notHttp = 'it is not HTTP/1.1, and no client that was asked to speak that reads it';
const noStatus = 'no client agrees with another on what such a status is';

/** The same in each run; the first is none that `HTTP/` has. */
const noise = Buffer.from(Array.from({ length: 501 }, (_one, index) => 255 - ((index * 7919) % 251)));

export const notHttp1: readonly HostileServer[] = [
  {
    name: 'ssh-banner',
    description: 'It is an SSH server.',
    expected: nobody,
    proxied: 502,
    start: handleConnections((socket) => void socket.write('SSH-2.0-OpenSSH_10.0\r\n')),
  },
  {
    name: 'random-bytes',
    description: 'It returns random bytes.',
    expected: nobody,
    proxied: 502,
    start: handleConnections((socket) => {
      socket.once('data', () => socket.end(noise));
    }),
  },
  {
    name: 'http-0-9',
    description: 'It responds as HTTP/0.9 did: the body and nothing else.',
    expected: { ...arrives, reported: /does not begin with an HTTP/, why: notHttp },
    proxied: 502,
    start: respondToPlantsWith(({ socket, response }) => void socket.end(response.body)),
  },
  {
    name: 'http-1-0',
    description: 'It responds as HTTP/1.0, and closes the connection behind each response.',
    expected: { exitCode: 0, why: 'HTTP/1.0 is old, and every client reads it' },
    proxied: 'passed on',
    start: respondToPlantsWith(
      ({ socket, response }) => void socket.end(wholeResponse(response).replace('HTTP/1.1', 'HTTP/1.0')),
    ),
  },
  {
    name: 'http-2-preface',
    description: 'It returns the first frame of HTTP/2.',
    expected: nobody,
    proxied: 502,
    start: handleConnections((socket) => void socket.write(Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]))),
  },
  {
    name: 'http-9-9',
    description: 'It responds as HTTP/9.9.',
    expected: { ...arrives, why: notHttp },
    proxied: 502,
    start: respondToPlantsWith(
      ({ socket, response }) => void socket.write(wholeResponse(response).replace('HTTP/1.1', 'HTTP/9.9')),
    ),
  },
  ...['99', '1000', '000', 'abc', '-1', ''].map(
    (status): HostileServer => ({
      name: `status-${status === '' ? 'missing' : status === '-1' ? 'negative' : status}`,
      description: `It gives ${status === '' ? 'no status' : `the status ${status}`} with a plant.`,
      expected: { ...arrives, why: noStatus },
      proxied: 502,
      start: respondToPlantsWith(({ socket, response }) => void socket.write(wholeResponse(response, [], status))),
    }),
  ),
  {
    name: 'status-999',
    description: 'It gives the status 999 with a plant.',
    expected: {
      exitCode: 1,
      checks: ['no-server-error'],
      why: 'RFC 9110, section 15: a client treats a status beyond 599 as a 5xx',
    },
    proxied: 'passed on',
    start: respondToPlantsWith(
      ({ socket, response }) => void socket.write(wholeResponse(response, [], '999 Enhance your calm')),
    ),
  },
  {
    name: 'switches-protocol',
    description: 'It returns 101 and goes on in another protocol.',
    expected: { ...arrives, reported: /switched the connection to another protocol/, why: 'it was not requested' },
    proxied: 502,
    start: respondToPlantsWith(({ socket }) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n\u0081\u0000');
    }),
  },
];
