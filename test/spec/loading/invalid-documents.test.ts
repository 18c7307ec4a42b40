/** Invalid documents: each is rejected with a code, file and line, the errors, and a fix. */
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { documentWith, loadErrorOf, loadText, markedLine, writeFolder } from '../support.ts';

const head = `openapi: 3.0.3
info: {title: T, version: "1"}
`;
const paths = `paths:
  /a:
    get:
      responses:
        '200': {description: ok}
`;

interface Row {
  readonly defect: string;
  /** Marked with `#!` at the line to be named. */
  readonly text: string;
  readonly code: string;
  readonly detail: string;
}

async function expectLoadError({ text, code, detail }: Row): Promise<void> {
  const refusal = await loadErrorOf(loadText(text));
  expect(refusal).toMatchObject({ code, detail, where: `doc.yaml:${markedLine(text)}` });
  expect(refusal.detail).not.toMatch(/\n(?!also )/);
  expect(refusal.fix).toMatch(/^[A-Z].*\.$/);
}

const syntax: readonly Row[] = [
  {
    defect: 'a tab as indentation',
    text: `${head}paths:\n\t/a: 1 #!\n`,
    code: 'spec-syntax',
    detail: 'Tabs are not allowed as indentation',
  },
  {
    defect: 'a comment above JSON',
    text: '// ours #!\n{"openapi": "3.0.3", "info": {"title": "//T", "version": "1"}, "paths": {}}\n',
    code: 'spec-syntax',
    detail: 'JSON does not allow comments',
  },
  {
    defect: 'a comment within JSON',
    text: '{"openapi": "3.0.3", // #!\n"info": {"title": "T", "version": "1"}, /* two\n*/ "paths": {}}\n',
    code: 'spec-syntax',
    detail: 'JSON does not allow comments',
  },
  {
    defect: 'a mapping where none is allowed',
    text: `${head}paths: a: b #!\n`,
    code: 'spec-syntax',
    detail: 'Nested mappings are not allowed in compact mappings',
  },
  {
    defect: 'an array that is not closed',
    text: `${head}x-a: [1, 2\npaths: {} #!\n`,
    code: 'spec-syntax',
    detail: 'Flow sequence in block collection must be sufficiently indented and end with a ]',
  },
  {
    defect: 'a duplicate key',
    text: `${head}info: {title: U, version: "2"} #!\n${paths}`,
    code: 'spec-syntax',
    detail: 'duplicate key in an object',
  },
  {
    defect: 'a duplicate status, as a number and as a string',
    text: `${head}paths:\n  /a:\n    get:\n      responses:\n        200: {description: a}\n        '200': {description: b} #!\n`,
    code: 'spec-syntax',
    detail: 'duplicate key in an object',
  },
  {
    defect: 'an alias without an anchor',
    text: `${head}x-a: *nope #!\n${paths}`,
    code: 'spec-syntax',
    detail: 'the alias "*nope" has no anchor before it',
  },
  {
    defect: 'an alias inside its own anchor',
    text: `${head}x-a: &loop\n  b: *loop #!\n${paths}`,
    code: 'spec-syntax',
    detail: 'the alias "*loop" is inside its own anchor',
  },
  {
    defect: 'a second YAML document',
    text: `${head}${paths}--- #!\na: 1\n`,
    code: 'spec-syntax',
    detail: 'a second YAML document starts here; a file must contain only one',
  },
  {
    defect: '100000 nested arrays',
    text: `${head}x-a: ${'['.repeat(100_000)}${']'.repeat(100_000)} #!\n${paths}`,
    code: 'spec-syntax',
    detail: 'nested too deep',
  },
];

const versions: readonly Row[] = [
  {
    defect: 'Swagger 1.2',
    text: 'swagger: "1.2" #!\ninfo: {title: T, version: "1"}\npaths: {}\n',
    code: 'spec-version',
    detail: 'swagger: 1.2',
  },
  ...['3.3.0', '4.0.0', '3.1', '3.0.3-rc1'].map((version) => ({
    defect: `OpenAPI ${version}`,
    text: `openapi: ${version} #!\ninfo: {title: T, version: "1"}\n${paths}`,
    code: 'spec-version',
    detail: `openapi: ${version}`,
  })),
  {
    defect: 'AsyncAPI',
    text: 'asyncapi: 2.6.0 #!\ninfo: {title: T, version: "1"}\nchannels: {}\n',
    code: 'spec-version',
    detail: 'asyncapi: 2.6.0',
  },
  {
    defect: 'no version',
    text: `info: {title: T, version: "1"} #!\n${paths}`,
    code: 'spec-version',
    detail: 'no "openapi" field',
  },
];

