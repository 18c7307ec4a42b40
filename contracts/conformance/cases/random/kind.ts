/** A kind of random case: what is drawn for it, and what becomes of a draw. */
import type fc from 'fast-check';
import { type Json, stringifyJson } from '../../../../spec/exact-json.ts';
import type { Case } from '../../model/case.ts';
import { type DrawPath, drawAll, drawOne, drawSimpler } from './draw.ts';

export interface Kind<T> {
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
export function* drawCases<T>(kind: Kind<T>, seed: number, count: number): Generator<Case> {
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

function withSimpler<T>(kind: Kind<T>, { tried }: RandomCase, at: DrawAt): Case {
  return { ...tried, simpler: () => simplerThan(kind, at) };
}

function* simplerThan<T>(kind: Kind<T>, { seed, path }: DrawAt): Generator<Case> {
  for (const [step, drawn] of drawSimpler(kind.arbitrary, seed, path).entries()) {
    const at = { seed, path: [...path, step] };
    const found = kind.caseFor(drawn, at);
    if (found !== undefined) yield withSimpler(kind, found, at);
  }
}

/** The one that a run came to with this seed by this path. */
export function caseAt<T>(kind: Kind<T>, at: DrawAt): Case | undefined {
  const drawn = drawOne(kind.arbitrary, at.seed, at.path);
  return drawn === undefined ? undefined : kind.caseFor(drawn, at)?.tried;
}

export function nameOf({ name }: { readonly name: string }, { seed, path }: DrawAt): string {
  return `${name}/${seed}/${path.join('.')}`;
}
