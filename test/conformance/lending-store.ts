/** A store of the contract in fixtures/conformance/lending.yaml, right but for the faults that it is given. Empty at the start. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { isJsonObject, type JsonObject, parseJsonBytes } from '../../spec/json/exact-json.ts';
import { bytesOf } from './serve.ts';

export type LendingFault =
  | 'lets anybody remove'
  | 'reads names as far as they are digits'
  | 'forgets no user'
  | 'removes nothing that was just made'
  | 'needs no reason'
  | 'knows every user'
  | 'gives back for anybody';

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

export function lendingStore(...faults: readonly LendingFault[]): Server {
  const has = (fault: LendingFault) => faults.includes(fault);
  let lastUser = 1_000;
  const users = new Map<string, string>();
  const avatars = new Set<string>();
  const tools = new Map<string, string>();
  const loans = new Map<string, { user: string; tool: string; isBack: boolean }>();

  return createServer(async (request, response) => {
    const call = await callOf(request);
    const reply = isLetIn(request, call) ? answer(call, request) : wrong(401);
    const { status, body, location } = reply;
    response.writeHead(status, {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(location === undefined ? {} : { Location: location }),
      ...(status === 401 ? { 'WWW-Authenticate': 'ApiKey' } : {}),
    });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  });

  function isLetIn({ headers }: IncomingMessage, { method, path }: Call): boolean {
    if (method === 'DELETE' && has('lets anybody remove')) return true;
    if (path.endsWith('/return') && has('gives back for anybody')) return true;
    return headers['x-key'] === KEY;
  }

  function answer(call: Call, { headers }: IncomingMessage): Reply {
    const { method, path, body } = call;
    const [, first, name = '', ...below] = path.split('/');
    const isJson = /^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '');
    const needsBody = (method === 'POST' && !path.endsWith('/return')) || method === 'PUT';
    if (needsBody && (!isJson || body === undefined)) return wrong(400);
    if (first === 'tools') return ofTools(call, name);
    if (first !== 'users' || path.endsWith('/')) return wrong(404);
    if (name === '') return method === 'POST' ? addUser(body) : wrong(404);
    const id = has('reads names as far as they are digits') ? String(Number.parseInt(name, 10)) : name;
    if (!/^[1-9]\d{0,18}$/.test(id)) return wrong(400);
    if (below.length === 0) return ofUser(call, id);
    if (!users.has(id)) return wrong(404);
    if (below[0] === 'avatar' && below.length === 1) return ofAvatar(call, id);
    return below[0] === 'loans' ? ofLoans(call, id, below.slice(1)) : wrong(404);
  }

  function addUser(body: JsonObject | undefined): Reply {
    const { name } = body ?? {};
    if (typeof name !== 'string' || name === '' || [...name].length > 60) return wrong(400);
    lastUser++;
    const id = String(lastUser);
    users.set(id, name);
    return { status: 201, location: `/users/${id}` };
  }

  function ofUser({ method, query }: Call, id: string): Reply {
    const name = users.get(id) ?? (has('knows every user') ? 'Nobody' : undefined);
    if (method === 'GET')
      return name === undefined ? wrong(404) : { status: 200, body: { id: Number(id), name } };
    if (method !== 'DELETE') return wrong(404);
    if (!['left', 'moved'].includes(query.get('reason') ?? '') && !has('needs no reason')) return wrong(400);
    if (name === undefined || has('removes nothing that was just made')) return wrong(404);
    if (!has('forgets no user')) users.delete(id);
    return { status: 204 };
  }

  function ofAvatar({ method, body }: Call, id: string): Reply {
    if (method === 'DELETE') return avatars.delete(id) ? { status: 204 } : wrong(404);
    if (method !== 'PUT') return wrong(404);
    const { url } = body ?? {};
    if (typeof url !== 'string' || [...url].length > 200) return wrong(400);
    avatars.add(id);
    return { status: 204 };
  }

  function ofLoans({ method, body }: Call, user: string, [id, action]: readonly string[]): Reply {
    if (id === undefined) return method === 'POST' ? lend(user, body) : wrong(404);
    if (!/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) return wrong(400);
    const loan = loans.get(id);
    if (loan === undefined || loan.user !== user) return wrong(404);
    if (method === 'DELETE' && action === undefined) return loans.delete(id) ? { status: 204 } : wrong(404);
    if (method !== 'POST' || action !== 'return') return wrong(404);
    if (loan.isBack) return wrong(422);
    loan.isBack = true;
    return { status: 200, body: { id, tool_id: loan.tool, isBack: true } };
  }

  function lend(user: string, body: JsonObject | undefined): Reply {
    const { tool_id: tool } = body ?? {};
    if (typeof tool !== 'string') return wrong(400);
    if (!tools.has(tool)) return wrong(422);
    const id = randomUUID();
    loans.set(id, { user, tool, isBack: false });
    return { status: 201, body: { data: { id, tool_id: tool, isBack: false } } };
  }

  function ofTools({ method, body }: Call, name: string): Reply {
    const code = decoded(name);
    if (code === undefined) return wrong(400);
    const known = tools.get(code);
    if (name !== '' && [...code].length < 3) return wrong(400);
    if (method === 'GET' && name !== '')
      return known === undefined ? wrong(404) : { status: 200, body: { code, label: known } };
    const { label } = body ?? {};
    if (method !== 'POST' || name !== '') return wrong(404);
    if (typeof label !== 'string' || [...label].length > 60) return wrong(400);
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

function wrong(status: number): Reply {
  return { status, body: { message: `status ${status}` } };
}

async function callOf(request: IncomingMessage): Promise<Call> {
  const parsed = parseJsonBytes(await bytesOf(request));
  const [path = '', query] = (request.url ?? '').split('?', 2);
  const body = parsed.ok && isJsonObject(parsed.value) ? parsed.value : undefined;
  return { method: request.method ?? '', path, query: new URLSearchParams(query), body };
}
