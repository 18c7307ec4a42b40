/** What the fake store is sent in a soak: of each kind how, and what has to come of it. */
import { request as ask } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface LoadTarget {
  readonly url: string;
  readonly token: string;
}

export interface RequestKind {
  readonly name: string;
  /** `200`, or what became of the connection. */
  readonly expectedOutcomes: readonly string[];
  readonly send: (target: LoadTarget) => Promise<string>;
}

interface RequestOptions {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly abortAfterMs?: number;
}

let ids = 0;
const plant = (more = {}) => JSON.stringify({ id: ++ids, name: 'Boston fern', ...more });
const preferHeader = (preference: string) => ({ Prefer: preference });
const brokenOutcome = ['broken'] as const;

export const requestKinds: readonly RequestKind[] = [
  {
    name: 'valid',
    expectedOutcomes: ['200'],
    send: (target) => send(target, { body: plant({ tag: 'fern' }) }),
  },
  { name: 'invalid', expectedOutcomes: ['400'], send: (target) => send(target, { body: '{"id":"x"}' }) },
  { name: 'not JSON', expectedOutcomes: ['400'], send: (target) => send(target, { body: '{"id":' }) },
  {
    name: 'no token',
    expectedOutcomes: ['400', '401'],
    send: ({ url }) => send({ url, token: '' }, { body: plant() }),
  },
  {
    name: 'nowhere',
    expectedOutcomes: ['404'],
    send: (target) => send(target, { method: 'GET', path: '/nowhere' }),
  },
  { name: 'another status', expectedOutcomes: ['503'], send: (target) => sendPreferring(target, 'code=503') },
  { name: 'made up', expectedOutcomes: ['200'], send: (target) => sendPreferring(target, 'dynamic=true') },
  { name: 'delayed', expectedOutcomes: ['200'], send: (target) => sendPreferring(target, 'delay=20') },
  { name: 'reset', expectedOutcomes: brokenOutcome, send: (target) => sendPreferring(target, 'fault=reset') },
  {
    name: 'closed',
    expectedOutcomes: brokenOutcome,
    send: (target) => sendPreferring(target, 'fault=empty'),
  },
  { name: 'cut', expectedOutcomes: brokenOutcome, send: (target) => sendPreferring(target, 'fault=cut') },
  {
    name: 'a hanging response that the client abandons',
    expectedOutcomes: ['left'],
    send: (target) => send(target, { body: plant(), headers: preferHeader('fault=hang'), abortAfterMs: 20 }),
  },
  {
    name: 'an upload that the client leaves',
    expectedOutcomes: ['left'],
    send: (target) => slowly(target, { pieces: 2, announced: 1_000 }),
  },
  { name: 'a slow client', expectedOutcomes: ['200'], send: (target) => slowly(target, { pieces: 8 }) },
  {
    name: 'half a megabyte',
    expectedOutcomes: ['200'],
    send: (target) => send(target, { body: plant({ tag: 'x'.repeat(500_000) }) }),
  },
  {
    name: 'too large',
    expectedOutcomes: ['413', 'broken'],
    send: (target) => send(target, { body: plant({ tag: 'x'.repeat(10_500_000) }) }),
  },
  {
    name: 'a rule for the next request',
    expectedOutcomes: ['201'],
    send: (target) =>
      control(target, 'POST', '/rules', [{ when: { headers: { 'x-soak': 'rule' } }, times: 1, then: { status: 418 } }]),
  },
  {
    name: 'one for whom there may be a rule',
    expectedOutcomes: ['200', '418'],
    send: (target) => send(target, { body: plant(), headers: { 'X-Soak': 'rule' } }),
  },
  {
    name: 'the journal',
    expectedOutcomes: ['200'],
    send: (target) => control(target, 'GET', '/journal?limit=20'),
  },
  { name: 'what is served', expectedOutcomes: ['200'], send: (target) => control(target, 'GET', '/info') },
];

function sendPreferring(target: LoadTarget, preferences: string): Promise<string> {
  return send(target, { body: plant(), headers: preferHeader(preferences) });
}

function control(target: LoadTarget, method: string, path: string, body?: unknown): Promise<string> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  return send(target, { method, path: `/__store${path}`, ...sent });
}

function send(
  { url, token }: LoadTarget,
  { method = 'POST', path = '/plants', headers = {}, body, abortAfterMs }: RequestOptions,
): Promise<string> {
  return new Promise((resolve) => {
    const authorization = token === '' ? {} : { Authorization: `Bearer ${token}` };
    const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const request = ask(`${url}${path}`, { method, headers: { ...authorization, ...type, ...headers } });
    request.on('response', (response) => {
      response.on('error', () => resolve('broken')).on('aborted', () => resolve('broken'));
      response.on('end', () => resolve(String(response.statusCode))).resume();
    });
    request.on('error', () => resolve('broken'));
    request.end(body);
    if (abortAfterMs !== undefined)
      setTimeout(() => {
        resolve('left');
        request.destroy();
      }, abortAfterMs);
  });
}

/** Sends a body in pieces; with fewer bytes than it has announced, it leaves. */
async function slowly(
  { url, token }: LoadTarget,
  { pieces, announced }: { readonly pieces: number; readonly announced?: number },
): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).on('error', () => {});
  const body = plant();
  const length = announced ?? body.length;
  socket.write(
    `POST /plants HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`,
  );
  const size = Math.ceil(body.length / pieces);
  for (let at = 0; at < body.length; at += size) {
    socket.write(body.slice(at, at + size));
    await pause(10);
  }
  const status = announced === undefined ? await statusOf(socket) : 'left';
  socket.destroy();
  return status;
}

function statusOf(socket: ReturnType<typeof connect>): Promise<string> {
  return new Promise((resolve) => {
    socket.once('data', (bytes) => resolve(bytes.toString('latin1').slice(9, 12)));
    socket.once('close', () => resolve('broken'));
  });
}
