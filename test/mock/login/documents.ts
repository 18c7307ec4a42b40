/** Further contracts with logins, whose own mocks the verifier has nothing to report about. */
const ok = (schema: string) => `{ description: ok, content: { application/json: { schema: ${schema} } } }`;
const sent = (schema: string, more = '') =>
  `{ required: true, content: { application/json: { schema: ${schema}${more} } } }`;

const head = `
openapi: 3.0.3
info: { title: Shop, version: '1' }
`;

/** The user and the token in one envelope, and the token as an API key in Authorization. */
export const enveloped = `${head}
paths:
  /users:
    post:
      operationId: createUser
      requestBody: ${sent(`{ type: object, required: [user], properties: { user: { type: object, required: [username, email, password], properties: { username: { type: string }, email: { type: string, example: jake@example.com }, password: { type: string, format: password, example: first } } } } }`)}
      responses: { '201': ${ok(`{ $ref: '#/components/schemas/Envelope' }`)} }
  /users/login:
    post:
      operationId: login
      requestBody: ${sent(`{ type: object, required: [user], properties: { user: { type: object, required: [email, password], properties: { email: { type: string, example: jake@example.com }, password: { type: string, format: password, example: second } } } } }`)}
      responses: { '200': ${ok(`{ $ref: '#/components/schemas/Envelope' }`)}, '401': { description: no } }
  /user:
    get:
      operationId: currentUser
      security: [{ key: [] }]
      responses: { '200': ${ok(`{ $ref: '#/components/schemas/Envelope' }`)}, '401': { description: no } }
    put:
      operationId: updateUser
      security: [{ key: [] }]
      requestBody: ${sent(`{ type: object, required: [user], properties: { user: { type: object, properties: { bio: { type: string } } } } }`)}
      responses: { '200': ${ok(`{ $ref: '#/components/schemas/Envelope' }`)}, '401': { description: no } }
components:
  securitySchemes: { key: { type: apiKey, name: Authorization, in: header } }
  schemas:
    Envelope: { type: object, required: [user], properties: { user: { type: object, required: [email, token, username], properties: { email: { type: string }, token: { type: string }, username: { type: string }, bio: { type: string } } } } }
`;

/** So few user names that the verifier registers one with which it also logs in, and a refresh that returns its token. */
export const fewUsers = `${head}
paths:
  /users:
    get: { responses: { '200': ${ok(`{ type: array, items: { $ref: '#/components/schemas/User' } }`)} } }
    post:
      requestBody: ${sent(`{ type: object, required: [username, password], properties: { username: { type: string, pattern: '^[ab]$' }, password: { type: string } } }`, ', example: { username: a, password: first }')}
      responses: { '201': ${ok(`{ $ref: '#/components/schemas/User' }`)} }
  /users/{id}:
    get:
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses: { '200': ${ok(`{ $ref: '#/components/schemas/User' }`)}, '404': { description: none } }
  /login:
    post:
      requestBody: ${sent(`{ type: object, required: [username, password], properties: { username: { type: string, pattern: '^[ab]$' }, password: { type: string } } }`, ', example: { username: a, password: second }')}
      responses: { '200': ${ok(`{ type: object, required: [token, refreshToken], properties: { token: { type: string }, username: { type: string }, refreshToken: { type: string }, expiresAt: { type: string, format: date-time } } }`)}, '401': { description: no } }
  /refresh:
    post:
      requestBody: ${sent('{ type: object, required: [refreshToken], properties: { refreshToken: { type: string } } }')}
      responses: { '200': ${ok('{ type: object, required: [token, refreshToken], properties: { token: { type: string }, refreshToken: { type: string } } }')}, '401': { description: no } }
components:
  schemas:
    User: { type: object, required: [id, username], properties: { id: { type: integer }, username: { type: string } } }
`;
