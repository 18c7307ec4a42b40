import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { KitError } from '../../../errors.ts';
import type { JournalAdmin } from '../../../mock/control/admin-service.ts';
import { createAdminService } from '../../../mock/control/create-admin-service.ts';
import { createMadeUpValues } from '../../../mock/made-up/made-up-values.ts';
import type { NewEntry } from '../../../mock/model/journal-entry.ts';
import { createMemoryStorage } from '../../../mock/storage/memory/memory-storage.ts';
import { countTicks, TICKS_PER_SECOND } from '../../cpu-time.ts';
import { createPlant, member, plantStoreSpec, startMockOf } from '../support.ts';
import { callControl, entriesIn, expectProblem } from './control-client.ts';

const fern = '{"id":7,"name":"fern"}';

describe('waiting for requests over HTTP', () => {
  it('responds immediately if they are already there', async () => {
    const mock = await startMockOf(plantStoreSpec);
    await createPlant(mock, fern);
    const response = await callControl(mock, '/journal/wait?operation=createPlant');
    expect([response.status, entriesIn(response).length]).toEqual([200, 1]);
  });

  it('responds as soon as the last one arrives', async () => {
    const mock = await startMockOf(plantStoreSpec);
    await createPlant(mock, '{}');
    const waiting = callControl(mock, '/journal/wait?valid=true&count=2&timeout=20000');
    await createPlant(mock, fern);
    await createPlant(mock, '{"id":8,"name":"moss"}');
    expect(entriesIn(await waiting).map((entry) => member(entry, 'id'))).toEqual([2, 3]);
  });

  it('reports that they did not arrive', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const response = await callControl(mock, '/journal/wait?count=3&timeout=10');
    expectProblem(response, 408, 'matching requests: expected 3 within 10 ms');
  });

  it('ends when the mock is closed', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const waiting = callControl(mock, '/journal/wait?timeout=60000');
    await callControl(mock, '/health');
    await mock.close();
    expectProblem(await waiting, 503, 'no more requests can arrive');
  });

  it('ends when the client disconnects', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const leaving = request(`${mock.url}/__store/journal/wait?timeout=60000`);
    leaving.on('error', () => undefined);
    leaving.end();
    await new Promise((resolve) => setTimeout(resolve, 100));
    leaving.destroy();
    expect(await countTicks(() => mock.close())).toBeLessThan(TICKS_PER_SECOND);
  });
});

describe('waiting in the same process', () => {
  it('rejects with wait-timeout, and with store-closed when the mock is closed', async () => {
    const mock = await startMockOf(plantStoreSpec);
    expect(await codeOf(mock.journal.waitFor({ timeout: 1 }))).toBe('wait-timeout');
    const waiting = codeOf(mock.journal.waitFor({ timeout: 60_000 }));
    await mock.close();
    expect(await waiting).toBe('store-closed');
  });

  it.each([Number.POSITIVE_INFINITY, 2 ** 31])('waits with a timeout of %d ms', async (timeout) => {
    const { journal, add } = createTestJournalAdmin();
    const waiting = journal.waitFor({ timeout });
    await new Promise((resolve) => setTimeout(resolve, 20));
    await add();
    expect(await waiting).toHaveLength(1);
  });

  it('does not count entries up to the given id', async () => {
    const { journal, add } = createTestJournalAdmin();
    await add();
    expect(await codeOf(journal.waitFor({ after: 1, timeout: 5 }))).toBe('wait-timeout');
    const waiting = journal.waitFor({ after: 1 });
    await add();
    expect((await waiting).map(({ id }) => id)).toEqual([2]);
  });

  it('leaves no listener behind, after success, timeout and abort', async () => {
    const { journal, add, listeners } = createTestJournalAdmin();
    const coming = journal.waitFor();
    await add();
    await coming;
    await codeOf(journal.waitFor({ count: 9, timeout: 1 }));
    const leaving = new AbortController();
    const left = journal.waitFor({ count: 9, signal: leaving.signal });
    leaving.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    await expect(journal.waitFor({ count: 9, signal: leaving.signal })).rejects.toThrow('left');
    expect(listeners()).toBe(0);
  });

  it('returns the last entries of a limit when the count is reached', async () => {
    const { journal, add } = createTestJournalAdmin();
    for (let times = 0; times < 3; times++) await add();
    expect((await journal.waitFor({ count: 3, limit: 1 })).map(({ id }) => id)).toEqual([3]);
  });
});

const entry: NewEntry = {
  kind: 'request',
  time: '2026-01-01T00:00:00.000Z',
  milliseconds: 1,
  mount: '',
  operation: 'createPlant',
  request: { method: 'POST', target: '/plants', headers: {}, body: null },
  response: null,
  valid: true,
  violations: [],
  why: null,
  rule: null,
  fault: null,
};

interface TestJournalAdmin {
  readonly journal: JournalAdmin;
  readonly add: () => Promise<unknown>;
  readonly listeners: () => number;
}

function createTestJournalAdmin(): TestJournalAdmin {
  const memory = createMemoryStorage();
  let listening = 0;
  const watch: typeof memory.journal.watch = async (listener) => {
    const stop = await memory.journal.watch(listener);
    listening += 1;
    return () => {
      listening -= 1;
      stop();
    };
  };
  const { journal } = createAdminService({
    seed: undefined,
    storage: { ...memory, journal: { ...memory.journal, watch } },
    addRecord: async () => undefined,
    initialState: async () => ({ records: [], numbers: [], rules: [] }),
    contracts: () => [],
    madeUp: createMadeUpValues({ seed: undefined, locale: undefined }),
    sendOutgoing: async () => ({ kind: 'failed', reason: '' }),
    closing: new AbortController().signal,
  });
  return { journal, add: () => memory.journal.add(entry), listeners: () => listening };
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
    return 'none';
  } catch (error) {
    return error instanceof KitError ? error.code : String(error);
  }
}