const structure: readonly Row[] = [
  {
    defect: 'an array instead of an object',
    text: '- openapi: 3.0.3 #!\n',
    code: 'spec-invalid',
    detail: 'an OpenAPI document must be an object; this is an array',
  },
  {
    defect: 'only a comment',
    text: '# nothing yet #!\n',
    code: 'spec-invalid',
    detail: 'an OpenAPI document must be an object; this is empty',
  },
  {
    defect: 'an HTML page',
    text: '<!doctype html><p>Sign in</p> #!\n',
    code: 'spec-invalid',
    detail: 'an OpenAPI document must be an object; this is HTML or XML',
  },
  {
    defect: 'a path without a slash',
    text: `${head}paths:\n  a: #!\n    get: {responses: {'200': {description: ok}}}\n`,
    code: 'spec-invalid',
    detail: '/paths: "a" is not a path: a path starts with "/"',
  },
  {
    defect: 'example and examples together',
    text: `${head}paths:
  /a:
    get:
      responses:
        '200':
          description: ok
          content:
            text/plain: {example: a, examples: {b: {value: b}}} #!
`,
    code: 'spec-invalid',
    detail: '/paths/~1a/get/responses/200/content/text~1plain: "example" and "examples" are mutually exclusive',
  },
  {
    defect: 'a component of 3.1 with an invalid name',
    text: `openapi: 3.1.0\ninfo: {title: T, version: "1"}\n${paths}components:\n  schemas:\n    A b: {} #!\n`,
    code: 'spec-invalid',
    detail: '/components/schemas: "A b" is not a valid name: use only letters, digits, ".", "_" and "-"',
  },
  {
    defect: 'a query style in a header',
    text: `${head}paths:
  /a:
    get:
      parameters:
        - {name: q, in: header, schema: {type: string}, style: form} #!
      responses: {'200': {description: ok}}
`,
    code: 'spec-invalid',
    detail: '/paths/~1a/get/parameters/0/style: the value is not one of simple',
  },
  {
    defect: 'no info',
    text: `openapi: 3.0.3 #!\n${paths}`,
    code: 'spec-invalid',
    detail: 'the document: "info" is missing',
  },
  {
    defect: 'no paths',
    text: 'openapi: 3.0.3 #!\ninfo: {title: T, version: "1"}\n',
    code: 'spec-invalid',
    detail: 'the document: "paths" is missing',
  },
  {
    defect: 'no title',
    text: `openapi: 3.0.3\ninfo: #!\n  version: "1"\n${paths}`,
    code: 'spec-invalid',
    detail: '/info: "title" is missing',
  },
  {
    defect: 'a version that is a number',
    text: `openapi: 3.0.3\ninfo:\n  title: T\n  version: 1.0 #!\n${paths}`,
    code: 'spec-invalid',
    detail: '/info/version: must be string; put it in quotes',
  },
  {
    defect: 'a typo in a keyword of an operation',
    text: `${head}paths:\n  /a:\n    get:\n      sumary: x #!\n      responses:\n        '200': {description: ok}\n`,
    code: 'spec-invalid',
    detail: '/paths/~1a/get: "sumary" is not allowed here',
  },
  {
    defect: 'a response without description',
    text: `${head}paths:\n  /a:\n    get:\n      responses:\n        '200': #!\n          content: {}\n`,
    code: 'spec-invalid',
    detail: '/paths/~1a/get/responses/200: "description" is missing',
  },
  {
    defect: 'a status of two digits',
    text: `${head}paths:\n  /a:\n    get:\n      responses:\n        '20': {description: ok} #!\n`,
    code: 'spec-invalid',
    detail: '/paths/~1a/get/responses: "20" is not allowed here',
  },
  {
    defect: 'a key named __proto__ where it is not allowed',
    text: `${head}__proto__: {a: 1} #!\n${paths}`,
    code: 'spec-invalid',
    detail: 'the document: "__proto__" is not allowed here',
  },
  {
    defect: 'a duplicate operationId',
    text: `${head}paths:
  /a:
    get:
      operationId: x
      responses: {'200': {description: ok}}
    post: #!
      operationId: x
      responses: {'200': {description: ok}}
`,
    code: 'spec-invalid',
    detail: 'the operationId "x" is also used at line 5; it must be unique',
  },
  {
    defect: 'a path parameter that is not declared',
    text: `${head}paths:\n  /a/{id}:\n    get: #!\n      responses:\n        '200': {description: ok}\n`,
    code: 'spec-invalid',
    detail: 'the path contains {id}, but the path parameter "id" is not declared',
  },
  {
    defect: 'a path parameter that is not required',
    text: `${head}paths:
  /a/{id}:
    get:
      parameters:
        - {name: id, in: path, schema: {type: string}} #!
      responses: {'200': {description: ok}}
`,
    code: 'spec-invalid',
    detail: '/paths/~1a~1{id}/get/parameters/0: "required" is missing',
  },
  {
    defect: 'a parameter in the body',
    text: `${head}paths:
  /a:
    get:
      parameters:
        - name: id
          in: body #!
          schema: {type: string}
      responses: {'200': {description: ok}}
`,
    code: 'spec-invalid',
    detail: '/paths/~1a/get/parameters/0/in: the value is not one of path, query, header, cookie',
  },
  {
    defect: 'a security scheme that is not declared',
    text: `${head}security:\n  - nope: [] #!\n${paths}`,
    code: 'spec-invalid',
    detail: '"nope" is not declared in components/securitySchemes',
  },
  {
    defect: 'a security scheme of an unknown type',
    text: `${head}${paths}components:\n  securitySchemes:\n    a:\n      type: magic #!\n`,
    code: 'spec-invalid',
    detail: '/components/securitySchemes/a/type: the value is not one of apiKey, http, oauth2, openIdConnect',
  },
  {
    defect: 'an HTTP security scheme without its scheme',
    text: `${head}${paths}components:\n  securitySchemes:\n    a: #!\n      type: http\n`,
    code: 'spec-invalid',
    detail: '/components/securitySchemes/a: "scheme" is missing',
  },
  {
    defect: 'an invalid server URL',
    text: `${head}servers:\n  - url: "http://[" #!\n${paths}`,
    code: 'spec-invalid',
    detail: '"http://[" is not a valid server URL',
  },
];

