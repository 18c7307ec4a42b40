/** For every lint rule: documents that violate it, with the reported line, and similar documents that do not. */

export interface LintSample {
  readonly text: string;
  /** The part of the document that matters. */
  readonly excerpt: string;
}

export interface RuleSamples {
  readonly rule: string;
  readonly wrong: readonly (LintSample & { readonly at: string })[];
  readonly right: readonly LintSample[];
}

/** `paths` in full. */
function paths(about: string, openapi = '3.0.3'): LintSample {
  return document({ about, openapi, paths: about });
}

function document({
  about,
  openapi,
  paths,
  more = '',
}: {
  about: string;
  openapi: string;
  paths: string;
  more?: string;
}): LintSample {
  const indented = paths.replaceAll(/^/gm, '  ');
  return {
    excerpt: about,
    text: `openapi: ${openapi}\ninfo: { title: Trial, version: 1.0.0 }\npaths:\n${indented}\n${more}`,
  };
}

const known = "responses: { '200': { description: Good }, default: { description: Other } }";

/** A POST with these fields; line for line as written. */
function operation(fields: string, more = ''): LintSample {
  const body = fields.replaceAll(/^/gm, '    ');
  return document({
    about: fields,
    openapi: '3.0.3',
    paths: `/things:\n  post:\n    operationId: send\n${body}`,
    more,
  });
}

/** A field of the document. */
function rootField(field: string): LintSample {
  return { ...operation(known, field), excerpt: field };
}

/** One parameter, on a separate line. */
function parameter(fields: string): LintSample {
  return { ...operation(`parameters:\n  - { ${fields} }\n${known}`), excerpt: fields };
}

/** The schema of a request. */
function request(schema: string, openapi = '3.0.3'): LintSample {
  const text = operation(`requestBody:\n  content:\n    application/json:\n      schema: ${schema}\n${known}`).text;
  return { excerpt: schema, text: text.replace('3.0.3', openapi) };
}

/** The schema of the response. */
function responseSchema(schema: string, openapi = '3.0.3'): LintSample {
  const text = operation(
    `responses:\n  '200':\n    description: Good\n    content:\n      application/json:\n        schema: ${schema}\n  default: { description: Other }`,
  ).text;
  return { excerpt: schema, text: text.replace('3.0.3', openapi) };
}

/** An example next to the schema of a request or a response. */
function withExample(
  direction: 'request' | 'response',
  { schema, example, type = 'application/json' }: { schema: string; example: string; type?: string },
): LintSample {
  const content = `content:\n  ${type}:\n    schema: ${schema}\n    example: ${example}`;
  const inRequest = `requestBody:\n${content.replaceAll(/^/gm, '  ')}\n${known}`;
  const inResponse = `responses:\n  '200':\n    description: Good\n${content.replaceAll(/^/gm, '    ')}\n  default: { description: Other }`;
  return {
    ...operation(direction === 'request' ? inRequest : inResponse),
    excerpt: `# ${direction}\n${content}`,
  };
}

function at(line: string, sample: LintSample): LintSample & { readonly at: string } {
  return { ...sample, at: line };
}

/** For a schema on a single line. */
function withLine(sample: LintSample): LintSample & { readonly at: string } {
  return at(`schema: ${sample.excerpt}`, sample);
}

const bearer = 'components: { securitySchemes: { key: { type: http, scheme: bearer } } }';
const secret =
  '{ type: object, required: [name, word], properties: { name: { type: string, readOnly: true }, word: { type: string, writeOnly: true } } }';

const twoSchemes =
  'components: { securitySchemes: { key: { type: http, scheme: bearer }, word: { type: apiKey, in: header, name: Authorization }, own: { type: apiKey, in: header, name: X-Key }, flow: { type: oauth2, flows: { clientCredentials: { tokenUrl: https://id.test/token, scopes: {} } } } } }';
const flows =
  'components: { securitySchemes: { own: { type: oauth2, flows: { clientCredentials: { tokenUrl: https://id.test/token, scopes: { write: All } } } } } }';
const acceptingBoth = `{ parameters: [{ name: x, in: path, required: true, schema: { type: string } }, { name: y, in: path, required: true, schema: { type: string } }], ${known} }`;

