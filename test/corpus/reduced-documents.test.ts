/**
 * The law of self-consistency on small documents that we wrote: each is about one cause for which the mock of a public
 * document once contradicted it. Nothing may be found, and nothing of them is refused.
 */
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { verifyDocument } from '../evals/directory/verify-document.ts';

const folder = fileURLToPath(new URL('../evals/corpus/reduced/', import.meta.url));
const names = readdirSync(folder).toSorted();

describe('the mock server of a small document passes the verifier', () => {
  test.each(names)(
    '%s',
    async (name) => {
      const file = path.join(folder, name);
      const outcome = await verifyDocument({ name, file, bytes: statSync(file).size }, { cases: 150, seconds: 60 });
      expect(outcome.refusal).toBeUndefined();
      expect(outcome.notVerified).toBeUndefined();
      expect(outcome.contradictions).toEqual([]);
      expect(outcome.cases).toBeGreaterThan(0);
    },
    100_000,
  );
});
