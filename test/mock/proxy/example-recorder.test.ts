import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createExampleRecorder, type ExampleRecorder } from '../../../mock/proxy/example-recorder/example-recorder.ts';
import { stringifyJson } from '../../../spec/json/exact-json.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import { gardenSpec, plantStoreSpec, send, startMockOf } from '../support.ts';
import { plantRequest, readText, startProxyTo, startUpstream } from './test-proxy.ts';

async function folder(): Promise<string> {
  const name = await mkdtemp(path.join(tmpdir(), 'record-'));
  onTestFinished(() => rm(name, { recursive: true }));
  return name;
}

async function recorderFor(contract: string): Promise<ExampleRecorder> {
  const name = path.extname(contract) === '.json' ? 'recorded.json' : 'recorded.yaml';
  return createExampleRecorder(await loadContract(contract), path.join(await folder(), name));
}

/** Returns the sent values without the id, as the plant store does; 400 if the name is `refused`. */
function plantStore() {
  return startUpstream(async (request, response) => {
    const { name, tag } = JSON.parse(await readText(request));
    const isRefused = name === 'refused';
    response.writeHead(isRefused ? 400 : 200, { 'Content-Type': 'application/json' });
    response.end(isRefused ? '{"error":17,"message":"no such plant"}' : JSON.stringify({ name, tag }));
  });
}

/** Sends these bodies through a recording proxy, and returns the file. */
async function recordPlants(
  bodies: readonly string[],
  { token = 'a-client-token', spec = plantStoreSpec } = {},
): Promise<string> {
  const recorder = await recorderFor(spec);
  const mock = await startProxyTo(await plantStore(), { contract: spec, recorder });
  const headers = { ...plantRequest.headers, Authorization: `Bearer ${token}` };
  for (const body of bodies) await send(`${mock.url}/plants`, { ...plantRequest, headers, body });
  await mock.close();
  return recorder.file;
}

function exampleNames({ operations }: Contract): readonly string[] {
  const media = operations.flatMap(({ requestBody, responses }) => [
    ...(requestBody?.content ?? []),
    ...responses.flatMap(({ content }) => content),
  ]);
  return media.flatMap(({ examples }) => examples.map(({ name }) => name));
}

/** The lines of the first text that are not in the second, in the same order. */
function removedLines(before: string, after: string): readonly string[] {
  const rest = after.split('\n');
  return before.split('\n').filter((line) => {
    const at = rest.indexOf(line);
    if (at >= 0) rest.splice(0, at + 1);
    return at < 0;
  });
}

test('a mock of the recorded document returns the recorded bytes', async () => {
  const file = await recordPlants([
    '{"id":1,"name":"Moss"}',
    '{"id":9223372036854775807,"name":"Fern","tag":"f"}',
    '{"id":3,"name":"refused"}',
  ]);
  const mock = await startMockOf(file);
  const sendRequest = (prefer: string) =>
    send(`${mock.url}/plants`, {
      ...plantRequest,
      headers: { ...plantRequest.headers, Authorization: `Bearer ${mock.token}`, Prefer: prefer },
    });
  expect((await sendRequest('example=createPlant-200-1')).text).toBe('{"name":"Moss"}');
  expect((await sendRequest('example=createPlant-200-2')).text).toBe('{"name":"Fern","tag":"f"}');
  expect((await sendRequest('code=400, example=createPlant-400-1')).text).toBe(
    '{"error":17,"message":"no such plant"}',
  );
  const [operation] = (await loadContract(file)).operations;
  expect(operation?.requestBody?.content[0]?.examples.slice(2).map(({ name, value }) => [name, value])).toEqual([
    ['createPlant-200-1', { id: 1, name: 'Moss' }],
    ['createPlant-200-2', { id: 9223372036854775807n, name: 'Fern', tag: 'f' }],
    ['createPlant-400-1', { id: 3, name: 'refused' }],
  ]);
});

test('the document keeps all its content', async () => {
  const file = await recordPlants(['{"id":1,"name":"Moss"}']);
  expect(removedLines(await readFile(plantStoreSpec, 'utf8'), await readFile(file, 'utf8'))).toEqual([]);
});

