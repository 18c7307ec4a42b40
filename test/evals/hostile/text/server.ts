/** An implementation that says payloads on its own output, and in every part of its responses. Run with a port. */

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { headerPayload, payload, plainHeaderPayload } from './payload.ts';

/** Listens on a free port, unless one is given. */
export async function hostileServer(port = 0): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume();
    request.once('end', () => {
      const isWhole = request.url?.split('?')[0]?.endsWith('/items') === true;
      const one = { name: payload('body.value'), [payload('body.property')]: payload('body.value') };
      response.statusMessage = plainHeaderPayload('reason');
      response.setHeader('x-item', plainHeaderPayload('header.value'));
      response.setHeader('location', 'javascript:globalThis.hurt=1');
      response.setHeader('content-type', isWhole ? 'application/json' : typeFor(request.method));
      response.writeHead(isWhole ? 200 : 299);
      response.end(isWhole && request.method === 'GET' ? JSON.stringify([one]) : payload('body.raw'));
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function typeFor(method = ''): string {
  return method === 'GET' ? headerPayload('content-type') : plainHeaderPayload('content-type');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.stdout.write(`${payload('stdout')}\n`);
  process.stderr.write(`${payload('stderr')}\n`);
  await hostileServer(Number(process.argv[2]));
}
