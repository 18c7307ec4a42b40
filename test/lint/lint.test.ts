import { readdirSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkCatalog } from '../../contracts/catalog/check-catalog.ts';
import { lintContract, lintRules, lintWithRedocly } from '../../contracts/lint/lint.ts';
import { loadContract, parseContract } from '../../spec/loading/load-contract.ts';
import { formatPlace } from '../../spec/model/contract.ts';
import { plantStoreContract } from '../conformance/support.ts';
import { kitFolder } from '../pact/support.ts';

async function findingsIn(name: string) {
  const findings = await lintWithRedocly(
    await loadContract(path.join(kitFolder, 'test/fixtures/lint', `${name}.yaml`)),
  );
  return findings.map(({ check, severity, subject, place, lineText, received }) => {
    return [severity, check, subject, `${path.basename(formatPlace(place))}: ${lineText}`, received] as const;
  });
}

async function errorsIn(name: string) {
  return (await findingsIn(name)).filter(([severity]) => severity === 'error');
}

test('reports no errors and three known warnings for the contract of the kit', async () => {
  const found = await lintWithRedocly(plantStoreContract);
  expect(found.map(({ severity, check, place, received }) => [severity, check, place.line, received])).toEqual([
    ['warning', 'auth-error-declared', 12, '200, 400'],
    ['warning', 'integer-safe', 91, 'int64, up to 2^63-1'],
    ['warning', 'string-has-limit', 74, 'any string'],
  ]);
  expect(found.map(({ similar }) => similar)).toEqual([undefined, undefined, ['Plant.tag (spec/plant-store.yaml:78)']]);
});

test('reports an example that does not match its schema as one error, with file and line', async () => {
  const found = await errorsIn('wrong-examples');
  expect(found.map(([severity, check]) => `${severity} ${check}`)).toEqual(
    Array(found.length).fill('error example-valid'),
  );
  expect(found.map(([, , , place]) => place).toSorted()).toEqual([
    'wrong-examples.yaml:14: example: seven',
    'wrong-examples.yaml:20: wrong: { value: blue }',
    'wrong-examples.yaml:30: value: { size: 3 }',
    'wrong-examples.yaml:38: example: often',
    'wrong-examples.yaml:43: example: { name: Fern, size: 11 }',
    'wrong-examples.yaml:50: example: broken',
    'wrong-examples.yaml:60: example: A name that is too long',
  ]);
});

test('names the wrong part of an example', async () => {
  const reasons = new Map((await errorsIn('wrong-examples')).map(([, , , place, reason]) => [place, reason]));
  expect(reasons.get('wrong-examples.yaml:43: example: { name: Fern, size: 11 }')).toMatch(/example\.size.*11/);
  expect(reasons.get('wrong-examples.yaml:30: value: { size: 3 }')).toMatch(/name/);
});

test('checks examples exactly, in their direction, with null where it is allowed', async () => {
  expect(await errorsIn('right-examples')).toEqual([]);
});

test('finds examples in headers, callbacks, webhooks and unused components', async () => {
  const found = (await errorsIn('examples-everywhere')).map(([, check, , place]) => `${check} ${place}`);
  expect(found.toSorted()).toEqual(
    [
      '13: example: often',
      '15: examples: { wrong: { value: often } }',
      '21: example: { page: first }',
      '31: example: { amount: much }',
      '41: example: { amount: more }',
      '48: example: seven',
      '53: example: eight',
      '58: example: nine',
      '65: example: { size: ten }',
      '69: size: { type: integer, example: eleven } } }',
    ].map((place) => `example-valid examples-everywhere.yaml:${place}`),
  );
});

test('reports an unreadable component once, at its line, and still checks the others', async () => {
  const contract = await parseContract(
    'file:///tmp/unused.yaml',
    `openapi: 3.1.0
info: { title: Unused, version: 1.0.0 }
paths:
  /a: { get: { operationId: read, responses: { '204': { description: Good } } } }
components:
  schemas:
    List:
      type: array
      items: { $ref: '#/components/schemas/Old' }
    Old:
      type: string
      pattern: '(?i)a'
    New:
      type: object
      properties:
        size: { $ref: '#/components/schemas/Size' }
      example: { size: many }
    Size: { type: integer }
`,
  );
  const found = lintContract(contract).map(({ check, subject, place }) => [check, subject, place.line]);
  expect(found).toEqual([
    ['example-valid', 'Unused', 17],
    ['part-readable', 'Unused', 12],
  ]);
});

