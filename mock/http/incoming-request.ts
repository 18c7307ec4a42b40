/** A request as the front hands it on, and its bytes: never more than a limit of them. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { HttpError } from './http-error.ts';

export interface IncomingRequest {
  /** Upper case, as methods are. */
  readonly method: string;
  /** As the client named this store, such as `http://localhost:4010`; undefined where it did not. */
  readonly origin?: string | undefined;
  /** Below the prefix of the contract. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** Name and value in turn, as received. */
  readonly rawHeaders: readonly string[];
  /** Called at most once, and only when the request gets as far as its body. */
  readBody(): Promise<Buffer | HttpError>;
}

/** The client went away before its request was complete: there is nobody to answer. */
export class ClientDisconnected extends Error {}

/** Rejects with ClientGone when the connection breaks off, which ends with `close` whatever else comes before. */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer | HttpError> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > limit) return Promise.resolve(bodyTooLarge(limit, `${declared} bytes`));
  const chunks: Buffer[] = [];
  let size = 0;
  let isComplete = false;
  return new Promise((resolve, reject) => {
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else resolve(bodyTooLarge(limit, 'more'));
    });
    request.on('end', () => {
      isComplete = true;
      const [first = emptyBody, ...others] = chunks;
      resolve(others.length === 0 ? first : Buffer.concat(chunks));
    });
    request.on('close', () => {
      // It comes after every request, and an error is dear to make.
      if (!isComplete) reject(new ClientDisconnected());
    });
  });
}

const emptyBody = Buffer.alloc(0);

/** Lets the rest of a refused body flow away, so that the client reads the answer and not a reset. */
export async function drainBody(request: IncomingMessage, milliseconds: number): Promise<void> {
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

function bodyTooLarge(limit: number, received: string): HttpError {
  return new HttpError('body-too-large', `body: expected at most ${limit} bytes, got ${received}`);
}
