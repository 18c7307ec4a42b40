/** A kind of random case: what is drawn for it, and what becomes of a draw. */
import fc from 'fast-check';
import type { Json } from '../../../../spec/json/exact-json.ts';
import { stringifyJson } from '../../../../spec/json/exact-json.ts';
import type { Case } from '../../model/case.ts';

export interface RandomKind<T> {
  /** As in case ids. */
  readonly name: string;
  readonly arbitrary: fc.Arbitrary<T>;
  /** Undefined for a draw that is of no use. */
  caseFor(drawn: T, at: DrawAt): RandomCase | undefined;
}

export interface RandomCase {
  readonly tried: Case;
  /** What is sent, but for what is new each time. */
  readonly value: Json;
}

export interface DrawAt {
  readonly seed: number;
  readonly path: DrawPath;
}

/** Where a schema is so narrow that draws are not what they should be, or the same again. */
const MOST_DRAWS = 4;
/** Enough to see that a narrow schema repeats itself; a wide one does not. */
const MOST_REMEMBERED = 1_000;

/** At most `count` cases, no two the same where the schema is narrow. */
export function* drawCases<T>(kind: RandomKind<T>, seed: number, count: number): Generator<Case> {
  const seen = new Set<string>();
  const draws = drawAll(kind.arbitrary, seed);
  let made = 0;
  for (let index = 0; made < count && index < count * MOST_DRAWS; index++) {
    const next = draws.next();
    const found = next.done === true ? undefined : kind.caseFor(next.value, { seed, path: [index] });
    if (found === undefined || !isNew(found, seen)) continue;
    made++;
    yield withSimpler(kind, found, { seed, path: [index] });
  }
}

function isNew({ value }: RandomCase, seen: Set<string>): boolean {
  if (seen.size >= MOST_REMEMBERED) return true;
  const text = stringifyJson(value).slice(0, 200);
  if (seen.has(text)) return false;
  seen.add(text);
  return true;
}

function withSimpler<T>(kind: RandomKind<T>, { tried }: RandomCase, at: DrawAt): Case {
  return { ...tried, simpler: () => simplerThan(kind, at) };
}

function* simplerThan<T>(kind: RandomKind<T>, { seed, path }: DrawAt): Generator<Case> {
  for (const [step, drawn] of drawSimpler(kind.arbitrary, seed, path).entries()) {
    const at = { seed, path: [...path, step] };
    const found = kind.caseFor(drawn, at);
    if (found !== undefined) yield withSimpler(kind, found, at);
  }
}

/** The one that a run came to with this seed by this path. */
export function caseAt<T>(kind: RandomKind<T>, at: DrawAt): Case | undefined {
  const drawn = drawOne(kind.arbitrary, at.seed, at.path);
  return drawn === undefined ? undefined : kind.caseFor(drawn, at)?.tried;
}

export function nameOf({ name }: { readonly name: string }, { seed, path }: DrawAt): string {
  return `${name}/${seed}/${path.join('.')}`;
}

/** fast-check draws in chunks, so that the first is there before the last is made. */
const CHUNK = 20;

/** At each step of making it simpler. */
const MOST_SIMPLER = 25;

/** `[7]` is the eighth of its seed; `[7, 0, 3]` what comes of it by taking the first simpler one, and its fourth. */
type DrawPath = readonly number[];

function* drawAll<T>(arbitrary: fc.Arbitrary<T>, seed: number): Generator<T> {
  for (let chunk = 0; ; chunk++) yield* fc.sample(arbitrary, { seed: seedOf(seed, chunk), numRuns: CHUNK });
}

function drawOne<T>(arbitrary: fc.Arbitrary<T>, seed: number, path: DrawPath): T | undefined {
  return sampleAt(arbitrary, seed, path, 1)[0];
}

/** What is simpler than the value at a path, the simplest first. */
function drawSimpler<T>(arbitrary: fc.Arbitrary<T>, seed: number, path: DrawPath): readonly T[] {
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
