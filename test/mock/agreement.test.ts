/** Documents that are seldom written so: the verifier has nothing to report about their own mock. */
import { expect, test } from 'vitest';
import { serveMock } from '../../mock/serve/mock-server.ts';
import { verify } from '../conformance/support.ts';
import { contractWithPaths } from '../pact/record/support.ts';

const ok = (schema: string, more = '') =>
  `{ description: ok, content: { application/json: { schema: ${schema}${more} } } }`;
const sent = (schema: string) => `{ required: true, content: { application/json: { schema: ${schema} } } }`;
const badge = '{ type: object, properties: { id: { type: string, format: uuid }, title: { type: string } } }';
const titled = '{ type: object, required: [title], properties: { title: { type: string } } }';
const rating =
  '{ type: object, required: [score], properties: { email: { type: string }, title: { type: string }, score: { type: string } } }';
const invite = '{ type: object, properties: { code: { type: string }, uses: { type: integer } } }';
const visit =
  '{ type: object, required: [place, status], properties: { place: { type: string }, status: { type: string } } }';
const action = `{ type: object, required: [id, payload], properties: { id: { type: string, format: uuid }, status: { type: string }, payload: ${visit} } }`;
const inPath = (name: string) => `[{ name: ${name}, in: path, required: true, schema: { type: string } }]`;