test('reports an example that is JSON in a string, and accepts a serialized array in a URL', async () => {
  const contract = await parseContract(
    'file:///tmp/texts.yaml',
    `openapi: 3.0.3
info: { title: Texts, version: 1.0.0 }
paths:
  /a:
    get:
      operationId: read
      parameters:
        - { name: ids, in: query, schema: { type: array, items: { type: integer } }, example: '1,2' }
        - { name: more, in: query, schema: { type: array, items: { type: integer } }, example: '1,b' }
      responses:
        '200': { description: Good, content: { application/json: { schema: { type: object }, example: '{"a": 1}' } } }
`,
  );
  const found = lintContract(contract).filter(({ severity }) => severity === 'error');
  expect(found.map(({ place, expected }) => [place.line, expected])).toEqual([
    [9, 'array'],
    [11, 'the value itself, not JSON in a string'],
  ]);
});

test('groups the same error in many places', async () => {
  const properties = Array.from({ length: 11 }, (_none, index) => `p${index}: { type: object, example: null }`);
  const documentWith = (some: readonly string[]) => `openapi: 3.0.3
info: { title: Many, version: 1.0.0 }
paths:
  /a:
    get:
      operationId: read
      responses:
        '200': { description: Good, content: { application/json: { schema: { properties: { ${some.join(', ')} } } } } }
`;
  const moreOf = async (some: readonly string[]) => {
    const found = lintContract(await parseContract('file:///tmp/many.yaml', documentWith(some)));
    return found.filter(({ check }) => check === 'example-valid').map(({ similarCount }) => similarCount);
  };
  expect(await moreOf(properties)).toEqual([10]);
  expect(await moreOf(properties.slice(1))).toEqual(Array(10).fill(0));
});

test('names the keywords that make a schema unsatisfiable', async () => {
  const contract = await parseContract(
    'file:///tmp/none.yaml',
    `openapi: 3.1.0
info: { title: None, version: 1.0.0 }
paths:
  /a:
    post:
      operationId: send
      requestBody:
        content:
          application/json:
            schema:
              type: integer
              description: How many
              allOf:
                - { type: [integer, 'null'], multipleOf: 10 }
              minimum: 11
              exclusiveMaximum: 20
      responses: { '204': { description: Done } }
`,
  );
  const [found] = lintContract(contract).filter(({ check }) => check === 'schema-satisfiable');
  expect(found?.received).toBe(
    'no value matches minimum (line 15), exclusiveMaximum (line 16), type (line 11) and multipleOf (line 14)',
  );
});

test('does not name a keyword that another one makes redundant', async () => {
  const contract = await parseContract(
    'file:///tmp/needless.yaml',
    `openapi: 3.1.0
info: { title: Needless, version: 1.0.0 }
paths:
  /a:
    get:
      operationId: read
      responses:
        '200':
          description: Good
          content:
            application/json:
              schema:
                type: string
                pattern: '^.{5}'
                format: uuid
                maxLength: 4
`,
  );
  const [found] = lintContract(contract).filter(({ check }) => check === 'schema-satisfiable');
  expect(found?.received).toBe('no value matches format (line 15), maxLength (line 16) and type (line 13)');
});

test('warns about gaps that make an implementation hard to check', async () => {
  expect((await findingsIn('hard-to-judge')).map((finding) => finding.slice(0, 4))).toEqual([
    ['warning', 'success-declared', 'listFailures', 'hard-to-judge.yaml:7: get:'],
    ['warning', 'response-described', 'showMoved', "hard-to-judge.yaml:22: '2XX':"],
    ['warning', 'error-has-schema', 'listFailures', "hard-to-judge.yaml:10: '404':"],
    ['warning', 'error-has-schema', 'showMoved', "hard-to-judge.yaml:24: '4XX':"],
  ]);
});

