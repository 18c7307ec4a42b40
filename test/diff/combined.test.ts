import { expect, test } from 'vitest';
import { diffContracts } from '../../spec/diff/diff.ts';
import { type Json, stringifyJson } from '../../spec/json/exact-json.ts';
import { readContract } from '../../spec/loading/load.ts';
import { toUrl } from '../../spec/source/source.ts';
import { mutants } from '../evals/diff/mutants/index.ts';
import { type Rewrite, rewrites } from '../evals/diff/rewrites.ts';
import { nameOf, subjectOf } from '../evals/diff/subject.ts';
import { verdictOf } from '../evals/diff/told.ts';

const ways: readonly Rewrite[] = [
  'references inlined',
  'schemas renamed',
  'allOf of one',
  'oneOf of one',
  'security at each operation',
  'parameters by reference',
  'keys in reverse',
];

/**
 * Every eighth and a way for each, so that each way meets changes of all kinds. What extends a schema does so by how it is
 * written, a reference in its own `allOf`: rewritten, it does so no more (docs/diff.md).
 */
const chosen = mutants
  .filter(({ group }) => !group.startsWith('whole') && !group.startsWith('what extends'))
  .filter((_mutant, index) => index % 8 === 0)
  .flatMap((mutant, index) => {
    const rewrite = ways[index % ways.length];
    return rewrite === undefined ? [] : [[nameOf(mutant), rewrite, mutant] as const];
  });

test.each(chosen)('%s: is told alike where one side is rewritten: %s', async (_name, rewrite, mutant) => {
  const { before, after } = subjectOf(mutant);
  const read = (document: Json) => readContract(toUrl(mutant.contract), stringifyJson(document, 1));
  const rewritten = rewrites[rewrite];
  for (const [old, fresh] of [
    [rewritten(before), after],
    [before, rewritten(after)],
  ] as const) {
    const changes = diffContracts(await read(old), await read(fresh));
    expect(verdictOf(changes.map(({ rule }) => rule))).toBe(mutant.label);
  }
});
