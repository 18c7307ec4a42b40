/** Answers too early, too often, or to nobody. */
import { connections, fromZoo, type HostileServer, plants, whole } from '../server.ts';

const plant = { status: 200, headers: {}, body: '{"name":"x"}' } as const;
const split = 'the second answer would be taken for that to the next request';

export const unasked: readonly HostileServer[] = [
  {
    name: 'answers-twice',
    manner: 'whole',
    what: 'It sends a second answer behind a plant.',
    demand: { exit: 1, checks: ['nothing-follows'], also: ['answer-arrives'], why: split },
    proxied: 'passed on',
    start: fromZoo('answers-twice'),
  },
  {
    name: 'answers-before-request',
    manner: 'hangs',
    what: 'It sends an answer as soon as somebody connects.',
    demand: {
      exit: 1,
      checks: ['unauthorised-refused'],
      also: ['answer-arrives', 'created-is-echoed', 'invalid-rejected', 'nothing-follows'],
      why: 'every client takes it for the answer to what it sends then, whatever that is',
    },
    proxied: 'passed on',
    start: connections((socket) => void socket.write(whole(plant))),
  },
  {
    name: 'answers-before-body',
    what: 'It answers with a plant before it has read the request, and hangs up.',
    demand: {
      exit: 1,
      checks: ['created-is-echoed', 'invalid-rejected', 'nothing-follows', 'unauthorised-refused'],
      why: 'it has looked neither at credentials nor at the body, nor whether it was asked with HEAD',
    },
    proxied: 'passed on',
    start: connections((socket) => {
      socket.once('data', () => socket.end(whole(plant, ['connection: close'])));
    }),
  },
  {
    name: 'splits-response-by-header',
    manner: 'whole',
    what: 'It has an answer of its own within a header of a plant, behind CR LF CR LF.',
    demand: {
      exit: 1,
      checks: ['body-matches-schema', 'created-is-echoed', 'nothing-follows'],
      also: ['answer-arrives'],
      why: split,
    },
    proxied: 'passed on',
    start: plants(({ socket, reply }) => {
      socket.write(
        whole(reply, [`x-next: /\r\ncontent-length: 2\r\n\r\n{}HTTP/1.1 200 OK`]).replace(
          /content-length: \d+\r\n/,
          '',
        ),
      );
    }),
  },
];
