/** `--workers 2` and `3` against a single process: throughput, and what sharing one store costs. */
import { type Connection, connectEvenly } from '../measuring/even-connections.ts';
import { childrenOf, cpuBetween, ownThreadsOf, threadsOf } from '../measuring/process-usage.ts';
import { median, medianOrNull } from '../measuring/statistics.ts';
import { atLeast, type FieldGoal, recordsSection } from '../reporting/records.ts';
import type { Section } from '../reporting/section.ts';
import { TOKEN } from '../servers.ts';
import { type MockProcess, startMockProcess } from './mock-process.ts';

const CONNECTIONS = 48;
const REQUESTS = 20_000;
const ROUNDS = 3;
const COUNTS = [1, 2, 3];

export async function benchWorkers(): Promise<Section> {
  return recordsSection({
    title: 'The same load on this number of workers',
    data: await measured(),
    fields: {
      requestsPerSecond: { label: 'requests/s' },
      cpu: { label: 'CPU µs a request, all processes' },
      cpuOfPrimary: { label: 'of these, the primary' },
    },
    goals,
  });
}

const goals: readonly FieldGoal[] = [
  {
    description: 'Requests/s of two workers, x those of one process',
    field: 'requestsPerSecond',
    rowFilter: { workers: 2 },
    unitRow: { workers: 1 },
    ...atLeast(1.8),
  },
];

interface Round {
  readonly requestsPerSecond: number;
  /** Microseconds for each request, of all processes; of the primary alone, 0 where there is none. */
  readonly cpu: number | null;
  readonly cpuOfPrimary: number | null;
}

/** The median of each figure, after a round that does not count; the rounds take turns. */
async function measured(): Promise<readonly (Round & { readonly workers: number })[]> {
  const stores: { readonly workers: number; readonly store: MockProcess; readonly rounds: Round[] }[] = [];
  try {
    for (const workers of COUNTS)
      stores.push({ workers, store: await startMockProcess('--workers', String(workers)), rounds: [] });
    for (let round = 0; round <= ROUNDS; round++)
      for (const { workers, store, rounds } of stores) {
        const found = await roundOf(store, workers);
        if (round > 0) rounds.push(found);
      }
  } finally {
    await Promise.all(stores.map(({ store }) => store.stop()));
  }
  return stores.map(({ workers, rounds }) => ({ workers, ...medianRound(rounds) }));
}

function medianRound(rounds: readonly Round[]): Round {
  return {
    requestsPerSecond: median(rounds.map(({ requestsPerSecond }) => requestsPerSecond)),
    cpu: medianOrNull(rounds.map(({ cpu }) => cpu)),
    cpuOfPrimary: medianOrNull(rounds.map(({ cpuOfPrimary }) => cpuOfPrimary)),
  };
}

let lastId = 0;

async function roundOf({ pid, url }: MockProcess, workers: number): Promise<Round> {
  const workersOf = childrenOf(pid);
  const pids = workersOf.length === 0 ? [pid] : workersOf;
  const connections = await connectEvenly(url, { pids, count: CONNECTIONS });
  const [all, own] = [threadsOf(pid), ownThreadsOf(pid)];
  const startedAt = performance.now();
  await load(connections);
  const seconds = (performance.now() - startedAt) / 1000;
  const cpu = cpuBetween(all, threadsOf(pid));
  const cpuOfPrimary = workers === 1 ? 0 : cpuBetween(own, ownThreadsOf(pid));
  for (const connection of connections) connection.close();
  const ofOne = (used: number | null) => (used === null ? null : used / REQUESTS);
  return { requestsPerSecond: REQUESTS / seconds, cpu: ofOne(cpu), cpuOfPrimary: ofOne(cpuOfPrimary) };
}

const HEAD = `POST /plants HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Type: application/json`;

async function load(connections: readonly Connection[]): Promise<void> {
  let left = REQUESTS;
  const work = async (connection: Connection) => {
    while (left-- > 0) {
      lastId += 1;
      const body = `{"id":${lastId},"name":"Boston fern","tag":"fern"}`;
      const status = await connection.send(`${HEAD}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
      if (status !== 200) throw new Error(`the mock server returns ${status}`);
    }
  };
  await Promise.all(connections.map(work));
}
