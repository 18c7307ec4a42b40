import { describe, expect, it } from 'vitest';
import { KitError } from '../../../errors.ts';
import { controlDocument } from '../../../mock/control/read-control-request.ts';
import { createMemoryStorage } from '../../../mock/storage/memory/memory-storage.ts';
import { findResponse } from '../../../spec/model/contract.ts';
import { validate } from '../../../spec/validation/validate.ts';
import { relativeCpuTime } from '../../cpu-time.ts';
import {
  createPlant,
  gardenSpec,
  member,
  parseStatus,
  plantStoreSpec,
  send,
  sendRaw,
  startMockOf,
  type TestResponse,
} from '../support.ts';
import {
  callControl,
  entriesIn,
  expectProblem,
  lastEntry,
  patchControl,
  postControl,
  putControl,
  sendBare,
} from './control-client.ts';

const fern = '{"id":7,"name":"fern"}';

it('responds to every operation as its own document declares', async () => {
  const mock = await startMockOf(plantStoreSpec);
  await createPlant(mock, fern);
  await createPlant(mock, '{"id":"seven"}');
  const rule = '{"when":{"operation":"createPlant"},"times":1,"then":{"status":503,"delay":"0-1"}}';
  const calls: readonly (readonly [string, () => Promise<TestResponse>, number])[] = [
    ['readHealth', () => callControl(mock, '/health'), 200],
    ['readReady', () => callControl(mock, '/ready'), 200],
    ['readInfo', () => callControl(mock, '/info'), 200],
    ['readControlDocument', () => callControl(mock, '/openapi.json'), 200],
    ['readContract', () => callControl(mock, '/contracts/0'), 200],
    ['readContract', () => callControl(mock, '/contracts/1'), 404],
    ['listJournal', () => callControl(mock, '/journal?valid=false'), 200],
    ['listJournal', () => callControl(mock, '/journal?valid=maybe'), 400],
    ['countJournal', () => callControl(mock, '/journal/count'), 200],
    ['waitForJournal', () => callControl(mock, '/journal/wait?count=2'), 200],
    ['waitForJournal', () => callControl(mock, '/journal/wait?count=9&timeout=1'), 408],
    ['streamJournal', () => callControl(mock, '/journal/stream', { method: 'HEAD' }), 200],
    ['readEntry', () => callControl(mock, '/journal/1'), 200],
    ['readEntry', () => callControl(mock, '/journal/99'), 404],
    ['addRecords', () => postControl(mock, '/records', '{"/plants":[{"id":9,"name":"moss"}]}'), 204],
    ['addRecords', () => postControl(mock, '/records', '{"/weeds":[{}]}'), 400],
    ['listRecordItems', () => callControl(mock, '/records/items'), 200],
    ['createRecordItem', () => postControl(mock, '/records/items?collection=/plants', '{"id":8,"name":"moss"}'), 201],
    ['createRecordItem', () => postControl(mock, '/records/items?collection=/plants', '{"id":"8"}'), 422],
    ['createRecordItem', () => postControl(mock, '/records/items?collection=/weeds', '{}'), 404],
    [
      'replaceRecordItem',
      () => putControl(mock, '/records/items?collection=/plants&key=8', '{"id":8,"name":"ivy"}'),
      200,
    ],
    ['replaceRecordItem', () => putControl(mock, '/records/items?collection=/plants&key=x', '{}'), 404],
    ['removeRecordItem', () => callControl(mock, '/records/items?collection=/plants&key=8', { method: 'DELETE' }), 204],
    ['removeRecordItem', () => callControl(mock, '/records/items?collection=/plants&key=8', { method: 'DELETE' }), 404],
    ['readRecordForm', () => callControl(mock, '/forms/record?collection=/plants'), 200],
    ['readRecordForm', () => callControl(mock, '/forms/record?collection=/weeds'), 404],
    ['readResponseForm', () => callControl(mock, '/forms/response?operation=createPlant&status=400'), 200],
    ['readWebhookForm', () => callControl(mock, '/forms/webhook?name=none'), 404],
    ['readState', () => callControl(mock, '/state'), 200],
    ['replaceState', () => putControl(mock, '/state', '{"records":{"/weeds":[{}]},"rules":[]}'), 400],
    ['readRecords', () => callControl(mock, '/records'), 200],
    ['readRecords', () => callControl(mock, '/records?collection=/weeds'), 404],
    ['clearRecords', () => callControl(mock, '/records?collection=/plants', { method: 'DELETE' }), 204],
    ['addRules', () => postControl(mock, '/rules', rule), 201],
    ['addRules', () => postControl(mock, '/rules', '{"then":{}}'), 400],
    ['readEntryCurl', () => callControl(mock, `/journal/1/curl?base=${mock.url}`), 200],
    ['readEntryCurl', () => callControl(mock, '/journal/1/curl?base=file:///etc'), 400],
    ['readEntryCurl', () => callControl(mock, '/journal/99999/curl?base=http://a.test'), 404],
    ['readEntrySnippets', () => callControl(mock, `/journal/1/snippets?base=${mock.url}`), 200],
    ['readEntrySnippets', () => callControl(mock, '/journal/1/snippets?base=file:///etc'), 400],
    ['readEntrySnippets', () => callControl(mock, '/journal/99999/snippets?base=http://a.test'), 404],
    ['listRules', () => callControl(mock, '/rules'), 200],
    ['orderRules', () => postControl(mock, '/rules/order', '{"ids":["1"]}'), 204],
    ['replaceRule', () => putControl(mock, '/rules/1', rule), 204],
    ['replaceRule', () => putControl(mock, '/rules/99', rule), 404],
    ['changeRule', () => patchControl(mock, '/rules/1', '{"enabled":false}'), 204],
    ['changeRule', () => patchControl(mock, '/rules/99', '{"enabled":true}'), 404],
    ['removeRule', () => callControl(mock, '/rules/1', { method: 'DELETE' }), 204],
    ['removeRule', () => callControl(mock, '/rules/1', { method: 'DELETE' }), 404],
    ['changePactState', () => postControl(mock, '/pact-states', '{"action":"setup"}'), 200],
    ['changePactState', () => postControl(mock, '/pact-states', '{"action":"begin"}'), 400],
    ['listWebhooks', () => callControl(mock, '/webhooks'), 200],
    ['sendWebhook', () => postControl(mock, '/webhooks/none', '{"url":"http://127.0.0.1:1"}'), 400],
    ['replaceState', () => putControl(mock, '/state', '{"records":{},"rules":[]}'), 204],
    ['clearRules', () => callControl(mock, '/rules', { method: 'DELETE' }), 204],
    ['clearJournal', () => callControl(mock, '/journal', { method: 'DELETE' }), 204],
    ['reset', () => callControl(mock, '/reset', { method: 'POST' }), 204],
  ];
  const { contract } = await controlDocument();
  for (const [id, call, status] of calls) {
    const response = await call();
    expect([id, response.status, response.status >= 400 ? response.text : '']).toEqual([id, status, expect.anything()]);
    const operation = contract.operations.find((one) => one.id === id);
    const declared = operation === undefined ? undefined : findResponse(operation, status);
    const [media] = declared?.content ?? [];
    expect([id, response.headers.get('content-type')]).toEqual([id, media?.range ?? null]);
    if (media?.schema === undefined || response.json === undefined) continue;
    expect([id, validate(media.schema, response.json, 'response')]).toEqual([id, []]);
  }
  const tried = new Set(calls.map(([id]) => id));
  expect(contract.operations.map(({ id }) => id).filter((id) => !tried.has(id))).toEqual([]);
});

