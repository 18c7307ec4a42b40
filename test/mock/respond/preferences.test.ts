import { describe, expect, it } from 'vitest';
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
  type TestMock,
} from '../support.ts';

const made = 'test/fixtures/mock/seeds.yaml';
const plant = '{"id":7,"name":"Lady fern"}';

const own = (mock: TestMock, prefer: string, query = '') =>
  send(`${mock.url}/beds/mine${query}`, { headers: { Prefer: prefer } });

describe('Prefer: code', () => {
  it.each([200, 204, 299, 301, 304, 400, 402, 418, 429, 451, 499, 500, 503, 599])(
    'returns %i, declared or not',
    async (status) => {
      const mock = await startMockOf(gardenSpec);
      const response = await sendRaw(
        mock,
        `GET /beds/mine HTTP/1.1\r\nHost: localhost\r\nPrefer: code=${status}\r\n\r\n`,
      );
      expect(parseStatus(response)).toBe(status);
    },
  );

  it.each(['429', '503'])('%s has Retry-After', async (code) => {
    const response = await own(await startMockOf(gardenSpec), `code=${code}`);
    expect([response.status, response.headers.get('retry-after')]).toEqual([Number(code), '1']);
  });

  it('401 has a challenge', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const response = await createPlant(mock, plant, { Prefer: 'code=401' });
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  });

  it('304 has no body, even if one is declared', async () => {
    const mock = await startMockOf(made);
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json', Prefer: 'code=304' } };
    const response = await send(`${mock.url}/readings`, { ...init, body: '{"value":1}' });
    expect([response.status, response.text]).toEqual([304, '']);
  });

  it('with HEAD returns only the head', async () => {
    const mock = await startMockOf(gardenSpec);
    const response = await sendRaw(mock, 'HEAD /beds/mine HTTP/1.1\r\nHost: localhost\r\nPrefer: code=418\r\n\r\n');
    expect(response).toMatch(/^HTTP\/1\.1 418 [\s\S]*Content-Length: [1-9]\d*\r\n[\s\S]*\r\n\r\n$/);
  });
});

describe('an invalid preference', () => {
  it.each([
    ['code=100', 'Prefer: code: expected a status from 200 to 599, got "100"'],
    ['code=199', 'got "199"'],
    ['code=600', 'got "600"'],
    ['code=2e2', 'got "2e2"'],
    ['code=', 'got ""'],
    ['code', 'got ""'],
    ['code="5\\"03"', 'got "5\\"03"'],
    ['code=\u00ff', 'got "\u00ff"'],
    ['dynamic=perhaps', 'Prefer: dynamic: expected true or false, got "perhaps"'],
    ['delay=-1', 'Prefer: delay: expected milliseconds'],
    ['delay=300-100', 'got "300-100"'],
    ['delay=9999999', 'got "9999999"'],
    ['fault=explode', 'Prefer: fault: expected one of reset, empty, cut, drip, hang, got "explode"'],
    ['seed=', 'Prefer: seed: expected a number or a string, got ""'],
    ['example=""', 'Prefer: example: expected the name of an example, got ""'],
  ])('%j is rejected with the declared error', async (prefer, message) => {
    const mock = await startMockOf(plantStoreSpec);
    const response = await createPlant(mock, plant, { Prefer: prefer });
    expect(response.status).toBe(400);
    expect(member(response.json, 'message')).toContain(message);
  });

  it.each(['"', '=', '=503', ',,,;;', 'code="503', '\\', 'constructor', '__proto__=1', 'wait=10', 'a'.repeat(9_000)])(
    '%j is ignored',
    async (prefer) => {
      const mock = await startMockOf(gardenSpec);
      expect([200, 400]).toContain((await own(mock, prefer)).status);
      expect((await own(mock, '')).status).toBe(200);
    },
  );
});

describe('preferences', () => {
  it('may be quoted, spaced, in any case, and separated by commas or semicolons', async () => {
    const mock = await startMockOf(gardenSpec);
    expect((await own(mock, 'respond-async, CODE = "503" ; delay=1')).status).toBe(503);
  });

  it('may be in several headers; the first of a name applies', async () => {
    const mock = await startMockOf(gardenSpec);
    const lines = 'Prefer: wait=10\r\nPrefer: code=503\r\nPrefer: code=404\r\n';
    expect(parseStatus(await sendRaw(mock, `GET /beds/mine HTTP/1.1\r\nHost: localhost\r\n${lines}\r\n`))).toBe(503);
  });

  it('in the query work together with other preferences in the header', async () => {
    const mock = await startMockOf(gardenSpec);
    expect((await own(mock, 'respond-async', '?__code=503&__code=404')).status).toBe(503);
    expect((await own(mock, 'code=404', '?__code=503')).status).toBe(404);
    expect(errorMessage(await own(mock, 'wait=1', '?__dynamic=1'))).toContain('expected true or false');
  });

  it.each(['delay=150', 'delay=150-160'])('with %s delay the response', async (prefer) => {
    const mock = await startMockOf(gardenSpec);
    const started = performance.now();
    expect((await own(mock, prefer)).status).toBe(200);
    expect(performance.now() - started).toBeGreaterThan(140);
  });

  it('for a delay override the delay of the mock', async () => {
    const mock = await startMockOf(gardenSpec, { delay: 60_000 });
    expect((await own(mock, 'delay=0')).status).toBe(200);
  });

  it('for a delay are overridden by a rule', async () => {
    const mock = await startMockOf(gardenSpec, { rules: [{ then: { delay: 0 } }] });
    expect((await own(mock, 'delay=60000')).status).toBe(200);
  });
});
