/** Documents with one flaw each, as data: where it is, what is reported, and what the document means in the end. */

export interface FlawedDocument {
  readonly flaw: string;
  readonly version: '3.0.3' | '3.1.0';
  readonly text: string;
  /** What is reported at the line that `#!` marks. */
  readonly what: string;
  /** The pointer of a value after the repair. */
  readonly pointer: string;
  readonly value: unknown;
}

/** Lines below the key of a part, without indentation; the document around it is valid. */
type Part = 'schema' | 'property' | 'parameters' | 'responses' | 'operation' | 'scheme' | 'document';

type Row = readonly [flaw: string, part: Part, lines: string, what: string, below: string, value: unknown];

const ok = "{'200': {description: ok}}";
const schemaOk = "{'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}}";

/** Where the part is, so that pointers of the table are those below it. */
const places: Readonly<Record<Part, string>> = {
  schema: '/components/schemas/A',
  property: '/components/schemas/A/properties/p',
  parameters: '/paths/~1flawed~1{id}/post/parameters',
  responses: '/paths/~1flawed~1{id}/post/responses',
  operation: '/paths/~1flawed~1{id}/post',
  scheme: '/components/securitySchemes/key',
  document: '',
};

const idParameter = '{name: id, in: path, required: true, schema: {type: string}}';

function documentWith(part: Part, lines: string, version: string): string {
  const has = (one: Part, text: (indented: (spaces: number) => string) => string, other: string) =>
    part === one ? text((spaces) => lines.replace(/^/gm, ' '.repeat(spaces))) : other;
  return [
    `openapi: ${version}`,
    'info: {title: T, version: "1"}',
    ...(part === 'document' ? [lines] : []),
    'paths:',
    `  /good: {get: {operationId: good, responses: ${schemaOk}}}`,
    '  /flawed/{id}:',
    ...(part === 'parameters' ? [] : [`    parameters: [${idParameter}]`]),
    '    post:',
    '      operationId: flawed',
    ...(part === 'operation' ? [lines.replace(/^/gm, '      ')] : []),
    has('parameters', (indented) => `      parameters:\n${indented(8)}`, '      deprecated: true'),
    has('responses', (indented) => `      responses:\n${indented(8)}`, `      responses: ${ok}`),
    'components:',
    '  securitySchemes:',
    '    declared: {type: http, scheme: bearer}',
    ...(part === 'scheme' ? [`    key: ${lines}`] : []),
    '  schemas:',
    '    B: {type: string}',
    '    A:',
    has('schema', (indented) => indented(6), '      type: object'),
    has('property', (indented) => `      properties:\n        p:\n${indented(10)}`, '      maxProperties: 99'),
    '',
  ].join('\n');
}

