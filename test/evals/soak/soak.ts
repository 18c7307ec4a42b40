/** Load on everything at once, and a look at it now and then. */
import { setTimeout as pause } from 'node:timers/promises';
import { heapChance, isFlat, residentChance } from './flat.ts';
import { type Load, startLoad } from './load.ts';
import type { Held } from './measure.ts';
import { type Subject, start, startWorkers, TOKEN } from './subjects.ts';

export interface Look extends Held {
  /** Since the beginning. */
  readonly seconds: number;
  /** To a store; of the verifier its runs. */
  readonly requests: number;
}

export interface Soaked {
  readonly name: string;
  readonly looks: readonly Look[];
  /** What did not come out as it has to, with how often. */
  readonly errors: readonly string[];
  /** Of the heap; where nobody can look into the process, of what the system sees. */
  readonly isFlat: boolean;
  /** Nothing is open at the end that was not at the beginning. */
  readonly isClosed: boolean;
}

export interface SoakOptions {
  readonly seconds: number;
  readonly looks: number;
  /** Told of each look. */
  readonly progress: (look: Look & { readonly name: string }) => void;
}

export async function soak(options: SoakOptions): Promise<readonly Soaked[]> {
  const subjects = await Promise.all([
    start('fake store', 'store.ts'),
    ...(process.platform === 'linux' ? [startWorkers()] : []),
    start('verifier', 'verifier.ts'),
  ]);
  try {
    return await Promise.all(subjects.map((subject) => soakOne(subject, options)));
  } finally {
    await Promise.all(subjects.map((subject) => subject.end()));
  }
}

async function soakOne(subject: Subject, { seconds, looks: count, progress }: SoakOptions): Promise<Soaked> {
  const { name, url } = subject;
  const before = await subject.look();
  const load = url === undefined ? undefined : startLoad({ url, token: TOKEN });
  const began = performance.now();
  const looks: Look[] = [];
  for (let look = 1; look <= count; look++) {
    await pause(Math.max(0, began + (look * seconds * 1000) / count - performance.now()));
    const held = await subject.look();
    const requests = load?.requests() ?? held.runs ?? 0;
    const seen = { ...held, seconds: secondsSince(began), requests };
    looks.push(seen);
    progress({ name, ...seen });
  }
  return { name, looks, ...(await endOf(subject, before, load)), isFlat: isFlatIn(looks) };
}

function isFlatIn(looks: readonly Look[]): boolean {
  const heaps = looks.flatMap(({ heap }) => heap ?? []);
  return heaps.length > 0
    ? isFlat(heaps, heapChance)
    : isFlat(
        looks.map(({ rss }) => rss),
        residentChance,
      );
}

function secondsSince(began: number): number {
  return Math.round((performance.now() - began) / 1000);
}

/** Longer than a server keeps a connection that nobody uses. */
const IDLE_MS = 7_000;

/** A timer of an answer that is being given up, a connection that is being closed. */
const SPARE_HANDLES = 3;

async function endOf(subject: Subject, before: Held, load: Load | undefined) {
  await load?.end();
  if (load !== undefined) await pause(IDLE_MS);
  const after = await subject.look();
  const errors = [...(load?.errors() ?? [])].map(([what, times]) => `${what} (${times} times)`);
  return { errors, isClosed: load === undefined || after.handles <= before.handles + SPARE_HANDLES };
}
