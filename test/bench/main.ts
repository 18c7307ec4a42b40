/**
 * `npm run bench`: speeds as ratios to a baseline measured in the same run, since machines differ and are shared.
 * The store under the verifier is the zoo's right one, in a process of its own like a real implementation.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { Pool } from 'undici';
import { runConformance } from '../../contracts/conformance/run.ts';
import { startMock } from '../../mock/server.ts';
import { loadContract } from '../../spec/load.ts';

const ROUNDS = 5;
const REQUESTS = 1_000;
const CONCURRENCY = 4;
const body = '{"id":1042,"name":"Boston fern","tag":"fern"}';

const contract = await loadContract(new URL('../../spec/plant-store.yaml', import.meta.url).href);
const store = await startStore();
const [verifier, bareOnStore] = await alternate(verifierRate, () => bareRate(store.url, store.token));
store.process.kill();

const mock = await startMock(contract);
const plain = await startPlainServer();
const [onMock, onPlain] = await alternate(
  () => bareRate(mock.url, mock.token),
  () => bareRate(plain.url, 'any'),
);
await mock.close();
plain.close();

print('verifier', verifier, 'a bare undici loop on the same store', bareOnStore);
print('fake store', onMock, 'a bare node:http server that parses the JSON', onPlain);

function print(what: string, rate: number, baseline: string, baseRate: number): void {
  const ratio = ((rate / baseRate) * 100).toFixed(0);
  process.stdout.write(
    `${what.padEnd(10)}  ${ratio} % of ${baseline} (${rate.toFixed(0)} and ${baseRate.toFixed(0)} requests/s)\n`,
  );
}

/** Medians of rounds that take turns, so that a slow moment of the machine hits both. */
async function alternate(a: () => Promise<number>, b: () => Promise<number>): Promise<[number, number]> {
  const rates: [number[], number[]] = [[], []];
  await a();
  await b();
  for (let round = 0; round < ROUNDS; round++) {
    rates[0].push(await a());
    rates[1].push(await b());
  }
  return [median(rates[0]), median(rates[1])];
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function verifierRate(): Promise<number> {
  const { url, token } = store;
  const credentials = { token, byScheme: new Map<string, string>() };
  const options = {
    contract,
    baseUrl: url,
    credentials,
    timeoutMs: 10_000,
    concurrency: CONCURRENCY,
    only: [],
  };
  for await (const event of runConformance(options)) {
    if (event.type === 'finished') return (event.result.requests / event.result.ms) * 1000;
  }
  throw new Error('the run ended without a result');
}

async function bareRate(url: string, token: string): Promise<number> {
  const pool = new Pool(url, { connections: CONCURRENCY, pipelining: 1 });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const start = performance.now();
  let left = REQUESTS;
  const worker = async () => {
    while (left-- > 0) {
      const answer = await pool.request({ method: 'POST', path: '/plants', headers, body });
      await answer.body.text();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  const seconds = (performance.now() - start) / 1000;
  await pool.close();
  return REQUESTS / seconds;
}

async function startStore(): Promise<{ url: string; token: string; process: ChildProcess }> {
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

async function startPlainServer(): Promise<{ url: string; close(): void }> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    JSON.parse(Buffer.concat(chunks).toString('utf8'));
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end('{"name":"Boston fern","tag":"fern"}');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() };
}
