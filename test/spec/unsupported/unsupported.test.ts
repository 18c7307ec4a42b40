/** Parts of a document without effect: each is reported with its place, and no others. */
import { describe, expect, it } from 'vitest';
import { loadText, markedLine } from '../support.ts';

interface Parts {
  /** Below the operation that sends `item`. */
  readonly operation?: string;
  /** Of its request body. */
  readonly schema?: string;
  /** At the top of the document. */
  readonly top?: string;
  readonly openapi?: string;
}

function documentOf({ operation = '', schema = 'type: string', top = '', openapi = '3.1.0' }: Parts): string {
  return `openapi: ${openapi}
info: {title: T, version: "1"}
${top}
paths:
  /items/{id}:
    post:
      operationId: send
${operation.startsWith('parameters') ? '' : '      parameters: [{name: id, in: path, required: true, schema: {type: string}}]'}
      requestBody:
        content:
          application/json:
            schema:
${schema.replaceAll(/^/gm, '              ')}
${operation.replaceAll(/^/gm, '      ')}
      responses:
        '200': {description: ok}
`;
}

/** As `line what`, with what belongs to the operation marked. */
async function notesOf(text: string) {
  const { unsupported = [] } = await loadText(text);
  return unsupported.map(({ place, what, operation }) => [place.line, what, operation] as const);
}

/** One part of each kind, the line of the note marked. */
const rows: readonly (readonly [what: string, parts: Parts, operation?: string])[] = [
  [
    'the callback "done"',
    {
      operation: "callbacks:\n  done: #!\n    '{$request.body#/url}': {post: {responses: {'200': {description: ok}}}}",
    },
    'send',
  ],
  [
    'the path parameter "other", which /items/{id} lacks',
    {
      operation:
        'parameters:\n  - {name: id, in: path, required: true, schema: {type: string}}\n  - {name: other, in: path, required: true, schema: {type: integer}} #!',
    },
    'send',
  ],
  ['the webhook "paid"', { top: "webhooks:\n  paid: {post: {responses: {'200': {description: ok}}}} #!" }],
  ['the dialect https://example.com/dialect', { top: 'jsonSchemaDialect: https://example.com/dialect #!' }],
  ['the format "iban"', { schema: 'type: string\nformat: iban #!' }, 'send'],
  ['"contentEncoding"', { schema: 'type: string\ncontentEncoding: base64 #!' }, 'send'],
  ['"contentSchema"', { schema: 'type: string\ncontentSchema: {type: object} #!' }, 'send'],
  ['"minimumLength"', { schema: 'type: string\nminimumLength: 3 #!' }, 'send'],
  ['"examples" that is not an array', { schema: 'type: string\nexamples: {a: {value: b}} #!' }, 'send'],
  ['"dependencies"', { schema: 'type: object\ndependencies: {a: [b]} #!' }, 'send'],
  ['"nullable"', { schema: 'type: string\nnullable: true #!' }, 'send'],
  [
    'the dialect http://json-schema.org/draft-07/schema#',
    { schema: '$schema: http://json-schema.org/draft-07/schema# #!\ntype: string' },
    'send',
  ],
  ['a discriminator without alternatives', { schema: 'type: object\ndiscriminator: {propertyName: kind} #!' }, 'send'],
  ['"\\h" in a pattern', { schema: String.raw`pattern: '^\h+$' #!` }, 'send'],
  ['"[:alpha:]" in a pattern', { schema: "pattern: '^[[:alpha:]]+$' #!" }, 'send'],
  [
    '"nullable" next to "$ref"',
    {
      openapi: '3.0.3',
      schema: "$ref: '#/components/schemas/A'\nnullable: true #!",
      top: 'components: {schemas: {A: {type: string}}}',
    },
    'send',
  ],
  [
    'the parameter "f": an object that contains arrays or objects, in the style deepObject',
    {
      operation:
        'parameters:\n  - {name: id, in: path, required: true, schema: {type: string}}\n  - {name: f, in: query, style: deepObject, schema: {type: object, properties: {a: {type: object}}}} #!',
    },
    'send',
  ],
  [
    'the header parameter "Authorization"',
    {
      operation:
        'parameters:\n  - {name: id, in: path, required: true, schema: {type: string}}\n  - {name: Authorization, in: header, schema: {type: string}} #!',
    },
    'send',
  ],
  [
    'the header "content-type" of a response',
    {
      operation:
        "responses:\n  '201':\n    description: made\n    headers:\n      content-type: {schema: {type: string}} #!",
    },
    'send',
  ],
  [
    'the parameter "c": array as a cookie, exploded',
    {
      operation:
        'parameters:\n  - {name: id, in: path, required: true, schema: {type: string}}\n  - {name: c, in: cookie, schema: {type: array, items: {type: string}}} #!',
    },
    'send',
  ],
  ['client certificates (mutualTLS)', { top: 'components:\n  securitySchemes:\n    own: {type: mutualTLS} #!' }],
  [
    'the flows of oauth2',
    {
      top: 'components:\n  securitySchemes:\n    own: {type: oauth2, flows: {clientCredentials: {tokenUrl: "https://a.test/t", scopes: {}}}} #!',
    },
  ],
  [
    'the HTTP scheme "digest"',
    { top: 'components:\n  securitySchemes:\n    own:\n      type: http\n      scheme: Digest #!' },
  ],
  [
    'the link "away": its operation is in another document',
    {
      operation:
        "responses:\n  '201':\n    description: made\n    links:\n      away: {operationRef: 'https://a.test/b.yaml#/paths/~1a/get'} #!",
    },
    'send',
  ],
];

