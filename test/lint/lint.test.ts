import { readdirSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { catalogue } from '../../contracts/catalogue.ts';
import { lintContract, lintFully, lintRules } from '../../contracts/lint/lint.ts';
import { formatPlace } from '../../spec/contract.ts';
import { loadContract, readContract } from '../../spec/load.ts';
import { plantStore } from '../conformance/support.ts';
import { kitFolder } from '../pact/support.ts';

async function findingsIn(name: string) {
  const findings = await lintFully(
    await loadContract(path.join(kitFolder, 'test/fixtures/lint', `${name}.yaml`)),
  );
  return findings.map(({ check, severity, subject, place, line, received }) => {
    return [severity, check, subject, `${path.basename(formatPlace(place))}: ${line}`, received] as const;
  });
}

async function faultsIn(name: string) {
  return (await findingsIn(name)).filter(([severity]) => severity === 'fault');
}

test('the contract of the kit has no fault, and the advice that its interface leaves room for', async () => {
  const found = await lintFully(plantStore);
  expect(
    found.map(({ severity, check, place, received }) => [severity, check, place.line, received]),
  ).toEqual([
    ['advice', 'refusal-declared', 12, '200, 400'],
    ['advice', 'integer-exact', 91, 'int64, up to 2^63-1'],
    ['advice', 'text-has-limit', 74, 'any text'],
  ]);
  expect(found.map(({ others }) => others)).toEqual([
    undefined,
    undefined,
    ['Plant.tag (spec/plant-store.yaml:78)'],
  ]);
});

test('an example that breaks its schema is a fault, told once with its file and line', async () => {
  const found = await faultsIn('wrong-examples');
  expect(found.map(([severity, check]) => `${severity} ${check}`)).toEqual(
    Array(found.length).fill('fault example-valid'),
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

test('the reason names the part of the example that is wrong', async () => {
  const reasons = new Map((await faultsIn('wrong-examples')).map(([, , , place, reason]) => [place, reason]));
  expect(reasons.get('wrong-examples.yaml:43: example: { name: Fern, size: 11 }')).toMatch(
    /example\.size.*11/,
  );
  expect(reasons.get('wrong-examples.yaml:30: value: { size: 3 }')).toMatch(/name/);
});

test('examples are judged in their direction, exactly, and by null where it is allowed', async () => {
  expect(await faultsIn('right-examples')).toEqual([]);
});

test('what makes an implementation hard to judge is advice', async () => {
  expect((await findingsIn('hard-to-judge')).map((finding) => finding.slice(0, 4))).toEqual([
    ['advice', 'success-declared', 'listFailures', 'hard-to-judge.yaml:7: get:'],
    ['advice', 'error-has-schema', 'listFailures', "hard-to-judge.yaml:10: '404':"],
    ['advice', 'error-has-schema', 'showMoved', "hard-to-judge.yaml:24: '4XX':"],
  ]);
});

test('the place is a line of the file that the schema stands in, also for what the engine finds', async () => {
  expect((await findingsIn('files/main')).map(([, check, , place]) => [check, place])).toEqual([
    ['bounds-possible', 'bed.yaml:10: minimum: 9'],
    ['body-says-something', 'answers.yaml:5: schema: {}'],
    ['text-has-limit', 'bed.yaml:6: label:'],
    ['required-declared', 'bed.yaml:4: required: [label, widht]'],
  ]);
});

test('much of one advice is told as one, with the names and places of the others', async () => {
  const contract = await loadContract(path.join(kitFolder, 'test/fixtures/mock/pets.yaml'));
  const [texts, ...others] = (await lintFully(contract)).filter(({ check }) => check === 'text-has-limit');
  expect(others).toEqual([]);
  expect(texts?.more).toBeGreaterThan(2);
  expect(texts?.others).toHaveLength(texts?.more ?? 0);
  expect(texts?.others?.[0]).toMatch(/^Category\.name \(.*pets\.yaml:\d+\)$/);
});

test('advice of one rule with different causes is told for each', async () => {
  const schema = (format: string) => `{ type: string, format: ${format} }`;
  const names = ['a: url', 'b: url', 'c: url', 'd: url', 'e: datetime'].map((pair) => pair.split(': '));
  const properties = names.map(([name, format = '']) => `${name}: ${schema(format)}`).join(', ');
  const contract = await readContract(
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
  expect(found.map(({ received, more }) => [received, more])).toEqual([
    ['"url"', 3],
    ['"datetime"', 0],
  ]);
});

test('no pattern is asked for in place of an unknown format of a number', async () => {
  const contract = await readContract(
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

test('a schema that holds itself, and a chain of thousands, are walked once', async () => {
  const links = Array.from(
    { length: 3000 },
    (_none, index) =>
      `    S${index}: { type: object, required: [next], properties: { own: { $ref: '#/components/schemas/S${index}' }, next: { $ref: '#/components/schemas/S${index + 1}' } } }`,
  );
  const contract = await readContract(
    'file:///tmp/chain.yaml',
    `openapi: 3.0.3
info: { title: Chain, version: 1.0.0 }
paths:
  /a:
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/S0' } } } }
      responses: { '200': { description: Good }, '400': { description: Wrong, content: { text/plain: {} } } }
components:
  schemas:
${links.join('\n')}
    S3000: { type: string }
`,
  );
  const found = lintContract(contract);
  expect(found.map(({ check, line }) => [check, line])).toEqual([
    ['text-has-limit', 'S3000: { type: string }'],
    ['operation-named', 'post:'],
  ]);
});

test('a list of itself ends, and parts that are reached by very many ways are looked at once', async () => {
  const both = (index: number) =>
    `allOf: [{ $ref: '#/components/schemas/D${index}' }, { $ref: '#/components/schemas/D${index}' }]`;
  const diamonds = Array.from({ length: 40 }, (_none, index) => `    D${index}: { ${both(index + 1)} }`);
  const answer = (name: string) =>
    `{ description: Good, content: { application/json: { schema: { $ref: '#/components/schemas/${name}' } } } }`;
  const contract = await readContract(
    'file:///tmp/diamonds.yaml',
    `openapi: 3.0.3
info: { title: Diamonds, version: 1.0.0 }
paths:
  /a:
    get:
      operationId: readDiamonds
      responses: { '200': ${answer('D0')}, '201': ${answer('List')} }
components:
  schemas:
${diamonds.join('\n')}
    D40: { type: object, required: [a], properties: { a: { type: string } } }
    List: { type: array, items: { $ref: '#/components/schemas/List' } }
`,
  );
  expect(await lintFully(contract)).toEqual([]);
});

/** Those with a mistake that a test of theirs needs. */
const planted: ReadonlyMap<string, readonly string[]> = new Map([
  ['mock/garden.yaml', ['example-valid']],
  ['conformance/alternatives.yaml', ['example-valid']],
]);

const fixtures = ['mock', 'conformance', 'conformance/hostile', 'pact/compare', 'pact/compare/files'].flatMap(
  (folder) =>
    readdirSync(path.join(kitFolder, 'test/fixtures', folder))
      .filter((name) => name.endsWith('.yaml'))
      .map((name) => `${folder}/${name}`),
);
const notAlone = [
  'mock/uncompilable.yaml',
  'pact/compare/files/paths.yaml',
  'pact/compare/files/schemas.yaml',
];

test.each(fixtures.filter((name) => !notAlone.includes(name)))(
  '%s is accused of no more than its planted faults',
  async (name) => {
    const found = await lintFully(await loadContract(path.join(kitFolder, 'test/fixtures', name)));
    const faults = found.filter(({ severity }) => severity === 'fault').map(({ check }) => check);
    expect(faults).toEqual(planted.get(name) ?? []);
  },
);

test('two runs find the same', async () => {
  const file = path.join(kitFolder, 'test/fixtures/mock/tickets.yaml');
  const [one, other] = [await loadContract(file), await loadContract(file)];
  expect(await lintFully(one)).toEqual(await lintFully(other));
  expect(await lintFully(one)).toEqual(await lintFully(one));
});

test('the ids of rules are unique, among the checks of all stages too', () => {
  const ids = catalogue.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  expect(lintRules.every(({ id }) => ids.includes(id))).toBe(true);
});

test('two findings have two fingerprints', async () => {
  const file = path.join(kitFolder, 'test/fixtures/lint/wrong-examples.yaml');
  const fingerprints = lintContract(await loadContract(file)).map(({ fingerprint }) => fingerprint);
  expect(new Set(fingerprints).size).toBe(fingerprints.length);
});

test('a finding has the same fingerprint from whatever folder the document is read', async () => {
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
