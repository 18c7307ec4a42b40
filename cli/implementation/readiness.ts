/** Whether something answers at a URL. */
import { get as getHttp } from 'node:http';
import { get as getHttps } from 'node:https';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { KitError } from '../../errors.ts';

/** The URL of `--wait-for`. Throws `option-invalid` for what cannot be asked over HTTP. */
export function parseWaitUrl(given: string): URL {
  const url = URL.parse(given);
  if (url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return url;
  throw new KitError(
    'option-invalid',
    `--wait-for ${JSON.stringify(given.replace(/^.*@/s, '***@'))}: expected an http or https URL without credentials`,
  );
}

/** Without the query, which may hold what is nobody's business. */
export function displayUrl({ origin, pathname }: URL): string {
  return `${origin}${pathname}`;
}

/** Something accepts connections there, whatever it speaks. */
export function isPortInUse(url: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
    const socket = connect({ host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port });
    const exit = (isInUse: boolean) => {
      socket.destroy();
      resolve(isInUse);
    };
    socket.setTimeout(CONNECT_TIMEOUT_MS, () => exit(false));
    socket.once('connect', () => exit(true)).once('error', () => exit(false));
  });
}

const CONNECT_TIMEOUT_MS = 2_000;

/** What is waited for. */
export interface ReadinessCheck {
  readonly url: URL;
  readonly timeoutMs: number;
  /** How that which is to answer has ended; it is waited for no longer then. */
  describeExit(): string | undefined;
}

/** Asks until there is an answer whose status is below 500. Resolves to undefined, or to why there is none. */
export async function waitUntilReady(check: ReadinessCheck): Promise<string | undefined> {
  const deadline = performance.now() + check.timeoutMs;
  let lastOutcome = 'it was not asked';
  while (performance.now() < deadline) {
    const exit = check.describeExit();
    if (exit !== undefined) return `the command ${exit} before ${displayUrl(check.url)} answered`;
    const leftMs = deadline - performance.now();
    const outcome = await sendRequest(check.url, Math.min(Math.max(leftMs, LEAST_MS), RESPONSE_TIMEOUT_MS));
    // Asked again: another may answer in place of one that could not start.
    if (outcome === READY && check.describeExit() === undefined) return undefined;
    lastOutcome = outcome;
    await pause(POLL_INTERVAL_MS);
  }
  return `${displayUrl(check.url)} did not answer within ${check.timeoutMs / 1000} s; the last attempt: ${lastOutcome}`;
}

const POLL_INTERVAL_MS = 100;

/** For one answer: the first may take its time, and one that got lost must not take all of it. */
const RESPONSE_TIMEOUT_MS = 10_000;

/** Also at the end of the time: an attempt that is cut off as it begins would say nothing of what is wrong. */
const LEAST_MS = 1_000;

const READY = 'ready';

/** READY, or what came instead. */
function sendRequest(url: URL, timeoutMs: number): Promise<string> {
  return new Promise((resolve) => {
    const get = url.protocol === 'https:' ? getHttps : getHttp;
    const signal = AbortSignal.timeout(Math.max(1, Math.round(timeoutMs)));
    // A connection that was kept would hold up the end of the one asked.
    const request = get(url, { agent: false, signal }, ({ statusCode = 0 }) => {
      request.destroy();
      resolve(statusCode < 500 ? READY : `status ${statusCode}`);
    });
    request.on('error', (error) => resolve(signal.aborted ? 'no answer' : errorMessage(error)));
  });
}

/** For a name with several addresses there is an error for each, and no message for all. */
function errorMessage(error: Error): string {
  const each = error instanceof AggregateError ? error.errors : [];
  return each.map(String).join('; ') || error.message;
}
