/** The process that sends the load: told by messages what to send, it answers each with what it measured. */
import { Pool } from 'undici';
import type { FirstRequest } from './launch-server.ts';
import { cpuBetween, threadsOf } from './process-usage.ts';
import { quantile } from './statistics.ts';

export interface LoadBurst {
  readonly url: string;
  /** Of the server, whose CPU time is read. */
  readonly pid: number;
  readonly call: FirstRequest;
  readonly connections: number;
  /** It ends when so many requests are answered, or so much time has passed. */
  readonly requests: number;
  readonly seconds: number;
}

export interface LoadMeasurement {
  /** Requests per second. */
  readonly rate: number;
  /** Microseconds for each request, of the whole process tree. */
  readonly cpu: number | null;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
  /** All that were received. */
  readonly statuses: readonly number[];
}

/** Why a burst came to nothing: a server that ended, or hangs. */
export interface LoadFailure {
  readonly reason: string;
}

process.on('message', async (burst: LoadBurst) => {
  process.send?.(await measureLoad(burst).catch((error) => ({ reason: String(error) })));
});

const TIMEOUT_MS = 30_000;

async function measureLoad({ url, pid, ...burst }: LoadBurst): Promise<LoadMeasurement> {
  const limits = { headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS };
  const pool = new Pool(url, { connections: burst.connections, pipelining: 1, ...limits });
  await sendLoad(pool, { ...burst, requests: burst.connections * 2 });
  const before = threadsOf(pid);
  const { times, seconds, statuses } = await sendLoad(pool, burst);
  const cpu = cpuBetween(before, threadsOf(pid));
  await pool.close();
  const sorted = Float64Array.from(times).sort();
  return {
    rate: times.length / seconds,
    cpu: cpu === null ? null : cpu / times.length,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    p999: quantile(sorted, 0.999),
    statuses: [...statuses],
  };
}

interface SentLoad {
  /** Of each request, in ms. */
  readonly times: readonly number[];
  readonly seconds: number;
  readonly statuses: ReadonlySet<number>;
}

async function sendLoad(pool: Pool, burst: Omit<LoadBurst, 'url' | 'pid'>): Promise<SentLoad> {
  const times: number[] = [];
  const statuses = new Set<number>();
  const start = performance.now();
  const end = start + burst.seconds * 1000;
  let left = burst.requests;
  const worker = async () => {
    while (left-- > 0) {
      const startedAt = performance.now();
      if (startedAt > end) return;
      const response = await pool.request(burst.call);
      await response.body.dump();
      statuses.add(response.statusCode);
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: burst.connections }, worker));
  return { times, seconds: (performance.now() - start) / 1000, statuses };
}