const rows30: readonly Row[] = [
  ['a type of a database', 'property', 'type: Objectid #!', 'the type "Objectid"', '', { type: 'string' }],
  ['a type in capitals', 'property', 'type: Integer #!', 'the type "Integer"', '', { type: 'integer' }],
  ['a format as type', 'property', 'type: date #!', 'the type "date"', '', { type: 'string', format: 'date' }],
  [
    'a type with its format',
    'property',
    'format: uuid\ntype: text #!',
    'the type "text"',
    '',
    { type: 'string', format: 'uuid' },
  ],
  ['a type without meaning', 'property', 'type: Foo #!', 'the type "Foo"', '', {}],
  [
    'several types in 3.0',
    'property',
    'type: [string, integer, "null"] #!',
    'the type ["string","integer","null"]',
    '/anyOf',
    [
      { type: 'string', nullable: true },
      { type: 'integer', nullable: true },
    ],
  ],
  ['a name listed twice', 'schema', 'required: [p, p] #!', '["p","p"] as "required"', '/required', ['p']],
  ['no required names', 'schema', 'required: [] #!', '[] as "required"', '/required', undefined],
  ['a required name that is no list', 'schema', 'required: p #!', '"p" as "required"', '/required', ['p']],
  ['a count as text', 'property', 'minLength: "1" #!', '"1" as "minLength"', '/minLength', 1],
  ['a count below 0', 'property', 'minLength: -1 #!', '-1 as "minLength"', '/minLength', undefined],
  ['a bound as text', 'property', 'minimum: "1.5" #!', '"1.5" as "minimum"', '/minimum', 1.5],
  ['a factor of 0', 'property', 'multipleOf: 0 #!', '0 as "multipleOf"', '/multipleOf', undefined],
  ['a flag as text', 'property', 'nullable: "true" #!', '"true" as "nullable"', '/nullable', true],
  ['a number as description', 'property', 'description: 5 #!', '5 as "description"', '/description', '5'],
  ['no description', 'property', 'description: #!', 'no value as "description"', '/description', undefined],
  ['values that are no list', 'property', 'enum: {a: 1} #!', '{"a":1} as "enum"', '/enum', undefined],
  [
    'a discriminator of Swagger',
    'schema',
    'discriminator: kind #!',
    'a text as "discriminator"',
    '/discriminator',
    { propertyName: 'kind' },
  ],
  [
    'a type as property',
    'schema',
    'properties:\n  p: string #!',
    'the schema "p" that is "string"',
    '/properties/p',
    { type: 'string' },
  ],
  [
    'properties that are a list',
    'schema',
    'properties: [p] #!',
    '"properties" that is a list',
    '/properties',
    undefined,
  ],
  [
    'items that are a list',
    'property',
    'type: array\nitems: [{type: string}] #!',
    'the schema "items" that is a list',
    '/items',
    { type: 'string' },
  ],
  [
    'one schema in place of a list',
    'property',
    'allOf: {type: string} #!',
    '"allOf" that is no list',
    '/allOf',
    [{ type: 'string' }],
  ],
  [
    'a body among the parameters',
    'parameters',
    `- ${idParameter}\n- {name: body, in: body, required: true, schema: {type: object}} #!`,
    'the parameter "body" in body',
    '/../requestBody',
    { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
  ],
  [
    'a field of a form among the parameters',
    'parameters',
    `- {name: f, in: formData, type: string} #!\n- ${idParameter}`,
    'the parameter "f" in formData',
    '/../requestBody/content/application~1x-www-form-urlencoded/schema/properties',
    { f: { type: 'string' } },
  ],
  [
    'a parameter after a body',
    'parameters',
    `- {name: body, in: body, schema: {type: object}} #!\n- ${idParameter}`,
    'the parameter "body" in body',
    '/0/name',
    'id',
  ],
  [
    'a type in a parameter',
    'parameters',
    `- ${idParameter}\n- name: q\n  in: query\n  type: integer #!\n  minimum: 2`,
    '"type" beside a missing "schema"',
    '/1/schema',
    { type: 'integer', minimum: 2 },
  ],
  [
    'a parameter without a place, whose name is in the path',
    'parameters',
    '- {name: id, required: true, schema: {type: string}} #!',
    'the parameter "id" without "in"',
    '/0/in',
    'path',
  ],
  [
    'a parameter without a place',
    'parameters',
    `- {name: q, schema: {type: string}} #!\n- ${idParameter}`,
    'the parameter "q" without "in"',
    '/0/name',
    'id',
  ],
  [
    'a parameter without a name',
    'parameters',
    `- {in: query, schema: {type: string}} #!\n- ${idParameter}`,
    'a parameter without "name"',
    '/0/name',
    'id',
  ],
  [
    'a place in capitals',
    'parameters',
    `- ${idParameter}\n- name: q\n  in: Query #!\n  schema: {type: string}`,
    'the parameter "q" in "Query"',
    '/1/in',
    'query',
  ],
  [
    'a style of another place',
    'parameters',
    `- ${idParameter}\n- name: q\n  in: query\n  style: simple #!\n  schema: {type: string}`,
    'the style "simple" in the query',
    '/1/style',
    undefined,
  ],
  ['a parameter that is a text', 'parameters', `- q #!\n- ${idParameter}`, 'a parameter that is "q"', '/0/name', 'id'],
  ['a range in lower case', 'responses', '2xx: {description: a} #!', 'the response "2xx"', '/2XX/description', 'a'],
  [
    'a status with its reason',
    'responses',
    '"200 OK": {description: a} #!',
    'the response "200 OK"',
    '/200/description',
    'a',
  ],
  [
    'a status that is declared already',
    'responses',
    '"200": {description: a}\n"200 OK": {description: b} #!',
    'the response "200 OK"',
    '',
    { 200: { description: 'a' } },
  ],
  [
    'a name in place of a status',
    'responses',
    '"200": {description: a}\nNOT_FOUND: {description: b} #!',
    'the response "NOT_FOUND"',
    '',
    { 200: { description: 'a' } },
  ],
  [
    'a number that is no status',
    'responses',
    '"200": {description: a}\n"600": {description: b} #!',
    'the response "600"',
    '/600',
    undefined,
  ],
  [
    'a response that is a text',
    'responses',
    '"200": OK #!',
    'the response "200" that is "OK"',
    '/200',
    { description: 'OK' },
  ],
  [
    'the schema of a response without content',
    'responses',
    '"200":\n  description: a\n  schema: {type: string} #!',
    '"schema" in a response',
    '/200/content',
    { 'application/json': { schema: { type: 'string' } } },
  ],
  [
    'a header without a schema',
    'responses',
    '"200":\n  description: a\n  headers:\n    A: {description: b} #!',
    'a header without "schema"',
    '/200/headers/A/schema',
    {},
  ],
  [
    'a value in place of an example',
    'responses',
    '"200":\n  description: a\n  content: {application/json: {examples: {one: {a: 1}}}} #!',
    'an example without "value"',
    '/200/content/application~1json/examples/one',
    { value: { a: 1 } },
  ],
  [
    'examples that are a list',
    'responses',
    '"200":\n  description: a\n  content: {application/json: {examples: [{a: 1}]}} #!',
    '"examples" that is a list',
    '/200/content/application~1json/examples/example 1',
    { value: { a: 1 } },
  ],
  ['a tag that is no list', 'operation', 'tags: one #!', '"one" as "tags"', '/tags', ['one']],
  ['no summary', 'operation', 'summary: #!', 'no value as "summary"', '/summary', undefined],
  [
    'a request body without content',
    'operation',
    'requestBody: {required: true} #!',
    'a request body without "content"',
    '/requestBody',
    { required: true, content: {} },
  ],
  [
    'the schema of a request body without content',
    'operation',
    'requestBody: {schema: {type: object}} #!',
    '"schema" in a request body',
    '/requestBody/content/application~1json/schema',
    { type: 'object' },
  ],
  [
    'a bearer token as type',
    'scheme',
    '{type: jwt} #!',
    'the security scheme "key"',
    '',
    { type: 'http', scheme: 'bearer' },
  ],
  [
    'a basic scheme of Swagger',
    'scheme',
    '{type: basic, description: a} #!',
    'the security scheme "key"',
    '',
    { description: 'a', type: 'http', scheme: 'basic' },
  ],
  [
    'an API key with the keys of a bearer token',
    'scheme',
    '{type: apiKey, in: header, name: K, scheme: bearer} #!',
    'the security scheme "key"',
    '',
    { type: 'apiKey', in: 'header', name: 'K' },
  ],
  [
    'OAuth2 of Swagger',
    'scheme',
    '{type: oauth2, flow: accessCode, authorizationUrl: /a, tokenUrl: /t, scopes: {}} #!',
    'the security scheme "key"',
    '/flows',
    { authorizationCode: { authorizationUrl: '/a', tokenUrl: '/t', scopes: {} } },
  ],
  [
    'a flow of OAuth2 without its URL',
    'scheme',
    '{type: oauth2, flows: {password: {scopes: {}}}} #!',
    'the security scheme "key"',
    '/flows',
    {},
  ],
  [
    'OpenID Connect without its URL',
    'scheme',
    '{type: openIdConnect} #!',
    'the security scheme "key"',
    '/scheme',
    'bearer',
  ],
  ['a scheme of an unknown type', 'scheme', '{type: magic} #!', 'the security scheme "key"', '', undefined],
  [
    'a bearer scheme that is not declared',
    'operation',
    'security:\n  - bearerAuth: [] #!',
    'the security scheme "bearerAuth" without a declaration',
    '/../../../components/securitySchemes/bearerAuth',
    { type: 'http', scheme: 'bearer' },
  ],
  [
    'another scheme that is not declared',
    'operation',
    'security:\n  - partner: [] #!\n  - declared: []',
    'the security scheme "partner" without a declaration',
    '/security',
    [{ declared: [] }],
  ],
  [
    'only a scheme that is not declared',
    'operation',
    'security:\n  - partner: [] #!',
    'the security scheme "partner" without a declaration',
    '/security',
    [],
  ],
  [
    'a requirement that is a text',
    'operation',
    'security: [declared] #!',
    'a security requirement that is "declared"',
    '/security',
    [{ declared: [] }],
  ],
  [
    'a server with an invalid URL',
    'document',
    'servers:\n  - url: "http://:192.0.2.1/v1" #!\n  - url: /v2',
    'the server URL "http://:192.0.2.1/v1"',
    '/servers',
    [{ url: '/v2' }],
  ],
  ['a server that is a text', 'document', 'servers: [/v1] #!', 'a server that is "/v1"', '/servers', [{ url: '/v1' }]],
  [
    'one server in place of a list',
    'document',
    'servers: {url: /v1} #!',
    '"servers" that is no list',
    '/servers/0/url',
    '/v1',
  ],
  [
    'a server variable that is a number',
    'document',
    'servers: [{url: "http://x.test:{port}", variables: {port: {default: 80}}}] #!',
    'the server variable "port"',
    '/servers/0/variables/port/default',
    '80',
  ],
  ['a tag that is a text', 'document', 'tags: [one] #!', 'a tag that is "one"', '/tags', [{ name: 'one' }]],
  [
    'a tag that is listed twice',
    'document',
    'tags:\n  - {name: a}\n  - {name: a} #!',
    'the tag "a", which is listed twice',
    '/tags',
    [{ name: 'a' }],
  ],
  [
    'documentation without its URL',
    'document',
    'externalDocs: {description: a} #!',
    'a missing "url"',
    '/externalDocs/url',
    '',
  ],
  ['a key beside the paths', 'document', 'author: me #!', '"author" in a document', '/author', undefined],
];

const rows31: readonly Row[] = [
  ['types without meaning in a list', 'property', 'type: [string, Foo] #!', 'the type ["string","Foo"]', '', {}],
  [
    'types of a database in a list',
    'property',
    'type: [Date, "null", int] #!',
    'the type ["Date","null","int"]',
    '/type',
    ['string', 'null', 'integer'],
  ],
  ['a bound as text in 3.1', 'property', 'maximum: "7" #!', '"7" as "maximum"', '/maximum', 7],
];

/** `/../` stands for the part around it. */
function joinBelow(place: string, below: string): string {
  return below.startsWith('/../') ? joinBelow(place.replace(/\/[^/]*$/, ''), below.slice(3)) : place + below;
}

const toDocuments = (version: FlawedDocument['version'], rows: readonly Row[]): readonly FlawedDocument[] =>
  rows.map(([flaw, part, lines, what, below, value]) => ({
    ...{ flaw, version, text: documentWith(part, lines, version), what, value },
    pointer: joinBelow(places[part], below),
  }));

export const flawedDocuments = [...toDocuments('3.0.3', rows30), ...toDocuments('3.1.0', rows31)];
