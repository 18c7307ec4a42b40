/** Answers that break on purpose: what networks and crashed servers do to a client. */
import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectionFault } from './scenario/rule.ts';

export interface BrokenAnswer {
  readonly response: ServerResponse;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: string;
  /** Aborted when the store closes. */
  readonly closing: AbortSignal;
}

/** Resolves when nothing more is to come. */
export async function sendBroken(fault: ConnectionFault, answer: BrokenAnswer): Promise<void> {
  await senders[fault](answer);
}

/** Whether the client gets an answer, be it late. */
export function isAnswered(fault: ConnectionFault): boolean {
  return fault === 'drip' || fault === 'cut';
}

const senders: Readonly<Record<ConnectionFault, (answer: BrokenAnswer) => Promise<void> | void>> = {
  reset: ({ response }) => reset(response),
  empty: ({ response }) => void response.destroy(),
  cut,
  drip,
  hang,
};

function reset(response: ServerResponse): void {
  const { socket } = response;
  if (socket instanceof Socket && socket.constructor === Socket) socket.resetAndDestroy();
  else response.destroy();
}

/** The length of the whole body, and half of it. */
async function cut({ response, status, headers, body }: BrokenAnswer): Promise<void> {
  const bytes = Buffer.from(body);
  response.writeHead(status, { ...headers, 'Content-Length': Math.max(bytes.length, 1) });
  response.flushHeaders();
  await new Promise((resolve) => response.write(bytes.subarray(0, bytes.length >> 1), resolve));
  response.destroy();
}

const DRIPS = 10;
const DRIP_MS = 300;

/** In ten pieces over three seconds. */
async function drip({ response, status, headers, body, closing }: BrokenAnswer): Promise<void> {
  const bytes = Buffer.from(body);
  response.writeHead(status, { ...headers, 'Content-Length': bytes.length });
  response.flushHeaders();
  const size = Math.max(1, Math.ceil(bytes.length / DRIPS));
  for (let from = 0; from < bytes.length && !response.destroyed; from += size) {
    await sleep(DRIP_MS, undefined, { signal: closing });
    response.write(bytes.subarray(from, from + size));
  }
  response.end();
}

/** Until the client gives up. */
async function hang({ response, closing }: BrokenAnswer): Promise<void> {
  if (response.destroyed) return;
  await new Promise<void>((resolve) => {
    response.once('close', resolve);
    closing.addEventListener('abort', () => resolve(), { once: true });
  });
  response.destroy();
}
