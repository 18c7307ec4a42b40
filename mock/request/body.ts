/** The bytes of a request body, never more than a limit of them. */
import type { IncomingMessage } from 'node:http';
import { Refusal } from '../refusals.ts';

/** The client went away before its request was complete: there is nobody to answer. */
export class ClientGone extends Error {}

/** Rejects with ClientGone when the connection breaks off. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer | Refusal> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > limit) return tooLarge(limit, `${declared} bytes`);
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else resolve(tooLarge(limit, 'more'));
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', () => reject(new ClientGone()));
    // It comes after every request, and an error is dear to make.
    request.on('close', () => {
      if (!request.complete) reject(new ClientGone());
    });
  });
}

/** Lets the rest of a refused body flow away, so that the client reads the answer and not a reset. */
export async function drain(request: IncomingMessage, milliseconds: number): Promise<void> {
  if (request.complete || request.destroyed) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    for (const event of ['end', 'error', 'close']) request.once(event, done);
    request.resume();
  });
}

function tooLarge(limit: number, received: string): Refusal {
  return new Refusal('body-too-large', `body: expected at most ${limit} bytes, got ${received}`);
}
