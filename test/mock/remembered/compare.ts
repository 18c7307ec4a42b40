/** The same requests in turn to a store that remembers, and to one that has just been started each time. */

import type { Storage } from '../../../mock/model/storage.ts';
import { serveMock } from '../../../mock/serve/server.ts';
import { createMemoryStorage } from '../../../mock/storage/memory/memory.ts';
import { ANSWER_MS, type Probe, type Received } from '../differential/request.ts';
import { createSender } from '../differential/send.ts';
import { TOKEN } from '../differential/twin.ts';
import { type Mixture, mixedRequests } from './mixed-requests.ts';

export interface Compared {
  readonly sent: number;
  /** By status, how often. */
  readonly statuses: ReadonlyMap<number, number>;
  /** The requests that were answered in two ways, with both answers. */
  readonly different: readonly string[];
}

/** Times and dynamic values are drawn from the seed, so that they are the same in both. */
export async function compareStores(mixture: Mixture): Promise<Compared> {
  const { contract } = mixture;
  /** The text of the document is for messages to people. */
  const bare = { ...contract, sources: new Map<string, string>() };
  const options = { tokens: [TOKEN], seed: mixture.seed };
  const remembering = await serveMock(contract, options);
  const fresh = await serveMock(contract, { ...options, storage: forgetfulStorage() });
  const { send, close } = createSender();
  const answers: Answered[] = [];
  try {
    for (const probe of mixedRequests(mixture)) {
      // All that is remembered hangs on the contract and on records: of these it has seen none.
      await fresh.replace([{ prefix: '', contract: structuredClone(bare) }]);
      const asked = { ...probe, headers: { ...probe.headers, Host: 'store.localhost' } };
      const [one, other] = [remembering, fresh].map(({ url }) => send(url, asked, ANSWER_MS));
      answers.push({ probe, known: plain(await one), anew: plain(await other) });
    }
  } finally {
    close();
    await Promise.all([remembering.close(), fresh.close()]);
  }
  return {
    sent: answers.length,
    statuses: countOf(answers.map(({ known }) => known?.status ?? 0)),
    different: answers.flatMap(differenceIn),
  };
}

interface Answered {
  readonly probe: Probe;
  readonly known: Received | undefined;
  readonly anew: Received | undefined;
}

/** No record is the same object twice. */
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

function plain(answer: Received | undefined): Received | undefined {
  if (answer === undefined) return undefined;
  const { date: _date, ...headers } = answer.headers;
  return { ...answer, headers };
}

function countOf(statuses: readonly number[]): ReadonlyMap<number, number> {
  return new Map([...Map.groupBy(statuses, (one) => one)].map(([status, all]) => [status, all.length]));
}

function differenceIn({ probe, known, anew }: Answered): readonly string[] {
  const [one, other] = [known, anew].map((answer) => JSON.stringify(answer));
  if (one === other && known?.outcome === 'answered') return [];
  const { contract, kind, method, target, headers, body } = probe;
  const asked = `${contract}: ${kind}: ${method} ${target} ${JSON.stringify(headers)} ${body ?? ''}`;
  return [`${asked}\n  remembered: ${one}\n  anew:       ${other}`];
}
