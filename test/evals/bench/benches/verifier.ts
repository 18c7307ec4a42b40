/** The verifier: its speed beside a bare loop of undici, a fresh process until its verdict, and its memory. */
import { loadContract } from '../../../../spec/loading/load.ts';
import { plants } from '../servers.ts';
import { atLeast, atMost, type FieldGoal, sectionOfRecords } from '../telling/records.ts';
import type { Section } from '../telling/section.ts';
import type { VerifierFigure } from './verifier/figure.ts';
import { heapAfterCases } from './verifier/heap.ts';
import { compare } from './verifier/replay.ts';
import { startStore } from './verifier/store.ts';
import { verdictOfFreshProcess } from './verifier/verdict.ts';

/** Random cases of the run: as many as there are unless told, and so many that all others hardly count. */
const DRAWS = [200, 5_000];

export async function benchVerifier(): Promise<Section> {
  return sectionOfRecords({
    words: 'Runs against stores of the zoo',
    data: await figures(),
    fields: {
      requestsPerSecond: { words: 'requests/s' },
      loopRequestsPerSecond: { words: 'requests/s of the loop' },
      cpu: { words: 'CPU µs a request' },
      loopCpu: { words: 'CPU µs of the loop' },
      cpuSeconds: { words: 'CPU s', digits: 2 },
      heapMB: { words: 'heap, MB', digits: 1 },
    },
    goals,
  });
}

const goals: readonly FieldGoal[] = [
  { words: 'Requests/s, part of those of a bare loop', field: 'shareOfLoop', ...atLeast(0.4) },
  { words: 'A fresh process to its verdict, s', field: 'seconds', ...atMost(2.5) },
  ...['a right store', 'a wrong store'].map((store) => ({
    words: `Heap after 100,000 random cases against ${store}, x that after 10,000`,
    field: 'heapMB',
    where: { measured: `heap after 100000 random cases against ${store}` },
    over: { measured: `heap after 10000 random cases against ${store}` },
    ...atMost(1.1),
  })),
];

async function figures(): Promise<readonly VerifierFigure[]> {
  const contract = await loadContract(plants);
  const right = await startStore('right-store');
  const wrong = await startStore('validates-nothing');
  try {
    const found: VerifierFigure[] = [];
    for (const cases of DRAWS) found.push(await compare(contract, right, cases));
    found.push(await verdictOfFreshProcess(right));
    found.push(...(await heapAfterCases('a right store', right)));
    found.push(...(await heapAfterCases('a wrong store', wrong)));
    return found;
  } finally {
    await Promise.all([right.stop(), wrong.stop()]);
  }
}