const at = '/paths/~1a/post/requestBody/content/application~1json/schema';

/** For 3.0, the schema of OpenAPI validates schemas; for 3.1, the kit does. */
const schemas30: readonly (readonly [schema: string, code: string, detail: string])[] = [
  [
    'type: strin',
    'spec-invalid',
    `${at}/type: the value is not one of array, boolean, integer, number, object, string`,
  ],
  [
    'type: [string, "null"]',
    'spec-invalid',
    `${at}/type: must be string; the value is not one of array, boolean, integer, number, object, string`,
  ],
  ['minLength: -1', 'spec-invalid', `${at}/minLength: must be >= 0`],
  ['required: name', 'spec-invalid', `${at}/required: must be array`],
  ['propertys: {}', 'spec-invalid', `${at}: "propertys" is not allowed here`],
  ['minimum: .inf', 'schema-uncompilable', `expected a number, got Infinity (at ${at}/minimum)`],
  [
    'pattern: "["',
    'schema-uncompilable',
    `Invalid regular expression: /[/: Unterminated character class (at ${at}/pattern)`,
  ],
];

const types = 'null, boolean, integer, number, string, array, object';
const schemas31: readonly (readonly [schema: string, detail: string])[] = [
  ['type: strin', `type "strin" is not one of ${types} (at ${at}/type)`],
  ['type: [string, foo]', `type "foo" is not one of ${types} (at ${at}/type)`],
  ['type: []', `"type" must not be an empty array: no value is valid (at ${at}/type)`],
  [
    'pattern: "(?i)abc"',
    `Invalid regular expression: /(?i)abc/: Invalid group; ECMA-262 has no flag for a whole pattern: wrap it in (?i:...), or write [Aa] for each letter (at ${at}/pattern)`,
  ],
  [
    'pattern: "(?P<a>x)"',
    `Invalid regular expression: /(?P<a>x)/: Invalid group; in ECMA-262 a named group is (?<name>...), and \\k<name> references it (at ${at}/pattern)`,
  ],
  [
    'pattern: "a++"',
    `Invalid regular expression: /a++/: Nothing to repeat; ECMA-262 has no atomic groups or possessive quantifiers: remove the extra character (at ${at}/pattern)`,
  ],
  ['pattern: 5', `a pattern must be a string (at ${at}/pattern)`],
  [
    'patternProperties: {"(": {}}',
    `Invalid regular expression: /(/: Unterminated group (at ${at}/patternProperties/()`,
  ],
  ['minLength: -1', `"minLength" must be an integer of at least 0 (at ${at}/minLength)`],
  ['minLength: 1.5', `"minLength" must be an integer of at least 0 (at ${at}/minLength)`],
  ['maxItems: "1"', `expected a number, got "1" (at ${at}/maxItems)`],
  ['multipleOf: 0', `"multipleOf" must be a number greater than 0 (at ${at}/multipleOf)`],
  ['maximum: .nan', `expected a number, got NaN (at ${at}/maximum)`],
  ['exclusiveMinimum: true', `expected a number, got true (at ${at}/exclusiveMinimum)`],
  ['required: name', `expected an array (at ${at}/required)`],
  ['required: [1]', `expected an array of property names (at ${at}/required)`],
  ['properties: []', `expected an object (at ${at}/properties)`],
  ['properties: {a: 5}', `a schema must be an object or a boolean (at ${at}/properties/a)`],
  ['dependentRequired: {a: b}', `expected an array (at ${at}/dependentRequired/a)`],
  ['allOf: {}', `expected an array of schemas (at ${at}/allOf)`],
  ['oneOf: [5]', `a schema must be an object or a boolean (at ${at}/oneOf/0)`],
  ['items: []', `a schema must be an object or a boolean (at ${at}/items)`],
  ['enum: 5', `expected an array (at ${at}/enum)`],
  ['uniqueItems: 5', `expected a boolean (at ${at}/uniqueItems)`],
  ['format: 5', `"format" must be a string (at ${at}/format)`],
  ['$ref: 5', `"$ref" must be a string (at ${at}/$ref)`],
  ['$dynamicRef: "#a"', `"#a" does not exist (at ${at}/$dynamicRef)`],
];

