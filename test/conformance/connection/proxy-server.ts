/** A proxy that sends everything to one server, whatever host is asked for. */
import { createServer, request as forward } from 'node:http';
import { connect } from 'node:net';
import { type OnTestEnd, startTestServer } from '../test-server.ts';

export interface TestProxy {
  readonly url: string;
  /** `CONNECT plants.test:443`, `GET http://plants.test/a`, each with the credentials. */
  readonly requests: readonly string[];
}

/** `status`: instead of forwarding. */
export async function startProxy(target: string, onEnd: OnTestEnd, status?: number): Promise<TestProxy> {
  const { port } = new URL(target);
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(describe(request.method, request.url, request.headers['proxy-authorization']));
    const { 'proxy-authorization': _own, ...headers } = request.headers;
    const { pathname, search } = new URL(request.url ?? '');
    const options = { host: '127.0.0.1', port, path: `${pathname}${search}`, method: request.method, headers };
    const sent = forward(options, (received) => {
      response.writeHead(received.statusCode ?? 0, received.headers);
      received.pipe(response);
    });
    request.pipe(sent);
  });
  server.on('checkContinue', (request, response) => {
    response.writeContinue();
    server.emit('request', request, response);
  });
  server.on('connect', (request, socket) => {
    requests.push(describe('CONNECT', request.url, request.headers['proxy-authorization']));
    if (status !== undefined) return void socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
    const upstream = connect(Number(port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(upstream).pipe(socket);
    });
    for (const one of [socket, upstream]) one.on('error', () => upstream.destroy());
    onEnd(() => void upstream.destroy());
  });
  return { url: await startTestServer(server, onEnd), requests };
}

function describe(method = '', url = '', authorization = ''): string {
  const user = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString();
  return `${method} ${url}${user === '' ? '' : ` ${user}`}`;
}
