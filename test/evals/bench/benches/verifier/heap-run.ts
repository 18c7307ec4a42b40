/**
 * Prints the heap in use during one run of 100,000 random cases, after so many of them, in MB, garbage taken away, as JSON:
 * `heap-run.ts BASE_URL`, with the token in the environment.
 */
import { runConformance } from '../../../../../contracts/conformance/run.ts';
import { loadContract } from '../../../../../spec/loading/load-contract.ts';
import { plantStoreDocument } from '../../servers.ts';

/** 1,000 is when everything has been used once. */
const SAMPLES = [1_000, 10_000, 25_000, 50_000, 100_000];

const contract = await loadContract(plantStoreDocument);
const run = runConformance({
  contract,
  baseUrl: process.argv[2] ?? '',
  credentials: { token: process.env['PLANT_STORE_TOKEN'], byScheme: new Map<string, string>() },
  timeoutMs: 10_000,
  concurrency: 4,
  categories: ['random'],
  randomOptions: { seed: 1, caseCount: Math.max(...SAMPLES) },
});
const heaps = new Map<number, number>();
let seen = 0;
for await (const event of run) if (event.type === 'case' && SAMPLES.includes(++seen)) heaps.set(seen, heapMB());
process.stdout.write(JSON.stringify(Object.fromEntries(heaps)));

function heapMB(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1e6;
}