const endless = `components:
  schemas:
    A: #!
      allOf:
        - $ref: '#/components/schemas/B'
    B:
      oneOf:
        - $ref: '#/components/schemas/A'
`;

describe('a document that is not YAML', () => {
  it.each(syntax)('is rejected for $defect', expectLoadError);

  it('is rejected for an alias bomb, before it fills the memory', async () => {
    const bomb = 'bcdefghi'
      .split('')
      .map((name, index) => `x-${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[index]}`).join(', ')}]\n`);
    const refusal = await loadErrorOf(loadText(`${head}x-a: &a [1, 2, 3]\n${bomb.join('')}${paths}`));
    expect(refusal).toMatchObject({
      code: 'spec-syntax',
      detail: 'aliases repeat one anchor more than 1000 times',
      where: 'doc.yaml',
    });
  });

  it.each([
    ['a missing comma', '{"openapi": "3.0.3",\n "info": {"title": "T"\n "version": "1"}}', 3],
    ['an early end', '{"openapi": "3.0.3",\n "info": {"title": "T"', 2],
    ['a duplicate key', '{"openapi": "3.0.3",\n "openapi": "3.0.3"}', 2],
  ])('is rejected as JSON for %s', async (_error, text, line) => {
    expect(await loadErrorOf(loadText(text, {}, 'doc.json'))).toMatchObject({
      code: 'spec-syntax',
      where: `doc.json:${line}`,
    });
  });
});

describe('a document of another version', () => {
  it.each(versions)('is rejected: $defect', expectLoadError);
});

describe('a document that is not valid OpenAPI', () => {
  it.each(structure)('is rejected for $defect', expectLoadError);

  it('is rejected without operations', async () => {
    expect(await loadErrorOf(loadText(`${head}paths: {}\n`))).toMatchObject({ code: 'operations-missing' });
  });
});

describe('a schema', () => {
  it.each(schemas30)('of 3.0 is rejected for %s', async (schema, code, detail) => {
    await expectLoadError({ defect: '', text: documentWith(`${schema} #!`, '3.0.3'), code, detail });
  });

  it.each(schemas31)('of 3.1 is rejected for %s', async (schema, detail) => {
    await expectLoadError({
      defect: '',
      text: documentWith(`${schema} #!`, '3.1.0'),
      code: 'schema-uncompilable',
      detail,
    });
  });

  it.each(['3.0.3', '3.1.0'])('of %s that applies itself endlessly is rejected', async (openapi) => {
    await expectLoadError({
      defect: '',
      text: documentWith("$ref: '#/components/schemas/A'", openapi, endless),
      code: 'schema-uncompilable',
      detail: 'the schema applies itself to the same value in an endless loop (at /components/schemas/A)',
    });
  });

  it('that is a reference to the whole document is rejected', async () => {
    expect(await loadErrorOf(loadText(documentWith("$ref: '#'", '3.1.0')))).toMatchObject({
      code: 'schema-uncompilable',
      detail: 'a reference to the whole document is not a schema',
      where: 'doc.yaml:1',
    });
  });
});

