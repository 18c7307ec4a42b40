import { describe, expect, test } from 'vitest';
import { mutants } from '../evals/diff/mutants/index.ts';
import { readPage, withTables } from '../evals/diff/page.ts';
import { keptAnswers } from '../evals/diff/peers/answers.ts';
import { fingerprintOf, nameOf, subjectOf } from '../evals/diff/subject.ts';

const labelled = (label: string) => mutants.filter((mutant) => mutant.label === label);

describe('the mutants', () => {
  test('are many, of many contracts, each named once', () => {
    expect(labelled('breaking').length).toBeGreaterThan(250);
    expect(labelled('harmless').length).toBeGreaterThan(250);
    expect(new Set(mutants.map(({ contract }) => contract)).size).toBe(11);
    expect(new Set(mutants.map(nameOf)).size).toBe(mutants.length);
  });

  test('change the text of their contracts, and have their reasons', () => {
    const texts = mutants.map((mutant) => subjectOf(mutant).texts);
    expect(texts.filter(({ before, after }) => before === after)).toEqual([]);
    expect(mutants.filter(({ because }) => because === '')).toEqual([]);
  });
});

describe('docs/diff.md', () => {
  const theirs = keptAnswers();

  test('rests on answers of the peers about these mutants, and no others', () => {
    const asked = mutants.map((mutant) => [nameOf(mutant), fingerprintOf(mutant)]);
    expect([...theirs].map(([name, { fingerprint }]) => [name, fingerprint])).toEqual(asked);
  });

  // That ours says what the labels say is held by differ-exchanges.test.ts and differ-schemas.test.ts.
  test('has the table that comes of them: npm run diff-peers -- --write', () => {
    const ours = new Map(mutants.map((mutant) => [nameOf(mutant), mutant.label]));
    expect(withTables(readPage(), { mutants, ours, theirs })).toBe(readPage());
  });
});
