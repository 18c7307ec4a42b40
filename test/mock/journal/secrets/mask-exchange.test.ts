import { describe, expect, it, test } from 'vitest';
import { isJsonObject, type JsonObject } from '../../../../spec/json/exact-json.ts';
import { callControl, lastEntry } from '../../control/control-client.ts';
import { send, startMockWithPaths, type TestMock } from '../../support.ts';

const SECRET = 'hunter2-the-secret';

const text = { type: 'string' };
const password = { type: 'string', format: 'password' };
const writeOnly = { type: 'string', writeOnly: true };
const object = (properties: JsonObject, more: JsonObject = {}) => ({ type: 'object', properties, ...more });

const anything = { description: 'Done', content: { 'application/json': { schema: {} } } };

/** A mock with `POST /users`, whose body has this schema in each of these media types. */
function usersWith(schema: JsonObject, more: JsonObject = {}, types = ['application/json']): Promise<TestMock> {
  const content = Object.fromEntries(types.map((type) => [type, { schema }]));
  const post = {
    operationId: 'createUser',
    requestBody: { content },
    responses: { '200': anything },
    ...more,
  };
  return startMockWithPaths(
    { '/users': { post } },
    { components: { schemas: { Secret: { type: 'string', format: 'password' } } } },
  );
}

async function sendUser(mock: TestMock, body: string, type = 'application/json', path = '/users') {
  await send(`${mock.url}${path}`, { method: 'POST', headers: { 'Content-Type': type }, body });
}

/** Everything that the mock records and shows of its exchanges. */
async function storedText(mock: TestMock): Promise<string> {
  const journal = await callControl(mock, '/journal');
  const stream = await fetch(`${mock.url}/__store/journal/stream?limit=50`);
  const reader = stream.body?.getReader();
  const event = await reader?.read();
  await reader?.cancel();
  return [journal.text, Buffer.from(event?.value ?? []).toString(), ...mock.lines].join('\n');
}

async function lastBody(mock: TestMock): Promise<string> {
  const entry = await lastEntry(mock);
  const request = isJsonObject(entry) ? entry['request'] : undefined;
  const body = isJsonObject(request) ? request['body'] : undefined;
  return String(isJsonObject(body) ? body['text'] : body);
}

describe('a secret of the schema appears nowhere', () => {
  it.each<[string, JsonObject, string]>([
    ['format: password', object({ pin: password, name: text }), `{"pin":"${SECRET}","name":"ann"}`],
    ['writeOnly', object({ pin: writeOnly }), `{"pin":"${SECRET}"}`],
    ['by $ref', object({ pin: { $ref: '#/components/schemas/Secret' } }), `{"pin":"${SECRET}"}`],
    ['in allOf', { allOf: [object({ pin: { allOf: [text, password] } })] }, `{"pin":"${SECRET}"}`],
    ['in oneOf', { oneOf: [object({ pin: password }), text] }, `{"pin":"${SECRET}"}`],
    ['in anyOf', object({ pin: { anyOf: [{ type: 'integer' }, password] } }), `{"pin":"${SECRET}"}`],
    ['in a condition', { if: object({ a: text }), else: {}, then: object({ pin: password }) }, `{"pin":"${SECRET}"}`],
    ['in an array of objects', { type: 'array', items: object({ pin: password }) }, `[{"pin":"${SECRET}"}]`],
    ['in an array', object({ pins: { type: 'array', items: password } }), `{"pins":["x","${SECRET}"]}`],
    ['in a map', object({ keys: { additionalProperties: password } }), `{"keys":{"mine":"${SECRET}"}}`],
    ['by a pattern', object({ keys: { patternProperties: { '^k': password } } }), `{"keys":{"k1":"${SECRET}"}}`],
    [
      'an object that is writeOnly',
      object({ card: { ...object({ n: text }), writeOnly: true } }),
      `{"card":{"n":"${SECRET}"}}`,
    ],
    ['as the whole body', password, `"${SECRET}"`],
    ['of another type than declared', object({ pin: { ...password, maxLength: 3 } }), `{"pin":987654321123}`],
    ['in a truncated body', object({ pin: password }), `{"pin":"${SECRET}`],
    [
      'in an undeclared location',
      object({ pin: password }, { additionalProperties: false }),
      `{"x":{"pin":"${SECRET}"}}`,
    ],
  ])('%s', async (_what, schema, body) => {
    const mock = await usersWith(schema);
    await sendUser(mock, body);
    const stored = await storedText(mock);
    expect(stored).toContain('"createUser"');
    expect(stored).not.toContain(SECRET);
    expect(stored).not.toContain('987654321123');
  });

  it.each([
    ['application/x-www-form-urlencoded', `name=ann&pin=${SECRET}`, 'name=ann&pin=***'],
    ['application/xml', `<user><pin>${SECRET}</pin></user>`, '<user><pin>***</pin></user>'],
    [
      'multipart/form-data; boundary=b',
      `--b\r\nContent-Disposition: form-data; name="pin"\r\n\r\n${SECRET}\r\n--b--`,
      '--b\r\nContent-Disposition: form-data; name="pin"\r\n\r\n***\r\n--b--',
    ],
    ['text/csv', `pin: ${SECRET}`, 'pin: ***'],
  ])('as %s', async (type, body, shown) => {
    const types = ['application/json', type.replace(/;.*/, '')];
    const mock = await usersWith(object({ pin: password }), {}, types);
    await sendUser(mock, body, type);
    expect(await lastBody(mock)).toBe(shown);
    expect(await storedText(mock)).not.toContain(SECRET);
  });

  it('under its XML names', async () => {
    const mock = await usersWith(
      object({
        pin: { ...password, xml: { name: 'code' } },
        pins: { type: 'array', items: { ...password, xml: { name: 'one' } } },
      }),
      {},
      ['application/xml'],
    );
    await sendUser(mock, `<user><code>${SECRET}</code><one>${SECRET}</one></user>`, 'application/xml');
    expect(await lastBody(mock)).toBe('<user><code>***</code><one>***</one></user>');
  });

  it.each(['/users?pin=SECRET&a=1', '/users?pin%5B%5D=SECRET', '/users?password=SECRET'])('in %s', async (path) => {
    const parameters = [{ name: 'pin', in: 'query', schema: password }];
    const mock = await usersWith(text, { parameters });
    await sendUser(mock, '"x"', 'application/json', path.replace('SECRET', SECRET));
    expect(await storedText(mock)).not.toContain(SECRET);
  });

  it('in headers, cookies and the path of valid and invalid requests', async () => {
    const limited = { ...password, maxLength: 3 };
    const one = (name: string, place: string, more: JsonObject = {}) => ({
      name,
      in: place,
      schema: limited,
      ...more,
    });
    const parameters = [one('X-Pin', 'header'), one('pin', 'cookie'), one('id', 'path', { required: true })];
    const mock = await startMockWithPaths({
      '/users/{id}/name': { get: { operationId: 'createUser', parameters, responses: { '200': anything } } },
    });
    const headers = { 'X-Pin': SECRET, Cookie: `pin=${SECRET}` };
    await send(`${mock.url}/users/${SECRET}/name`, { headers });
    const stored = await storedText(mock);
    expect(stored).toContain('/users/***/name');
    expect(stored).not.toContain(SECRET);
  });
});

