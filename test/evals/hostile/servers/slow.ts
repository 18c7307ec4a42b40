/** Answers that take their time, or all the time there is. */
import { setTimeout as pause } from 'node:timers/promises';
import { forEver, type HostileServer, head, JSON_TYPE, plants, whole } from '../server.ts';

const late = { exit: 1, checks: ['answer-arrives'], told: /no whole answer within/ } as const;
const why = 'what has not come whole within the time limit has not come; it is broken off there';

export const slow: readonly HostileServer[] = [
  {
    name: 'head-byte-by-byte',
    manner: 'hangs',
    what: 'It sends the head of a plant one byte a second.',
    demand: { ...late, why },
    proxied: 504,
    start: plants(({ socket, reply }) => byteByByte(whole(reply), (byte) => socket.write(byte))),
  },
  {
    name: 'body-byte-by-byte',
    manner: 'hangs',
    what: 'It sends the body of a plant one byte a second.',
    demand: { ...late, why },
    proxied: 504,
    start: plants(({ socket, reply }) => {
      socket.write(head([JSON_TYPE, `content-length: ${Buffer.byteLength(reply.body)}`]));
      return byteByByte(String(reply.body), (byte) => socket.write(byte));
    }),
  },
  {
    name: 'slow-but-in-time',
    what: 'It sends a plant in ten pieces with a pause before each.',
    demand: { exit: 0, why: 'an answer that comes whole within the time limit has come' },
    proxied: 'passed on',
    start: plants(async ({ socket, reply }) => {
      const text = whole(reply);
      const size = Math.ceil(text.length / 10);
      for (let at = 0; at < text.length; at += size) {
        await pause(2);
        socket.write(text.slice(at, at + size));
      }
    }),
  },
  {
    name: 'body-trickles-for-ever',
    manner: 'hangs',
    what: 'It sends a blank of the body every 20 ms and never comes to an end.',
    demand: { ...late, why: 'each pause is short, so only a limit for the whole exchange ends it' },
    proxied: 504,
    start: plants(({ socket }) => {
      socket.write(head([JSON_TYPE]));
      return forEver(socket, ' ', 20);
    }),
  },
  {
    name: 'chunks-trickle-for-ever',
    manner: 'hangs',
    what: 'It sends a chunk of one byte every 20 ms and never the last one.',
    demand: { ...late, why },
    proxied: 504,
    start: plants(({ socket }) => {
      socket.write(head([JSON_TYPE, 'transfer-encoding: chunked']));
      return forEver(socket, '1\r\n \r\n', 20);
    }),
  },
  {
    name: 'says-nothing',
    manner: 'hangs',
    what: 'It takes the request for a plant and says nothing.',
    demand: { ...late, why },
    proxied: 504,
    start: plants(() => {}),
  },
  {
    name: 'stops-within-head',
    manner: 'hangs',
    what: 'It sends half of the head of a plant, and then nothing.',
    demand: { ...late, why },
    proxied: 504,
    start: plants(({ socket }) => void socket.write('HTTP/1.1 200 OK\r\ncontent-ty')),
  },
];

async function byteByByte(text: string, send: (byte: string) => boolean): Promise<void> {
  for (const byte of text) {
    if (!send(byte)) return;
    await pause(1_000);
  }
}
