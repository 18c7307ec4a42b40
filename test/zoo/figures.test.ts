import { expect, test } from 'vitest';
import { desk } from '../evals/zoo/desk/index.ts';
import { computeFigures, updateFigures } from '../evals/zoo/figures.ts';
import type { Trial } from '../evals/zoo/trial.ts';
import type { VariantInfo } from '../evals/zoo/zoo.ts';

const trialOf = (variant: VariantInfo, found: Partial<Trial> = {}): Trial => ({
  name: variant.name,
  checks: variant.kind === 'faulty' ? desk.foundBy(variant) : [],
  foundIn: [],
  errors: [],
  cases: [],
  requests: 10,
  ms: 1_000,
  ...found,
});

const [first, second] = desk.variants.filter(({ kind }) => kind === 'faulty');
const right = desk.variants.find(({ kind }) => kind === 'right');

test('a run of some variants updates what the complete run found, and not what it cost', () => {
  if (first === undefined || second === undefined || right === undefined) throw new Error('the zoo is empty');
  const complete = computeFigures(
    desk,
    desk.variants.map((variant) => trialOf(variant, variant === second ? { checks: [] } : {})),
  );
  expect(complete.faulty.missed).toEqual([second.name]);
  const updated = updateFigures(desk, complete, [
    trialOf(first, { checks: [], requests: 7 }),
    trialOf(second),
    trialOf(right, { errors: ['an error'] }),
  ]);
  expect(updated.faulty).toEqual({ ...complete.faulty, missed: [first.name] });
  expect(updated.right).toEqual({ ...complete.right, falseAlarms: [right.name] });
  expect(updated.rows.map(({ stores, requests }) => [stores, requests])).toEqual(
    complete.rows.map(({ stores, requests }) => [stores, requests]),
  );
  expect(updated.rows.reduce((sum, { missed }) => sum + missed.length, 0)).toBeGreaterThan(0);
});
