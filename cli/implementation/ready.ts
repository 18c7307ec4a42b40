/** Whether something answers at a URL. */
import { get as getHttp } from 'node:http';
import { get as getHttps } from 'node:https';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { KitError } from '../../errors.ts';

/** The URL of `--wait-for`. Throws `option-invalid` for what cannot be asked over HTTP. */
export function waitUrl(given: string): URL {
  const url = URL.parse(given);
  if (url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '')
    return url;
  throw new KitError(
    'option-invalid',
    `--wait-for ${JSON.stringify(given.replace(/^.*@/s, '***@'))}: expected an http or https URL without credentials`,
  );
}

/** Without the query, which may hold what is nobody's business. */
export function shownUrl({ origin, pathname }: URL): string {
  return `${origin}${pathname}`;
}

/** Something accepts connections there, whatever it speaks. */
export function isTaken(url: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
    const socket = connect({ host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port });
    const end = (taken: boolean) => {
      socket.destroy();
      resolve(taken);
    };
    socket.setTimeout(CONNECT_MS, () => end(false));
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });
}

const CONNECT_MS = 2_000;

/** What is waited for. */
export interface Wait {
  readonly url: URL;
  readonly timeoutMs: number;
  /** How that which is to answer has ended; it is waited for no longer then. */
  ended(): string | undefined;
}

/** Asks until there is an answer whose status is below 500. Resolves to undefined, or to why there is none. */
export async function whyNotReady(wait: Wait): Promise<string | undefined> {
  const deadline = performance.now() + wait.timeoutMs;
  let last = 'it was not asked';
  while (performance.now() < deadline) {
    const end = wait.ended();
    if (end !== undefined) return `the command ${end} before ${shownUrl(wait.url)} answered`;
    const leftMs = deadline - performance.now();
    const answer = await ask(wait.url, Math.min(Math.max(leftMs, LEAST_MS), ANSWER_MS));
    // Asked again: another may answer in place of one that could not start.
    if (answer === READY && wait.ended() === undefined) return undefined;
    last = answer;
    await pause(PAUSE_MS);
  }
  return `${shownUrl(wait.url)} did not answer within ${wait.timeoutMs / 1000} s; the last attempt: ${last}`;
}

const PAUSE_MS = 100;

/** For one answer: the first may take its time, and one that got lost must not take all of it. */
const ANSWER_MS = 10_000;

/** Also at the end of the time: an attempt that is cut off as it begins would say nothing of what is wrong. */
const LEAST_MS = 1_000;

const READY = 'ready';

/** READY, or what came instead. */
function ask(url: URL, timeoutMs: number): Promise<string> {
  return new Promise((resolve) => {
    const get = url.protocol === 'https:' ? getHttps : getHttp;
    const signal = AbortSignal.timeout(Math.max(1, Math.round(timeoutMs)));
    // A connection that was kept would hold up the end of the one asked.
    const request = get(url, { agent: false, signal }, ({ statusCode = 0 }) => {
      request.destroy();
      resolve(statusCode < 500 ? READY : `status ${statusCode}`);
    });
    request.on('error', (error) => resolve(signal.aborted ? 'no answer' : messageOf(error)));
  });
}

/** For a name with several addresses there is an error for each, and no message for all. */
function messageOf(error: Error): string {
  const each = error instanceof AggregateError ? error.errors : [];
  return each.map(String).join('; ') || error.message;
}
