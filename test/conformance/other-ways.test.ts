/** Ways around the credentials of an operation: other methods, paths, headers and places. */
import { createServer, type IncomingMessage } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Contract } from '../../spec/model/contract.ts';
import { contractWithPaths } from '../pact/record/support.ts';
import { verify } from './support.ts';
import { startTestServer } from './test-server.ts';

const KEY = 'Key-7f3KpQ2xVn9s';
const SESSION = 'Session-4mTz8Wc1Rb6y';

const schemes = `components:
  securitySchemes:
    key: { type: apiKey, in: query, name: shed_key }
    session: { type: apiKey, in: cookie, name: shed_session }`;

function readOperation(path: string, security: string): string {
  return `  ${path}:
    get:
      operationId: ${path.slice(1)}
      security: ${security}
      responses:
        '200':
          description: The sheds
          content:
            application/json:
              schema:
                type: object
                required: [name, size]
                properties: { name: { type: string }, size: { type: integer } }
        '401': { description: Who }
        '403': { description: No }`;
}

const either = await contractWithPaths(readOperation('/sheds', '[{ key: [] }, { session: [] }]'), schemes);
const keyOnly = await contractWithPaths(
  [readOperation('/sheds', '[{ key: [] }, { session: [] }]'), readOperation('/tools', '[{ key: [] }]')].join('\n'),
  schemes,
);

interface ShedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly hasKey: boolean;
  readonly hasSession: boolean;
  readonly query: URLSearchParams;
}

interface ShedResponse {
  readonly status: number;
  readonly type?: string;
  readonly body?: string;
}

const sheds: ShedResponse = { status: 200, type: 'application/json', body: '{"name":"North shed","size":12}' };
const page: ShedResponse = { status: 200, type: 'text/html', body: '<p>Welcome</p>' };
const denied: ShedResponse = { status: 401 };
const missing: ShedResponse = { status: 404 };

type Respond = (request: ShedRequest) => ShedResponse;

const right: Respond = ({ path, hasKey, hasSession }) => {
  if (path !== '/sheds' && path !== '/tools') return missing;
  return hasKey || (hasSession && path === '/sheds') ? sheds : denied;
};

type Predicate = (request: ShedRequest) => boolean;

type Selection = Pick<Parameters<typeof verify>[0], 'categories' | 'operations'>;

async function findErrors(
  respond: Respond,
  contract: Contract = either,
  selection: Selection = { categories: ['authentication'] },
): Promise<readonly string[]> {
  const server = createServer((message, response) => {
    const { status, type, body } = respond(readRequest(message));
    response.writeHead(status, type === undefined ? {} : { 'Content-Type': type }).end(body);
  });
  const baseUrl = await startTestServer(server, onTestFinished);
  const byScheme = new Map([
    ['key', KEY],
    ['session', SESSION],
  ]);
  const { findings } = await verify({
    baseUrl,
    contract,
    credentials: { token: undefined, byScheme },
    ...selection,
  });
  return findings
    .filter(({ severity }) => severity === 'error')
    .map(({ check, evidence }) => `${check} ${evidence?.caseId}`);
}

function readRequest({ method = '', url = '', headers }: IncomingMessage): ShedRequest {
  const [path = '', search = ''] = url.split('?');
  const query = new URLSearchParams(search);
  const hasSession = headers.cookie === `shed_session=${SESSION}`;
  return { method, path, headers, query, hasKey: query.get('shed_key') === KEY, hasSession };
}

/** Resolves a path to the operation after its check. */
function resolves(pattern: RegExp, replacement: string): Respond {
  return (request) => {
    const path = request.path.replace(pattern, replacement);
    return path === '/sheds' && path !== request.path ? sheds : right(request);
  };
}

const open: readonly (readonly [name: string, Respond])[] = [
  ['head', (request) => (request.method === 'HEAD' && request.path === '/sheds' ? sheds : right(request))],
  [
    'method-override',
    (request) =>
      request.headers['x-http-method-override'] === 'GET' && request.path === '/sheds' ? sheds : right(request),
  ],
  ['original-url', (request) => (request.headers['x-original-url'] === '/sheds' ? sheds : right(request))],
  ['slash', resolves(/\/$/, '')],
  ['two-slashes', resolves(/^\/+/, '/')],
  ['semicolon', resolves(/;.*$/, '')],
  ['encoded-slash', resolves(/%2f/i, '')],
  ['uppercase', resolves(/^.*$/, '/sheds')],
  ['extension', resolves(/\.json$/, '')],
];

