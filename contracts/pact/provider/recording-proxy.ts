/**
 * Stands between the verifier and the implementation: passes bytes on as they are and keeps them.
 * The verifier only ever knows a stand-in for the token; it becomes the token on the way out, so that nothing the
 * verifier writes, to its arguments, its log or its report, can hold it.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { pairs } from '../../headers.ts';
import type { Answer, Exchange, Failure, Headers } from './exchange.ts';
import { closing, type LocalServer, listenLocally, readBody } from './local-server.ts';
import { sendOn, type Target } from './send-on.ts';

export interface ProxyOptions extends Target {
  readonly standIn: string;
  readonly token: string | undefined;
  /** Of each request the header `x-plant-store-interaction: <pass>-<index>`; without it nothing is passed on. */
  readonly pass: string;
}

export interface RecordingProxy extends LocalServer {
  /** In the order of the requests; grows while the verifier runs. */
  readonly exchanges: readonly Exchange[];
}

export const INTERACTION_HEADER = 'x-plant-store-interaction';

export async function startRecordingProxy(options: ProxyOptions): Promise<RecordingProxy> {
  const exchanges: Exchange[] = [];
  const server = createServer((request, response) => {
    handle(options, request)
      .then((exchange) => {
        if (exchange !== undefined) exchanges.push(exchange);
        reply(response, exchange?.outcome);
      })
      .catch(() => response.destroy());
  });
  return { exchanges, port: await listenLocally(server), close: closing(server) };
}

async function handle(options: ProxyOptions, request: IncomingMessage): Promise<Exchange | undefined> {
  const interaction = interactionOf(request, options.pass);
  const requestBody = await readBody(request);
  if (interaction === undefined) return undefined;
  const started = performance.now();
  const method = request.method ?? 'GET';
  const target = `${options.baseUrl.pathname.replace(/\/+$/, '')}${request.url ?? '/'}`;
  const requestHeaders = forwarded(pairs(request.rawHeaders), options.baseUrl, requestBody);
  const outcome = await sendOn(options, {
    method,
    path: target.replaceAll(options.standIn, () => encodeURIComponent(options.token ?? '')),
    headers: requestHeaders.map(([name, value]) => [
      name,
      value.replaceAll(options.standIn, () => options.token ?? ''),
    ]),
    body: requestBody,
  });
  return {
    interaction,
    method,
    target,
    requestHeaders,
    requestBody,
    outcome,
    durationMs: performance.now() - started,
  };
}

/** Nobody else on this machine gets to call the implementation with the token. */
function interactionOf(request: IncomingMessage, pass: string): number | undefined {
  const tag = request.headers[INTERACTION_HEADER];
  if (typeof tag !== 'string' || !tag.startsWith(`${pass}-`)) return undefined;
  return Number(tag.slice(pass.length + 1));
}

/** RFC 9110 7.6.1: these belong to one connection. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

function forwarded(headers: Headers, baseUrl: URL, body: Buffer): Headers {
  const dropped = new Set([...HOP_BY_HOP, 'host', INTERACTION_HEADER]);
  const kept = headers.filter(([name]) => !dropped.has(name.toLowerCase()));
  const chunked = headers.some(([name]) => name.toLowerCase() === 'transfer-encoding');
  const length = chunked ? [['content-length', String(body.byteLength)] as const] : [];
  return [['host', baseUrl.host], ...kept, ...length];
}

function reply(response: ServerResponse, outcome: Answer | Failure | undefined): void {
  if (outcome?.kind !== 'answer') {
    // The verifier needs some answer; what really happened is in the exchange and is what gets reported.
    response
      .writeHead(502, { 'content-type': 'text/plain' })
      .end(outcome?.message ?? 'not from this verifier');
    return;
  }
  const kept = outcome.headers.filter(([name]) => !HOP_BY_HOP.has(name.toLowerCase()));
  // The verifier would follow a redirect, wherever it leads, and judge what it finds there.
  const headers = kept.filter(
    ([name]) => outcome.status < 300 || outcome.status > 399 || name.toLowerCase() !== 'location',
  );
  response.writeHead(outcome.status, headers.flat()).end(outcome.body);
}
