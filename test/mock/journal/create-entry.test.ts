import { describe, expect, it, onTestFinished } from 'vitest';
import { type JournalEntry, MAX_BODY_TEXT } from '../../../mock/model/journal-entry.ts';
import { serveMock } from '../../../mock/serve/mock-server.ts';
import { loadContract } from '../../../spec/loading/load-contract.ts';
import { callControl, lastEntry, postControl, sendBare } from '../control/control-client.ts';
import { createPlant, gardenSpec, plantStoreSpec, send, startMockOf, type TestMock } from '../support.ts';

const fern = '{"id":7,"name":"fern"}';

async function recorded(mock: TestMock): Promise<JournalEntry> {
  const entry = (await mock.journal.list({ limit: 1 })).at(-1);
  if (entry === undefined) throw new Error('nothing was recorded');
  return entry;
}

describe('the body of an entry', () => {
  it.each([
    ['invalid UTF-8', Buffer.from([0xff, 0x41, 0x00]), { text: '\ufffdA\0', bytes: 3, isCut: false }],
    ['a truncated character', Buffer.from([0x61, 0xe2, 0x82]), { text: 'a\ufffd', bytes: 3, isCut: false }],
    ['of the maximum length', Buffer.alloc(MAX_BODY_TEXT, 'a'), { bytes: MAX_BODY_TEXT, isCut: false }],
    ['one character longer', Buffer.alloc(MAX_BODY_TEXT + 1, 'a'), { bytes: MAX_BODY_TEXT + 1, isCut: true }],
    ['huge', Buffer.alloc(3_000_000, 'a€'), { bytes: 3_000_000, isCut: true }],
  ])('(%s) is stored as text, truncated if it is long', async (_what, bytes, body) => {
    const mock = await startMockOf(plantStoreSpec);
    await createPlant(mock, bytes);
    const { request } = await recorded(mock);
    expect(request.body).toMatchObject(body);
    expect(request.body?.text.length).toBeLessThanOrEqual(MAX_BODY_TEXT);
    expect(request.body?.text.isWellFormed()).toBe(true);
  });

  it('is null if there was none', async () => {
    const mock = await startMockOf(gardenSpec);
    await send(`${mock.url}/beds/mine`);
    expect((await recorded(mock)).request.body).toBeNull();
  });

  it('is truncated before a token that crosses the limit', async () => {
    const token = 'long-secret-'.repeat(20);
    const mock = await startMockOf(plantStoreSpec, { tokens: [token] });
    for (const before of [1, 120, 239]) {
      await createPlant(mock, `${'a'.repeat(MAX_BODY_TEXT - before)}${token}${'b'.repeat(10_000)}`);
      expect((await recorded(mock)).request.body?.text).not.toContain('long-secret');
    }
    await createPlant(mock, `${token}`.repeat(5_000));
    expect((await recorded(mock)).request.body?.text).not.toContain('long-secret');
  });
});

it('shows the scheme of an Authorization but not its value, also if it is invalid', async () => {
  const mock = await startMockOf(plantStoreSpec);
  await createPlant(mock, fern, { Authorization: 'Bearer of-another-mock' });
  const entry = await recorded(mock);
  expect(entry.request.headers['authorization']).toBe('Bearer ***');
  expect([entry.response?.status, entry.valid]).toEqual([401, false]);
  expect(JSON.stringify(entry)).not.toContain('of-another-store');
});

it('excludes every secret from all output of the mock', async () => {
  const secrets = ['first-secret-1', 'second-secret-2', 'control-secret-3', 'foreign-secret-4'];
  const [first = '', second = '', controlToken = '', foreign = ''] = secrets;
  const mock = await startMockOf(gardenSpec, { tokens: [first, second], controlToken });
  const withToken = { headers: { Authorization: `Bearer ${controlToken}` } };
  for (const secret of secrets) {
    const coded = encodeURIComponent(secret);
    const basic = Buffer.from(`mock:${secret}`).toString('base64');
    const json = { 'content-type': 'application/json' };
    const keys = { 'x-garden-key': secret, cookie: `sid=${secret}`, authorization: `Basic ${basic}` };
    await sendBare(mock, `/beds/${secret}?garden_key=${coded}&q=${secret}`, { headers: keys });
    await sendBare(mock, `/${secret}`, {
      headers: { ...keys, prefer: `code=${secret}`, referer: `http://x/?q=${secret}` },
    });
    await sendBare(mock, `/beds/1?limit=${secret}`, {
      headers: { ...keys, accept: secret, origin: `http://${secret}` },
    });
    const body = JSON.stringify({ soil: secret, note: [secret, basic, coded], [secret]: 1 });
    await send(`${mock.url}/beds/1`, { method: 'PUT', headers: { ...json, ...keys }, body });
    await send(`${mock.url}/codes`, {
      method: 'POST',
      headers: { ...keys, 'content-type': `text/${secret}` },
      body,
    });
    await callControl(mock, `/journal?${secret}`, withToken);
    await callControl(mock, '/info', { headers: { Authorization: `Bearer ${secret}` } });
  }
  await callControl(mock, '/reset', { method: 'POST' });
  const reported = [
    ...(await Promise.all(
      ['/journal', '/info', '/rules', '/records', '/contracts/0', '/openapi.json', '/journal/wait', '/'].map(
        async (path) => (await callControl(mock, path, withToken)).text,
      ),
    )),
    ...mock.lines,
  ].join('\n');
  expect((await mock.journal.list()).length).toBe(5 * secrets.length);
  for (const secret of [first, second, controlToken, foreign]) {
    expect(reported).not.toContain(secret);
    expect(reported).not.toContain(Buffer.from(`mock:${secret}`).toString('base64').replace(/=+$/, ''));
  }
});

it('masks credentials that a response repeats', async () => {
  const mock = await startMockOf(plantStoreSpec);
  const body = JSON.stringify({
    then: {
      status: 200,
      headers: { 'Set-Cookie': 'sid=wilted-secret' },
      body: { you: 'sent-elsewhere', it: mock.token },
    },
  });
  await postControl(mock, '/rules', body);
  await createPlant(mock, fern, { Authorization: 'Bearer sent-elsewhere' });
  expect(await lastEntry(mock)).toMatchObject({
    response: {
      headers: { 'Set-Cookie': 'sid=***' },
      body: { text: '{"you":"***","it":"$PLANT_STORE_TOKEN"}' },
    },
  });
});

it('masks the decoded value of a percent-encoded cookie', async () => {
  const mock = await startMockOf(gardenSpec);
  await mock.scenario.add({ then: { status: 200, body: { you: 'wilted/secret=1' } } });
  await send(`${mock.url}/beds/1`, { headers: { Cookie: `sid=${encodeURIComponent('wilted/secret=1')}` } });
  expect(await lastEntry(mock)).toMatchObject({ response: { body: { text: '{"you":"***"}' } } });
});

it('masks by the contract of the request, also if another one is served when it is read', async () => {
  const mock = await serveMock(await loadContract(gardenSpec));
  onTestFinished(() => mock.close());
  await send(`${mock.url}/beds/1`, { headers: { 'x-garden-key': 'key-of-somebody' } });
  await mock.replaceContracts([{ prefix: '', contract: await loadContract(plantStoreSpec) }]);
  const [entry] = await mock.journal.list();
  expect(entry?.request.headers['x-garden-key']).toBe('***');
});