test('points to a line in the file of the schema, also for problems from Redocly', async () => {
  expect((await findingsIn('files/main')).map(([, check, , place]) => [check, place])).toEqual([
    ['bounds-satisfiable', 'bed.yaml:10: minimum: 9'],
    ['body-constrained', 'answers.yaml:5: schema: {}'],
    ['string-has-limit', 'bed.yaml:6: label:'],
    ['required-declared', 'bed.yaml:4: required: [label, widht]'],
  ]);
});

test('groups warnings of one rule, with the names and places of the others', async () => {
  const contract = await loadContract(path.join(kitFolder, 'test/fixtures/mock/pets.yaml'));
  const [texts, ...others] = (await lintWithRedocly(contract)).filter(({ check }) => check === 'string-has-limit');
  expect(others).toEqual([]);
  expect(texts?.similarCount).toBeGreaterThan(2);
  expect(texts?.similar).toHaveLength(texts?.similarCount ?? 0);
  expect(texts?.similar?.[0]).toMatch(/^Category\.name \(.*pets\.yaml:\d+\)$/);
});

test('reports warnings of one rule separately for each cause', async () => {
  const schema = (format: string) => `{ type: string, format: ${format} }`;
  const names = ['a: url', 'b: url', 'c: url', 'd: url', 'e: datetime'].map((pair) => pair.split(': '));
  const properties = names.map(([name, format = '']) => `${name}: ${schema(format)}`).join(', ');
  const contract = await parseContract(
    'file:///tmp/formats.yaml',
    `openapi: 3.0.3
info: { title: Formats, version: 1.0.0 }
paths:
  /a:
    get:
      responses:
        '200':
          description: Good
          content: { application/json: { schema: { type: object, properties: { ${properties} } } } }
`,
  );
  const found = lintContract(contract).filter(({ check }) => check === 'format-known');
  expect(found.map(({ received, similarCount }) => [received, similarCount])).toEqual([
    ['"url"', 3],
    ['"datetime"', 0],
  ]);
});

test('suggests no pattern for an unknown format of a number', async () => {
  const contract = await parseContract(
    'file:///tmp/prices.yaml',
    `openapi: 3.1.0
info: { title: Trial, version: 1.0.0 }
paths:
  /prices:
    post:
      operationId: send
      requestBody:
        content:
          application/json:
            schema:
              properties:
                price: { type: number, format: money }
                isbn: { type: string, format: isbn }
      responses: { '200': { description: Good } }
`,
  );
  const found = lintContract(contract).filter(({ check }) => check === 'format-known');
  expect(found.map(({ expected }) => expected)).toEqual([
    'a known format for the request body.price',
    'a known format or a pattern for the request body.isbn',
  ]);
});

test('visits a recursive schema and a chain of thousands once', async () => {
  const links = Array.from(
    { length: 3000 },
    (_none, index) =>
      `    S${index}: { type: object, required: [next], properties: { own: { $ref: '#/components/schemas/S${index}' }, next: { $ref: '#/components/schemas/S${index + 1}' } } }`,
  );
  const contract = await parseContract(
    'file:///tmp/chain.yaml',
    `openapi: 3.0.3
info: { title: Chain, version: 1.0.0 }
paths:
  /a:
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/S0' } } } }
      responses: { '204': { description: Good }, '400': { description: Wrong, content: { text/plain: {} } } }
components:
  schemas:
${links.join('\n')}
    S3000: { type: string }
`,
  );
  const found = lintContract(contract);
  expect(found.map(({ check, lineText }) => [check, lineText])).toEqual([
    ['string-has-limit', 'S3000: { type: string }'],
    ['operation-id-present', 'post:'],
  ]);
});

