/** What 200,000 requests leave behind in the mock server, and how long the slowest of them took. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Pool } from 'undici';
import { quantile } from '../measuring/statistics.ts';
import { atMost, type FieldGoal, recordsSection } from '../reporting/records.ts';
import type { BenchOptions, Section } from '../reporting/section.ts';

const CONNECTIONS = 16;
/** Requests in all at the end of each. */
const stages = {
  whole: [20_000, 50_000, 100_000, 200_000],
  quick: [2_000, 10_000],
  least: [20, 50],
} as const;

/** At the end of a stage; bytes and milliseconds. */
interface RequestStage extends MemoryUsage {
  readonly requests: number;
  /** Of the requests of this stage, as the client sees them. */
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
  readonly max: number;
}

interface MemoryUsage {
  /** In use, garbage taken away. */
  readonly heap: number;
  readonly rss: number;
  /** Of the garbage collector in this stage. */
  readonly pauses: number;
  readonly longestPause: number;
}

export async function benchMemoryGrowth({ size }: BenchOptions): Promise<Section> {
  return recordsSection({
    title: 'After this number of requests, each of which creates a record',
    data: await measureStage(stages[size]),
    fields: {
      heap: { label: 'heap, MB', ...megabytes },
      rss: { label: 'memory, MB', ...megabytes },
      p50: { label: 'p50, ms', digits: 1 },
      p99: { label: 'p99, ms', digits: 1 },
      p999: { label: 'p99.9, ms', digits: 1 },
      max: { label: 'longest, ms', digits: 1 },
      pauses: { label: 'garbage collection pauses' },
      longestPause: { label: 'longest pause, ms', digits: 1 },
    },
    goals,
  });
}

const megabytes = { scale: 1e-6, digits: 1 };

const goals: readonly FieldGoal[] = [
  {
    description: 'Heap after 200,000 requests, x that after 20,000',
    field: 'heap',
    rowFilter: { requests: 200_000 },
    unitRow: { requests: 20_000 },
    ...atMost(1.05),
  },
  {
    description: 'p99.9 of the requests up to 200,000, ms',
    field: 'p999',
    rowFilter: { requests: 200_000 },
    ...atMost(50),
  },
];

/** Each request creates a record of its own, so that records and journal fill their bounds and the oldest are evicted. */
async function measureStage(upTo: readonly number[]): Promise<readonly RequestStage[]> {
  // The second as cli/actions/mock/mock.ts has it.
  const execArgv = ['--expose-gc', '--no-allocation-site-pretenuring'];
  const store = fork(new URL('memory-growth-store.ts', import.meta.url), { execArgv });
  const { url, token }: { url: string; token: string } = await nextMessage(store);
  const pool = new Pool(url, { connections: CONNECTIONS, pipelining: 1 });
  const post = postRequests(pool, token);
  const rows: RequestStage[] = [];
  try {
    for (const requests of upTo) {
      const times = await post(requests);
      rows.push({ requests, ...(await memoryUsageOf(store)), ...quantiles(times) });
    }
  } finally {
    await pool.close();
    store.disconnect();
  }
  return rows;
}

/** Up to this many in all; gives the milliseconds that each took, in order of size. */
function postRequests(pool: Pool, token: string): (upTo: number) => Promise<Float64Array> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  let id = 0;
  return async (upTo) => {
    const times = new Float64Array(upTo - id);
    const first = id;
    const client = async () => {
      while (id < upTo) {
        const place = id++ - first;
        const body = `{"id":${first + place + 1},"name":"Boston fern","tag":"fern"}`;
        const start = performance.now();
        const response = await pool.request({ method: 'POST', path: '/plants', headers, body });
        await response.body.text();
        times[place] = performance.now() - start;
        if (response.statusCode !== 200) throw new Error(`the mock server returns ${response.statusCode}`);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, client));
    return times.sort();
  };
}

async function memoryUsageOf(store: ChildProcess): Promise<MemoryUsage> {
  const response = nextMessage(store);
  store.send({});
  const usage: MemoryUsage = await response;
  await nextMessage(store);
  return usage;
}

async function nextMessage(store: ChildProcess) {
  const [message] = await once(store, 'message');
  return message;
}

function quantiles(times: Float64Array) {
  const at = (part: number) => quantile(times, part);
  return { p50: at(0.5), p99: at(0.99), p999: at(0.999), max: at(1) };
}
