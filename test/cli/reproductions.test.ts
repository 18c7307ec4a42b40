/**
 * What is printed to reproduce a finding reproduces it: the curl line gets the same status, and a replay finds the same.
 * The sample: for each zoo and check, the first quick variant that the check detects, at most five of each zoo.
 * `npm run reproductions` takes the whole zoo.
 */
import { expect, test } from 'vitest';
import { isQuick, isReproduced, reproduceFindings } from '../evals/reproductions/reproduce.ts';
import { zoos } from '../evals/zoo/zoos.ts';
import { fileOf } from '../pact/support.ts';
import { run } from './support.ts';

const MAX_VARIANTS = 5;

const samples = zoos.flatMap((zoo) => {
  const faulty = zoo.variants
    .filter((variant) => isQuick(zoo, variant))
    .filter(({ operations = [] }) => zoo.name === 'plants' || operations.length === 1);
  const checks = new Set(faulty.flatMap((variant) => zoo.foundBy(variant)));
  const chosen = [...checks].flatMap((check) => faulty.find((variant) => zoo.foundBy(variant).includes(check)) ?? []);
  return [...new Set(chosen)].slice(0, MAX_VARIANTS).map((variant) => [zoo.name, variant.name, zoo, variant] as const);
});

test.each(samples)('%s/%s', async (_zoo, _name, zoo, variant) => {
  const reproductions = await reproduceFindings({
    zoo,
    variant,
    budget: 700,
    // Some lines have bytes that are no text of an argument.
    runLine: async (line, environment) => (await run('sh', [fileOf(line, 'line.sh')], environment)).stdout,
  });
  expect(reproductions).not.toEqual([]);
  expect(reproductions.filter((one) => !isReproduced(one))).toEqual([]);
});
