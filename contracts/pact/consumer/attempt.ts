/** One request to the store and what came of it. */
import { inspect } from 'node:util';
import { type Dispatcher, errors, getGlobalDispatcher, request } from 'undici';
import { type Mask, masking } from '../../../secrets/masking.ts';
import { type CreatePlantResult, readCreatePlantAnswer } from './create-plant-answer.ts';

export interface Call {
  readonly url: URL;
  readonly headers: Record<string, string>;
  readonly body: string;
  /** Kept out of the result. */
  readonly token: string | undefined;
  readonly signal: AbortSignal;
  readonly dispatcher: Dispatcher | undefined;
}

/** Never rejects. */
export async function sendOnce(call: Call): Promise<CreatePlantResult> {
  const { url, headers, body, signal, dispatcher = getGlobalDispatcher() } = call;
  const mask = masking([call.token], '***');
  if (signal.aborted) return { kind: 'network', cause: asError(signal.reason, mask), mayHaveCreated: false };
  try {
    const answer = await request(url, { method: 'POST', headers, body, signal, dispatcher });
    const bytes = await answer.body.bytes();
    return readCreatePlantAnswer({ status: answer.statusCode, headers: answer.headers, bytes }, mask);
  } catch (cause) {
    return { kind: 'network', cause: asError(cause, mask), mayHaveCreated: !isUnconnected(cause) };
  }
}

/** True only where it is certain: no connection, so nothing was sent. A name with several addresses fails once for each. */
function isUnconnected(cause: unknown): boolean {
  if (cause instanceof AggregateError) return cause.errors.every(isUnconnected);
  if (cause instanceof errors.ConnectTimeoutError) return true;
  const syscall = cause instanceof Error && 'syscall' in cause && cause.syscall;
  return syscall === 'connect' || syscall === 'getaddrinfo';
}

/** As it is, unless it quotes the token: the parser of HTTP keeps what it could not read. */
function asError(cause: unknown, mask: Mask): Error {
  const error = cause instanceof Error ? cause : new Error(String(cause), { cause });
  const whole = inspect(error, { depth: null, showHidden: true });
  if (mask(whole) === whole) return error;
  return Object.assign(new Error(mask(error.message)), { name: error.name });
}
