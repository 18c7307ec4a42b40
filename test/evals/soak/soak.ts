/** Load on everything at once, and a look at it now and then. */
import { setTimeout as pause } from 'node:timers/promises';
import { heapTolerance, isStable, residentTolerance } from './memory-growth.ts';
import { type MixedLoad, startMixedLoad } from './mixed-load.ts';
import type { ProcessUsage } from './process-usage.ts';
import { type SoakTarget, startTarget, startWorkersTarget, TOKEN } from './soak-targets.ts';

export interface SoakSample extends ProcessUsage {
  /** Since the beginning. */
  readonly seconds: number;
  /** To a store; of the verifier its runs. */
  readonly requests: number;
}

export interface SoakResult {
  readonly name: string;
  readonly samples: readonly SoakSample[];
  /** What did not come out as it has to, with how often. */
  readonly errors: readonly string[];
  /** Of the heap; where nobody can look into the process, of what the system sees. */
  readonly isFlat: boolean;
  /** Nothing is open at the end that was not at the beginning. */
  readonly isClosed: boolean;
}

export interface SoakOptions {
  readonly seconds: number;
  readonly sampleCount: number;
  /** Told of each look. */
  readonly progress: (look: SoakSample & { readonly name: string }) => void;
}

export async function soak(options: SoakOptions): Promise<readonly SoakResult[]> {
  const targets = await Promise.all([
    startTarget('mock', 'store.ts'),
    ...(process.platform === 'linux' ? [startWorkersTarget()] : []),
    startTarget('verifier', 'verifier.ts'),
  ]);
  try {
    return await Promise.all(targets.map((target) => soakTarget(target, options)));
  } finally {
    await Promise.all(targets.map((target) => target.stop()));
  }
}

async function soakTarget(
  target: SoakTarget,
  { seconds, sampleCount: count, progress }: SoakOptions,
): Promise<SoakResult> {
  const { name, url } = target;
  const before = await target.measure();
  const load = url === undefined ? undefined : startMixedLoad({ url, token: TOKEN });
  const startedAt = performance.now();
  const samples: SoakSample[] = [];
  for (let look = 1; look <= count; look++) {
    await pause(Math.max(0, startedAt + (look * seconds * 1000) / count - performance.now()));
    const usage = await target.measure();
    const requests = load?.requests() ?? usage.runs ?? 0;
    const sample = { ...usage, seconds: secondsSince(startedAt), requests };
    samples.push(sample);
    progress({ name, ...sample });
  }
  return { name, samples, ...(await finalState(target, before, load)), isFlat: isFlatIn(samples) };
}

function isFlatIn(samples: readonly SoakSample[]): boolean {
  const heaps = samples.flatMap(({ heapMB }) => heapMB ?? []);
  return heaps.length > 0
    ? isStable(heaps, heapTolerance)
    : isStable(
        samples.map(({ rssMB }) => rssMB),
        residentTolerance,
      );
}

function secondsSince(startedAt: number): number {
  return Math.round((performance.now() - startedAt) / 1000);
}

/** Longer than a server keeps a connection that nobody uses. */
const IDLE_MS = 7_000;

/** A timer of an answer that is being given up, a connection that is being closed. */
const SPARE_HANDLES = 3;

async function finalState(target: SoakTarget, before: ProcessUsage, load: MixedLoad | undefined) {
  await load?.stop();
  if (load !== undefined) await pause(IDLE_MS);
  const after = await target.measure();
  const errors = [...(load?.errors() ?? [])].map(([outcome, times]) => `${outcome} (${times} times)`);
  return { errors, isClosed: load === undefined || after.handles <= before.handles + SPARE_HANDLES };
}
