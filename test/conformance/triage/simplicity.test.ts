/** The simplest of the cases with the same failure is reported, in any order. */
import { expect, onTestFinished, test } from 'vitest';
import { defaultToken, startVariant, variants } from '../../evals/zoo/index.ts';
import { verify } from '../support.ts';

async function shownFor(store: string, only: readonly string[]) {
  const variant = variants.find(({ name }) => name === store);
  if (variant === undefined) throw new Error(`no ${store}`);
  const { url, close } = await startVariant(variant);
  onTestFinished(close);
  const { findings } = await verify({ baseUrl: url, token: defaultToken, categories: only });
  return findings.map(({ check, evidence, similarCount }) => ({
    told: `${check} ${evidence?.caseId}`,
    seen: evidence?.reproduction.reproduced,
    more: similarCount,
  }));
}

const simplest = 'body-matches-schema createPlant/missing-properties/body.name';

test('replaces an unusual case with a simpler one, and reproduces it', async () => {
  const odd = 'createPlant/integer-limits/body.id/-9223372036854775809';
  const [alone] = await shownFor('returns-code-as-word', ['integer-limits']);
  expect(alone).toMatchObject({ told: `body-matches-schema ${odd}`, seen: 3 });
  const [both] = await shownFor('returns-code-as-word', ['integer-limits', 'missing-properties']);
  expect(both).toMatchObject({ told: simplest, seen: 3 });
  expect(both?.more).toBeGreaterThan(alone?.more ?? Infinity);
});

test('does not replace a simple case with an unusual one', async () => {
  const [reported] = await shownFor('returns-code-as-word', ['missing-properties', 'malformed-bodies', 'random']);
  expect(reported?.told).toBe(simplest);
});