describe('an invalid request to the control API', () => {
  it('for an unknown path gets the nearest one', async () => {
    expectProblem(
      await callControl(await startMockOf(plantStoreSpec), '/jurnal'),
      404,
      'did you mean GET /__store/journal\\?',
    );
  });

  it('with an undeclared method gets the declared ones', async () => {
    const response = await callControl(await startMockOf(plantStoreSpec), '/reset');
    expectProblem(response, 405, 'expected POST');
    expect(response.headers.get('allow')).toBe('POST, OPTIONS');
  });

  it.each([
    ['broken JSON', '{"then"', 'application/json', 400, 'body: expected JSON'],
    ['no body', '', 'application/json', 400, 'body: expected a value'],
    ['another media type', fern, 'text/plain', 400, 'header.Content-Type: expected application/json'],
    ['a rule without an effect', '{"times":1}', 'application/json', 400, 'then'],
    ['a rule with an unknown member', '{"then":{"status":503},"tims":1}', 'application/json', 400, 'tims'],
    [
      'an unknown operation',
      '{"when":{"operation":"x"},"then":{"status":503}}',
      'application/json',
      400,
      'createPlant',
    ],
    ['a body of more than 1 MB', `[${' '.repeat(1_000_001)}]`, 'application/json', 413, 'at most 1000000 bytes'],
  ])('(%s) is rejected with the reason', async (_what, body, type, status, detail) => {
    expectProblem(await postControl(await startMockOf(plantStoreSpec), '/rules', body, type), status, detail);
  });

  it.each([
    ['an unknown field', 'opration=createPlant', 'query: expected only operation'],
    ['an invalid status', 'status=42', 'query.status: expected'],
    ['a duplicate field', 'status=200&status=400', 'query.status'],
    ['an invalid regular expression', 'path=/^(/', 'path: expected an ECMA-262 regular expression'],
    ['a regular expression without an end', 'path=/^a', 'path: expected a regular expression'],
    ['one with lookaround', 'path=/^(?=a)/', 'path: expected an ECMA-262 regular expression without'],
  ])('(%s in a filter) is rejected with the reason', async (_what, query, detail) => {
    expectProblem(await callControl(await startMockOf(plantStoreSpec), `/journal?${query}`), 400, detail);
  });

  it('with an unexpected body gets a response, and the connection continues or ends cleanly', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const response = await callControl(mock, '/reset', { method: 'POST', body: 'x'.repeat(200_000) });
    expect(response.status).toBe(204);
  });

  it('with a malformed target gets a 400', async () => {
    expect(
      parseStatus(
        await sendRaw(await startMockOf(plantStoreSpec), 'GET /__store/%E0%A4 HTTP/1.1\r\nHost: localhost\r\n\r\n'),
      ),
    ).toBe(400);
  });
});