describe('what has no effect', () => {
  const named = rows.map(([what, parts, operation]) => ({ what, parts, operation }));

  it.each(named)('is reported with its place: $what', async ({ what, parts, operation }) => {
    const text = documentOf(parts).replace(/( {6}responses:\n {8}'201'[\s\S]*?)\n {6}responses:\n[\s\S]*$/, '$1\n');
    expect(await notesOf(text)).toContainEqual([markedLine(text), what, operation]);
  });

  it.each([
    [
      'keywords that are validated',
      'type: object\nproperties: {a: {$ref: "#/components/schemas/A"}}\nunevaluatedProperties: false',
    ],
    ['extensions and comments', 'type: string\nx-own: 3\n$comment: none'],
    ['a hint format', 'type: string\nformat: password'],
    ['a format that is validated', 'type: string\nformat: date-time'],
    [
      'names of properties that look like keywords',
      'type: object\nproperties: {minimumLength: {type: string}, format: {type: string}}',
    ],
    ['values that look like schemas', 'type: object\nexample: {format: iban}\nenum: [{format: iban}]'],
    [
      'a discriminator with alternatives',
      'oneOf: [{$ref: "#/components/schemas/A"}]\ndiscriminator: {propertyName: kind}',
    ],
    ['the dialect of OpenAPI', '$schema: https://spec.openapis.org/oas/3.1/dialect/base\ntype: string'],
  ])('is not reported for %s', async (_what, schema) => {
    const top = 'components: {schemas: {A: {type: object, properties: {kind: {type: string}}}}}';
    expect(await notesOf(documentOf({ schema, top }))).toEqual([]);
  });

  it('is reported for a response that is not JSON, with what is checked', async () => {
    const schema = 'schema: {type: object, properties: {a: {type: string}}}';
    const operation = `responses:
  '200':
    description: ok
    content:
      application/xml: {${schema}}
      text/csv: {${schema}}
      application/problem+json: {${schema}}
      text/plain: {schema: {type: string}}
      image/png: {schema: {type: string, format: binary}}`;
    const text = documentOf({ operation }).replace(/\n {6}responses:\n {8}'200': \{description: ok\}\n$/, '\n');
    const { unsupported = [] } = await loadText(text);
    expect(unsupported.map(({ what, effect }) => [what, effect])).toEqual([
      [
        'the schema of application/xml',
        'responses are checked for their media type and for well-formed XML, not against the schema',
      ],
      ['the schema of text/csv', 'only the media type of responses is checked'],
    ]);
  });

  it('is reported once, without an operation, if several operations use it', async () => {
    const text = `openapi: 3.1.0
info: {title: T, version: "1"}
paths:
  /a: {post: {requestBody: {$ref: '#/components/requestBodies/Own'}, responses: {'200': {description: ok}}}}
  /b: {post: {requestBody: {$ref: '#/components/requestBodies/Own'}, responses: {'200': {description: ok}}}}
components:
  requestBodies:
    Own: {content: {application/json: {schema: {$ref: '#/components/schemas/Own'}}}}
  schemas:
    Own: {type: array, items: {type: string, format: iban}} #!
    Unused: {type: string, format: iban}
`;
    expect(await notesOf(text)).toEqual([[markedLine(text), 'the format "iban"', undefined]]);
  });

  it('is found in a recursive schema', async () => {
    const top =
      'components:\n  schemas:\n    A: {properties: {next: {$ref: "#/components/schemas/A"}, at: {format: iban}}}';
    const notes = await notesOf(documentOf({ schema: '$ref: "#/components/schemas/A"', top }));
    expect(notes.map(([, what]) => what)).toEqual(['the format "iban"']);
  });

  it('is found in other files, after those of the main document', async () => {
    const main = documentOf({
      schema: "type: object\nproperties:\n  a: {$ref: 'other.yaml#/A'}\n  b: {format: late}",
    });
    const { unsupported = [] } = await loadText(main, { 'other.yaml': 'A: {type: string, format: iban}\n' });
    expect(unsupported.map(({ place, what }) => [place.file.replace(/.*\//, ''), what])).toEqual([
      ['doc.yaml', 'the format "late"'],
      ['other.yaml', 'the format "iban"'],
    ]);
  });
});
