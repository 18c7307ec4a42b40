/** What the loader makes of a valid document: the contract, exact numbers, and the line of every place. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import type { Contract, Place } from '../../../spec/model/contract.ts';
import { relativeCpuTime } from '../../cpu-time.ts';
import { loadText, writeFolder } from '../support.ts';

/** Each place of interest is a line with a name behind `#`. */
const marked = `# The garden's contract, with a comment on top
openapi: 3.0.3 # root
info: {title: Garden, version: 2.1.0}

servers:
  - url: https://{host}/api/v{version}/
    variables:
      host: {default: example.com}
      version: {default: "3"}
security:
  - key: []
  - {}
paths:
  # a comment between
  /beds/{bed~id}/a b:
    parameters:
      - {name: bed~id, in: path, required: true, schema: {type: string}} # parameter
      - {name: trace, in: header, schema: {type: string}}
    put: # operation
      operationId: replaceBed
      parameters:
        - name: trace # overriding
          in: header
          required: true
          schema:
            type: integer # type of trace
      requestBody: # request body
        content:
          Application/JSON; charset=utf-8: # media type
            schema:
              type: object
              required: # required
                - id
              properties:
                id: # id
                  type: integer
                  minimum: -9223372036854775808 # minimum
                  maximum: 9223372036854775807
                  example: 9007199254740993
                  multipleOf: 9007199254740993
            examples:
              large:
                value: {id: 9223372036854775807} # example
      responses:
        404: # not found
          description: none
        2XX: # range
          description: fine
          headers:
            X-Left: {required: true, schema: {type: integer}} # header
            Content-Type: {schema: {type: string}}
        default:
          description: else
    get:
      security: []
      responses:
        '200': {description: ok}
components:
  securitySchemes:
    key: {type: apiKey, in: header, name: X-Key} # scheme
`;

function lineNamed(name: string): number {
  return marked.split('\n').findIndex((line) => line.endsWith(`# ${name}`)) + 1;
}

function placesOf(contract: Contract): readonly (readonly [string, Place | undefined])[] {
  const [put] = contract.operations;
  const [media] = put?.requestBody?.content ?? [];
  const id = media?.schema?.properties.get('id');
  const line = (keyword: string, schema = id) => {
    const found = schema?.keywordLines.get(keyword);
    return found === undefined || schema === undefined ? undefined : { ...schema.place, line: found };
  };
  const trace = put?.parameters.find(({ name }) => name === 'trace');
  return [
    ['root', contract.place],
    ['operation', put?.place],
    ['parameter', put?.parameters.find(({ name }) => name === 'bed~id')?.place],
    ['overriding', trace?.place],
    ['type of trace', line('type', trace?.schema)],
    ['request body', put?.requestBody?.place],
    ['media type', media?.place],
    ['required', line('required', media?.schema)],
    ['id', id?.place],
    ['minimum', line('minimum')],
    ['example', media?.examples[0]?.place],
    ['not found', put?.responses.find(({ status }) => status === '404')?.place],
    ['range', put?.responses.find(({ status }) => status === '2XX')?.place],
    ['header', put?.responses.find(({ status }) => status === '2XX')?.headers[0]?.place],
    ['scheme', contract.securitySchemes[0]?.place],
  ];
}

