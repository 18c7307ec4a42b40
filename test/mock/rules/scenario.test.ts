import { describe, expect, it } from 'vitest';
import type { Rule, RuleCondition } from '../../../mock/model/rule.ts';
import { relativeCpuTime } from '../../cpu-time.ts';
import {
  createPlant,
  errorMessage,
  gardenSpec,
  member,
  parseStatus,
  plantStoreSpec,
  send,
  sendRaw,
  startMockOf,
} from '../support.ts';

const plant = (id: number, name = 'Lady fern') => JSON.stringify({ id, name });

describe('a rule', () => {
  it('returns 503 for the next three creates, and accepts the fourth', async () => {
    const mock = await startMockOf(plantStoreSpec);
    await mock.scenario.add({ when: { operation: 'createPlant' }, times: 3, then: { status: 503 } });
    const responses = [];
    for (const id of [1, 2, 3, 4]) responses.push(await createPlant(mock, plant(id)));
    expect(responses.map(({ status }) => status)).toEqual([503, 503, 503, 200]);
    expect(responses.map(({ headers }) => headers.get('retry-after'))).toEqual(['1', '1', '1', null]);
  });

  it('returns 400 with its own body if the name matches', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const body = { code: 42, message: 'No weeds here.' };
    await mock.scenario.add({ when: { body: { name: '/weed/i' } }, then: { status: 400, body } });
    const rejected = await createPlant(mock, plant(1, 'Bindweed'));
    expect([rejected.status, rejected.json]).toEqual([400, body]);
    expect(rejected.headers.get('content-type')).toBe('application/json');
    expect((await createPlant(mock, plant(2))).status).toBe(200);
  });

  it('with times 7 applies to exactly seven of 50 concurrent requests', async () => {
    const mock = await startMockOf(plantStoreSpec);
    await mock.scenario.add({ when: { body: { name: '/./' } }, times: 7, then: { status: 503 } });
    const responses = await Promise.all(Array.from({ length: 50 }, (_unused, id) => createPlant(mock, plant(id + 1))));
    expect(responses.filter(({ status }) => status === 503)).toHaveLength(7);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(43);
  });

  it('skips the given number of requests', async () => {
    const mock = await startMockOf(plantStoreSpec);
    await mock.scenario.add({ skip: 2, times: 1, then: { status: 500 } });
    const statuses = [];
    for (const id of [1, 2, 3, 4]) statuses.push((await createPlant(mock, plant(id))).status);
    expect(statuses).toEqual([200, 200, 500, 200]);
  });

  it('that is used up is followed by the next one', async () => {
    const mock = await startMockOf(plantStoreSpec);
    await mock.scenario.add({ times: 1, then: { status: 500 } }, { times: 1, then: { status: 502 } });
    const statuses = [];
    for (const id of [1, 2, 3]) statuses.push((await createPlant(mock, plant(id))).status);
    expect(statuses).toEqual([500, 502, 200]);
  });

  it('applies to undeclared paths', async () => {
    const mock = await startMockOf(plantStoreSpec);
    await mock.scenario.add({ when: { path: '/flags' }, then: { body: { dark: true } } });
    const response = await send(`${mock.url}/flags`);
    expect([response.status, response.json]).toEqual([200, { dark: true }]);
  });

  it('applies to valid and invalid requests, and the journal has the violations', async () => {
    const mock = await startMockOf(plantStoreSpec);
    await mock.scenario.add({ when: { operation: 'createPlant' }, then: { status: 503 } });
    expect((await createPlant(mock, '{', { Authorization: '' })).status).toBe(503);
    const [entry] = await mock.journal.waitFor({ timeout: 60_000 });
    expect([entry?.valid, entry?.rule]).toEqual([false, '1']);
    expect(entry?.violations.map(({ rule }) => rule)).toEqual(['credentials-missing', 'body-malformed']);
  });

  it('with only a delay does not change the response', async () => {
    const mock = await startMockOf(plantStoreSpec);
    await mock.scenario.add({ then: { delay: '120-150' } });
    const started = performance.now();
    expect((await createPlant(mock, plant(1))).status).toBe(200);
    expect(performance.now() - started).toBeGreaterThan(110);
  });

  it('sets headers on the usual response, and replaces those of the same name', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const headers = { 'content-type': 'application/vnd.plants+json', 'X-Rate': '3' };
    await mock.scenario.add({ then: { headers } });
    const response = await sendRaw(mock, createHead(mock.token));
    expect(response).toContain('HTTP/1.1 200');
    expect(response.match(/^content-type: .*$/gim)).toEqual(['content-type: application/vnd.plants+json']);
    expect(response).toContain('X-Rate: 3');
  });

  it('with a media type other than JSON sends its text unchanged', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const headers = { 'Content-Type': 'text/html' };
    await mock.scenario.add({ then: { status: 502, headers, body: '<h1>Bad gateway</h1>' } });
    const response = await createPlant(mock, plant(1));
    expect([response.status, response.text]).toEqual([502, '<h1>Bad gateway</h1>']);
    expect(response.headers.get('content-type')).toBe('text/html');
  });

  it('keeps integers beyond 2^53 of its body exact', async () => {
    const mock = await startMockOf(plantStoreSpec);
    await mock.scenario.add({ then: { body: { id: 9_007_199_254_740_993n } } });
    expect((await createPlant(mock, plant(1))).text).toBe('{"id":9007199254740993}');
  });

  it('returns a declared example by its name', async () => {
    const mock = await startMockOf(gardenSpec);
    await mock.scenario.add({ when: { operation: 'readBed' }, then: { example: 'big' } });
    const response = await send(`${mock.url}/beds/1`, { headers: { 'X-Garden-Key': mock.token } });
    expect(member(response.json, 'id')).toBe(9_223_372_036_854_775_807n);
  });

  it('has a challenge in a 401, as the mock itself does', async () => {
    const mock = await startMockOf(plantStoreSpec);
    await mock.scenario.add({ times: 1, then: { status: 401 } }, { then: { status: 401, body: {} } });
    const [usual, own] = [await createPlant(mock, plant(1)), await createPlant(mock, plant(1))];
    expect(usual.headers.get('www-authenticate')).toBe('Bearer');
    expect(own.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('sends a body that violates the contract, and the journal reports it', async () => {
    const mock = await startMockOf(plantStoreSpec);
    await mock.scenario.add({ then: { status: 200, body: { name: 7 } } });
    expect((await createPlant(mock, plant(1))).text).toBe('{"name":7}');
    const [entry] = await mock.journal.waitFor({ timeout: 60_000 });
    expect(entry?.valid).toBe(true);
    expect(entry?.violations).toMatchObject([{ side: 'response', rule: 'type' }]);
    expect(entry?.violations[0]?.message).toContain('body.name: expected string, got integer 7');
  });

  it('is named in the journal, also as undeclared status', async () => {
    const mock = await startMockOf(gardenSpec);
    await mock.scenario.add({ then: { status: 599 } });
    await send(`${mock.url}/beds/mine`);
    const [entry] = await mock.journal.waitFor({ timeout: 60_000 });
    expect(entry).toMatchObject({ rule: '1', why: 'scenario rule: requested; not declared' });
    expect(entry?.violations).toEqual([]);
  });

  it('reports why an example does not exist', async () => {
    const mock = await startMockOf(gardenSpec);
    await mock.scenario.add({ then: { example: 'small' } });
    const response = await send(`${mock.url}/beds/mine`);
    expect(response.status).toBe(400);
    expect(errorMessage(response)).toContain('got "small"');
  });

  it('returns only its head for HEAD', async () => {
    const mock = await startMockOf(gardenSpec);
    await mock.scenario.add({ then: { status: 418, body: { short: true } } });
    const response = await sendRaw(mock, 'HEAD /beds/mine HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(parseStatus(response)).toBe(418);
    expect(response).toMatch(/Content-Length: 14\r\n/);
    expect(response.endsWith('\r\n\r\n')).toBe(true);
  });
});

function createHead(token: string): string {
  const body = plant(1);
  return `POST /plants HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

interface TestRequest {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

const bed: TestRequest = { path: '/beds/7?limit=10&tags=a&tags=b&q=a%20b', headers: { 'X-App': 'Web 2' } };
const change: TestRequest = {
  path: '/beds/7?garden_key=plant-store-dev-token',
  method: 'PUT',
  headers: { 'Content-Type': 'application/json' },
  body: '{"soil":"loam","size":9223372036854775807,"deep":{"a/b":["x",{"y":null}]},"constructor":1}',
};

const fitting: readonly (readonly [string, TestRequest, RuleCondition])[] = [
  ['its operation', bed, { operation: 'readBed' }],
  ['its operation, for HEAD too', { ...bed, method: 'HEAD' }, { operation: 'readBed' }],
  ['its method in any case', bed, { method: 'get' }],
  ['the template of its path', bed, { path: '/beds/{bedId}' }],
  ['the template, for a method that is not declared', { ...bed, method: 'POST' }, { path: '/beds/{bedId}' }],
  ['its exact path', bed, { path: '/beds/7' }],
  ['its exact path below a base path', { path: '/api/v3/beds/7' }, { path: '/beds/7' }],
  ['its exact path with the base path', { path: '/api/v3/beds/7' }, { path: '/api/v3/beds/7' }],
  ['its exact path, encoded differently', { path: '/b%65ds/7' }, { path: '/beds/7' }],
  ['a regular expression for the path', bed, { path: '/^\\/beds\\/\\d+$/' }],
  ['a number of the query', bed, { query: { limit: 10 } }],
  ['one of several values of the query', bed, { query: { tags: 'b' } }],
  ['all values of the query', bed, { query: { tags: ['a', '/^b$/'] } }],
  ['a decoded value of the query', bed, { query: { q: 'a b' } }],
  ['a header by its name in any case', bed, { headers: { 'x-APP': '/^web/i' } }],
  ['an integer beyond 2^53 of the body', change, { body: { size: 9_223_372_036_854_775_807n } }],
  ['a pointer into the body', change, { body: { '/deep/a~1b/1': { y: null } } }],
  ['a regular expression deep in the body', change, { body: { '/deep/a~1b/0': '/x/' } }],
  ['a property with a name that objects have anyway', change, { body: { constructor: 1 } }],
  ['that it violates the contract', { ...bed, path: '/beds/none' }, { valid: false }],
  ['that it has no credentials', { path: '/beds/7' }, { valid: false }],
  ['that it conforms to the contract', { path: '/beds/mine' }, { valid: true }],
  ['no condition', bed, {}],
];

const unfitting: readonly (readonly [string, TestRequest, RuleCondition])[] = [
  ['another operation', bed, { operation: 'replaceBed' }],
  ['another method', { ...bed, method: 'HEAD' }, { method: 'GET' }],
  ['the template of a path that a more concrete one shadows', { path: '/beds/mine' }, { path: '/beds/{bedId}' }],
  ['a longer path', bed, { path: '/beds' }],
  ['a regular expression for another path', bed, { path: '/^\\/bed\\//' }],
  ['a value that is not in the query', bed, { query: { limit: '/^1$/' } }],
  ['fewer values than the query has', bed, { query: { tags: ['a'] } }],
  ['a header that was not sent', bed, { headers: { constructor: '/./' } }],
  ['an integer that is equal only as a double', change, { body: { size: 9_223_372_036_854_775_806n } }],
  ['a regular expression on a number', change, { body: { size: '/9/' } }],
  ['a name that only exists in the prototype', change, { body: { toString: '/./' } }],
  ['a pointer past the end', change, { body: { '/deep/a~1b/2': null } }],
  ['a body, although none was sent', bed, { body: { soil: 'loam' } }],
  ['one of two conditions', bed, { operation: 'readBed', query: { limit: 11 } }],
];

async function statusFor({ path, ...init }: TestRequest, when: RuleCondition): Promise<number> {
  const mock = await startMockOf(gardenSpec, { rules: [{ when, then: { status: 599 } }] });
  return (await send(`${mock.url}${path}`, init)).status;
}

describe('a condition', () => {
  it.each(fitting)('matches a request by %s', async (_name, requested, when) => {
    expect(await statusFor(requested, when)).toBe(599);
  });

  it.each(unfitting)('does not match a request by %s', async (_name, requested, when) => {
    expect(await statusFor(requested, when)).not.toBe(599);
  });

  it('with a body condition does not wait for the body if the rest does not match', async () => {
    const mock = await startMockOf(gardenSpec);
    await mock.scenario.add({
      when: { operation: 'replaceBed', body: { soil: 'loam' } },
      then: { status: 599 },
    });
    const unfinished = 'GET /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n';
    expect(parseStatus(await sendRaw(mock, unfinished))).toBe(404);
  });

  it('with an exponential pattern matches a long text quickly', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const rule: Rule = { when: { body: { name: '/^(a+)+$/' } }, then: { status: 599 } };
    await mock.scenario.add(rule);
    const cpuTime = await relativeCpuTime(async () => {
      expect((await createPlant(mock, plant(1, `${'a'.repeat(90_000)}!`))).status).not.toBe(599);
      expect((await createPlant(mock, plant(2, 'a'.repeat(90_000)))).status).toBe(599);
    });
    expect(cpuTime).toBeLessThan(30);
  });
});
