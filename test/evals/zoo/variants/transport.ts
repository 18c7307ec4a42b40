import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { StoreResponse } from '../response.ts';
import { withHeader } from '../store.ts';
import { faulty } from '../variant.ts';
import { changesCreateResponse, changesInvalidResponse, type PlantStoreChange } from './changes.ts';

/** Right plants in a wrong envelope. */
export const transport = faulty('deep', [
  {
    name: 'announces-too-few-bytes',
    description:
      'It announces the length in characters, so that bytes of é are left over, as strlen in some languages does.',
    behavior: delivers((response, { status, headers, body }) => {
      response.writeHead(status, { ...headers, 'content-length': body.toString().length }).end(body);
    }),
  },
  {
    name: 'announces-too-many-bytes',
    description: 'It announces ten bytes more than it sends and closes the connection.',
    behavior: delivers((response, { status, headers, body }) => {
      const length = Buffer.byteLength(body) + 10;
      response.writeHead(status, { ...headers, 'content-length': length, connection: 'close' }).end(body);
    }),
  },
  {
    name: 'breaks-off',
    description: 'It ends the connection in the middle of the body.',
    behavior: delivers((response, { status, headers, body }) => {
      response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
      response.write(body.slice(0, 8), () => response.destroy());
    }),
  },
  {
    name: 'never-ends-body',
    description: 'It sends the body in chunks and never the last chunk.',
    behavior: delivers((response, { status, headers, body }) => {
      response.writeHead(status, headers).write(body);
    }),
  },
  {
    name: 'breaks-off-errors',
    description: 'It ends the connection in the middle of an Error.',
    behavior: changesInvalidResponse((reply) => ({
      ...reply,
      deliver: (response, { status, headers, body }) => {
        response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
        response.write(body.slice(0, 8), () => response.destroy());
      },
    })),
  },
  {
    name: 'claims-gzip',
    description: 'It labels a plain body as gzip, as a proxy that unpacks it and keeps the header does.',
    behavior: changesCreateResponse((reply) => withHeader(reply, 'content-encoding', 'gzip')),
  },
  {
    name: 'packs-unasked',
    description: 'It returns in gzip also where Accept-Encoding rules it out.',
    behavior: changesCreateResponse((reply) => ({
      ...withHeader(reply, 'content-encoding', 'gzip'),
      body: gzipSync(reply.body),
    })),
  },
  {
    name: 'returns-no-http',
    description: 'It returns bare JSON without a status line or headers.',
    behavior: delivers((response, { body }) => {
      response.socket?.end(body);
    }),
  },
]);

function delivers(deliver: (response: ServerResponse, reply: StoreResponse) => void): PlantStoreChange {
  return changesCreateResponse((reply) => ({ ...reply, deliver }));
}