describe('a storage that fails', () => {
  const failing = async (error: Error) => {
    const memory = createMemoryStorage();
    const fail = async () => {
      throw error;
    };
    const storage = { ...memory, ping: fail, journal: { ...memory.journal, list: fail, watch: fail } };
    return startMockOf(plantStoreSpec, { storage });
  };

  it('makes the mock not ready and returns 503; only authorized clients get the reason', async () => {
    const mock = await failing(new KitError('storage-unreachable', 'redis://cellar:6379 does not respond'));
    const ready = await callControl(mock, '/ready');
    expectProblem(ready, 503, 'cannot be reached');
    expect(ready.text).not.toContain('cellar');
    expectProblem(await callControl(mock, '/journal'), 503, 'cellar');
    expect((await callControl(mock, '/health')).status).toBe(200);
  });

  it('unexpectedly causes a 500, and only the log has the cause', async () => {
    const mock = await failing(new Error('no space in the cellar'));
    const response = await callControl(mock, '/journal/count');
    expectProblem(response, 500, 'Its log contains the cause');
    expect(response.text).not.toContain('cellar');
    await expect.poll(() => mock.lines.join()).toContain('no space in the cellar');
  });

  it('ends a stream that cannot subscribe', async () => {
    const mock = await failing(new Error('no space in the cellar'));
    await expect(callControl(mock, '/journal/stream')).rejects.toThrow();
  });
});

describe('the info', () => {
  it('shows the default token in the form of each scheme', async () => {
    const { json } = await callControl(await startMockOf(gardenSpec), '/info');
    expect(json).toMatchObject({
      contracts: [
        {
          prefix: '',
          title: 'Garden',
          security: expect.arrayContaining([
            { name: 'headerKey', credential: 'plant-store-dev-token' },
            { name: 'basicAuth', credential: 'mock:plant-store-dev-token' },
          ]),
        },
      ],
    });
  });

  it("never shows a user's token", async () => {
    const response = await callControl(await startMockOf(gardenSpec, { tokens: ['s3cret-of-mine'] }), '/info');
    expect(response.text).not.toContain('s3cret');
    expect(response.text).toContain('"credential":""');
  });
});

it('serves each contract with this mock as its only server', async () => {
  const { json } = await callControl(await startMockOf(gardenSpec), '/contracts/0');
  expect(member(json, 'servers')).toEqual([{ url: '/' }]);
  expect(json).toMatchObject({ paths: { '/beds/{bedId}': { get: { operationId: 'readBed' } } } });
});

it('keeps integers exact in the bodies of rules', async () => {
  const mock = await startMockOf(plantStoreSpec);
  const body = '{"then":{"status":200,"body":{"id":9007199254740993}}}';
  expect((await postControl(mock, '/rules', body)).text).toContain('9007199254740993');
  expect((await createPlant(mock, fern)).text).toBe('{"id":9007199254740993}');
});

