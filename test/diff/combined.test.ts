import { expect, test } from 'vitest';
import { diffContracts } from '../../spec/diff/diff-contracts.ts';
import { type Json, stringifyJson } from '../../spec/json/exact-json.ts';
import { parseContract } from '../../spec/loading/load-contract.ts';
import { toDocumentUrl } from '../../spec/source/read-source.ts';
import { applyContractMutant, contractMutantName } from '../evals/diff/apply-mutant.ts';
import { mutants } from '../evals/diff/mutants/index.ts';
import { worstReportedImpact } from '../evals/diff/reported-changes.ts';
import { type Rewrite, rewrites } from '../evals/diff/rewrites.ts';

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
 * written, a reference in its own `allOf`: rewritten, it does so no more (docs/reference/breaking-changes.md).
 */
const chosen = mutants
  .filter(({ group }) => !group.startsWith('whole') && !group.startsWith('what extends'))
  .filter((_mutant, index) => index % 8 === 0)
  .flatMap((mutant, index) => {
    const rewrite = ways[index % ways.length];
    return rewrite === undefined ? [] : [[contractMutantName(mutant), rewrite, mutant] as const];
  });

test.each(chosen)('%s: is told alike where one side is rewritten: %s', async (_name, rewrite, mutant) => {
  const { before, after } = applyContractMutant(mutant);
  const read = (document: Json) => parseContract(toDocumentUrl(mutant.contract), stringifyJson(document, 1));
  const rewritten = rewrites[rewrite];
  for (const [old, fresh] of [
    [rewritten(before), after],
    [before, rewritten(after)],
  ] as const) {
    const changes = diffContracts(await read(old), await read(fresh));
    expect(worstReportedImpact(changes.map(({ rule }) => rule))).toBe(mutant.label);
  }
});