describe('a source that cannot be read', () => {
  it.each([
    ['a missing file', '/nowhere/doc.yaml', '/nowhere/doc.yaml: no such file'],
    ['an invalid URL', 'http://[', 'http://[: is not a valid URL'],
    ['an invalid signed URL', 'http://a:x/b?sig=s3cret', 'http://a:x/b?sig=***: is not a valid URL'],
  ])('is rejected: %s', async (_what, source, detail) => {
    expect(await loadErrorOf(loadContract(source))).toMatchObject({ code: 'spec-unreadable', detail });
  });

  it('is rejected: a folder', async () => {
    const folder = writeFolder({});
    expect(await loadErrorOf(loadContract(folder))).toMatchObject({
      code: 'spec-unreadable',
      detail: `${folder}: is a folder, not a file`,
    });
  });

  it('is rejected: an empty file', async () => {
    expect(await loadErrorOf(loadText(''))).toMatchObject({
      code: 'spec-invalid',
      detail: 'an OpenAPI document must be an object; this is empty',
      where: 'doc.yaml:1',
    });
  });

  it.each(['latin1', 'utf16le'] as const)('is rejected: text in %s, which is not UTF-8', async (encoding) => {
    const text = Buffer.from(`${head}# f\u00fcr\n${paths}`, encoding);
    expect(await loadErrorOf(loadText(text))).toMatchObject({
      code: 'spec-unreadable',
      detail: expect.stringMatching(/doc\.yaml: is not UTF-8 text$/),
      fix: expect.stringMatching(/UTF-8/),
    });
  });
});