test('an exchange whose request or response violates the contract is not recorded', async () => {
  const file = await recordPlants(['{"id":"1","name":"Moss"}', '{"id":1,"name":7}']);
  expect(await readFile(file, 'utf8')).toBe(await readFile(plantStoreSpec, 'utf8'));
});

test('exchanges of one shape are recorded once, and at most three of a status', async () => {
  const alike = Array.from({ length: 20 }, (_one, id) => `{"id":${id},"name":"Fern ${id}"}`);
  const others = ['a', 'b', 'c', 'd'].map((name) => `{"id":1,"name":"Fern","tag":"f","${name}":1}`);
  const names = exampleNames(await loadContract(await recordPlants([...alike, ...others])));
  expect(names.filter((name) => name.startsWith('createPlant-'))).toEqual([
    ...['createPlant-200-1', 'createPlant-200-2', 'createPlant-200-3'],
    ...['createPlant-200-1', 'createPlant-200-2', 'createPlant-200-3'],
  ]);
});

/** Declares its key as a parameter instead of a security scheme. */
const keyed = `
openapi: 3.1.0
info: { title: Keyed, version: '1' }
paths:
  /things:
    get:
      parameters:
        - { in: header, name: X-Api-Key, schema: { type: string } }
        - { in: query, name: access_token, schema: { type: string } }
      responses:
        '200':
          description: ok
          content: { application/json: { schema: { type: object } } }
`;

test('keys that the contract declares as plain parameters are not recorded', async () => {
  const contract = path.join(await folder(), 'keyed.yaml');
  await writeFile(contract, keyed);
  const upstream = await startUpstream(({ headers, url }, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ key: headers['x-api-key'], url }));
  });
  const recorder = await recorderFor(contract);
  const mock = await startProxyTo(upstream, { contract, recorder });
  await send(`${mock.url}/things?access_token=query-secret-1`, {
    headers: { 'X-Api-Key': 'header-secret-2' },
  });
  await mock.close();
  const text = await readFile(recorder.file, 'utf8');
  expect(text).toContain('Recorded from real traffic');
  expect(text).not.toMatch(/query-secret-1|header-secret-2/);
});

test('the credentials of clients are not recorded, even if bodies repeat them', async () => {
  const token = 'kept-by-the-client-42';
  const file = await recordPlants(
    [JSON.stringify({ id: 1, name: `Bearer ${token}`, tag: Buffer.from(token).toString('base64') })],
    { token },
  );
  const text = await readFile(file, 'utf8');
  expect(text).toContain('createPlant-200-1');
  expect(text).toContain('Bearer ***');
  expect(text).not.toContain(token);
  expect(text).not.toContain(Buffer.from(token).toString('base64').replace(/=+$/, ''));
});

test('parameters get examples too, a single example and the comments are preserved', async () => {
  const source = path.join(await folder(), 'beds.yaml');
  const document = (await readFile(gardenSpec, 'utf8')).replace('paths:\n', '# All paths\npaths:\n');
  await writeFile(source, document);
  const recorder = await recorderFor(source);
  const upstream = await startUpstream((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'X-Remaining': '1' });
    response.end('{"id":9007199254740993,"soil":"sand"}');
  });
  const mock = await startProxyTo(upstream, { contract: source, recorder });
  const headers = { 'X-Garden-Key': 'some-garden-key', 'Content-Type': 'application/json' };
  await send(`${mock.url}/api/v3/beds/9007199254740993?limit=5`, { headers });
  await send(`${mock.url}/beds/2`, { method: 'PATCH', headers, body: '{"soil":"sand"}' });
  await mock.close();
  const text = await readFile(recorder.file, 'utf8');
  expect(removedLines(document, text)).toEqual([
    ...document.split('\n').filter((line) => line.includes('name: bedId') || line.includes('name: limit')),
    "          application/json: { schema: { $ref: '#/components/schemas/BedChange' } }",
    '              example: { id: 7, soil: loam, note: old }',
  ]);
  const recorded = await loadContract(recorder.file);
  const read = recorded.operations.find(({ id }) => id === 'readBed');
  const change = recorded.operations.find(({ id }) => id === 'changeBed');
  expect(read?.parameters.flatMap(({ name, examples }) => examples.map((one) => [name, one.name, one.value]))).toEqual([
    ['bedId', 'readBed-200-1', 9007199254740993n],
    ['bedId', 'changeBed-200-1', 2],
    ['limit', 'readBed-200-1', 5],
  ]);
  expect(change?.responses[0]?.content[0]?.examples.map(({ name }) => name)).toEqual(['example', 'changeBed-200-1']);
});

