/** A request whose body waits for `100 Continue` (RFC 9110, section 10.1.1), which undici does not send. */
import type { IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { pairs } from '../../http/headers.ts';
import { timeLimit } from '../../http/time-limit.ts';
import type { Exchange, SentRequest } from '../model/exchange.ts';
import { describeFailure, MAX_ANSWER_BYTES, timedOut, tooLarge } from './transport-failure.ts';

// An `import` of it would load a WebSocket client, too, which takes as long as an empty Node.
const { request: requestHttp } = process.getBuiltinModule('node:http');

type Outcome = Exchange['outcome'];

/** A client is not to wait without end: then the body goes out all the same. */
const PATIENCE_MS = 1_000;

export function exchangeExpecting(sent: SentRequest, timeoutMs: number): Promise<Outcome> {
  return new Promise((resolve) => {
    const { method, url, body } = sent;
    const open = url.startsWith('https:') ? requestHttps : requestHttp;
    const headers = [
      ...sent.headers.flat(),
      ...['Host', new URL(url).host, 'Content-Length', String(body?.byteLength ?? 0)],
      ...['Expect', '100-continue', 'Connection', 'close'],
    ];
    const request = open(url, { method, headers, agent: false });
    const finish = (outcome: Outcome) => {
      callOff();
      clearTimeout(patience);
      request.destroy();
      resolve(outcome);
    };
    const fail = (error: unknown) => finish({ kind: 'failure', failure: describeFailure(error) });
    const sendBody = () => {
      clearTimeout(patience);
      // `100 Continue` may come when patience is over and the body gone.
      if (!request.writableEnded) request.end(body);
    };
    const late = { kind: 'failure', failure: timedOut(timeoutMs) } as const;
    const callOff = timeLimit(timeoutMs, () => finish(late));
    const patience = setTimeout(sendBody, Math.min(PATIENCE_MS, timeoutMs / 2));
    request.once('continue', sendBody);
    request.on('error', fail);
    request.once('response', (response) => void read(response).then(finish, fail));
    request.flushHeaders();
  });
}

async function read(response: IncomingMessage): Promise<Outcome> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response) {
    if (!(chunk instanceof Uint8Array)) continue;
    size += chunk.byteLength;
    if (size > MAX_ANSWER_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  const { statusCode: status = 0, rawHeaders } = response;
  const answer = { status, headers: pairs(rawHeaders), body: Buffer.concat(chunks) };
  return { kind: 'answer', answer };
}
