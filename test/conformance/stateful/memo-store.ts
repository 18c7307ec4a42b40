/** A store of memos of two users, each of whom may only reach the own ones. Its behavior can be replaced in parts. */
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { loadSpecSource } from '../../../spec/loading/spec-source.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import { readBody } from '../test-server.ts';

export const memoTokens = { anna: 'Anna-4Xk9Tq2Wv7Lm', bert: 'Bert-8Rc3Zp6Yn1Hd' } as const;

interface Memo {
  readonly id: string;
  readonly owner: string;
  readonly text: string;
  readonly comments: readonly string[];
}

export type MemoAction = 'list' | 'read' | 'replace' | 'delete' | 'comment';

/** What an implementation does in its own way. */
export interface MemoBehavior {
  userOf(token: string): string | undefined;
  newId(memos: ReadonlyMap<string, Memo>, owner: string): string;
  mayReach(user: string, memo: Memo, action: MemoAction): boolean;
  /** The key of a memo in the store. */
  key(id: string, user: string): string;
  /** To a memo that does not exist, or that the user may not reach. */
  statusOfMissing(action: MemoAction, isOfOther: boolean): number;
  /** Whether a rejected deletion deletes nevertheless. */
  deletesBeforeCheck: boolean;
  /** A PUT to an unused id creates a memo. */
  upserts: boolean;
}

export const rightMemos: MemoBehavior = {
  userOf: (token) => Object.entries(memoTokens).find(([, one]) => one === token)?.[0],
  newId: () => randomUUID(),
  mayReach: (user, { owner }) => user === owner,
  key: (id) => id,
  statusOfMissing: () => 404,
  deletesBeforeCheck: false,
  upserts: false,
};

export function createMemoServer(overrides: Partial<MemoBehavior>): Server {
  const behavior = { ...rightMemos, ...overrides };
  const memos = new Map<string, Memo>();
  const shown = ({ id, text }: Memo) => ({ id, text });

  function respond(method: string, path: string, token: string, sent: string): { status: number; body?: object } {
    const user = behavior.userOf(token);
    if (user === undefined) return { status: 401, body: { message: 'no' } };
    const [, id, comments] = /^\/memos(?:\/([^/]+)(\/comments)?)?$/.exec(path) ?? [];
    if (id === undefined) {
      if (method === 'GET')
        return {
          status: 200,
          body: [...memos.values()].filter((one) => behavior.mayReach(user, one, 'list')).map(shown),
        };
      const memo = { id: behavior.newId(memos, user), owner: user, text: textOf(sent), comments: [] };
      memos.set(behavior.key(memo.id, user), memo);
      return { status: 201, body: shown(memo) };
    }
    const action = comments === undefined ? (actions.get(method) ?? 'read') : 'comment';
    const key = behavior.key(id, user);
    const memo = memos.get(key);
    if (memo === undefined && action === 'replace' && behavior.upserts) {
      const created = { id, owner: user, text: textOf(sent), comments: [] };
      memos.set(key, created);
      return { status: 200, body: shown(created) };
    }
    if (memo === undefined || !behavior.mayReach(user, memo, action)) {
      if (action === 'delete' && behavior.deletesBeforeCheck) memos.delete(key);
      const status = behavior.statusOfMissing(action, memo !== undefined);
      return status === 204 ? { status } : { status, body: { message: 'no' } };
    }
    if (action === 'delete') {
      memos.delete(key);
      return { status: 204 };
    }
    if (action === 'read') return { status: 200, body: shown(memo) };
    const changed =
      action === 'replace' ? { ...memo, text: textOf(sent) } : { ...memo, comments: [...memo.comments, textOf(sent)] };
    memos.set(key, changed);
    return action === 'replace' ? { status: 200, body: shown(changed) } : { status: 201, body: { text: textOf(sent) } };
  }

  return createServer((request, response) => {
    void readBody(request).then((bytes) => {
      const token = /^bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
      const { status, body } = respond(request.method ?? '', request.url ?? '', token, bytes.toString());
      const headers = { 'Content-Type': 'application/json', ...(status === 401 && { 'WWW-Authenticate': 'Bearer' }) };
      if (body === undefined) response.writeHead(status).end();
      else response.writeHead(status, headers).end(JSON.stringify(body));
    });
  });
}

const actions: ReadonlyMap<string, MemoAction> = new Map([
  ['PUT', 'replace'],
  ['DELETE', 'delete'],
]);

function textOf(sent: string): string {
  const value: unknown = JSON.parse(sent || '{}');
  const text = new Map<string, unknown>(Object.entries(value ?? {})).get('text');
  return typeof text === 'string' ? text : '';
}

/** What the contract says about other users; by default nothing. */
export interface MemoTexts {
  readonly info?: string;
  readonly scheme?: string;
  /** By operation id. */
  readonly operations?: Readonly<Record<string, string>>;
  readonly schema?: string;
  /** The description of the 404 of `readMemo`. */
  readonly missing?: string;
}

export function loadMemoContract({ info, scheme, operations = {}, schema, missing }: MemoTexts): Promise<Contract> {
  const described = (description: string | undefined) => (description === undefined ? {} : { description });
  const json = (ref: string) => ({ 'application/json': { schema: { $ref: `#/components/schemas/${ref}` } } });
  const error = (description: string) => ({ description, content: json('Error') });
  const errors = { '401': error('No token.'), '404': error('No such memo.') };
  const requestBody = { required: true, content: json('NewMemo') };
  const memo = (description: string) => ({ description, content: json('Memo') });
  const operation = (operationId: string, responses: object) => ({
    operationId,
    ...described(operations[operationId]),
    responses: { ...errors, ...responses },
  });
  return loadSpecSource({
    openapi: '3.1.0',
    info: { title: 'Memos', version: '1', ...described(info) },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    paths: {
      '/memos': {
        get: operation('listMemos', {
          '200': {
            description: 'Memos.',
            content: {
              'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Memo' } } },
            },
          },
        }),
        post: { ...operation('createMemo', { '201': memo('Created.') }), requestBody },
      },
      '/memos/{memoId}': {
        parameters: [{ name: 'memoId', in: 'path', required: true, schema: { type: 'string' } }],
        get: operation('readMemo', { '200': memo('It.'), ...(missing && { '404': error(missing) }) }),
        put: { ...operation('replaceMemo', { '200': memo('It.') }), requestBody },
        delete: operation('deleteMemo', { '204': { description: 'Deleted.' } }),
      },
      '/memos/{memoId}/comments': {
        parameters: [{ name: 'memoId', in: 'path', required: true, schema: { type: 'string' } }],
        post: {
          ...operation('addComment', { '201': { description: 'Added.', content: json('NewMemo') } }),
          requestBody,
        },
      },
    },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', ...described(scheme) } },
      schemas: {
        NewMemo: {
          type: 'object',
          required: ['text'],
          properties: { text: { type: 'string', minLength: 1, maxLength: 90 } },
        },
        Memo: {
          type: 'object',
          ...described(schema),
          required: ['id', 'text'],
          properties: { id: { type: 'string' }, text: { type: 'string', maxLength: 90 } },
        },
        Error: { type: 'object', required: ['message'], properties: { message: { type: 'string' } } },
      },
    },
  });
}