test('a document with CRLF is recorded with CRLF', async () => {
  const spec = path.join(await folder(), 'crlf.yaml');
  await writeFile(spec, (await readFile(plantStoreSpec, 'utf8')).replaceAll('\n', '\r\n'));
  const recorded = await readFile(await recordPlants(['{"id":7,"name":"fern"}'], { spec }), 'utf8');
  expect(recorded).toContain('createPlant-200-1:\r\n');
  expect(recorded.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
});

test('a JSON document remains JSON', async () => {
  const source = path.join(await folder(), 'plants.json');
  const schema = { type: 'object', required: ['id'], properties: { id: { type: 'integer', maximum: 1 } } };
  const content = { 'application/json': { schema } };
  const responses = { '200': { description: 'Read', content } };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Plants', version: '1' },
    paths: { '/plants': { get: { responses } } },
  };
  const text = JSON.stringify(document, undefined, 4).replace('"maximum": 1', '"maximum": 9223372036854775807');
  await writeFile(source, text);
  const recorder = await recorderFor(source);
  const upstream = await startUpstream((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end('{"id":9223372036854775807}');
  });
  const mock = await startProxyTo(upstream, { contract: source, recorder });
  await send(`${mock.url}/plants`);
  await mock.close();
  const recorded = await readFile(recorder.file, 'utf8');
  expect(recorded).toMatch(/^\{\n {4}"openapi"/);
  expect(recorded.match(/9223372036854775807/g)).toHaveLength(2);
  expect(JSON.parse(recorded).paths['/plants'].get.responses['200'].content['application/json'].examples).toEqual({
    'GET-plants-200-1': { summary: 'Recorded from real traffic', value: { id: expect.any(Number) } },
  });
});

test('a document of several files is recorded as one file', async () => {
  const from = await folder();
  const source = path.join(from, 'main.yaml');
  const operation = "get: { operationId: list, responses: { '200': { $ref: './answer.yaml' } } }";
  await writeFile(source, `openapi: 3.0.3\ninfo: { title: a, version: '1' }\npaths:\n  /plants:\n    ${operation}\n`);
  await writeFile(
    path.join(from, 'answer.yaml'),
    'description: Names\ncontent:\n  application/json:\n    schema: { type: array, items: { type: string } }\n',
  );
  const recorder = await recorderFor(source);
  const upstream = await startUpstream((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end('["Fern"]');
  });
  const mock = await startProxyTo(upstream, { contract: source, recorder });
  await send(`${mock.url}/plants`);
  await mock.close();
  const recorded = await loadContract(recorder.file);
  expect(recorded.sources.size).toBe(1);
  expect(exampleNames(recorded)).toEqual(['list-200-1']);
});

test.each([
  ...[
    '{"<<":{"a":1}}',
    '{"__proto__":1}',
    '"yes"',
    '"1e3"',
    '"# no comment"',
    '" a\\n\\n b: c\\n"',
    '"\\u0000\\u2028"',
  ],
  ...['18446744073709551616', '{"200":1,"null":2,"":3}', '"&a"', '"*a"', '[[],{}]', '"2020-01-01"'],
])('the value %s is recorded unchanged', async (json) => {
  const source = path.join(await folder(), 'any.yaml');
  const responses = "responses: { '200': { description: Any, content: { application/json: {} } } }";
  await writeFile(
    source,
    `openapi: 3.1.0\ninfo: { title: a, version: '1' }\npaths:\n  /any:\n    get:\n      ${responses}\n`,
  );
  const recorder = await recorderFor(source);
  const upstream = await startUpstream((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(json);
  });
  const mock = await startProxyTo(upstream, { contract: source, recorder });
  await send(`${mock.url}/any`);
  await mock.close();
  const [operation] = (await loadContract(recorder.file)).operations;
  const [example] = operation?.responses[0]?.content[0]?.examples ?? [];
  expect(stringifyJson(example?.value ?? null)).toBe(json.replace('\\u2028', '\u2028'));
});

test('is written within about a second while the proxy runs', async () => {
  const recorder = await recorderFor(plantStoreSpec);
  const mock = await startProxyTo(await plantStore(), { recorder });
  await send(`${mock.url}/plants`, plantRequest);
  await expect.poll(() => readFile(recorder.file, 'utf8'), { interval: 100 }).toContain('createPlant-200-1');
});

test('never overwrites the document', async () => {
  const contract = await loadContract(plantStoreSpec);
  await expect(createExampleRecorder(contract, `./${plantStoreSpec}`)).rejects.toMatchObject({
    code: 'option-invalid',
  });
  await expect(createExampleRecorder(contract, path.resolve(plantStoreSpec))).rejects.toMatchObject({
    code: 'option-invalid',
  });
});

test('reports at the start that the file cannot be written', async () => {
  const contract = await loadContract(plantStoreSpec);
  const file = path.join(await folder(), 'missing', 'recorded.yaml');
  await expect(createExampleRecorder(contract, file)).rejects.toMatchObject({ code: 'file-unwritable' });
});

describe('a document with secrets', () => {
  const text = { type: 'string' };
  const secret = { type: 'string', format: 'password' };
  const user = {
    type: 'object',
    properties: {
      name: text,
      pin: secret,
      keys: { type: 'object', additionalProperties: secret },
      card: { type: 'object', properties: { number: text }, writeOnly: true },
      size: { type: 'integer', writeOnly: true },
    },
  };
  const json = { 'application/json': { schema: user } };
  const users = {
    '/users': {
      post: {
        operationId: 'createUser',
        parameters: [{ name: 'code', in: 'query', schema: secret }],
        requestBody: { content: json },
        responses: { '200': { description: 'Made', content: json } },
      },
    },
  };

  /** Sends these bodies through a recording proxy to an echo service, and returns the file and the proxy. */
  async function recordUsers(bodies: readonly string[], query = '') {
    const name = path.join(await folder(), 'users.json');
    await writeFile(name, JSON.stringify({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: users }));
    const recorder = await recorderFor(name);
    const upstream = await startUpstream(async (request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(await readText(request));
    });
    const mock = await startProxyTo(upstream, { recorder, contract: name });
    const headers = { 'Content-Type': 'application/json' };
    for (const body of bodies) await send(`${mock.url}/users${query}`, { method: 'POST', headers, body });
    const stored = JSON.stringify([await mock.entries(), mock.lines, mock.proxy.summary()]);
    await mock.close();
    return { text: await readFile(recorder.file, 'utf8'), kept: stored };
  }

  test('does not record them', async () => {
    const body =
      '{"name":"of hunter2-the-secret","pin":"hunter2-the-secret","keys":{"a":"key-12"},"card":{"number":"4111-1"}}';
    const { text: recorded, kept: stored } = await recordUsers([body], '?code=code-123');
    expect(recorded).toContain('"name": "of ***"');
    expect(recorded).toMatch(/"pin": "\*\*\*"[\s\S]*"a": "\*\*\*"[\s\S]*"number": "\*\*\*"/);
    for (const secret of ['hunter2', 'key-12', '4111-1', 'code-123']) {
      expect(recorded).not.toContain(secret);
      expect(stored).not.toContain(secret);
    }
  });

  test('masks a short one only in its location', async () => {
    const { text: recorded } = await recordUsers(['{"name":"ann","pin":"ann"}']);
    expect(recorded).toMatch(/"name": "ann",\s+"pin": "\*\*\*"/);
  });

  test('has no example that would be invalid without them', async () => {
    const { text: recorded } = await recordUsers(['{"size":987654321}']);
    expect(recorded).not.toContain('examples');
  });

  test('does not show them in the summary and the violations of the journal', async () => {
    const { kept: stored } = await recordUsers(['{"pin":987654321}', '{"pin":"hunter2-the-secret"']);
    expect(stored).toContain('got integer ***');
    expect(stored).not.toMatch(/987654321|hunter2/);
  });
});