const documents: readonly (readonly [what: string, paths: string])[] = [
  [
    'a record beside other members of the response',
    `
  /badges:
    get: { responses: { '200': ${ok(`{ type: object, properties: { badges: { type: array, items: ${badge} } } }`)} } }
    post:
      requestBody: ${sent(titled)}
      responses: { '201': ${ok(`{ type: object, properties: { badge: ${badge}, pin: { type: string } } }`)} }
  /badges/{badge_id}:
    delete:
      parameters: [{ name: badge_id, in: path, required: true, schema: { type: string, format: uuid } }]
      responses: { '204': { description: deleted }, '404': { description: unknown } }`,
  ],
  [
    'an identifier that only examples show',
    `
  /rides:
    post:
      requestBody: ${sent(titled)}
      responses: { '201': ${ok('{ type: object }', ', example: { id: a81f, title: north }')} }
  /rides/{rideId}:
    parameters: ${inPath('rideId')}
    get: { responses: { '200': ${ok('{ type: object }', ', example: { id: a81f, title: north }')} } }`,
  ],
  [
    'a replacement in an envelope of a record that is read without one',
    `
  /macros:
    post:
      requestBody: ${sent('{ type: object, required: [name, text], properties: { name: { type: string }, text: { type: string } } }')}
      responses: { '201': ${ok('{ type: object, properties: { macro: { $ref: "#/components/schemas/Macro" }, ms: { type: string } } }')} }
  /macros/{name}:
    parameters: ${inPath('name')}
    get: { responses: { '200': ${ok('{ $ref: "#/components/schemas/Macro" }')} } }
    put:
      requestBody: ${sent('{ type: object, required: [text], properties: { text: { type: string } } }')}
      responses: { '200': ${ok('{ type: object, properties: { macro: { $ref: "#/components/schemas/Macro" }, ms: { type: string } } }')} }`,
  ],
  [
    'headers that describe the message',
    `
  /parcel:
    get:
      responses:
        '200':
          description: ok
          headers:
            Content-Encoding: { schema: { type: string }, example: gzip }
            Transfer-Encoding: { schema: { type: string }, example: chunked }
          content: { application/json: { schema: { type: object, properties: { at: { type: string } } } } }`,
  ],
  [
    'errors in a media type of their own',
    `
  /points:
    post:
      requestBody: ${sent('{ type: object, required: [x], properties: { x: { type: integer } } }')}
      responses:
        '204': { description: ok }
        '400':
          description: invalid
          content: { application/vnd.example.error: { schema: { type: object, properties: { name: { type: string } } } } }`,
  ],
  [
    'a malformed example of XML',
    `
  /feed:
    get: { responses: { '200': { description: ok, content: { application/xml: { example: '<feed><entry></feed>' } } } } }`,
  ],
  [
    'any media type of JSON',
    `
  /queries:
    post:
      requestBody:
        required: true
        content:
          application/*+json: { schema: { type: object, properties: { a: { type: string } } } }
          application/json: { schema: { type: object, properties: { a: { type: string } } } }
      responses: { '204': { description: ok } }`,
  ],
  [
    'a method that the contract forbids',
    `
  /calls:
    get: { responses: { '405': { description: POST alone } } }
    post: { responses: { '200': { description: ok } } }`,
  ],
  [
    'a property that the path names, too',
    `
  /ratings/{email}/{title}:
    parameters: [{ name: email, in: path, required: true, schema: { type: string } }, { name: title, in: path, required: true, schema: { type: string } }]
    get: { responses: { '200': ${ok(rating)} } }
    put:
      requestBody: ${sent(rating)}
      responses: { '200': { description: replaced } }`,
  ],
  [
    'an identifier that clients may choose',
    `
  /lists:
    post:
      requestBody: ${sent(badge.replace(', format: uuid', ''))}
      responses: { '201': ${ok(badge.replace(', format: uuid', ''))} }
  /lists/{listId}:
    parameters: ${inPath('listId')}
    get: { responses: { '200': ${ok(badge.replace(', format: uuid', ''))} } }
    delete: { responses: { '204': { description: deleted } } }`,
  ],
  [
    'a parameter that no value satisfies',
    `
  /orders:
    get:
      parameters:
        - { name: day, in: query, required: true, schema: { type: string, format: date, pattern: '^[0-9]{8}$' } }
      responses: { '200': ${ok('{ type: array, items: { type: string } }')} }
  /bills:
    get:
      parameters:
        - { name: day, in: query, schema: { type: string, format: date, pattern: '^[0-9]{8}$' } }
        - { name: place, in: query, schema: { type: string } }
      responses: { '200': ${ok('{ type: array, items: { type: string } }')} }`,
  ],
  [
    'the envelope of all responses, with a record in it',
    `
  /invites:
    post:
      requestBody: ${sent('{ type: object, required: [uses], properties: { uses: { type: integer } } }')}
      responses: { '201': ${ok(`{ allOf: [{ $ref: "#/components/schemas/Envelope" }, { type: object, properties: { data: ${invite} } }] }`)} }`,
  ],
  [
    'a record in an envelope that has a status of its own',
    `
  /visits:
    post:
      requestBody: ${sent(visit)}
      responses: { '201': ${ok(`{ type: object, properties: { status: { type: integer }, data: ${visit} } }`)} }
  /visits/{id}:
    parameters: ${inPath('id')}
    delete: { responses: { '204': { description: deleted } } }`,
  ],
  [
    'a record that shows the request in an object',
    `
  /actions:
    post:
      requestBody: ${sent(visit)}
      responses: { '201': ${ok(action)} }
  /actions/{id}:
    parameters: ${inPath('id')}
    get: { responses: { '200': ${ok(action)} } }`,
  ],
  [
    'equal alternatives',
    `
  /fuel:
    get: { responses: { '200': ${ok('{ oneOf: [{ type: object, properties: { low: { type: string } } }, { type: object, properties: { low: { type: string } } }] }')} } }`,
  ],
];

const components = `components:
  schemas:
    Envelope: { type: object, required: [data], properties: { data: {} } }
    Macro: { type: object, required: [name], properties: { name: { type: string }, text: { type: string } } }`;

const categories =
  'valid-bodies lifecycles missing-properties content-negotiation undeclared-requests text-values parameters'.split(
    ' ',
  );

test.each(documents)('%s', async (_what, paths) => {
  const contract = await contractWithPaths(paths, components);
  const mock = await serveMock(contract);
  try {
    const { findings } = await verify({ contract, baseUrl: mock.url, token: mock.token, categories });
    expect(findings.map(({ check, subject, received }) => `${check} ${subject}: ${received}`)).toEqual([]);
  } finally {
    await mock.close();
  }
});
