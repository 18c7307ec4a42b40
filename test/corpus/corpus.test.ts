/**
 * The law of self-consistency on every document of the corpus, each in a thread of its own turn. A few cases of every
 * family and a few operations of each document are tried here; `npm run corpus` tries more (docs/explanation/corpus.md).
 */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { corpus } from '../evals/corpus/corpus.ts';
import { documentLimitation } from '../evals/corpus/document-limitations.ts';
import { startCorpusWorkerPool } from '../evals/corpus/worker-pool.ts';

const bounds = { casesPerOperation: 40, maxOperations: 3, seed: 1 };
const pool = startCorpusWorkerPool(Math.min(4, availableParallelism()), bounds);
const outcomes = new Map(corpus.map(({ name }) => [name, pool.run(name)]));

afterAll(() => pool.close());

describe('the corpus', () => {
  test('has at least 30 documents of others, two of them with more than 500 operations', async () => {
    const others = corpus.filter(({ kind }) => kind === 'document');
    const all = await Promise.all(others.map(({ name }) => outcomes.get(name)));
    expect(others.length).toBeGreaterThanOrEqual(30);
    expect(all.filter((one) => (one?.operations ?? 0) > 500).length).toBeGreaterThanOrEqual(2);
  });

  test('names the source and the licence of every third-party document', () => {
    const origins = readFileSync(new URL('../evals/corpus/ORIGINS.md', import.meta.url), 'utf8');
    for (const { name, kind, file } of corpus)
      if (kind === 'document') expect(origins).toContain(`| \`${name}/${path.basename(file)}\` `);
  });
});

describe('the mock server of a contract passes the verifier', () => {
  test.each(corpus.map(({ name }) => name))(
    '%s',
    async (name) => {
      const outcome = await outcomes.get(name);
      expect(outcome?.failure).toBeUndefined();
      expect(outcome?.errors).toEqual([]);
      expect(outcome?.unchecked.filter((one) => documentLimitation(name, one) === undefined)).toEqual([]);
      expect(outcome?.cases).toBeGreaterThan(0);
    },
    300_000,
  );
});