describe('several errors of one document are reported together', () => {
  const details = async (text: string) => {
    const { detail, where = '' } = await loadErrorOf(loadText(text));
    const [first = '', ...others] = detail.replaceAll(/\([^()]*doc\.yaml/g, '(doc.yaml').split('\nalso ');
    return [`${first} (${path.basename(where)})`, ...others];
  };

  it.each([
    ['Tabs are not allowed as indentation', 'paths:\n\t/a: 1\n/b: {}\n\t/c: 2\n', [4, 6]],
    ['duplicate key in an object', 'paths: {}\npaths: {}\npaths: {}\n', [4, 5]],
  ])('syntax errors: %s', async (detail, rest, lines) => {
    expect(await details(`${head}${rest}`)).toEqual(lines.map((line) => `${detail} (doc.yaml:${line})`));
  });

  it('aliases without an anchor', async () => {
    expect(await details(`${head}x-a: *a\nx-b: *b\n${paths}`)).toEqual([
      'the alias "*a" has no anchor before it (doc.yaml:3)',
      'the alias "*b" has no anchor before it (doc.yaml:4)',
    ]);
  });

  it('missing fields, references and invalid schemas', async () => {
    const text = `openapi: 3.0.3
info: {title: T, version: 1}
components:
  schemas:
    A: {$ref: '#/nope'}
    B: {type: strin}
`;
    expect(await details(text)).toEqual([
      'the document: "paths" is missing (doc.yaml:1)',
      '/info/version: must be string; put it in quotes (doc.yaml:2)',
      '"#/nope" does not exist (doc.yaml:5)',
      '/components/schemas/B/type: the value is not one of array, boolean, integer, number, object, string (doc.yaml:6)',
    ]);
  });

  it('invalid parts of several operations and of one', async () => {
    const text = `${head}paths:
  /a:
    get:
      parameters:
        - {name: a, in: quer, schema: {type: string}}
        - {name: b, in: query, styl: form, schema: {type: string}}
      responses: { '200': { descripton: ok } }
  /b:
    get: { responses: { '200': { description: ok } } }
    put: { parametrs: [], responses: { '200': { descripton: ok } } }
`;
    expect(await details(text)).toEqual([
      '/paths/~1a/get/parameters/0/in: the value is not one of path, query, header, cookie (doc.yaml:7)',
      '/paths/~1a/get/parameters/1: "styl" is not allowed here (doc.yaml:8)',
      '/paths/~1a/get/responses/200: "description" is missing; "descripton" is not allowed here (doc.yaml:9)',
      '/paths/~1b/put/responses/200: "description" is missing; "descripton" is not allowed here (doc.yaml:12)',
      '/paths/~1b/put: "parametrs" is not allowed here (doc.yaml:12)',
    ]);
  });

  it('uncompilable schemas, servers, security and links, each once', async () => {
    const text = `openapi: 3.1.0
info: {title: T, version: "1"}
servers: [{url: 'http://['}]
paths:
  /a:
    get:
      security: [{nope: []}]
      parameters:
        - {name: q, in: query, schema: {$ref: '#/components/schemas/A'}}
      requestBody: {content: {text/plain: {schema: {$ref: '#/components/schemas/A'}}}}
      responses:
        '200':
          description: ok
          content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}
          links: {a: {operationId: no}}
components:
  schemas:
    A:
      minLength: -1
      properties:
        a: {pattern: 5}
    B: {pattern: 5}
`;
    expect(await details(text)).toEqual([
      '"http://[" is not a valid server URL (doc.yaml:3)',
      '"minLength" must be an integer of at least 0 (at /components/schemas/A/minLength) (doc.yaml:19)',
      'a pattern must be a string (at /components/schemas/A/properties/a/pattern) (doc.yaml:21)',
      'a link points to "no", which is not an operation of the document (doc.yaml:15)',
      '"nope" is not declared in components/securitySchemes (doc.yaml:7)',
    ]);
  });

  it('duplicate operation ids and undeclared path parameters', async () => {
    const operation = "{operationId: x, responses: {'200': {description: ok}}}";
    expect(
      await details(
        `${head}paths:\n  /a:\n    get: ${operation}\n    put: ${operation}\n  /{b}:\n    get: ${operation}\n`,
      ),
    ).toEqual([
      'the operationId "x" is also used at line 5; it must be unique (doc.yaml:6)',
      'the operationId "x" is also used at line 5; it must be unique (doc.yaml:8)',
      'the path contains {b}, but the path parameter "b" is not declared (doc.yaml:8)',
    ]);
  });

  it('only the first 10 of them, and at most 20 operations', async () => {
    const operations = (count: number) =>
      Array.from(
        { length: count },
        (_, index) =>
          `  /a${index}:\n    get: {servers: [{url: "http://["}], responses: {default: {description: a}}}\n`,
      );
    const [few, many] = [await details(`${head}paths:\n${operations(12).join('')}`), operations(30).join('')];
    expect(few).toHaveLength(10);
    expect(few.at(-1)).toMatch(/\nand 2 more$/);
    expect((await details(`${head}paths:\n${many}`)).at(-1)).toMatch(/\nand more$/);
  });
});

describe('long chains of schemas', () => {
  const chainOf = (length: number, link: (next: string) => string) =>
    [
      '',
      'components:',
      '  schemas:',
      ...Array.from({ length }, (_unused, n) => `    L${n}: ${link(`#/components/schemas/L${n + 1}`)}`),
      `    L${length}: { type: string }`,
    ].join('\n');
  const combined = (length: number) =>
    documentWith(
      "$ref: '#/components/schemas/L0'",
      '3.0.3',
      chainOf(length, (next) => `{ allOf: [{ $ref: '${next}' }] }`),
    );
  const referring = (length: number, version: string) =>
    documentWith(
      "$ref: '#/components/schemas/L0'",
      version,
      chainOf(length, (next) => `{ $ref: '${next}' }`),
    );

  it('are rejected if more than 250 levels validate the same value', async () => {
    await expect(loadText(combined(249))).resolves.toBeDefined();
    await expect(loadText(combined(10_000))).rejects.toMatchObject({
      code: 'schema-uncompilable',
      detail: expect.stringContaining('10001 levels deep; the maximum is 250'),
    });
  });

  it.each(['3.0.3', '3.1.0'])('are rejected after more than 100 references in %s', async (version) => {
    await expect(loadText(referring(98, version))).resolves.toBeDefined();
    await expect(loadText(referring(10_000, version))).rejects.toMatchObject({ code: 'spec-ref' });
  });
});
