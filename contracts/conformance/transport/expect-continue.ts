/** A request whose body waits for `100 Continue` (RFC 9110, section 10.1.1), which undici does not send. */
import type { IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { headerPairs } from '../../http/headers.ts';
import { timeLimit } from '../../http/time-limit.ts';
import { type TlsSettings, tlsConnectOptions } from '../../options/connection-settings.ts';
import type { ProxyServer } from '../../options/proxy-settings.ts';
import type { Exchange, SentRequest } from '../model/exchange.ts';
import { createProxyAgent, proxyHeaders } from './proxy.ts';
import { describeFailure, MAX_RESPONSE_BYTES, timeoutFailure, tooLargeError } from './transport-failure.ts';

// An `import` would also load Node's WebSocket client, which takes as long as starting Node itself.
const { request: requestHttp } = process.getBuiltinModule('node:http');

/** How the connection is opened. */
interface ExpectingRoute {
  readonly tls?: TlsSettings | undefined;
  readonly proxy?: ProxyServer | undefined;
}

type Outcome = Exchange['outcome'];

/** A client must not wait indefinitely (RFC 9110, section 10.1.1): after this time it sends the body anyway. */
const CONTINUE_TIMEOUT_MS = 1_000;

export function sendExpectingContinue(
  sent: SentRequest,
  timeoutMs: number,
  { tls, proxy }: ExpectingRoute = {},
): Promise<Outcome> {
  return new Promise((resolve) => {
    const { method, url, body } = sent;
    const isSecure = url.startsWith('https:');
    const open = isSecure ? requestHttps : requestHttp;
    const headers = [
      ...sent.headers.flat(),
      ...['Host', new URL(url).host, 'Content-Length', String(body?.byteLength ?? 0)],
      ...['Expect', '100-continue', 'Connection', 'close'],
      ...proxyHeaders(proxy, isSecure),
    ];
    const request = open(url, {
      method,
      headers,
      agent: createProxyAgent(proxy, isSecure),
      ...tlsConnectOptions(tls),
    });
    const finish = (outcome: Outcome) => {
      cancelTimeout();
      clearTimeout(continueTimer);
      request.destroy();
      resolve(outcome);
    };
    const fail = (error: unknown) => finish({ kind: 'failure', failure: describeFailure(error) });
    const sendBody = () => {
      clearTimeout(continueTimer);
      // `100 Continue` may arrive after the timeout, when the body is already sent.
      if (!request.writableEnded) request.end(body);
    };
    const late = { kind: 'failure', failure: timeoutFailure(timeoutMs) } as const;
    const cancelTimeout = timeLimit(timeoutMs, () => finish(late));
    const continueTimer = setTimeout(sendBody, Math.min(CONTINUE_TIMEOUT_MS, timeoutMs / 2));
    request.once('continue', sendBody);
    request.on('error', fail);
    request.once('response', (response) => void readResponse(response).then(finish, fail));
    request.flushHeaders();
  });
}

async function readResponse(response: IncomingMessage): Promise<Outcome> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response) {
    if (!(chunk instanceof Uint8Array)) continue;
    size += chunk.byteLength;
    if (size > MAX_RESPONSE_BYTES) throw tooLargeError();
    chunks.push(chunk);
  }
  const { statusCode: status = 0, rawHeaders } = response;
  const received = { status, headers: headerPairs(rawHeaders), body: Buffer.concat(chunks) };
  return { kind: 'response', response: received };
}
