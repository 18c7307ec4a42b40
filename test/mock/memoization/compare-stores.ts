/** The same requests to a mock with memoization, and to one without. */

import type { Storage } from '../../../mock/model/storage.ts';
import { serveMock } from '../../../mock/serve/mock-server.ts';
import { createMemoryStorage } from '../../../mock/storage/memory/memory-storage.ts';
import { TOKEN } from '../differential/baseline-request.ts';
import { type Probe, type ReceivedOutcome, TIMEOUT_MS } from '../differential/probe.ts';
import { createSender } from '../differential/send.ts';
import { type Mixture, mixedRequests } from './mixed-requests.ts';

export interface StoreComparison {
  readonly sent: number;
  /** Counts by status. */
  readonly statuses: ReadonlyMap<number, number>;
  /** The requests with different responses, with both responses. */
  readonly different: readonly string[];
}

/** Times and dynamic values are derived from the seed, so they are the same in both. */
export async function compareStores(mixture: Mixture): Promise<StoreComparison> {
  const { contract } = mixture;
  /** The source text is only for messages. */
  const bare = { ...contract, sources: new Map<string, string>() };
  const options = { tokens: [TOKEN], seed: mixture.seed };
  const memoizing = await serveMock(contract, options);
  const fresh = await serveMock(contract, { ...options, storage: forgetfulStorage() });
  const { send, close } = createSender();
  const responses: ProbeResults[] = [];
  try {
    for (const probe of mixedRequests(mixture)) {
      // Memoized values depend on the contract and the records, of which this one has none.
      await fresh.replaceContracts([{ prefix: '', contract: structuredClone(bare) }]);
      const requested = { ...probe, headers: { ...probe.headers, Host: 'store.localhost' } };
      const [one, other] = [memoizing, fresh].map(({ url }) => send(url, requested, TIMEOUT_MS));
      responses.push({ probe, memoizing: plain(await one), fresh: plain(await other) });
    }
  } finally {
    close();
    await Promise.all([memoizing.close(), fresh.close()]);
  }
  return {
    sent: responses.length,
    statuses: countOf(responses.map(({ memoizing }) => memoizing?.status ?? 0)),
    different: responses.flatMap(differenceIn),
  };
}

interface ProbeResults {
  readonly probe: Probe;
  readonly memoizing: ReceivedOutcome | undefined;
  readonly fresh: ReceivedOutcome | undefined;
}

/** Returns a new object for each record. */
function forgetfulStorage(): Storage {
  const storage = createMemoryStorage();
  const { records } = storage;
  return {
    ...storage,
    records: {
      ...records,
      insert: (name, id, value) => records.insert(name, id, structuredClone(value)),
      read: async (name, id) => structuredClone(await records.read(name, id)),
      list: async (name) => structuredClone(await records.list(name)),
      update: (name, record) => records.update(name, structuredClone(record)),
    },
  };
}

function plain(response: ReceivedOutcome | undefined): ReceivedOutcome | undefined {
  if (response === undefined) return undefined;
  const { date: _date, ...headers } = response.headers;
  return { ...response, headers };
}

function countOf(statuses: readonly number[]): ReadonlyMap<number, number> {
  return new Map([...Map.groupBy(statuses, (one) => one)].map(([status, all]) => [status, all.length]));
}

function differenceIn({ probe, memoizing, fresh }: ProbeResults): readonly string[] {
  const [one, other] = [memoizing, fresh].map((response) => JSON.stringify(response));
  if (one === other && memoizing?.outcome === 'completed') return [];
  const { contract, kind, method, target, headers, body } = probe;
  const requested = `${contract}: ${kind}: ${method} ${target} ${JSON.stringify(headers)} ${body ?? ''}`;
  return [`${requested}\n  memoized: ${one}\n  fresh:    ${other}`];
}
