/** Sends a recorded request on to the implementation: raw bytes both ways, one connection each, bounded. */
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { pairs } from '../../headers.ts';
import type { Answer, Failure, Headers } from './exchange.ts';

export interface Target {
  readonly baseUrl: URL;
  /** Milliseconds until the whole answer must be there. */
  readonly timeoutMs: number;
  /** PEM certificates to trust in place of the usual ones. */
  readonly ca: string | undefined;
}

export interface Outgoing {
  readonly method: string;
  /** Path and query below the base path, as they go on the wire. */
  readonly path: string;
  readonly headers: Headers;
  readonly body: Buffer;
}

const MAX_ANSWER_BYTES = 16_000_000;

/** That nothing came back is an outcome too; rejects only for a request that cannot be written at all. */
export function sendOn(target: Target, outgoing: Outgoing): Promise<Answer | Failure> {
  return new Promise((resolve) => {
    let connected = false;
    const request = open(target, outgoing);
    const settle = (outcome: Answer | Failure) => {
      clearTimeout(timer);
      resolve(outcome);
      request.destroy();
    };
    const timer = setTimeout(
      () => settle({ kind: 'timeout', message: `no complete answer within ${target.timeoutMs} ms` }),
      target.timeoutMs,
    );
    request.on('socket', (socket) => {
      socket.once(target.baseUrl.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        connected = true;
      });
    });
    request.on('error', (error) => settle(failure(error, connected)));
    request.on('response', (message) => {
      readAnswer(message).then(settle, (error: Error) => settle(failure(error, true)));
    });
    request.end(outgoing.body);
  });
}

function open({ baseUrl, ca }: Target, { method, path, headers }: Outgoing): ClientRequest {
  const send = baseUrl.protocol === 'https:' ? requestHttps : requestHttp;
  return send({
    protocol: baseUrl.protocol,
    hostname: baseUrl.hostname.replace(/^\[|\]$/g, ''),
    port: baseUrl.port,
    method,
    path,
    headers: headers.flat(),
    // No connection is used twice: one that the implementation closes meanwhile would look like its fault.
    agent: false,
    setHost: false,
    ...(ca === undefined ? {} : { ca }),
  });
}

async function readAnswer(message: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message) {
    const bytes = Buffer.from(chunk);
    size += bytes.byteLength;
    if (size > MAX_ANSWER_BYTES) throw new Error(`the answer is larger than ${MAX_ANSWER_BYTES} bytes`);
    chunks.push(bytes);
  }
  return {
    kind: 'answer',
    status: message.statusCode ?? 0,
    headers: pairs(message.rawHeaders),
    body: Buffer.concat(chunks),
  };
}

function failure(error: Error, connected: boolean): Failure {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const message = error.message || code || error.name;
  if (!connected) return { kind: 'unreachable', message };
  return {
    kind: 'broken',
    message: code === 'ECONNRESET' ? 'the connection was closed without an answer' : message,
  };
}
