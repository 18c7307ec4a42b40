/** A proxy on 127.0.0.1 that applies an obstacle to each request. */
import { Agent, createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Intercept, ProxiedRequest, ProxiedResponse } from './obstacle.ts';

export interface RunningProxy {
  /** With the base path of the implementation, without a slash at the end. */
  readonly url: string;
  close(): Promise<void>;
}

/** `url`: of the implementation. */
export async function startProxy(url: string, intercept: Intercept): Promise<RunningProxy> {
  const target = new URL(url);
  const agent = new Agent({ keepAlive: true });
  const forward = (request: ProxiedRequest) => send(target, agent, request);
  const server = createServer((incoming, outgoing) => {
    read(incoming)
      .then((body) => {
        const { method = 'GET', url: path = '/', headers } = incoming;
        return intercept({ method, target: path, headers, body }, forward);
      })
      .then((response) => respond(outgoing, response))
      .catch(() => incoming.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the proxy has no port');
  const { port } = address;
  return {
    url: `http://127.0.0.1:${port}${target.pathname.replace(/\/$/, '')}`,
    close: () => {
      agent.destroy();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function send({ hostname, port }: URL, agent: Agent, { method, target, headers, body }: ProxiedRequest) {
  return new Promise<ProxiedResponse>((resolve, reject) => {
    const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.has(name)));
    const length = body.length > 0 || 'content-length' in headers ? { 'content-length': String(body.length) } : {};
    const options = { agent, hostname, port, method, path: target, headers: { ...kept, ...length } };
    const outgoing = httpRequest(options, (response) => {
      read(response).then(
        (received) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: received }),
        reject,
      );
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

async function read(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function respond(outgoing: ServerResponse, { status, headers, body }: ProxiedResponse): void {
  const kept = Object.entries(headers).filter(([name]) => !hopByHop.has(name) && name !== 'content-length');
  for (const [name, value] of kept) if (value !== undefined) outgoing.setHeader(name, value);
  outgoing.writeHead(status).end(body);
}

/** Connection headers (RFC 9110, section 7.6.1), and the length, which the proxy sets itself. */
const hopByHop = new Set(['connection', 'keep-alive', 'transfer-encoding', 'te', 'trailer', 'upgrade']);
