/** Contracts with logins, and clients of their mocks. */
import { onTestFinished } from 'vitest';
import { type ServeOptions, serveMock } from '../../../mock/serve/mock-server.ts';
import { type Json, stringifyJson } from '../../../spec/json/exact-json.ts';
import { parseContract } from '../../../spec/loading/load-contract.ts';
import { member, send, type TestMock, type TestResponse } from '../support.ts';

const error = `{ description: no, content: { application/json: { schema: { $ref: '#/components/schemas/Error' } } } }`;
const ok = (schema: string) => `{ description: ok, content: { application/json: { schema: ${schema} } } }`;
const sent = (schema: string) => `{ required: true, content: { application/json: { schema: ${schema} } } }`;

/** A login with access and refresh tokens in an envelope, a registration, and the user who logged in. */
export const tokenShop = `
openapi: 3.1.0
info: { title: Shop, version: '1' }
servers: [{ url: /api }]
security: [{ token: [] }]
paths:
  /auth/register:
    post:
      operationId: register
      security: []
      requestBody: ${sent(`{ type: object, required: [email, password], properties: { email: { type: string, format: email }, password: { type: string, format: password }, name: { type: string } } }`)}
      responses: { '201': ${ok(`{ $ref: '#/components/schemas/Session' }`)} }
  /auth/login:
    post:
      operationId: login
      security: []
      requestBody: ${sent(`{ type: object, required: [email, password], properties: { email: { type: string, format: email }, password: { type: string, format: password } } }`)}
      responses: { '200': ${ok(`{ $ref: '#/components/schemas/Session' }`)}, '401': ${error} }
  /auth/refresh:
    post:
      operationId: refreshToken
      security: []
      requestBody: ${sent(`{ type: object, required: [refreshToken], properties: { refreshToken: { type: string, example: my-refresh-token } } }`)}
      responses: { '200': ${ok(`{ $ref: '#/components/schemas/Session' }`)}, '401': ${error} }
  /auth/logout:
    post: { operationId: logout, responses: { '204': { description: done }, '401': ${error} } }
  /users/me:
    get: { operationId: getCurrentUser, responses: { '200': ${ok(`{ $ref: '#/components/schemas/User' }`)}, '401': ${error} } }
    patch:
      operationId: updateCurrentUser
      requestBody: ${sent(`{ type: object, properties: { name: { type: string } } }`)}
      responses: { '200': ${ok(`{ $ref: '#/components/schemas/User' }`)}, '401': ${error} }
  /orders:
    get: { operationId: listOrders, responses: { '200': ${ok(`{ type: array, items: { type: object, properties: { id: { type: integer } } } }`)}, '401': ${error} } }
components:
  securitySchemes: { token: { type: http, scheme: bearer, bearerFormat: JWT } }
  schemas:
    Error: { type: object, required: [message], properties: { message: { type: string } } }
    User: { type: object, required: [id, email], properties: { id: { type: integer }, email: { type: string, format: email }, name: { type: string } } }
    Session:
      type: object
      required: [data]
      properties:
        data:
          type: object
          required: [accessToken, refreshToken, expiresIn]
          properties:
            accessToken: { type: string }
            refreshToken: { type: string, minLength: 20, maxLength: 30, pattern: '^[0-9a-zA-Z_-]+$' }
            expiresIn: { type: integer }
            user: { $ref: '#/components/schemas/User' }
`;

/** Users as records with passwords, and the token endpoint of an OAuth2 flow with scopes. */
export const userShop = `
openapi: 3.1.0
info: { title: Shop, version: '1' }
paths:
  /users:
    get: { security: [], operationId: listUsers, responses: { '200': ${ok(`{ type: array, items: { $ref: '#/components/schemas/User' } }`)} } }
    post:
      operationId: createUser
      security: []
      requestBody: ${sent(`{ type: object, required: [username, password], properties: { username: { type: string }, password: { type: string, writeOnly: true }, city: { type: string } } }`)}
      responses: { '201': ${ok(`{ $ref: '#/components/schemas/User' }`)} }
  /users/{id}:
    get:
      operationId: readUser
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses: { '200': ${ok(`{ $ref: '#/components/schemas/User' }`)}, '404': ${error} }
  /me:
    get: { operationId: me, security: [{ oauth: [] }], responses: { '200': ${ok(`{ $ref: '#/components/schemas/User' }`)}, '401': ${error} } }
    patch:
      operationId: changeMe
      security: [{ oauth: [] }]
      requestBody: ${sent(`{ type: object, properties: { city: { type: string } } }`)}
      responses: { '200': ${ok(`{ $ref: '#/components/schemas/User' }`)}, '401': ${error} }
  /prices:
    put:
      operationId: changePrices
      security: [{ oauth: ['prices:write'] }]
      requestBody: ${sent('{ type: object, properties: { all: { type: integer } } }')}
      responses: { '204': { description: done }, '401': ${error}, '403': ${error} }
  /stock:
    get: { operationId: readStock, security: [{ oauth: ['stock:read'] }], responses: { '200': ${ok('{ type: object }')}, '401': ${error} } }
  /oauth/token:
    post:
      operationId: exchange
      security: []
      requestBody:
        required: true
        content:
          application/x-www-form-urlencoded:
            schema: { type: object, required: [grant_type], properties: { grant_type: { type: string }, username: { type: string }, password: { type: string }, refresh_token: { type: string }, scope: { type: string } } }
      responses: { '200': ${ok(`{ type: object, required: [access_token, token_type], properties: { access_token: { type: string }, token_type: { type: string, enum: [Bearer] }, expires_in: { type: integer }, refresh_token: { type: string }, scope: { type: string } } }`)}, '400': ${error} }
components:
  securitySchemes:
    oauth:
      type: oauth2
      flows: { password: { tokenUrl: /oauth/token, scopes: { 'prices:write': change, 'stock:read': look } } }
  schemas:
    Error: { type: object, required: [message], properties: { message: { type: string } } }
    User: { type: object, required: [id, username], properties: { id: { type: integer }, username: { type: string }, city: { type: string } } }
`;

export async function startShop(document: string, options: ServeOptions = {}): Promise<TestMock> {
  const lines: string[] = [];
  const contract = await parseContract('https://shop.example/openapi.yaml', document);
  const mock = await serveMock(contract, { log: (line) => lines.push(line), ...options });
  onTestFinished(() => mock.close());
  return { ...mock, lines };
}

/** A request with a JSON body, or with the fields of a form. */
export function call(
  { url }: Pick<TestMock, 'url'>,
  target: string,
  {
    body,
    form,
    token,
    headers = {},
  }: {
    readonly body?: Json;
    readonly form?: Readonly<Record<string, string>>;
    readonly token?: string | undefined;
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
): Promise<TestResponse> {
  const [method = 'GET', path = ''] = target.split(' ');
  return send(`${url}${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: stringifyJson(body) }),
    ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
  });
}

/** A text in the response, by the names down to it. */
export function text({ json }: TestResponse, ...path: readonly string[]): string {
  return String(path.reduce<Json | undefined>(member, json));
}

/** The claims of a JWT. */
export function claimsOf(token: string): Json {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
}
