/** The verifier against loops of undici alone, on one right store in a process of its own like a real implementation. */
import { type ChildProcess, spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { Pool } from 'undici';
import { families } from '../../contracts/conformance/cases/index.ts';
import { withCredentials } from '../../contracts/conformance/credentials.ts';
import { freshSource } from '../../contracts/conformance/fresh-source.ts';
import { runConformance } from '../../contracts/conformance/run.ts';
import { isTwin, twinOf } from '../../contracts/conformance/twin.ts';
import type { HeaderLine } from '../../contracts/headers.ts';
import type { Contract } from '../../spec/contract.ts';
import { alternate, line } from './measure.ts';

const CONCURRENCY = 4;
const VALID = 2_000;

export async function benchVerifier(contract: Contract): Promise<void> {
  const store = await startStore();
  const { url, token } = store;
  const same = sameRequests(contract, token);
  const valid = Array.from({ length: VALID }, () => validRequest(token));
  const [run, alike, bare] = await alternate([
    () => verifierRun(contract, store),
    () => loop(url, same),
    () => loop(url, valid),
  ]);
  const memory = await memoryRatio(url, token);
  store.process.kill();
  const [runRate, sameRate, bareRate] = [rate(run), rate(alike), rate(bare)];
  const beyond = run.seconds - run.requests / sameRate;
  process.stdout.write(
    [
      line('verifier', runRate, 'an undici loop of its requests that go out alone', sameRate),
      line('verifier', runRate, 'an undici loop of one valid request', bareRate),
      `verifier    one run of ${run.requests} requests takes ${run.seconds.toFixed(2)} s, ${beyond.toFixed(2)} s beyond the store's own`,
      `verifier    heap after 20,000 cases is ${memory.toFixed(2)} times that after 2,000`,
      '',
    ].join('\n'),
  );
}

interface Load {
  readonly requests: number;
  readonly seconds: number;
}

function rate({ requests, seconds }: Load): number {
  return requests / seconds;
}

interface Store {
  readonly url: string;
  readonly token: string;
  readonly process: ChildProcess;
}

async function verifierRun(contract: Contract, { url, token }: Store): Promise<Load> {
  const credentials = { token, byScheme: new Map<string, string>() };
  const limits = { timeoutMs: 10_000, concurrency: CONCURRENCY, only: [] };
  for await (const event of runConformance({ contract, baseUrl: url, credentials, ...limits })) {
    if (event.type === 'finished')
      return { requests: event.result.requests, seconds: event.result.ms / 1000 };
  }
  throw new Error('the run ended without a result');
}

interface Bare {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly HeaderLine[];
  readonly body: string | Uint8Array | null;
}

/** Those of a run that go out by themselves, made beforehand. */
function sameRequests(contract: Contract, token: string): readonly Bare[] {
  const fresh = freshSource();
  const credentials = { token, byScheme: new Map<string, string>() };
  return contract.operations.flatMap((operation) => {
    const schemes = operation.security[0]?.schemes ?? [];
    const twin = twinOf(operation, schemes);
    const cases = isTwin(twin) ? families.flatMap((family) => [...family.generate(twin)]) : [];
    return cases
      .filter(({ company }) => company === undefined)
      .map((tried) => tried.build(fresh))
      .map((draft) => ({
        ...withCredentials(draft, schemes, credentials),
        method: draft.method ?? operation.method,
        body: draft.body ?? null,
      }));
  });
}

function validRequest(token: string): Bare {
  const headers: HeaderLine[] = [
    ['authorization', `Bearer ${token}`],
    ['content-type', 'application/json'],
  ];
  return { method: 'POST', path: '/plants', headers, body: '{"id":1042,"name":"Boston fern","tag":"fern"}' };
}

async function loop(url: string, requests: readonly Bare[]): Promise<Load> {
  const pool = new Pool(url, { connections: CONCURRENCY, pipelining: 1 });
  const start = performance.now();
  const left = requests.values();
  const worker = async () => {
    for (const { method, path, headers, body } of left) {
      const answer = await pool.request({ method, path, headers: headers.flat(), body });
      await answer.body.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  const seconds = (performance.now() - start) / 1000;
  await pool.close();
  return { requests: requests.length, seconds };
}

/** In a process of its own, which can collect its garbage before it looks. */
async function memoryRatio(url: string, token: string): Promise<number> {
  const program = new URL('memory.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, ['--expose-gc', program, url], {
    env: { ...process.env, PLANT_STORE_TOKEN: token },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const chunk of child.stdout) output += String(chunk);
  return Number(output);
}

async function startStore(): Promise<Store> {
  const main = new URL('../zoo/main.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [main, 'right-store'], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  for await (const chunk of child.stdout) {
    output += String(chunk);
    const [, url, token] = /URL\s+(\S+)\s+token\s+(\S+)\s/.exec(output) ?? [];
    if (url !== undefined && token !== undefined) return { url, token, process: child };
  }
  throw new Error(`the store did not start: ${output}`);
}