it('does not change the response to the client, and records none of its echo', async () => {
  const mock = await usersWith(object({ pin: { ...password, maxLength: 3 } }));
  const sent = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"pin":"abcd"}' };
  expect((await send(`${mock.url}/users`, sent)).text).toContain('abcd');
  const stored = await storedText(mock);
  expect(stored).toContain('got string ***');
  expect(stored).not.toContain('abcd');
});

it('masks the body and the headers of a response', async () => {
  const response = {
    ...anything,
    headers: { 'X-New-Pin': { schema: { ...password, example: SECRET } } },
    content: { 'application/json': { schema: object({ pin: { ...password, example: SECRET } }) } },
  };
  const mock = await usersWith(text, { responses: { '200': response } });
  await sendUser(mock, '"x"');
  const stored = await storedText(mock);
  expect(stored).toContain('{\\"pin\\":\\"***\\"}');
  expect(stored).not.toContain(SECRET);
});

test('well-known secret names are masked also without an operation', async () => {
  const mock = await usersWith(text);
  await sendUser(
    mock,
    `grant_type=password&username=ann&password=${SECRET}`,
    'application/x-www-form-urlencoded',
    '/token',
  );
  await sendUser(mock, `{"client_secret":"${SECRET}"`, 'application/json', '/token');
  expect(await storedText(mock)).not.toContain(SECRET);
});

test('other fields of the same operation are not masked', async () => {
  const mock = await usersWith(object({ pin: password, name: text }));
  const body = '{"name":"ann","pin":"abc","pins":"abc","note":"the pin is abc"}';
  await sendUser(mock, body);
  expect(await lastBody(mock)).toBe(body.replace('"pin":"abc"', '"pin":"***"'));
});

test('an example that an app stores is shown in the records', async () => {
  const schema = object({ id: { type: 'integer', readOnly: true }, password: { ...password } });
  const json = { 'application/json': { schema } };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
  const mock = await startMockWithPaths({
    '/users': {
      post: { requestBody: { content: json }, responses: { '201': { description: 'Made', content: json } } },
    },
    '/users/{id}': { get: { parameters: [id], responses: { '200': { description: 'One', content: json } } } },
  });
  await sendUser(mock, `{"password":"${SECRET}"}`);
  expect((await callControl(mock, '/records')).text).toContain(SECRET);
  expect(await storedText(mock)).not.toContain(SECRET);
});
