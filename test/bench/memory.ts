/** Prints how much more heap a run of 20,000 random cases leaves behind than one of 2,000. */
import { runConformance } from '../../contracts/conformance/run.ts';
import { loadContract } from '../../spec/load.ts';

const contract = await loadContract(new URL('../../spec/plant-store.yaml', import.meta.url).href);
const target = {
  contract,
  baseUrl: process.argv[2] ?? '',
  credentials: { token: process.env['PLANT_STORE_TOKEN'], byScheme: new Map<string, string>() },
  timeoutMs: 10_000,
  concurrency: 4,
  only: ['random'],
};

await heapAfter(500);
const few = await heapAfter(2_000);
const many = await heapAfter(20_000);
process.stdout.write(String(many / few));

/** The most that was in use at any time, in bytes, garbage taken away. */
async function heapAfter(cases: number): Promise<number> {
  let most = 0;
  let seen = 0;
  for await (const _event of runConformance({ ...target, draws: { seed: 1, cases } })) {
    if (++seen % 1_000 !== 0 && seen < cases) continue;
    globalThis.gc?.();
    most = Math.max(most, process.memoryUsage().heapUsed);
  }
  return most;
}