test('terminates on an array of itself, and visits a schema with many paths to it once', async () => {
  const both = (index: number) =>
    `allOf: [{ $ref: '#/components/schemas/D${index}' }, { $ref: '#/components/schemas/D${index}' }]`;
  const diamonds = Array.from({ length: 40 }, (_none, index) => `    D${index}: { ${both(index + 1)} }`);
  const respond = (name: string) =>
    `{ description: Good, content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } } }`;
  const contract = await parseContract(
    'file:///tmp/diamonds.yaml',
    `openapi: 3.0.3
info: { title: Diamonds, version: 1.0.0 }
paths:
  /a:
    get:
      operationId: readDiamonds
      responses: { '200': ${respond('D0')}, '201': ${respond('List')} }
components:
  schemas:
${diamonds.join('\n')}
    D40: { type: object, required: [a], properties: { a: { type: string } } }
    List: { type: array, items: { $ref: '#/components/schemas/List' } }
`,
  );
  expect(await lintWithRedocly(contract)).toEqual([]);
});

/** Fixtures with an error that another test needs. */
const planted: ReadonlyMap<string, readonly string[]> = new Map([
  ['mock/garden.yaml', ['example-valid']],
  ['conformance/alternatives.yaml', ['example-valid']],
]);

const fixtures = ['mock', 'conformance', 'conformance/hostile', 'pact/compare', 'pact/compare/files'].flatMap(
  (folder) =>
    readdirSync(path.join(kitFolder, 'test/fixtures', folder))
      .filter((name) => name.endsWith('.yaml') && !name.endsWith('.overlay.yaml'))
      .map((name) => `${folder}/${name}`),
);
const notAlone = ['mock/uncompilable.yaml', 'pact/compare/files/paths.yaml', 'pact/compare/files/schemas.yaml'];

test.each(fixtures.filter((name) => !notAlone.includes(name)))(
  '%s has no errors except the planted ones',
  async (name) => {
    const found = await lintWithRedocly(await loadContract(path.join(kitFolder, 'test/fixtures', name)));
    const errorChecks = found.filter(({ severity }) => severity === 'error').map(({ check }) => check);
    expect(errorChecks).toEqual(planted.get(name) ?? []);
  },
);

test('reports the same findings in two runs', async () => {
  const file = path.join(kitFolder, 'test/fixtures/mock/tickets.yaml');
  const [one, other] = [await loadContract(file), await loadContract(file)];
  expect(await lintWithRedocly(one)).toEqual(await lintWithRedocly(other));
  expect(await lintWithRedocly(one)).toEqual(await lintWithRedocly(one));
});

test('has rule ids that are unique among the checks of all stages', () => {
  const ids = checkCatalog.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  expect(lintRules.every(({ id }) => ids.includes(id))).toBe(true);
});

test('gives each finding its own fingerprint', async () => {
  const file = path.join(kitFolder, 'test/fixtures/lint/wrong-examples.yaml');
  const fingerprints = lintContract(await loadContract(file)).map(({ fingerprint }) => fingerprint);
  expect(new Set(fingerprints).size).toBe(fingerprints.length);
});

test('has fingerprints that do not depend on the folder of the document', async () => {
  const from = await mkdtemp(path.join(tmpdir(), 'lint-'));
  onTestFinished(() => rm(from, { recursive: true }));
  await cp(path.join(kitFolder, 'test/fixtures/lint/files'), from, { recursive: true });
  const fingerprintsIn = async (folder: string) => {
    const contract = await loadContract(path.join(folder, 'main.yaml'));
    return lintContract(contract).map(({ fingerprint }) => fingerprint);
  };
  const here = await fingerprintsIn(path.join(kitFolder, 'test/fixtures/lint/files'));
  expect(here.length).toBeGreaterThan(1);
  expect(await fingerprintsIn(from)).toEqual(here);
});

test('accepts boolean schemas wherever OpenAPI 3.1 allows them', async () => {
  const contract = await parseContract(
    'file:///tmp/never.yaml',
    `openapi: 3.1.0
info: { title: T, version: '1' }
paths: { /a: { get: { operationId: a, responses: { '204': { description: done } } } } }
components:
  schemas:
    Never: { type: string, maxLength: 3, if: { const: no }, then: false, else: true }
`,
  );
  expect((await lintWithRedocly(contract)).filter(({ severity }) => severity === 'error')).toEqual([]);
});