describe('places in a contract', () => {
  it.each([
    ['line feeds', marked],
    ['Windows line ends', marked.replaceAll('\n', '\r\n')],
    ['a byte order mark', `\uFEFF${marked}`],
  ])('have correct lines in a file with %s', async (_what, text) => {
    const places = placesOf(await loadText(text));
    // The document's own place is its first line, the comment.
    expect(places.map(([name, place]) => [name, place?.line])).toEqual(
      places.map(([name]) => [name, name === 'root' ? 1 : lineNamed(name)]),
    );
  });

  it('have pointers that escape "/" and "~"', async () => {
    const [put] = (await loadText(marked)).operations;
    expect(put?.place.pointer).toBe('/paths/~1beds~1{bed~0id}~1a b/put');
    expect(put?.requestBody?.content[0]?.schema?.properties.get('id')?.place.pointer).toBe(
      '/paths/~1beds~1{bed~0id}~1a b/put/requestBody/content/Application~1JSON; charset=utf-8/schema/properties/id',
    );
  });

  it('are at the alias for aliases and merge keys', async () => {
    const text = `openapi: 3.0.3
info: {title: T, version: "1"}
x-shared: &shared
  description: ok
paths:
  /a:
    get:
      responses:
        '200': *shared
        '400':
          <<: *shared
`;
    const [operation] = (await loadText(text)).operations;
    expect(operation?.responses.map(({ status, description, place }) => [status, description, place.line])).toEqual([
      ['200', 'ok', 9],
      ['400', 'ok', 10],
    ]);
  });

  it('are found in JSON with tabs', async () => {
    const text = JSON.stringify(
      {
        openapi: '3.1.1',
        info: { title: 'T', version: '1' },
        paths: { '/a': { get: { responses: { 200: { description: 'ok' } } } } },
      },
      null,
      '\t',
    );
    const [operation] = (await loadText(text, {}, 'doc.json')).operations;
    expect(operation?.place.line).toBe(text.split('\n').findIndex((line) => line.includes('"get"')) + 1);
  });
});

describe('a contract', () => {
  it('has the values of its document', async () => {
    const contract = await loadText(marked);
    expect(contract).toMatchObject({
      openapi: '3.0',
      title: 'Garden',
      version: '2.1.0',
      servers: [{ url: 'https://example.com/api/v3/', basePath: '/api/v3' }],
      sha256: createHash('sha256').update(marked).digest('hex'),
    });
    expect(contract.operations.map(({ id, method, path }) => [id, method, path])).toEqual([
      ['replaceBed', 'PUT', '/beds/{bed~id}/a b'],
      ['GET /beds/{bed~id}/a b', 'GET', '/beds/{bed~id}/a b'],
    ]);
  });

  it('has security requirements with their alternatives, and none if the operation removes them', async () => {
    const [put, get] = (await loadText(marked)).operations;
    expect(put?.security.map(({ schemes }) => schemes.map(({ name }) => name))).toEqual([['key'], []]);
    expect(get?.security).toEqual([]);
  });

  it('inherits parameters from the path item unless the operation overrides them', async () => {
    const [put, get] = (await loadText(marked)).operations;
    const shown = (operation: typeof put) =>
      operation?.parameters.map(({ name, required, schema }) => [name, required, [...(schema?.types ?? [])]]);
    expect(shown(put)).toEqual([
      ['bed~id', true, ['string']],
      ['trace', true, ['integer']],
    ]);
    expect(shown(get)).toEqual([
      ['bed~id', true, ['string']],
      ['trace', false, ['string']],
    ]);
  });

  it('normalizes statuses and media types, and omits Content-Type from the headers', async () => {
    const [put] = (await loadText(marked)).operations;
    expect(put?.responses.map(({ status }) => status)).toEqual(['404', '2XX', 'default']);
    expect(put?.requestBody?.content.map(({ range }) => range)).toEqual(['application/json']);
    expect(put?.responses[1]?.headers.map(({ name }) => name)).toEqual(['X-Left']);
  });

  it('keeps integers beyond 2^53 exact in bounds and examples', async () => {
    const [put] = (await loadText(marked)).operations;
    const media = put?.requestBody?.content[0];
    expect(media?.schema?.properties.get('id')).toMatchObject({
      minimum: -(2n ** 63n),
      maximum: 2n ** 63n - 1n,
      multipleOf: 9007199254740993n,
      examples: [9007199254740993n],
    });
    expect(media?.examples.map(({ value }) => value)).toEqual([{ id: 2n ** 63n - 1n }]);
  });

  it('has a document in which all numbers are doubles, for libraries without bigints', async () => {
    const { document } = await loadText(marked);
    expect(JSON.stringify(document)).toContain('"minimum":-9223372036854776000');
  });

  it('keeps properties with the names of Object.prototype', async () => {
    const text = `openapi: 3.0.3
info: {title: T, version: "1"}
paths:
  /a:
    post:
      requestBody:
        content:
          application/json:
            schema: {type: object, properties: {__proto__: {type: string}, constructor: {}, toString: {}}}
      responses:
        '200': {description: ok}
`;
    const schema = (await loadText(text)).operations[0]?.requestBody?.content[0]?.schema;
    expect([...(schema?.properties.keys() ?? [])]).toEqual(['__proto__', 'constructor', 'toString']);
    expect(schema?.properties.get('__proto__')?.types).toEqual(new Set(['string']));
  });

  it('supports every patch version', async () => {
    for (const version of ['3.0.0', '3.0.1', '3.0.2', '3.0.3', '3.0.4', '3.0.9', '3.1.0', '3.1.1', '3.1.2', '3.1.3']) {
      const contract = await loadText(marked.replace('3.0.3', version));
      expect(contract.openapi).toBe(version.slice(0, 3));
    }
  });

  it('is loaded from a path relative to the working directory, and named as given', async () => {
    expect((await loadContract('spec/plant-store.yaml')).file).toBe('spec/plant-store.yaml');
    expect((await loadContract(`file://${process.cwd()}/spec/plant-store.yaml`)).file).toBe('spec/plant-store.yaml');
  });
});

