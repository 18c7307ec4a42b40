import { describe, expect, test } from 'vitest';
import { applyContractMutant, contractMutantName, mutantFingerprint } from '../evals/diff/apply-mutant.ts';
import { readDiffPage, withTables } from '../evals/diff/docs-page.ts';
import { mutants } from '../evals/diff/mutants/index.ts';
import { readPeerVerdicts } from '../evals/diff/peers/peer-verdicts.ts';

const labelled = (label: string) => mutants.filter((mutant) => mutant.label === label);

describe('the mutants', () => {
  test('are many, of many contracts, with unique names', () => {
    expect(labelled('breaking').length).toBeGreaterThan(250);
    expect(labelled('harmless').length).toBeGreaterThan(250);
    expect(new Set(mutants.map(({ contract }) => contract)).size).toBe(11);
    expect(new Set(mutants.map(contractMutantName)).size).toBe(mutants.length);
  });

  test('change the text of their contracts, and have reasons', () => {
    const texts = mutants.map((mutant) => applyContractMutant(mutant).texts);
    expect(texts.filter(({ before, after }) => before === after)).toEqual([]);
    expect(mutants.filter(({ reason }) => reason === '')).toEqual([]);
  });
});

describe('docs/reference/breaking-changes.md', () => {
  const peerVerdicts = readPeerVerdicts();

  test('is based on the results of the peers for exactly these mutants', () => {
    const current = mutants.map((mutant) => [contractMutantName(mutant), mutantFingerprint(mutant)]);
    expect([...peerVerdicts].map(([name, { fingerprint }]) => [name, fingerprint])).toEqual(current);
  });

  // differ-exchanges.test.ts and differ-schemas.test.ts check that our differ agrees with the labels.
  test('contains the table of these results (npm run diff-peers -- --write)', () => {
    const ownVerdicts = new Map(mutants.map((mutant) => [contractMutantName(mutant), mutant.label]));
    expect(withTables(readDiffPage(), { mutants, own: ownVerdicts, peers: peerVerdicts })).toBe(readDiffPage());
  });
});