/** A requires B, which contains As. */
function cycle(limit: string): LintSample {
  const list = `{ type: array, items: { $ref: "#/components/schemas/A" }${limit} }`;
  const part = limit === '' ? '{ $ref: "#/components/schemas/A" }' : list;
  const schemas = [
    'A: { type: object, required: [b], properties: { b: { $ref: "#/components/schemas/B" } } }',
    `B: { type: object, required: [a], properties: { a: ${part} } }`,
  ].join('\n    ');
  const { text } = operation(
    `responses: { '200': { description: Good, content: { application/json: { schema: { $ref: '#/components/schemas/A' } } } } }`,
    `components:\n  schemas:\n    ${schemas}`,
  );
  return { excerpt: schemas, text };
}

/** Unused components. */
function unused(...schemas: readonly string[]): LintSample {
  const more = `components:\n  schemas:\n    ${schemas.join('\n    ')}`;
  return {
    ...operation(known, more),
    excerpt: schemas.join('\n'),
    text: operation(known, more).text.replace('3.0.3', '3.1.0'),
  };
}

function choosing(mapping: string): string {
  return `discriminator: { propertyName: kind${mapping === '' ? '' : `, mapping: { ${mapping} }`} }`;
}

/** A response with a cat, selected by the discriminator; `kind` is the property in the schema of the cat. */
function pets(kind: string, mapping: string, required = '[kind]'): LintSample {
  const schema = `oneOf: [{ $ref: '#/components/schemas/Cat' }]\n          ${choosing(mapping)}`;
  const cat = `Cat: { type: object, required: ${required}, properties: { ${kind} } }`;
  const { text } = operation(
    `responses:\n  '200':\n    description: Good\n    content:\n      application/json:\n        schema:\n          ${schema}`,
    `components:\n  schemas:\n    ${cat}`,
  );
  return { excerpt: `${choosing(mapping)}\n${cat}`, text };
}

function form(encoding: string): LintSample {
  const { text } = operation(
    `requestBody:\n  content:\n    multipart/form-data:\n      schema: { type: object, properties: { pictures: { type: string, format: binary } } }\n      encoding:\n        ${encoding}\n${known}`,
  );
  return { excerpt: `encoding:\n  ${encoding}`, text };
}

function linked(parameters: string): LintSample {
  const { text } = operation(
    `parameters: [{ name: page, in: query, schema: { type: integer } }]\nresponses:\n  '200':\n    description: Good\n    links:\n      next: { operationId: send, parameters: { ${parameters} } }`,
  );
  return { excerpt: `next: { operationId: send, parameters: { ${parameters} } }`, text };
}