it('clears the journal, and restores the initial rules and records at a reset', async () => {
  const mock = await startMockOf(plantStoreSpec);
  const before = (await callControl(mock, '/records')).text;
  await createPlant(mock, fern);
  await postControl(mock, '/rules', '{"then":{"status":503}}');
  expect((await callControl(mock, '/reset', { method: 'POST' })).status).toBe(204);
  expect((await callControl(mock, '/journal/count')).json).toEqual({ count: 0 });
  expect((await callControl(mock, '/rules')).json).toEqual({ rules: [], states: {} });
  expect((await callControl(mock, '/records')).text).toBe(before);
});

describe('the journal', () => {
  it('contains the request, its violations and the response', async () => {
    const mock = await startMockOf(plantStoreSpec);
    await createPlant(mock, '{"id":"seven","name":"fern"}');
    expect(await lastEntry(mock)).toMatchObject({
      id: 1,
      operation: 'createPlant',
      request: {
        method: 'POST',
        target: '/plants',
        body: { text: '{"id":"seven","name":"fern"}', isCut: false },
      },
      response: { status: 400, headers: { 'Content-Type': 'application/json' } },
      valid: false,
      violations: [{ side: 'request', rule: 'type', message: 'body.id: expected integer, got string "seven"' }],
    });
  });

  it('can be filtered and counted by operation, method, path, status, validity, id and number', async () => {
    const mock = await startMockOf(plantStoreSpec);
    await createPlant(mock, fern);
    await createPlant(mock, '{}');
    await send(`${mock.url}/plant?x=1`);
    const idsOf = async (query: string) =>
      entriesIn(await callControl(mock, `/journal?${query}`)).map((entry) => member(entry, 'id'));
    expect(await idsOf('')).toEqual([1, 2, 3]);
    expect(await idsOf('operation=createPlant')).toEqual([1, 2]);
    expect(await idsOf('method=get')).toEqual([3]);
    expect(await idsOf('path=/plant')).toEqual([3]);
    expect(await idsOf(`path=${encodeURIComponent('/^\\/plants?$/')}`)).toEqual([1, 2, 3]);
    expect(await idsOf('status=400')).toEqual([2]);
    expect(await idsOf('valid=true')).toEqual([1]);
    expect(await idsOf('after=1')).toEqual([2, 3]);
    expect(await idsOf('after=1&limit=1')).toEqual([3]);
    expect((await callControl(mock, '/journal/count?valid=false')).json).toEqual({ count: 2 });
  });

  it('is filtered quickly for any regular expression and path', async () => {
    const mock = await startMockOf(plantStoreSpec);
    await send(`${mock.url}/${'a'.repeat(10_000)}!`);
    const query = `path=${encodeURIComponent('/^\\/(a+)+$/')}`;
    const cpuTime = await relativeCpuTime(async () => {
      expect((await callControl(mock, `/journal/count?${query}`)).json).toEqual({ count: 0 });
    });
    expect(cpuTime).toBeLessThan(20);
  });

  it('excludes requests to the control API and preflights of browsers', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const headers = { Origin: 'http://localhost:3000', 'Access-Control-Request-Method': 'POST' };
    expect((await sendBare(mock, '/plants', { method: 'OPTIONS', headers })).status).toBe(204);
    await callControl(mock, '/info');
    expect((await callControl(mock, '/journal')).json).toEqual({ entries: [] });
  });

  it('suggests the nearest path for an unknown one', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const response = await send(`${mock.url}/plant`, { method: 'POST' });
    expect(member(response.json, 'detail')).toBe(
      'path: expected a path of the contract, got "/plant"; did you mean POST /plants?',
    );
    expect(member(await lastEntry(mock), 'why')).toContain('did you mean POST /plants?');
  });

  it('keeps the last 1,000 entries', async () => {
    const mock = await startMockOf(plantStoreSpec);
    for (let batch = 0; batch < 11; batch++)
      await Promise.all(Array.from({ length: 100 }, () => send(`${mock.url}/plants`)));
    expect((await callControl(mock, '/journal/count')).json).toEqual({ count: 1_000 });
    expect(member(await lastEntry(mock), 'id')).toBe(1_100);
  });
});

it('has references that Swagger UI can resolve, whatever a media type is called', async () => {
  const { json } = await callControl(
    await startMockOf('test/fixtures/mock/multiple-documents/api.yaml'),
    '/contracts/0',
  );
  const references = JSON.stringify(json).match(/"\$ref":"[^"]*problem[^"]*"/g) ?? [];
  expect(references.length).toBeGreaterThan(0);
  expect(references.filter((one) => one.includes('+'))).toEqual([]);
});
