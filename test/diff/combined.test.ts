import { expect, test } from 'vitest';
import { diffContracts } from '../../spec/diff/diff-contracts.ts';
import { type Json, stringifyJson } from '../../spec/json/exact-json.ts';
import { parseContract } from '../../spec/loading/load-contract.ts';
import { toDocumentUrl } from '../../spec/source/read-source.ts';
import { applyContractMutant, contractMutantName } from '../evals/diff/apply-mutant.ts';
import { mutants } from '../evals/diff/mutants/index.ts';
import { worstReportedImpact } from '../evals/diff/reported-changes.ts';
import { type Rewrite, rewrites } from '../evals/diff/rewrites.ts';

const rewriteNames: readonly Rewrite[] = [
  'references inlined',
  'schemas renamed',
  'allOf of one',
  'oneOf of one',
  'security at each operation',
  'parameters by reference',
  'keys in reverse',
];

/**
 * Every eighth with one rewrite each, so that each rewrite meets changes of all kinds. Schemas that extend another one do
 * so by a reference in their own `allOf`, which a rewrite removes (docs/reference/breaking-changes.md).
 */
const chosen = mutants
  .filter(({ group }) => !group.startsWith('whole') && !group.startsWith('schemas that extend'))
  .filter((_mutant, index) => index % 8 === 0)
  .flatMap((mutant, index) => {
    const rewrite = rewriteNames[index % rewriteNames.length];
    return rewrite === undefined ? [] : [[contractMutantName(mutant), rewrite, mutant] as const];
  });

test.each(chosen)('%s: reports the same changes if one side is rewritten: %s', async (_name, rewrite, mutant) => {
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
