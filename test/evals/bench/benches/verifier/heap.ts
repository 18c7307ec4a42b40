/** Whether a run takes more memory the longer it goes on. */
import { runForOutput } from '../../measuring/child-process.ts';
import { resolvePath } from '../../servers.ts';
import type { VerifierFigure } from './figure.ts';
import type { BenchStore } from './store.ts';

/** In a process of its own, which can collect its garbage before it looks. */
export async function measureHeap(of: string, { url, token }: BenchStore): Promise<readonly VerifierFigure[]> {
  const args = ['--expose-gc', resolvePath('benches/verifier/heap-run.ts'), url];
  const output = await runForOutput({ args, env: { ...process.env, PLANT_STORE_TOKEN: token } });
  const heaps: ReadonlyMap<string, unknown> = new Map(Object.entries(JSON.parse(output)));
  return Array.from(heaps, ([cases, heapMB]) => ({
    measured: `heap after ${cases} random cases against ${of}`,
    heapMB: Number(heapMB),
  }));
}
