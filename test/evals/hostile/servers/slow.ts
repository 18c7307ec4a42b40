/** Answers that take their time, or all the time there is. */
import { setTimeout as pause } from 'node:timers/promises';
import {
  type HostileServer,
  JSON_TYPE,
  respondToPlantsWith,
  responseHead,
  sendForever,
  wholeResponse,
} from '../hostile-server.ts';

const late = { exitCode: 1, checks: ['response-arrives'], reported: /no complete response within/ } as const;
const why = 'what has not come whole within the time limit has not come; it is broken off there';

export const slow: readonly HostileServer[] = [
  {
    name: 'head-byte-by-byte',
    mode: 'hangs',
    description: 'It sends the head of a plant one byte a second.',
    expected: { ...late, why },
    proxied: 504,
    start: respondToPlantsWith(({ socket, response }) =>
      byteByByte(wholeResponse(response), (byte) => socket.write(byte)),
    ),
  },
  {
    name: 'body-byte-by-byte',
    mode: 'hangs',
    description: 'It sends the body of a plant one byte a second.',
    expected: { ...late, why },
    proxied: 504,
    start: respondToPlantsWith(({ socket, response }) => {
      socket.write(responseHead([JSON_TYPE, `content-length: ${Buffer.byteLength(response.body)}`]));
      return byteByByte(String(response.body), (byte) => socket.write(byte));
    }),
  },
  {
    name: 'slow-but-in-time',
    description: 'It sends a plant in ten pieces with a pause before each.',
    expected: { exitCode: 0, why: 'a response that comes whole within the time limit has come' },
    proxied: 'passed on',
    start: respondToPlantsWith(async ({ socket, response }) => {
      const text = wholeResponse(response);
      const size = Math.ceil(text.length / 10);
      for (let at = 0; at < text.length; at += size) {
        await pause(2);
        socket.write(text.slice(at, at + size));
      }
    }),
  },
  {
    name: 'body-trickles-for-ever',
    mode: 'hangs',
    description: 'It sends a blank of the body every 20 ms and never comes to an end.',
    expected: { ...late, why: 'each pause is short, so only a limit for the whole exchange ends it' },
    proxied: 504,
    start: respondToPlantsWith(({ socket }) => {
      socket.write(responseHead([JSON_TYPE]));
      return sendForever(socket, ' ', 20);
    }),
  },
  {
    name: 'chunks-trickle-for-ever',
    mode: 'hangs',
    description: 'It sends a chunk of one byte every 20 ms and never the last one.',
    expected: { ...late, why },
    proxied: 504,
    start: respondToPlantsWith(({ socket }) => {
      socket.write(responseHead([JSON_TYPE, 'transfer-encoding: chunked']));
      return sendForever(socket, '1\r\n \r\n', 20);
    }),
  },
  {
    name: 'says-nothing',
    mode: 'hangs',
    description: 'It accepts the request and sends nothing.',
    expected: { ...late, why },
    proxied: 504,
    start: respondToPlantsWith(() => {}),
  },
  {
    name: 'stops-within-head',
    mode: 'hangs',
    description: 'It sends half of the head of a plant, and then nothing.',
    expected: { ...late, why },
    proxied: 504,
    start: respondToPlantsWith(({ socket }) => void socket.write('HTTP/1.1 200 OK\r\ncontent-ty')),
  },
];

async function byteByByte(text: string, send: (byte: string) => boolean): Promise<void> {
  for (const byte of text) {
    if (!send(byte)) return;
    await pause(1_000);
  }
}