describe('another way to an operation, without credentials', () => {
  test.each(open.filter(([name]) => name !== 'uppercase'))('is reported: %s', async (name, respond) => {
    expect(await findErrors(respond)).toEqual([`unauthorized-rejected sheds/authentication/other-way/${name}`]);
  });

  test('is reported: uppercase', async () => {
    expect(await findErrors((request) => (request.path === '/SHEDS' ? sheds : right(request)))).toEqual([
      'unauthorized-rejected sheds/authentication/other-way/uppercase',
    ]);
  });

  test.each<readonly [string, Respond]>([
    ['the same page at every other path', (request) => (right(request) === missing ? page : right(request))],
    ['the same JSON at every other path', (request) => (right(request) === missing ? sheds : right(request))],
    [
      'other JSON at the other path',
      (request) => (request.path.endsWith('/') ? { ...sheds, body: '{"name":"Index","size":1}' } : right(request)),
    ],
    ['a page at the other path', (request) => (/[/;]/.test(request.path.slice(1)) ? page : right(request))],
    ['an empty success for HEAD', (request) => (request.method === 'HEAD' ? { status: 200 } : right(request))],
    ['404, 405 or a redirect', (request) => (request.method === 'GET' ? right(request) : { status: 405 })],
    [
      'the operation at other paths, with credentials only',
      (request) =>
        right({
          ...request,
          path: request.path
            .toLowerCase()
            .replaceAll(/\/+/g, '/')
            .replace(/\/$|;.*|\.json$/, ''),
        }),
    ],
  ])('is not reported for %s', async (_title, respond) => {
    expect(await findErrors(respond)).toEqual([]);
  });
});

describe('a valid secret that is not sent as declared', () => {
  test.each<readonly [string, Respond]>([
    [
      'key/as-a-bearer-token',
      (request) => (request.headers.authorization === `Bearer ${KEY}` ? sheds : right(request)),
    ],
    [
      'key/in-cookie-shed_session',
      (request) => (request.headers.cookie === `shed_session=${KEY}` ? sheds : right(request)),
    ],
    ['session/in-query-shed_key', (request) => (request.query.get('shed_key') === SESSION ? sheds : right(request))],
    ['none/from-localhost', (request) => (request.headers['x-forwarded-for'] === '127.0.0.1' ? sheds : right(request))],
  ])('is reported: %s', async (name, respond) => {
    expect(await findErrors((request) => (request.path === '/sheds' ? respond(request) : right(request)))).toEqual([
      `unauthorized-rejected sheds/authentication/${name}`,
    ]);
  });

  test('is reported where the contract lists its scheme for other operations only', async () => {
    const respond: Respond = (request) => (request.hasSession && request.path === '/tools' ? sheds : right(request));
    expect(await findErrors(respond, keyOnly)).toEqual(['unauthorized-rejected tools/authentication/excluded/session']);
    expect(await findErrors(right, keyOnly)).toEqual([]);
  });

  test('may be rejected with 404 where it belongs to a caller without such records', async () => {
    const respond: Respond = (request) => (request.hasSession && request.path === '/tools' ? missing : right(request));
    expect(await findErrors(respond, keyOnly)).toEqual([]);
  });
});

describe('the second page of a list, without credentials', () => {
  const paged = contractWithPaths(
    `  /sheds:
    get:
      operationId: sheds
      security: [{ key: [] }]
      parameters:
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 10 } }
        - { name: cursor, in: query, schema: { type: string } }
      responses:
        '200':
          description: The sheds
          content:
            application/json:
              schema:
                type: object
                required: [items]
                properties:
                  items: { type: array, items: { $ref: '#/components/schemas/Shed' } }
                  nextCursor: { type: string }
        '400': { description: Invalid }
        '401': { description: Who }
  /sheds/{id}:
    get:
      operationId: shed
      security: [{ key: [] }]
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses:
        '200':
          description: The shed
          content: { application/json: { schema: { $ref: '#/components/schemas/Shed' } } }
        '401': { description: Who }
        '404': { description: No such shed }`,
    `${schemes}
  schemas:
    Shed:
      type: object
      required: [id, name]
      properties: { id: { type: integer }, name: { type: string } }`,
  );

  function respondWithPage({ query }: ShedRequest): ShedResponse {
    const [start, limit] = [Number(query.get('cursor') ?? 0), Number(query.get('limit') ?? 10)];
    const items = [1, 2, 3, 4, 5].slice(start, start + limit).map((id) => ({ id, name: `Shed ${id}` }));
    const next = start + limit < 5 ? { nextCursor: String(start + limit) } : {};
    return { status: 200, type: 'application/json', body: JSON.stringify({ items, ...next }) };
  }

  async function findListErrors(isPublic: Predicate): Promise<readonly string[]> {
    const respond: Respond = (request) => {
      if (request.path !== '/sheds') return missing;
      return request.hasKey || isPublic(request) ? respondWithPage(request) : denied;
    };
    return findErrors(respond, await paged, { categories: ['list-queries'], operations: ['sheds'] });
  }

  test('is reported if only the first page is protected', async () => {
    expect(await findListErrors(({ query }) => query.has('cursor'))).toEqual([
      'unauthorized-rejected sheds/list-queries/all-parameters',
    ]);
  });

  test('is not reported if every page is protected, or none is', async () => {
    expect(await findListErrors(() => false)).toEqual([]);
    expect(await findListErrors(() => true)).toEqual([]);
  });
});
