/** The verifier: its speed beside a bare loop of undici, a fresh process until its verdict, and its memory. */
import { loadContract } from '../../../../spec/loading/load-contract.ts';
import { atLeast, atMost, type FieldGoal, recordsSection } from '../reporting/records.ts';
import type { Section } from '../reporting/section.ts';
import { plantStoreDocument } from '../servers.ts';
import type { VerifierFigure } from './verifier/figure.ts';
import { measureHeap } from './verifier/heap.ts';
import { compareWithLoop } from './verifier/replay.ts';
import { startBenchStore } from './verifier/store.ts';
import { timeToVerdict } from './verifier/verdict.ts';

/** Random cases of the run: as many as there are unless told, and so many that all others hardly count. */
const DRAWS = [200, 5_000];

export async function benchVerifier(): Promise<Section> {
  return recordsSection({
    title: 'Runs against implementations of the zoo',
    data: await figures(),
    fields: {
      requestsPerSecond: { label: 'requests/s' },
      loopRequestsPerSecond: { label: 'requests/s of the loop' },
      cpu: { label: 'CPU µs a request' },
      loopCpu: { label: 'CPU µs of the loop' },
      cpuSeconds: { label: 'CPU s', digits: 2 },
      heapMB: { label: 'heap, MB', digits: 1 },
    },
    goals,
  });
}

const goals: readonly FieldGoal[] = [
  { description: 'Requests/s, share of those of a bare loop', field: 'shareOfLoop', ...atLeast(0.4) },
  { description: 'A fresh process to its verdict, s', field: 'seconds', ...atMost(2.5) },
  ...['a correct implementation', 'a faulty implementation'].map((store) => ({
    description: `Heap after 100,000 random cases against ${store}, x that after 10,000`,
    field: 'heapMB',
    rowFilter: { measured: `heap after 100000 random cases against ${store}` },
    unitRow: { measured: `heap after 10000 random cases against ${store}` },
    ...atMost(1.1),
  })),
];

async function figures(): Promise<readonly VerifierFigure[]> {
  const contract = await loadContract(plantStoreDocument);
  const right = await startBenchStore('right-store');
  const wrong = await startBenchStore('validates-nothing');
  try {
    const found: VerifierFigure[] = [];
    for (const cases of DRAWS) found.push(await compareWithLoop(contract, right, cases));
    found.push(await timeToVerdict(right));
    found.push(...(await measureHeap('a correct implementation', right)));
    found.push(...(await measureHeap('a faulty implementation', wrong)));
    return found;
  } finally {
    await Promise.all([right.stop(), wrong.stop()]);
  }
}
