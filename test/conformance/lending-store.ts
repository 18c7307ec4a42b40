/** An implementation of fixtures/conformance/lending.yaml, correct except for the given defects. Empty at the start. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { isJsonObject, type JsonObject, parseJsonBytes } from '../../spec/json/exact-json.ts';
import { readBody } from './test-server.ts';

export type LendingStoreDefect =
  | 'deletes without credentials'
  | 'parses only the leading digits of names'
  | 'deletes no user'
  | 'does not delete new records'
  | 'requires no reason'
  | 'finds every user'
  | 'returns loans without credentials';

interface Reply {
  readonly status: number;
  readonly body?: JsonObject;
  readonly location?: string;
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: JsonObject | undefined;
}

const KEY = 'right-key';

export function createLendingStore(...defects: readonly LendingStoreDefect[]): Server {
  const has = (defect: LendingStoreDefect) => defects.includes(defect);
  let lastUser = 1_000;
  const users = new Map<string, string>();
  const avatars = new Set<string>();
  const tools = new Map<string, string>();
  const loans = new Map<string, { user: string; tool: string; isBack: boolean }>();

  return createServer(async (request, response) => {
    const call = await parseCall(request);
    const reply = isAuthorized(request, call) ? respond(call, request) : errorReply(401);
    const { status, body, location } = reply;
    response.writeHead(status, {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(location === undefined ? {} : { Location: location }),
      ...(status === 401 ? { 'WWW-Authenticate': 'ApiKey' } : {}),
    });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  });

  function isAuthorized({ headers }: IncomingMessage, { method, path }: Call): boolean {
    if (method === 'DELETE' && has('deletes without credentials')) return true;
    if (path.endsWith('/return') && has('returns loans without credentials')) return true;
    return headers['x-key'] === KEY;
  }

  function respond(call: Call, { headers }: IncomingMessage): Reply {
    const { method, path, body } = call;
    const [, first, name = '', ...below] = path.split('/');
    const isJson = /^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '');
    const needsBody = (method === 'POST' && !path.endsWith('/return')) || method === 'PUT';
    if (needsBody && (!isJson || body === undefined)) return errorReply(400);
    if (first === 'tools') return ofTools(call, name);
    if (first !== 'users' || path.endsWith('/')) return errorReply(404);
    if (name === '') return method === 'POST' ? addUser(body) : errorReply(404);
    const id = has('parses only the leading digits of names') ? String(Number.parseInt(name, 10)) : name;
    if (!/^[1-9]\d{0,18}$/.test(id)) return errorReply(400);
    if (below.length === 0) return ofUser(call, id);
    if (!users.has(id)) return errorReply(404);
    if (below[0] === 'avatar' && below.length === 1) return ofAvatar(call, id);
    return below[0] === 'loans' ? ofLoans(call, id, below.slice(1)) : errorReply(404);
  }

  function addUser(body: JsonObject | undefined): Reply {
    const { name } = body ?? {};
    if (typeof name !== 'string' || name === '' || [...name].length > 60) return errorReply(400);
    lastUser++;
    const id = String(lastUser);
    users.set(id, name);
    return { status: 201, location: `/users/${id}` };
  }

  function ofUser({ method, query }: Call, id: string): Reply {
    const name = users.get(id) ?? (has('finds every user') ? 'Nobody' : undefined);
    if (method === 'GET') return name === undefined ? errorReply(404) : { status: 200, body: { id: Number(id), name } };
    if (method !== 'DELETE') return errorReply(404);
    if (!['left', 'moved'].includes(query.get('reason') ?? '') && !has('requires no reason')) return errorReply(400);
    if (name === undefined || has('does not delete new records')) return errorReply(404);
    if (!has('deletes no user')) users.delete(id);
    return { status: 204 };
  }

  function ofAvatar({ method, body }: Call, id: string): Reply {
    if (method === 'DELETE') return avatars.delete(id) ? { status: 204 } : errorReply(404);
    if (method !== 'PUT') return errorReply(404);
    const { url } = body ?? {};
    if (typeof url !== 'string' || [...url].length > 200) return errorReply(400);
    avatars.add(id);
    return { status: 204 };
  }

  function ofLoans({ method, body }: Call, user: string, [id, action]: readonly string[]): Reply {
    if (id === undefined) return method === 'POST' ? lend(user, body) : errorReply(404);
    if (!/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) return errorReply(400);
    const loan = loans.get(id);
    if (loan === undefined || loan.user !== user) return errorReply(404);
    if (method === 'DELETE' && action === undefined) return loans.delete(id) ? { status: 204 } : errorReply(404);
    if (method !== 'POST' || action !== 'return') return errorReply(404);
    if (loan.isBack) return errorReply(422);
    loan.isBack = true;
    return { status: 200, body: { id, tool_id: loan.tool, isBack: true } };
  }

  function lend(user: string, body: JsonObject | undefined): Reply {
    const { tool_id: tool } = body ?? {};
    if (typeof tool !== 'string') return errorReply(400);
    if (!tools.has(tool)) return errorReply(422);
    const id = randomUUID();
    loans.set(id, { user, tool, isBack: false });
    return { status: 201, body: { data: { id, tool_id: tool, isBack: false } } };
  }

  function ofTools({ method, body }: Call, name: string): Reply {
    const code = decoded(name);
    if (code === undefined) return errorReply(400);
    const known = tools.get(code);
    if (name !== '' && [...code].length < 3) return errorReply(400);
    if (method === 'GET' && name !== '')
      return known === undefined ? errorReply(404) : { status: 200, body: { code, label: known } };
    const { label } = body ?? {};
    if (method !== 'POST' || name !== '') return errorReply(404);
    if (typeof label !== 'string' || [...label].length > 60) return errorReply(400);
    const made = `tool-${tools.size}`;
    tools.set(made, label);
    return { status: 201, body: { code: made } };
  }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function errorReply(status: number): Reply {
  return { status, body: { message: `status ${status}` } };
}

async function parseCall(request: IncomingMessage): Promise<Call> {
  const parsed = parseJsonBytes(await readBody(request));
  const [path = '', query] = (request.url ?? '').split('?', 2);
  const body = parsed.ok && isJsonObject(parsed.value) ? parsed.value : undefined;
  return { method: request.method ?? '', path, query: new URLSearchParams(query), body };
}
