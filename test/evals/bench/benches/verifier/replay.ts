/** A run, and its own requests once more in a bare loop of undici: the same bytes to the same store. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Pool } from 'undici';
import { runConformance } from '../../../../../contracts/conformance/run.ts';
import type { Contract } from '../../../../../spec/model/contract.ts';
import { median } from '../../measuring/statistics.ts';
import type { VerifierFigure } from './figure.ts';
import type { BenchStore } from './store.ts';

/** Requests under way at once, of the run and of the loop. */
const CONCURRENCY = 4;
/** After one that does not count. */
const ROUNDS = 5;

/** They take turns, so that a slow moment of the machine hits both; told is the median of each figure. */
export async function compareWithLoop(contract: Contract, store: BenchStore, cases: number): Promise<VerifierFigure> {
  const sent = await recordRequests(() => runOnce(contract, store, cases));
  const rounds: { readonly run: LoopLoad; readonly loop: LoopLoad }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const run = await measureLoad(() => runOnce(contract, store, cases));
    rounds.push({ run, loop: await measureLoad(() => sendInLoop(store.url, sent)) });
  }
  return {
    measured: `a run with ${cases} random cases`,
    requests: sent.length,
    requestsPerSecond: median(rounds.map(({ run }) => run.rate)),
    loopRequestsPerSecond: median(rounds.map(({ loop }) => loop.rate)),
    shareOfLoop: median(rounds.map(({ run, loop }) => run.rate / loop.rate)),
    cpu: median(rounds.map(({ run }) => run.cpu)),
    loopCpu: median(rounds.map(({ loop }) => loop.cpu)),
  };
}

interface LoopLoad {
  /** Requests a second. */
  readonly rate: number;
  /** Of this process, in µs a request. */
  readonly cpu: number;
}

async function measureLoad(work: () => Promise<number>): Promise<LoopLoad> {
  const [cpuBefore, start] = [process.cpuUsage(), performance.now()];
  const requests = await work();
  const { user, system } = process.cpuUsage(cpuBefore);
  const seconds = (performance.now() - start) / 1000;
  return { rate: requests / seconds, cpu: (user + system) / requests };
}

/** How many requests it sent. */
async function runOnce(contract: Contract, { url, token }: BenchStore, cases: number): Promise<number> {
  const credentials = { token, byScheme: new Map<string, string>() };
  const limits = {
    timeoutMs: 10_000,
    concurrency: CONCURRENCY,
    categories: [],
    randomOptions: { seed: 1, caseCount: cases },
  };
  for await (const event of runConformance({ contract, baseUrl: url, credentials, ...limits }))
    if (event.type === 'finished') return event.result.requests;
  throw new Error('the run ended without a result');
}

interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly string[];
  readonly body: string | Uint8Array | null;
}

/** What goes out in one piece; of the others, sent in pieces, there are a few in a run. */
async function recordRequests(work: () => Promise<unknown>): Promise<readonly SentRequest[]> {
  const sent: SentRequest[] = [];
  const listen = (message: unknown) => {
    const request = requestIn(message);
    if (request !== undefined) sent.push(request);
  };
  subscribe('undici:request:create', listen);
  await work();
  unsubscribe('undici:request:create', listen);
  return sent;
}

/** As undici tells of it on its channel. */
function requestIn(message: unknown): SentRequest | undefined {
  if (!isRecord(message) || !isRecord(message['request'])) return undefined;
  const { method, path, headers, body = null } = message['request'];
  const isWhole = body === null || typeof body === 'string' || body instanceof Uint8Array;
  if (typeof method !== 'string' || typeof path !== 'string' || !Array.isArray(headers) || !isWhole) return undefined;
  return { method, path, headers: headers.map(String), body };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

async function sendInLoop(url: string, requests: readonly SentRequest[]): Promise<number> {
  const pool = new Pool(url, { connections: CONCURRENCY, pipelining: 1 });
  const left = requests.values();
  const worker = async () => {
    for (const { method, path, headers, body } of left) {
      const response = await pool.request({ method, path, headers: [...headers], body });
      await response.body.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  await pool.close();
  return requests.length;
}
