import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Reply } from '../exchange.ts';
import { withHeader } from '../store.ts';
import { faulty } from '../variant.ts';
import { answersCreated, answersInvalid, type Change } from './changes.ts';

/** Right plants in a wrong envelope. */
export const transport = faulty('deep', [
  {
    name: 'announces-too-few-bytes',
    what: 'It announces the length in characters, so that bytes of é are left over, as strlen in some languages does.',
    behaviour: delivers((response, { status, headers, body }) => {
      response.writeHead(status, { ...headers, 'content-length': body.toString().length }).end(body);
    }),
  },
  {
    name: 'announces-too-many-bytes',
    what: 'It announces ten bytes more than it sends and closes the connection.',
    behaviour: delivers((response, { status, headers, body }) => {
      const length = Buffer.byteLength(body) + 10;
      response.writeHead(status, { ...headers, 'content-length': length, connection: 'close' }).end(body);
    }),
  },
  {
    name: 'breaks-off',
    what: 'It ends the connection in the middle of the body.',
    behaviour: delivers((response, { status, headers, body }) => {
      response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
      response.write(body.slice(0, 8), () => response.destroy());
    }),
  },
  {
    name: 'never-ends-body',
    what: 'It sends the body in chunks and never the last chunk.',
    behaviour: delivers((response, { status, headers, body }) => {
      response.writeHead(status, headers).write(body);
    }),
  },
  {
    name: 'breaks-off-errors',
    what: 'It ends the connection in the middle of an Error.',
    behaviour: answersInvalid((reply) => ({
      ...reply,
      deliver: (response, { status, headers, body }) => {
        response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
        response.write(body.slice(0, 8), () => response.destroy());
      },
    })),
  },
  {
    name: 'claims-gzip',
    what: 'It labels a plain body as gzip, as a proxy that unpacks without telling does.',
    behaviour: answersCreated((reply) => withHeader(reply, 'content-encoding', 'gzip')),
  },
  {
    name: 'packs-unasked',
    what: 'It answers in gzip also where Accept-Encoding rules it out.',
    behaviour: answersCreated((reply) => ({
      ...withHeader(reply, 'content-encoding', 'gzip'),
      body: gzipSync(reply.body),
    })),
  },
  {
    name: 'answers-no-http',
    what: 'It answers with bare JSON and no head.',
    behaviour: delivers((response, { body }) => {
      response.socket?.end(body);
    }),
  },
]);

function delivers(deliver: (response: ServerResponse, reply: Reply) => void): Change {
  return answersCreated((reply) => ({ ...reply, deliver }));
}
