import { get, type IncomingMessage } from 'node:http';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createAdminService } from '../../../mock/control/create-admin-service.ts';
import { createStreamFactory } from '../../../mock/control/journal-stream.ts';
import { createMadeUpValues } from '../../../mock/made-up/made-up-values.ts';
import type { RunningMock } from '../../../mock/serve/mock-server.ts';
import { createMemoryStorage } from '../../../mock/storage/memory/memory-storage.ts';
import { countTicks, TICKS_PER_SECOND } from '../../cpu-time.ts';
import { createPlant, plantStoreSpec, startMockOf } from '../support.ts';
import { callControl, postControl } from './control-client.ts';

const fern = '{"id":7,"name":"fern"}';

describe('the stream of the journal', () => {
  it('sends each new entry', async () => {
    const mock = await startMockOf(plantStoreSpec);
    await createPlant(mock, fern);
    const stream = await open(mock);
    await createPlant(mock, '{}');
    await stream.until((text) => text.includes('\n\nid: 2\n'));
    const [event] = stream.events();
    expect(event?.id).toBe('2');
    expect(JSON.parse(event?.data ?? '')).toMatchObject({ id: 2, operation: 'createPlant', valid: false });
    expect(stream.headers['content-type']).toBe('text/event-stream');
  });

  it('continues after the last event of the reader, without loss and duplicates', async () => {
    const mock = await startMockOf(plantStoreSpec);
    for (let id = 1; id <= 5; id++) await createPlant(mock, `{"id":${id},"name":"a"}`);
    const sending = Promise.all(Array.from({ length: 20 }, () => createPlant(mock, fern)));
    const stream = await open(mock, '', { 'Last-Event-ID': '3' });
    await sending;
    await stream.until(() => stream.events().length >= 22);
    const ids = stream.events().map(({ id }) => Number(id));
    expect(ids.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 22 }, (_unused, index) => index + 4));
  });

  it('starts over for a reader whose last id is from another journal', async () => {
    const mock = await startMockOf(plantStoreSpec);
    await createPlant(mock, fern);
    const stream = await open(mock, '?after=57');
    await stream.until((text) => text.includes('id: 1\n'));
    await createPlant(mock, '{}');
    await stream.until((text) => text.includes('id: 2\n'));
    expect(stream.events().map(({ id }) => id)).toEqual(['1', '2']);
  });

  it('accepts the filters of the journal, and starts with the last entries of a limit', async () => {
    const mock = await startMockOf(plantStoreSpec);
    for (const body of [fern, '{}', '{"id":8,"name":"b"}', '{"id":9,"name":"c"}']) await createPlant(mock, body);
    const stream = await open(mock, '?valid=true&limit=2');
    await createPlant(mock, '{}');
    await createPlant(mock, '{"id":10,"name":"d"}');
    await stream.until((text) => text.includes('id: 6\n'));
    expect(stream.events().map(({ id }) => id)).toEqual(['3', '4', '6']);
  });

  it('ends within a second when the mock is closed', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const stream = await open(mock);
    const end = async () => {
      await mock.close();
      await stream.ended;
    };
    expect(await countTicks(end)).toBeLessThan(TICKS_PER_SECOND);
  });

  it('stays open during a reset', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const stream = await open(mock);
    await createPlant(mock, fern);
    await callControl(mock, '/reset', { method: 'POST' });
    await createPlant(mock, '{}');
    await stream.until(() => stream.events().length === 2);
  });

  it('escapes body text that could end an event', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const stream = await open(mock);
    await createPlant(mock, '{"id":1,"name":"a\\u2028\\n\\ndata: no\\r\\rid: 9"}\r\n\r\ndata: no\n\n');
    await stream.until((text) => text.includes('id: 1\n'));
    await createPlant(mock, fern);
    await stream.until((text) => text.includes('id: 2\n'));
    expect(stream.events().map(({ id }) => id)).toEqual(['1', '2']);
  });

  it('accepts at most 64 readers at a time', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const streams = await Promise.all(Array.from({ length: 64 }, () => open(mock)));
    expect((await callControl(mock, '/journal/stream')).status).toBe(503);
    streams[0]?.leave();
    await expect.poll(async () => (await callControl(mock, '/journal/stream', { method: 'HEAD' })).status).toBe(200);
    await expect.poll(async () => (await open(mock)).status).toBe(200);
  });

  it('drops a reader that is too slow, and sends it a final dropped event', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const stream = await open(mock);
    stream.pause();
    await postControl(mock, '/rules', JSON.stringify({ then: { body: 'x'.repeat(60_000) } }));
    // However long the others take, the reader still receives the last event.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    for (let batch = 0; batch < 25; batch++)
      await Promise.all(Array.from({ length: 20 }, () => createPlant(mock, fern)));
    stream.resume();
    await stream.ended;
    expect(stream.events().at(-1)).toMatchObject({
      event: 'dropped',
      data: expect.stringContaining('too slow'),
    });
  });
});

it('sends heartbeats while idle, and stops with the reader', async () => {
  const storage = createMemoryStorage();
  const { journal } = createAdminService({
    seed: undefined,
    storage,
    addRecord: async () => undefined,
    initialState: async () => ({ records: [], numbers: [], rules: [] }),
    contracts: () => [],
    madeUp: createMadeUpValues({ seed: undefined, locale: undefined }),
    sendOutgoing: async () => ({ kind: 'failed', reason: '' }),
    closing: new AbortController().signal,
  });
  const { createServer } = await import('node:http');
  const gone = new AbortController();
  const server = createServer((_request, response) => {
    response.once('close', () => gone.abort());
    const stream = createStreamFactory(
      journal,
      5,
    )({ filter: {}, afterId: undefined, isHead: false, signal: gone.signal });
    if ('write' in stream) void stream.write(response).then(() => server.emit('written'));
  });
  const written = new Promise((resolve) => server.once('written', resolve));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const stream = await read(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`);
  await stream.until((text) => text.split(': keep-alive\n\n').length > 3);
  stream.leave();
  await written;
});

interface ServerEvent {
  readonly id?: string;
  readonly event?: string;
  readonly data?: string;
}

function open(mock: RunningMock, query = '', headers: Record<string, string> = {}) {
  return read(`${mock.url}/__store/journal/stream${query}`, headers);
}

/** Resolves when the stream has begun. */
async function read(url: string, headers: Record<string, string> = {}) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers, agent: false }, resolve).on('error', reject);
  });
  onTestFinished(() => void response.destroy());
  let text = '';
  response.on('error', () => undefined);
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  const until = (isEnough: (text: string) => boolean) => expect.poll(() => isEnough(text)).toBe(true);
  if (response.statusCode === 200) await until((start) => start.startsWith('retry: '));
  return {
    status: response.statusCode,
    headers: response.headers,
    until,
    events: () => eventsIn(text),
    ended: new Promise<void>((resolve) => response.once('close', resolve)),
    leave: () => response.destroy(),
    pause: () => response.pause(),
    resume: () => response.resume(),
  };
}

function eventsIn(text: string): readonly ServerEvent[] {
  return text
    .split('\n\n')
    .slice(0, -1)
    .map((block) => Object.fromEntries(block.split('\n').map(fieldOf)))
    .filter((event) => 'data' in event);
}

function fieldOf(line: string): [string, string] {
  const [name = '', ...value] = line.split(': ');
  return [name, value.join(': ')];
}
