/** Answers too early, too often, or to nobody. */
import {
  type HostileServer,
  handleConnections,
  respondToPlantsWith,
  startZooVariant,
  wholeResponse,
} from '../hostile-server.ts';

const plant = { status: 200, headers: {}, body: '{"name":"x"}' } as const;
const split = 'the second response would be read as that to the next request';

export const unsolicited: readonly HostileServer[] = [
  {
    name: 'returns-twice',
    mode: 'many',
    description: 'It sends a second response behind a plant.',
    expected: { exitCode: 1, checks: ['no-trailing-data'], optionalChecks: ['response-arrives'], why: split },
    proxied: 'passed on',
    start: startZooVariant('returns-twice'),
  },
  {
    name: 'answers-before-request',
    mode: 'hangs',
    description: 'It sends a response as soon as somebody connects.',
    expected: {
      exitCode: 1,
      checks: ['unauthorized-rejected'],
      optionalChecks: ['response-arrives', 'created-is-echoed', 'invalid-rejected', 'no-trailing-data'],
      why: 'every client reads it as the response to its next request',
    },
    proxied: 'passed on',
    start: handleConnections((socket) => void socket.write(wholeResponse(plant))),
  },
  {
    name: 'answers-before-body',
    description: 'It returns a plant before it has read the request, and hangs up.',
    expected: {
      exitCode: 1,
      checks: ['created-is-echoed', 'invalid-rejected', 'no-trailing-data', 'unauthorized-rejected'],
      why: 'it has looked neither at credentials nor at the body, nor whether it was asked with HEAD',
    },
    proxied: 'passed on',
    start: handleConnections((socket) => {
      socket.once('data', () => socket.end(wholeResponse(plant, ['connection: close'])));
    }),
  },
  {
    name: 'splits-response-by-header',
    mode: 'many',
    description: 'It has a response of its own within a header of a plant, behind CR LF CR LF.',
    expected: {
      exitCode: 1,
      checks: ['body-matches-schema', 'created-is-echoed', 'no-trailing-data'],
      optionalChecks: ['response-arrives'],
      why: split,
    },
    proxied: 'passed on',
    start: respondToPlantsWith(({ socket, response }) => {
      socket.write(
        wholeResponse(response, [`x-next: /\r\ncontent-length: 2\r\n\r\n{}HTTP/1.1 200 OK`]).replace(
          /content-length: \d+\r\n/,
          '',
        ),
      );
    }),
  },
];
