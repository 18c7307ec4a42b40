/** A kind of random test case: what is drawn, and how a draw becomes a case. */
import fc from 'fast-check';
import type { Json } from '../../../../spec/json/exact-json.ts';
import { stringifyJson } from '../../../../spec/json/exact-json.ts';
import type { TestCase } from '../../model/test-case.ts';

export interface RandomKind<T> {
  /** As it appears in case ids. */
  readonly name: string;
  readonly arbitrary: fc.Arbitrary<T>;
  /** Undefined for an unusable draw. */
  caseFor(generated: T, drawPosition: DrawPosition): RandomCase | undefined;
}

export interface RandomCase {
  readonly testCase: TestCase;
  /** The drawn value, without the fresh values of each run. */
  readonly value: Json;
}

export interface DrawPosition {
  readonly seed: number;
  readonly path: DrawPath;
}

/** Narrow schemas often yield unusable or repeated draws. */
const MAX_DRAWS_PER_CASE = 4;
/** Enough to detect repetitions of a narrow schema; a wide schema does not repeat itself. */
const MAX_COMPARED_DRAWS = 1_000;

/** At most `count` cases, without duplicates where the schema is narrow. */
export function* drawCases<T>(kind: RandomKind<T>, seed: number, count: number): Generator<TestCase> {
  const seen = new Set<string>();
  const draws = drawAll(kind.arbitrary, seed);
  let created = 0;
  for (let index = 0; created < count && index < count * MAX_DRAWS_PER_CASE; index++) {
    const next = draws.next();
    const randomCase = next.done === true ? undefined : kind.caseFor(next.value, { seed, path: [index] });
    if (randomCase === undefined || !isNew(randomCase, seen)) continue;
    created++;
    yield withShrink(kind, randomCase, { seed, path: [index] });
  }
}

function isNew({ value }: RandomCase, seen: Set<string>): boolean {
  if (seen.size >= MAX_COMPARED_DRAWS) return true;
  const text = stringifyJson(value).slice(0, 200);
  if (seen.has(text)) return false;
  seen.add(text);
  return true;
}

function withShrink<T>(kind: RandomKind<T>, { testCase }: RandomCase, drawPosition: DrawPosition): TestCase {
  return { ...testCase, shrink: () => shrunkCases(kind, drawPosition) };
}

function* shrunkCases<T>(kind: RandomKind<T>, { seed, path }: DrawPosition): Generator<TestCase> {
  for (const [step, generated] of drawShrunk(kind.arbitrary, seed, path).entries()) {
    const drawPosition = { seed, path: [...path, step] };
    const randomCase = kind.caseFor(generated, drawPosition);
    if (randomCase !== undefined) yield withShrink(kind, randomCase, drawPosition);
  }
}

/** The case that a run reached with this seed and path. */
export function caseAtPosition<T>(kind: RandomKind<T>, drawPosition: DrawPosition): TestCase | undefined {
  const generated = drawAtPath(kind.arbitrary, drawPosition.seed, drawPosition.path);
  return generated === undefined ? undefined : kind.caseFor(generated, drawPosition)?.testCase;
}

export function drawName({ name }: { readonly name: string }, { seed, path }: DrawPosition): string {
  return `${name}/${seed}/${path.join('.')}`;
}

/** Draws in chunks, so that the first case is available before the last is drawn. */
const CHUNK = 20;

/** Candidates per shrinking step. */
const MAX_SHRINKS = 25;

/** `[7]` is the eighth draw of the seed; `[7, 0, 3]` is the fourth shrink of its first shrink. */
type DrawPath = readonly number[];

function* drawAll<T>(arbitrary: fc.Arbitrary<T>, seed: number): Generator<T> {
  for (let chunk = 0; ; chunk++) yield* fc.sample(arbitrary, { seed: chunkSeed(seed, chunk), numRuns: CHUNK });
}

function drawAtPath<T>(arbitrary: fc.Arbitrary<T>, seed: number, path: DrawPath): T | undefined {
  return sampleAtPath(arbitrary, seed, path, 1)[0];
}

/** Shrunk values of the draw at a path, the simplest first. */
function drawShrunk<T>(arbitrary: fc.Arbitrary<T>, seed: number, path: DrawPath): readonly T[] {
  return sampleAtPath(arbitrary, seed, [...path, 0], MAX_SHRINKS);
}

function sampleAtPath<T>(arbitrary: fc.Arbitrary<T>, seed: number, path: DrawPath, numRuns: number): T[] {
  const [index = 0, ...steps] = path;
  const fastCheckPath = [index % CHUNK, ...steps].join(':');
  return fc.sample(arbitrary, {
    seed: chunkSeed(seed, Math.floor(index / CHUNK)),
    path: fastCheckPath,
    numRuns,
  });
}

/** Seeds of fast-check have 32 bits. */
function chunkSeed(seed: number, chunk: number): number {
  return (seed * 65_599 + chunk) | 0;
}
