/** Checks whether a server responds at a URL. */
import { get as getHttp } from 'node:http';
import { get as getHttps } from 'node:https';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type TlsSettings, tlsConnectOptions } from '../../contracts/options/connection-settings.ts';
import { KitError } from '../../errors.ts';

/** The URL of `--wait-for`. Throws `option-invalid` for anything but an http(s) URL without credentials. */
export function parseWaitUrl(given: string): URL {
  const url = URL.parse(given);
  if (url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return url;
  throw new KitError(
    'option-invalid',
    `--wait-for ${JSON.stringify(given.replace(/^.*@/s, '***@'))}: expected an http or https URL without credentials`,
  );
}

/** Without the query, which may contain secrets. */
export function displayUrl({ origin, pathname }: URL): string {
  return `${origin}${pathname}`;
}

/** Whether any server accepts connections there. */
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

export interface ReadinessCheck {
  readonly url: URL;
  readonly timeoutMs: number;
  readonly tls?: TlsSettings | undefined;
  /** How the process ended; then waiting stops. */
  describeExit(): string | undefined;
}

/** Polls until a response has a status below 500. Resolves to undefined, or to the reason why there is none. */
export async function waitUntilReady(check: ReadinessCheck): Promise<string | undefined> {
  const deadline = performance.now() + check.timeoutMs;
  let lastOutcome = 'none';
  while (performance.now() < deadline) {
    const exit = check.describeExit();
    if (exit !== undefined) return `the command ${exit} before ${displayUrl(check.url)} responded`;
    const leftMs = deadline - performance.now();
    const outcome = await sendRequest(check, Math.min(Math.max(leftMs, MIN_ATTEMPT_MS), RESPONSE_TIMEOUT_MS));
    // Checked again: another server may respond in place of one that could not start.
    if (outcome === READY && check.describeExit() === undefined) return undefined;
    lastOutcome = outcome;
    await pause(POLL_INTERVAL_MS);
  }
  return `${displayUrl(check.url)} did not respond within ${check.timeoutMs / 1000} s; the last attempt: ${lastOutcome}`;
}

const POLL_INTERVAL_MS = 100;

/** For one response: the first one may be slow, and a lost one must not use up the whole time. */
const RESPONSE_TIMEOUT_MS = 10_000;

/** Also for the last attempt: one that is aborted immediately would not show what is wrong. */
const MIN_ATTEMPT_MS = 1_000;

const READY = 'ready';

/** READY, or a description of the failure. */
function sendRequest({ url, tls }: ReadinessCheck, timeoutMs: number): Promise<string> {
  return new Promise((resolve) => {
    const get = url.protocol === 'https:' ? getHttps : getHttp;
    const signal = AbortSignal.timeout(Math.max(1, Math.round(timeoutMs)));
    // A keep-alive connection would delay the shutdown of the server.
    const request = get(url, { agent: false, signal, ...tlsConnectOptions(tls) }, ({ statusCode = 0 }) => {
      request.destroy();
      resolve(statusCode < 500 ? READY : `status ${statusCode}`);
    });
    request.on('error', (error) => resolve(signal.aborted ? 'no response' : errorMessage(error)));
  });
}

/** A host name with several addresses gives an error for each and no common message. */
function errorMessage(error: Error): string {
  const each = error instanceof AggregateError ? error.errors : [];
  return each.map(String).join('; ') || error.message;
}
