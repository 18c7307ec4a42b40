/** What the fake store is sent in a soak: of each kind how, and what has to come of it. */
import { request as ask } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface Target {
  readonly url: string;
  readonly token: string;
}

export interface Kind {
  readonly name: string;
  /** `200`, or what became of the connection. */
  readonly wanted: readonly string[];
  readonly send: (target: Target) => Promise<string>;
}

interface Sending {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly leaveAfter?: number;
}

let ids = 0;
const plant = (more = {}) => JSON.stringify({ id: ++ids, name: 'Boston fern', ...more });
const prefer = (wish: string) => ({ Prefer: wish });
const broken = ['broken'] as const;

export const kinds: readonly Kind[] = [
  { name: 'valid', wanted: ['200'], send: (target) => send(target, { body: plant({ tag: 'fern' }) }) },
  { name: 'invalid', wanted: ['400'], send: (target) => send(target, { body: '{"id":"x"}' }) },
  { name: 'not JSON', wanted: ['400'], send: (target) => send(target, { body: '{"id":' }) },
  {
    name: 'no token',
    wanted: ['400', '401'],
    send: ({ url }) => send({ url, token: '' }, { body: plant() }),
  },
  { name: 'nowhere', wanted: ['404'], send: (target) => send(target, { method: 'GET', path: '/nowhere' }) },
  { name: 'another status', wanted: ['503'], send: (target) => wish(target, 'code=503') },
  { name: 'made up', wanted: ['200'], send: (target) => wish(target, 'dynamic=true') },
  { name: 'delayed', wanted: ['200'], send: (target) => wish(target, 'delay=20') },
  { name: 'reset', wanted: broken, send: (target) => wish(target, 'fault=reset') },
  { name: 'closed', wanted: broken, send: (target) => wish(target, 'fault=empty') },
  { name: 'cut', wanted: broken, send: (target) => wish(target, 'fault=cut') },
  {
    name: 'a hanging answer that the client leaves',
    wanted: ['left'],
    send: (target) => send(target, { body: plant(), headers: prefer('fault=hang'), leaveAfter: 20 }),
  },
  {
    name: 'an upload that the client leaves',
    wanted: ['left'],
    send: (target) => slowly(target, { pieces: 2, announced: 1_000 }),
  },
  { name: 'a slow client', wanted: ['200'], send: (target) => slowly(target, { pieces: 8 }) },
  {
    name: 'half a megabyte',
    wanted: ['200'],
    send: (target) => send(target, { body: plant({ tag: 'x'.repeat(500_000) }) }),
  },
  {
    name: 'too large',
    wanted: ['413', 'broken'],
    send: (target) => send(target, { body: plant({ tag: 'x'.repeat(10_500_000) }) }),
  },
  {
    name: 'a rule for the next request',
    wanted: ['201'],
    send: (target) =>
      control(target, 'POST', '/rules', [
        { when: { headers: { 'x-soak': 'rule' } }, times: 1, then: { status: 418 } },
      ]),
  },
  {
    name: 'one for whom there may be a rule',
    wanted: ['200', '418'],
    send: (target) => send(target, { body: plant(), headers: { 'X-Soak': 'rule' } }),
  },
  { name: 'the journal', wanted: ['200'], send: (target) => control(target, 'GET', '/journal?limit=20') },
  { name: 'what is served', wanted: ['200'], send: (target) => control(target, 'GET', '/info') },
];

function wish(target: Target, words: string): Promise<string> {
  return send(target, { body: plant(), headers: prefer(words) });
}

function control(target: Target, method: string, path: string, body?: unknown): Promise<string> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  return send(target, { method, path: `/__store${path}`, ...sent });
}

function send(
  { url, token }: Target,
  { method = 'POST', path = '/plants', headers = {}, body, leaveAfter }: Sending,
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
    if (leaveAfter !== undefined)
      setTimeout(() => {
        resolve('left');
        request.destroy();
      }, leaveAfter);
  });
}

/** Sends a body in pieces; with fewer bytes than it has announced, it leaves. */
async function slowly(
  { url, token }: Target,
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