/** Schemas that refer to one another without end, as those of large interfaces do. */
function largeDocument(count: number): string {
  const ref = (index: number) => ({ $ref: `#/components/schemas/Thing${index % count}` });
  const numbers = Array.from({ length: count }, (_unused, index) => index);
  return JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Large', version: '1' },
    paths: Object.fromEntries(
      numbers.map((n) => [
        `/things${n}`,
        {
          post: {
            requestBody: { content: { 'application/json': { schema: ref(n) } } },
            responses: {
              200: { description: 'ok', content: { 'application/json': { schema: ref(n + 7) } } },
            },
          },
        },
      ]),
    ),
    components: {
      schemas: Object.fromEntries(
        numbers.map((n) => [
          `Thing${n}`,
          {
            type: 'object',
            properties: { next: ref(n + 1), other: ref(n * 7 + 3), both: { allOf: [ref(n + 2)] } },
          },
        ]),
      ),
    },
  });
}

describe('a large document', () => {
  it('of 1500 schemas that reference each other is loaded quickly', async () => {
    const cpuTime = await relativeCpuTime(async () => {
      const contract = await loadText(largeDocument(1_500), {}, 'large.json');
      expect(contract.operations.length).toBe(1_500);
    });
    expect(cpuTime).toBeLessThan(100);
  });

  it('whose schemas double at each of 60 levels is loaded quickly', async () => {
    const levels = Array.from(
      { length: 60 },
      (_unused, n) =>
        `    L${n}: {type: object, properties: {a: {$ref: '#/components/schemas/L${n + 1}'}, b: {$ref: '#/components/schemas/L${n + 1}'}}}\n`,
    );
    const text = `openapi: 3.0.3
info: {title: T, version: "1"}
paths:
  /a:
    post:
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/L0'}}}}
      responses: {'200': {description: ok}}
components:
  schemas:
${levels.join('')}    L60: {type: string}
`;
    const cpuTime = await relativeCpuTime(async () => {
      expect((await loadText(text)).operations.length).toBe(1);
    });
    expect(cpuTime).toBeLessThan(30);
  });

  it('of 30000 keys in one object is loaded quickly', async () => {
    const keys = Array.from({ length: 30_000 }, (_unused, n) => `  k${n}: ${n}\n`).join('');
    const text = `openapi: 3.0.3\ninfo: {title: T, version: "1"}\nx-keys:\n${keys}paths: {/a: {get: {responses: {'200': {description: ok}}}}}\n`;
    expect(await relativeCpuTime(() => loadText(text))).toBeLessThan(100);
  });

  it('may use one anchor hundreds of times', async () => {
    const uses = Array.from({ length: 500 }, (_unused, n) => `  k${n}: *shared\n`).join('');
    const folder = writeFolder({
      'doc.yaml': `openapi: 3.0.3
info: {title: T, version: "1"}
x-shared: &shared {description: ok}
x-uses:
${uses}paths:
  /a:
    get:
      responses:
        '200': *shared
`,
    });
    expect((await loadContract(`${folder}/doc.yaml`)).operations.length).toBe(1);
  });
});
