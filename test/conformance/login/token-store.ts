/** A store of notes behind an OAuth2 token endpoint, both in one server. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type OnTestEnd, readBody, startTestServer } from '../test-server.ts';

export interface TokenStoreOptions {
  /** In seconds, as the endpoint states it. */
  readonly expiresIn?: number;
  /** A token is rejected after so many requests. */
  readonly maxUses?: number;
  /** A request with this body and a valid token gets 401. */
  readonly isRejected?: (body: string) => boolean;
}

export interface TokenStore {
  readonly url: string;
  /** The forms that the endpoint received. */
  readonly logins: readonly string[];
  readonly tokens: readonly string[];
}

export async function startTokenStore(options: TokenStoreOptions, onEnd: OnTestEnd): Promise<TokenStore> {
  const { expiresIn, maxUses = Number.POSITIVE_INFINITY, isRejected = () => false } = options;
  const logins: string[] = [];
  const tokens: string[] = [];
  const notes: unknown[] = [];
  let uses = 0;

  function logIn(form: string, response: ServerResponse): ServerResponse {
    const { username, grant_type: grant } = Object.fromEntries(new URLSearchParams(form));
    if (grant !== 'client_credentials' && username !== 'ann')
      return sendJson(response, 400, { error: 'invalid_grant', error_description: form });
    logins.push(form);
    tokens.push(`Tk${tokens.length + 1}-f8Qz7wVbN3kRtY`);
    uses = 0;
    return sendJson(response, 200, { access_token: tokens.at(-1), token_type: 'bearer', expires_in: expiresIn });
  }

  function isAccepted({ headers }: IncomingMessage, body: string): boolean {
    if (headers.authorization !== `Bearer ${tokens.at(-1)}`) return false;
    return ++uses <= maxUses && !isRejected(body);
  }

  const server = createServer(async (request, response) => {
    const body = (await readBody(request)).toString();
    if (request.url === '/token') return logIn(body, response);
    if (request.url?.split('?')[0] !== '/notes') return sendJson(response, 404);
    if (!['GET', 'HEAD', 'POST'].includes(request.method ?? '')) {
      response.setHeader('Allow', 'GET, HEAD, POST');
      return sendJson(response, 405);
    }
    if (!isAccepted(request, body)) {
      response.setHeader('WWW-Authenticate', 'Bearer');
      return sendJson(response, 401);
    }
    if (request.method !== 'POST') return sendJson(response, 200, notes.slice(-20));
    if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) return sendJson(response, 415);
    const note = parseNote(body);
    if (note === undefined) return sendJson(response, 400);
    notes.push(note);
    return sendJson(response, 201, note);
  });
  return { url: await startTestServer(server, onEnd), logins, tokens };
}

function sendJson(response: ServerResponse, status: number, body?: unknown): ServerResponse {
  if (body === undefined) return response.writeHead(status).end();
  return response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

function parseNote(body: string): unknown {
  try {
    const note: unknown = JSON.parse(body);
    if (typeof note !== 'object' || note === null || !('text' in note)) return undefined;
    return typeof note.text === 'string' && [...note.text].length <= 20 ? note : undefined;
  } catch {
    return undefined;
  }
}
