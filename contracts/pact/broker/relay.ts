/**
 * Stands between the native client and the broker. It alone has the broker's credentials; the client enters with a
 * token made for this run. Whatever is asked and answered is kept, because the client's exit codes do not tell it.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { closing, listenLocally, readBody } from '../provider/local-server.ts';
import { type BrokerAccess, maskOf } from './access.ts';
import { type Addresses, addresses } from './addresses.ts';
import { type Edits, type Reply, relayed } from './relay-one.ts';
import type { BrokerRequest, Relayed } from './relayed.ts';

export interface Relay {
  /** On 127.0.0.1, without a trailing slash. */
  readonly url: string;
  /** Lets the native client in. */
  readonly token: string;
  /** In the order of the answers; grows while the client runs. */
  readonly log: readonly Relayed[];
  /** What the client printed as a person may see it: the broker's own addresses, no secrets. */
  shown(text: string): string;
  close(): Promise<void>;
}

export async function startRelay(access: BrokerAccess, edits: Edits = {}): Promise<Relay> {
  const token = randomBytes(24).toString('hex');
  const log: Relayed[] = [];
  let links: Addresses | undefined;
  const server = createServer((request, response) => {
    if (links === undefined || !isOurs(request, token)) return void refuse(response);
    answer(request, response, { access, edits, links, log }).catch(() => response.destroy());
  });
  // The client keeps its connection while it verifies; closed meanwhile it would fail on the result.
  server.keepAliveTimeout = 0;
  const url = `http://127.0.0.1:${await listenLocally(server)}`;
  links = addresses(access.baseUrl, url);
  const { toBroker } = links;
  const mask = maskOf(access);
  return {
    url,
    token,
    log,
    shown: (text) => mask(toBroker(text.replaceAll(token, '***'))),
    close: closing(server),
  };
}

function isOurs({ headers }: IncomingMessage, token: string): boolean {
  const wanted = Buffer.from(`Bearer ${token}`);
  const given = Buffer.from(headers.authorization ?? '');
  return given.byteLength === wanted.byteLength && timingSafeEqual(given, wanted);
}

function refuse(response: ServerResponse): void {
  response.writeHead(401, { 'content-type': 'text/plain', connection: 'close' }).end('not from this run\n');
}

interface Running {
  readonly access: BrokerAccess;
  readonly edits: Edits;
  readonly links: Addresses;
  readonly log: Relayed[];
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { access, edits, links, log }: Running,
): Promise<void> {
  const body = await readBody(request);
  const asked: BrokerRequest = { method: request.method ?? 'GET', path: request.url ?? '/', body };
  const { record, reply } = await relayed(asked, request.headers, { access, edits, links });
  log.push(record);
  send(response, reply);
}

function send(response: ServerResponse, { status, contentType, text }: Reply): void {
  const body = Buffer.from(text);
  const length = { 'content-length': body.byteLength };
  response.writeHead(status, status === 204 ? {} : { 'content-type': contentType, ...length });
  response.end(status === 204 ? undefined : body);
}