export const ruleSamples: readonly RuleSamples[] = [
  {
    rule: 'example-valid',
    wrong: [at('example: 7', withExample('response', { schema: '{ type: string }', example: '7' }))],
    right: [
      withExample('response', { schema: '{ type: string }', example: 'seven' }),
      // The text of a document that is not JSON.
      withExample('response', { schema: '{ type: object }', example: '"<thing/>"', type: 'application/xml' }),
      // Valid in one of its two directions.
      operation(
        `requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }
responses: { '200': { description: Good, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } } }`,
        'components: { schemas: { Thing: { type: object, required: [id, word], properties: { id: { type: integer, readOnly: true }, word: { type: string, writeOnly: true } }, example: { id: 1 } } } }',
      ),
    ],
  },
  {
    rule: 'default-valid',
    wrong: [
      withLine(request('{ type: integer, default: many }')),
      withLine(request('{ type: string, default: null }')),
    ],
    right: [
      request('{ type: integer, default: 7 }'),
      request('{ type: integer, format: int64, default: 9223372036854775807 }'),
    ],
  },
  {
    rule: 'enum-satisfiable',
    wrong: [
      withLine(request('{ type: string, enum: [1.0, 2.0] }')),
      withLine(request('{ type: string, enum: [yes, null] }')),
      withLine(request('{ type: integer, const: "7" }', '3.1.0')),
      withLine(request('{ type: string, maxLength: 2, enum: [ok, long] }')),
    ],
    right: [
      request('{ type: string, enum: ["1.0"] }'),
      request('{ type: string, nullable: true, enum: [yes, null] }'),
      request('{ enum: [1, one, null] }'),
      request('{ type: number, enum: [1, 2.5] }'),
    ],
  },
  {
    rule: 'bounds-satisfiable',
    wrong: [
      withLine(request('{ type: integer, minimum: 9, maximum: 3 }')),
      withLine(request('{ type: string, minLength: 9, maxLength: 3 }')),
      withLine(request('{ type: integer, minimum: 3, exclusiveMinimum: true, maximum: 3 }')),
      withLine(request('{ type: integer, minimum: 9007199254740993, maximum: 9007199254740992 }')),
    ],
    right: [request('{ type: integer, minimum: 3, maximum: 3 }'), request('{ type: array, items: {}, minItems: 1 }')],
  },
  {
    rule: 'required-satisfiable',
    wrong: [
      withLine(request('{ type: object, required: [b], properties: { a: {} }, additionalProperties: false }')),
      withLine(
        request(
          '{ allOf: [{ properties: { a: {} }, additionalProperties: false }, { required: [b], properties: { b: {} } }] }',
        ),
      ),
    ],
    right: [
      request('{ type: object, required: [a], properties: { a: {} }, additionalProperties: false }'),
      request('{ allOf: [{ properties: { a: {}, b: {} }, additionalProperties: false }, { required: [b] }] }'),
      request(
        '{ type: object, required: [x-b], patternProperties: { ^x-: {} }, additionalProperties: false }',
        '3.1.0',
      ),
    ],
  },
  {
    rule: 'schema-satisfiable',
    wrong: [
      withLine(request('{ allOf: [{ type: string }, { type: integer }] }')),
      withLine(request('{ allOf: [{ type: integer, minimum: 9 }, { type: integer, maximum: 3 }] }')),
      withLine(request('{ type: integer, minimum: 1, maximum: 9, multipleOf: 10 }')),
      withLine(request('{ type: string, maxLength: 3, pattern: "^[a-z]{10}$" }')),
      withLine(request('{ type: string, maxLength: 10, format: uuid }')),
      withLine(request('{ type: object, maxProperties: 1, required: [a, b] }')),
      withLine(request('{ type: object, required: [a], properties: { a: false } }', '3.1.0')),
      withLine(request('{ type: object, required: [abc], propertyNames: { maxLength: 2 } }', '3.1.0')),
      withLine(
        request(
          '{ type: object, required: [a], properties: { a: {} }, additionalProperties: false, dependentRequired: { a: [b] } }',
          '3.1.0',
        ),
      ),
      withLine(
        responseSchema('{ type: object, minProperties: 2, properties: { a: {} }, additionalProperties: false }'),
      ),
      withLine(responseSchema('{ oneOf: [{ type: string }, { type: string }] }')),
      at('A: { type: object, required: [b], properties: { b: { $ref: "#/components/schemas/B" } } }', cycle('')),
      at(
        'A: { type: object, required: [b], properties: { b: { $ref: "#/components/schemas/B" } } }',
        cycle(', minItems: 1'),
      ),
    ],
    right: [
      request('{ type: integer, minimum: 1, maximum: 10, multipleOf: 10 }'),
      request('{ type: string, maxLength: 10, pattern: "^[a-z]{10}$" }'),
      request('{ type: string, maxLength: 3, minLength: 9 }'),
      request('{ type: object, required: [abc], propertyNames: { maxLength: 3 } }', '3.1.0'),
      request(
        '{ type: object, required: [a], patternProperties: { "^.$": {} }, additionalProperties: false, dependentRequired: { a: [b], c: [dd] } }',
        '3.1.0',
      ),
      responseSchema('{ type: object, minProperties: 1, properties: { a: {} }, additionalProperties: false }'),
      request('{ type: object, properties: { a: false } }', '3.1.0'),
      request('{ type: object, properties: { a: { not: {} } } }', '3.1.0'),
      request('{ type: object, required: [id], properties: { id: { type: string, readOnly: true } } }'),
      responseSchema('{ oneOf: [{ type: integer }, { type: number }] }'),
      cycle(', nullable: true'),
      cycle(', minItems: 0'),
    ],
  },
  {
    rule: 'part-readable',
    wrong: [
      at(
        'Old: { type: string, pattern: "(?i)a" }',
        unused('Old: { type: string, pattern: "(?i)a" }', 'List: { items: { $ref: "#/components/schemas/Old" } }'),
      ),
    ],
    right: [unused('Old: { type: string, pattern: "[Aa]" }')],
  },
  {
    rule: 'discriminator-resolves',
    wrong: [at(choosing('cat: Catt'), pets('kind: { enum: [cat] }', 'cat: Catt'))],
    right: [
      pets('kind: { enum: [cat] }', 'cat: Cat'),
      pets('kind: { enum: [cat] }', "cat: '#/components/schemas/Cat'"),
      pets('kind: { enum: [cat] }', 'cat: https://example.test/cat.json'),
    ],
  },
  {
    rule: 'discriminator-consistent',
    wrong: [
      at(choosing('cat: Cat'), pets('kind: { enum: [dog] }', 'cat: Cat')),
      at(choosing(''), pets('kind: { enum: [cat] }', '')),
      at(choosing('cat: Cat'), pets('kind: { type: string }', 'cat: Cat', '[name]')),
    ],
    right: [
      pets('kind: { enum: [cat] }', 'cat: Cat'),
      pets('kind: { enum: [Cat] }', ''),
      pets('kind: { type: string }', 'cat: Cat'),
    ],
  },
  {
    rule: 'media-type-readable',
    wrong: [
      at(
        'json: { schema: { type: object } }',
        operation(
          "responses:\n  '200':\n    description: Good\n    content:\n      json: { schema: { type: object } }",
        ),
      ),
    ],
    right: [
      operation(
        "responses:\n  '200':\n    description: Good\n    content:\n      application/json: { schema: { type: object } }",
      ),
      operation(
        "responses: { '200': { description: Good, content: { 'image/*': {}, '*/*': {}, 'application/vnd.a+json; v=1': {} } } }",
      ),
    ],
  },
  {
    rule: 'path-template-valid',
    wrong: [
      at(`get: { ${known} }`, paths(`/a/{}:\n  get: { ${known} }`)),
      at(`get: { ${known} }`, paths(`/a/{id:\n  get: { ${known} }`)),
    ],
    right: [paths(`/a/{x}-{y}.json: { get: ${acceptingBoth} }`)],
  },
  {
    rule: 'response-described',
    wrong: [
      at("'200': { description: Good }", operation("responses:\n  '200': { description: Good }")),
      at("'206': { description: A part }", operation("responses:\n  '206': { description: A part }")),
      at('2XX: { description: Good }', operation('responses:\n  2XX: { description: Good }')),
    ],
    right: [
      operation("responses: { '204': { description: Done }, '201': { description: Made } }"),
      operation("responses: { '200': { description: A file, content: { image/png: {} } } }"),
      paths("/a: { head: { responses: { '200': { description: There } } } }"),
    ],
  },
  {
    rule: 'credentials-sendable',
    wrong: [
      at('- { key: [], word: [] }', operation(`security:\n  - { key: [], word: [] }\n${known}`, twoSchemes)),
      at('- { key: [], flow: [] }', operation(`security:\n  - { key: [], flow: [] }\n${known}`, twoSchemes)),
    ],
    right: [
      operation(`security: [{ key: [] }, { word: [] }]\n${known}`, twoSchemes),
      operation(`security: [{ key: [], own: [] }]\n${known}`, twoSchemes),
    ],
  },
  {
    rule: 'value-constrained',
    wrong: [
      withLine(responseSchema('{ type: object, properties: { meta: { type: object } } }')),
      withLine(request('{ type: object, properties: { list: { type: array } } }', '3.1.0')),
      withLine(responseSchema('{ type: object, properties: { any: {} } }')),
    ],
    right: [
      responseSchema('{ type: object, properties: { meta: { type: object, additionalProperties: true } } }'),
      request('{ type: object, properties: { list: { type: array, items: {} } } }'),
      responseSchema('{ type: object, properties: { any: { description: What the client has put there } } }'),
      responseSchema('{ type: object }'),
    ],
  },
  {
    rule: 'property-satisfiable',
    wrong: [
      withLine(
        request('{ allOf: [{ properties: { a: {} }, additionalProperties: false }, { properties: { b: {} } }] }'),
      ),
    ],
    right: [
      request('{ allOf: [{ properties: { a: {}, b: {} }, additionalProperties: false }, { properties: { b: {} } }] }'),
      request(
        '{ allOf: [{ properties: { a: {} } }, { properties: { b: {} } }], unevaluatedProperties: false }',
        '3.1.0',
      ),
    ],
  },
  {
    rule: 'encoding-used',
    wrong: [at('pctures: { contentType: image/png }', form('pctures: { contentType: image/png }'))],
    right: [form('pictures: { contentType: image/png }')],
  },
  {
    rule: 'link-parameters-valid',
    wrong: [at('next: { operationId: send, parameters: { pge: 2 } }', linked('pge: 2'))],
    right: [linked('page: 2'), linked('query.page: 2')],
  },
  {
    rule: 'path-without-fragment',
    wrong: [at(`get: { ${known} }`, paths(`/a#b:\n  get: { ${known} }`))],
    right: [paths(`/a/b: { get: { ${known} } }`)],
  },
  {
    rule: 'scope-declared',
    wrong: [at('- own: [wirte]', operation(`security:\n  - own: [wirte]\n${known}`, flows))],
    right: [operation(`security: [{ own: [write] }]\n${known}`, flows)],
  },
  {
    rule: 'path-parameter-used',
    wrong: [
      at(
        '- { name: id, in: path, required: true, schema: { type: string } }',
        parameter('name: id, in: path, required: true, schema: { type: string }'),
      ),
    ],
    right: [
      paths(`/a/{id}: { get: ${accepting('id')} }`),
      paths(
        `/a b/{the id}: { get: { parameters: [{ name: the id, in: path, required: true, schema: { type: string } }], ${known} } }`,
      ),
    ],
  },
  {
    rule: 'paths-distinct',
    wrong: [
      at(
        `/a/{y}: { get: ${accepting('y')} }`,
        paths(`/a/{x}: { get: ${accepting('x')} }\n/a/{y}: { get: ${accepting('y')} }`),
      ),
    ],
    right: [paths(`/a/{x}: { get: ${accepting('x')} }\n/a/b: { get: { ${known} } }`)],
  },
  {
    rule: 'parameters-unique',
    wrong: [
      at(
        '- { name: q, in: query, schema: { type: boolean } }',
        operation(
          `parameters:\n  - { name: q, in: query, schema: { type: integer } }\n  - { name: q, in: query, schema: { type: boolean } }\n${known}`,
        ),
      ),
    ],
    right: [
      operation(
        `parameters:\n  - { name: q, in: query, schema: { type: integer } }\n  - { name: q, in: header, schema: { type: boolean } }\n${known}`,
      ),
    ],
  },
  {
    rule: 'server-variable-declared',
    wrong: [at("servers: [{ url: 'https://{zone}.test' }]", rootField("servers: [{ url: 'https://{zone}.test' }]"))],
    right: [
      rootField("servers: [{ url: 'https://{zone}.test', variables: { zone: { default: eu } } }]"),
      rootField("servers: [{ url: 'https://eu.test', variables: { zone: { default: eu } } }]"),
    ],
  },
  {
    rule: 'success-declared',
    wrong: [at('post:', operation("responses: { '404': { description: Never } }"))],
    right: [
      operation("responses: { '2XX': { description: Good } }"),
      operation('responses: { default: { description: All } }'),
    ],
  },
  {
    rule: 'error-has-schema',
    wrong: [
      at("'404': { description: Gone }", operation("responses:\n  '404': { description: Gone }")),
      at(
        'default: { description: Wrong }',
        operation("responses:\n  '200': { description: Good }\n  default: { description: Wrong }"),
      ),
    ],
    right: [
      operation(
        "responses: { '404': { description: Gone, content: { application/json: { schema: { type: object } } } } }",
      ),
      operation("responses: { '404': { description: A page, content: { text/html: {} } } }"),
      operation('responses: { default: { description: Whatever } }'),
    ],
  },
  {
    rule: 'auth-error-declared',
    wrong: [at('post:', operation("security: [{ key: [] }]\nresponses: { '200': { description: Good } }", bearer))],
    right: [
      operation(
        "security: [{ key: [] }]\nresponses: { '200': { description: Good }, '401': { description: No } }",
        bearer,
      ),
      operation("security: [{ key: [] }]\nresponses: { '403': { description: No } }", bearer),
      operation("security: [{ key: [] }, {}]\nresponses: { '200': { description: Good } }", bearer),
      operation("responses: { '200': { description: Good } }", bearer),
    ],
  },
  {
    rule: 'client-error-declared',
    wrong: [
      at(
        'post:',
        operation(
          "requestBody: { content: { application/json: { schema: { type: string } } } }\nresponses: { '200': { description: Good } }",
        ),
      ),
      at(
        'post:',
        operation(
          "parameters: [{ name: page, in: query, schema: { type: integer } }]\nresponses: { '200': { description: Good }, '404': { description: Gone } }",
        ),
      ),
    ],
    right: [
      operation(
        "requestBody: { content: { application/json: { schema: { type: string } } } }\nresponses: { '200': { description: Good }, '400': { description: Wrong } }",
      ),
      operation("responses: { '200': { description: Good } }"),
      operation(
        "parameters: [{ name: q, in: query, schema: { type: string } }]\nresponses: { '200': { description: Good } }",
      ),
      operation(
        "parameters: [{ name: page, in: query, schema: { type: integer } }]\nresponses: { '422': { description: Wrong } }",
      ),
      paths(
        "/a/{id}: { get: { parameters: [{ name: id, in: path, required: true, schema: { type: string } }], responses: { '404': { description: Gone } } } }",
      ),
    ],
  },
  {
    rule: 'body-constrained',
    wrong: [
      withLine(responseSchema('{}')),
      withLine(responseSchema('{ type: object }')),
      withLine(request('{ type: object, description: Anything }')),
      withLine(responseSchema('{ type: array, items: {} }')),
      withLine(responseSchema('{ anyOf: [{ type: object }, {}] }')),
      at(
        'application/json: {}',
        operation("responses:\n  '200':\n    description: Good\n    content:\n      application/json: {}"),
      ),
    ],
    right: [
      responseSchema('{ type: object, additionalProperties: { type: string } }'),
      responseSchema('{ type: object, additionalProperties: true }'),
      responseSchema('{ type: object, properties: { a: {} } }'),
      responseSchema('{ type: string }'),
      responseSchema('{ type: object, minProperties: 1 }'),
      operation("responses: { '200': { description: A file, content: { application/pdf: {} } } }"),
      operation("responses: { '404': { description: Gone, content: { application/json: {} } } }"),
    ],
  },
  {
    rule: 'response-requires-property',
    wrong: [
      withLine(responseSchema('{ type: object, properties: { a: { type: string } } }')),
      withLine(responseSchema('{ type: array, items: { type: object, properties: { a: { type: string } } } }')),
    ],
    right: [
      responseSchema('{ type: object, required: [a], properties: { a: { type: string } } }'),
      responseSchema('{ type: object, minProperties: 1, properties: { a: { type: string } } }'),
      request('{ type: object, properties: { a: { type: string } } }'),
      responseSchema('{ type: object, additionalProperties: { type: string } }'),
    ],
  },
  {
    rule: 'alternatives-exclusive',
    wrong: [
      withLine(responseSchema('{ oneOf: [{ type: integer }, { type: number }] }')),
      withLine(
        responseSchema('{ oneOf: [{ type: object, properties: { a: {} } }, { type: object, properties: { b: {} } }] }'),
      ),
    ],
    right: [
      responseSchema('{ oneOf: [{ type: integer }, { type: string }] }'),
      responseSchema('{ anyOf: [{ type: integer }, { type: number }] }'),
      responseSchema(
        '{ oneOf: [{ type: object, required: [kind], properties: { kind: { enum: [cat] } } }, { type: object, required: [kind], properties: { kind: { enum: [dog] } } }] }',
      ),
      request('{ type: object, properties: { a: {}, b: {} }, oneOf: [{ required: [a] }, { required: [b] }] }'),
    ],
  },
  {
    rule: 'parameter-described',
    wrong: [
      at(
        '- { name: q, in: query, content: { text/plain: {} } }',
        parameter('name: q, in: query, content: { text/plain: {} }'),
      ),
    ],
    right: [
      parameter('name: q, in: query, schema: { type: string }'),
      parameter('name: q, in: query, content: { application/json: { schema: { type: object } } }'),
    ],
  },
  {
    rule: 'parameter-serialization-defined',
    wrong: [
      at(
        '- { name: q, in: query, style: deepObject, schema: { type: array, items: { type: string } } }',
        parameter('name: q, in: query, style: deepObject, schema: { type: array, items: { type: string } }'),
      ),
    ],
    right: [
      parameter('name: q, in: query, schema: { type: array, items: { type: string } }'),
      parameter('name: q, in: query, style: deepObject, schema: { type: object, properties: { a: { type: string } } }'),
    ],
  },
  {
    rule: 'media-type-named',
    wrong: [
      at(
        "'*/*': { schema: { type: object } }",
        operation(
          "responses:\n  '200':\n    description: Good\n    content:\n      '*/*': { schema: { type: object } }",
        ),
      ),
    ],
    right: [
      operation(
        "responses:\n  '200':\n    description: Good\n    content:\n      application/json: { schema: { type: object } }",
      ),
      operation("responses: { '200': { description: Good, content: { '*/*': {} } } }"),
      operation(
        "responses: { '200': { description: Good, content: { '*/*': { schema: { type: string, format: binary } } } } }",
      ),
      responseSchema('{ type: string }'),
    ],
  },
  {
    rule: 'body-allowed',
    wrong: [
      at(
        'requestBody: { content: { text/plain: {} } }',
        paths(`/a:\n  get:\n    requestBody: { content: { text/plain: {} } }\n    ${known}`),
      ),
    ],
    right: [request('{ type: string }')],
  },
  {
    rule: 'content-allowed',
    wrong: [
      at(
        'text/plain: {}',
        operation("responses:\n  '204':\n    description: Done\n    content:\n      text/plain: {}"),
      ),
    ],
    right: [operation("responses: { '204': { description: Done } }")],
  },
  {
    rule: 'integer-safe',
    wrong: [
      withLine(request('{ type: integer, format: int64, description: The id }')),
      withLine(responseSchema('{ type: integer, format: int64, maximum: 9007199254740992 }')),
    ],
    right: [
      request('{ type: integer, format: int64, maximum: 9007199254740991 }'),
      request('{ allOf: [{ type: integer, format: int64 }, { maximum: 1000 }] }'),
      request('{ type: integer, format: int64, description: Read it as a BigInt }'),
      request('{ type: integer, format: int32 }'),
      request('{ type: string, format: int64 }'),
    ],
  },
  {
    rule: 'integer-has-range',
    wrong: [withLine(request('{ type: integer }'))],
    right: [
      request('{ type: integer, format: int32 }'),
      request('{ type: integer, minimum: 1 }'),
      request('{ allOf: [{ type: integer }, { maximum: 9 }] }'),
      responseSchema('{ type: integer }'),
    ],
  },
  {
    rule: 'string-has-limit',
    wrong: [withLine(request('{ type: string }')), withLine(request('{ type: string, minLength: 1 }'))],
    right: [
      request('{ type: string, maxLength: 9 }'),
      request('{ allOf: [{ type: string }, { maxLength: 9 }] }'),
      request('{ type: string, format: date }'),
      request('{ type: string, enum: [a] }'),
      request('{ type: object, properties: { id: { type: string, readOnly: true } } }'),
      responseSchema('{ type: string }'),
    ],
  },
  {
    rule: 'pattern-anchored',
    wrong: [
      withLine(request("{ type: string, pattern: '[a-z]+' }")),
      withLine(request("{ type: string, pattern: '\\d{4}' }")),
    ],
    right: [
      request("{ type: string, pattern: '^[a-z]+$' }"),
      request("{ type: string, pattern: '^https://' }"),
      request("{ type: string, pattern: '\\S' }"),
      request("{ type: string, pattern: '@' }"),
    ],
  },
  {
    rule: 'format-known',
    wrong: [
      withLine(request('{ type: string, format: datetime }')),
      withLine(request('{ type: string, format: isbn }')),
    ],
    right: [
      request('{ type: string, format: date-time }'),
      request('{ type: string, format: password }'),
      request("{ type: string, format: isbn, pattern: '^[0-9-]+$' }"),
    ],
  },
  {
    rule: 'keyword-known',
    wrong: [
      withLine(request('{ type: string, nullable: true }', '3.1.0')),
      withLine(request('{ type: string, maxlength: 3 }', '3.1.0')),
      withLine(request('{ type: object, reqiured: [a] }', '3.1.0')),
    ],
    right: [
      request('{ type: [string, "null"] }', '3.1.0'),
      request('{ type: string, nullable: true }'),
      request('{ type: [string, "null"], maxLength: 3, x-note: here, color: red }', '3.1.0'),
    ],
  },
  {
    rule: 'keyword-applies',
    wrong: [withLine(request('{ type: integer, maxLength: 3 }')), withLine(request('{ type: object, items: {} }'))],
    right: [
      request('{ type: integer, maximum: 3 }'),
      request('{ type: [integer, string], maxLength: 3 }', '3.1.0'),
      request('{ maxLength: 3 }'),
    ],
  },
  {
    rule: 'example-direction',
    wrong: [
      at('example: { name: a, word: b }', withExample('response', { schema: secret, example: '{ name: a, word: b }' })),
      at('example: { name: a, word: b }', withExample('request', { schema: secret, example: '{ name: a, word: b }' })),
    ],
    right: [
      withExample('response', { schema: secret, example: '{ name: a }' }),
      withExample('request', { schema: secret, example: '{ word: b }' }),
    ],
  },
  {
    rule: 'operation-id-present',
    wrong: [at(`get: { ${known} }`, paths(`/a:\n  get: { ${known} }`))],
    right: [paths(`/a:\n  get: { operationId: readA, ${known} }`)],
  },
  {
    rule: 'paths-unambiguous',
    wrong: [
      at(
        `/d/f/{y}: { get: ${accepting('y')} }`,
        paths(`/d/{x}/e: { get: ${accepting('x')} }\n/d/f/{y}: { get: ${accepting('y')} }`),
      ),
    ],
    right: [
      paths(`/d/{x}: { get: ${accepting('x')} }\n/d/f: { get: { ${known} } }`),
      // "f" is not an integer, and POST is not GET.
      paths(`/d/{x}/e: { get: ${accepting('x', 'integer')} }\n/d/f/{y}: { get: ${accepting('y')} }`),
      paths(`/d/{x}/e: { get: ${accepting('x')} }\n/d/f/{y}: { post: ${accepting('y')} }`),
      // Reported by paths-distinct.
      paths(`/a/{x}: { get: ${accepting('x')} }\n/a/{y}: { get: ${accepting('y')} }`),
    ],
  },
  {
    rule: 'path-without-query',
    wrong: [at(`/a?beta=true: { get: { ${known} } }`, paths(`/a?beta=true: { get: { ${known} } }`))],
    right: [paths(`/a: { get: { ${known} } }`)],
  },
  {
    rule: 'required-declared',
    wrong: [withLine(request('{ type: object, required: [colour], properties: { color: { type: string } } }'))],
    right: [
      request('{ type: object, required: [color], properties: { color: { type: string } } }'),
      request('{ type: object, properties: { a: {}, b: {} }, oneOf: [{ required: [a] }, { required: [b] }] }'),
      request('{ allOf: [{ type: object, properties: { a: {} } }], required: [a] }'),
      request('{ type: object, properties: { a: {} }, not: { required: [b] } }'),
      request('{ type: object, required: [a], additionalProperties: { type: string } }'),
      request('{ type: object, required: [x-a], patternProperties: { ^x-: {} } }', '3.1.0'),
    ],
  },
  {
    rule: 'nullable-has-type',
    wrong: [withLine(request('{ nullable: true, description: Perhaps }'))],
    right: [request('{ type: string, nullable: true }'), request('{ nullable: true }', '3.1.0')],
  },
  {
    rule: 'lint-complete',
    wrong: [at('openapi: 3.0.3', chain(4000))],
    right: [chain(20)],
  },
];

/** Schemas each of which contains the next one. */
function chain(length: number): LintSample {
  const ref = (index: number) => `{ $ref: '#/components/schemas/S${index}' }`;
  const schemas = Array.from(
    { length },
    (_none, index) =>
      `    S${index}: { type: object, properties: { next: { anyOf: [${ref(index + 1)}, { type: integer }] } } }`,
  );
  const [first = ''] = schemas;
  const written = (links: readonly string[]) =>
    ['components:', '  schemas:', ...links, `    S${length}: { type: string }`].join('\n');
  const fields = `requestBody: { content: { application/json: { schema: ${ref(0)} } } }\n${known}`;
  const about = written([first, `    # and so on: S1 to S${length - 1}, each of which contains the next one`]);
  return { ...operation(fields, written(schemas)), excerpt: about };
}

function accepting(name: string, type = 'string'): string {
  return `{ parameters: [{ name: ${name}, in: path, required: true, schema: { type: ${type} } }], ${known} }`;
}
