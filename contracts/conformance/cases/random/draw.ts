/** Draws by seed and path, so that whatever was drawn can be drawn again, and made simpler step by step. */
import fc from 'fast-check';

/** fast-check draws in chunks, so that the first is there before the last is made. */
const CHUNK = 20;
/** At each step of making it simpler. */
const MOST_SIMPLER = 25;

/** `[7]` is the eighth of its seed; `[7, 0, 3]` what comes of it by taking the first simpler one, and its fourth. */
export type DrawPath = readonly number[];

export function* drawAll<T>(arbitrary: fc.Arbitrary<T>, seed: number): Generator<T> {
  for (let chunk = 0; ; chunk++) yield* fc.sample(arbitrary, { seed: seedOf(seed, chunk), numRuns: CHUNK });
}

export function drawOne<T>(arbitrary: fc.Arbitrary<T>, seed: number, path: DrawPath): T | undefined {
  return sampleAt(arbitrary, seed, path, 1)[0];
}

/** What is simpler than the value at a path, the simplest first. */
export function drawSimpler<T>(arbitrary: fc.Arbitrary<T>, seed: number, path: DrawPath): readonly T[] {
  return sampleAt(arbitrary, seed, [...path, 0], MOST_SIMPLER);
}

function sampleAt<T>(arbitrary: fc.Arbitrary<T>, seed: number, path: DrawPath, numRuns: number): T[] {
  const [index = 0, ...steps] = path;
  const within = [index % CHUNK, ...steps].join(':');
  return fc.sample(arbitrary, { seed: seedOf(seed, Math.floor(index / CHUNK)), path: within, numRuns });
}

/** fast-check's seeds are 32 bits wide. */
function seedOf(seed: number, chunk: number): number {
  return (seed * 65_599 + chunk) | 0;
}
