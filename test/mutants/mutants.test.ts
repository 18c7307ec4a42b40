import { describe, expect, test } from 'vitest';
import { mutantSummary, readMutantDocs, rowOf } from '../evals/mutants/docs.ts';
import { equivalents } from '../evals/mutants/equivalent-mutants.ts';
import { applyMutant, mutantName } from '../evals/mutants/mutant.ts';
import { allMutants, mutantsToTest } from '../evals/mutants/mutants.ts';
import { generateMutants, operators } from '../evals/mutants/mutation-operators.ts';
import { coreTargets, findTarget, readTargetSource } from '../evals/mutants/mutation-target.ts';
import { runMutants } from '../evals/mutants/run-mutants.ts';
import { sampleMutants } from '../evals/mutants/sample-mutants.ts';
import { LEAST_CORE_SCORE } from '../evals/mutants/score.ts';
import { parseProgram } from '../evals/mutants/syntax-tree.ts';
import { longSuites } from '../long-suites.ts';

const client = findTarget('client');
const fixture = findTarget('fixture');

describe('the mutants of the client', () => {
  const all = allMutants(client);
  const excluded = equivalents.filter(({ file }) => client.files.includes(file));

  test('cover every file', () => {
    expect(all.length).toBeGreaterThan(300);
    expect([...new Set(all.map(({ file }) => file))]).toEqual(client.files);
  });

  test('match the current source and change the program', () => {
    const sources = new Map(client.files.map((file) => [file, readTargetSource(client, file)]));
    for (const mutant of all) {
      const source = sources.get(mutant.file) ?? '';
      expect(source.slice(mutant.start, mutant.end)).toBe(mutant.from);
      expect(applyMutant(source, mutant)).not.toBe(source);
      expect(() => parseProgram(applyMutant(source, mutant)), mutantName(mutant)).not.toThrow();
    }
  });

  test('that are excluded as equivalent exist exactly once', () => {
    const names = all.map(mutantName);
    const found = excluded.map((one) => names.filter((name) => name === mutantName(one)).length);
    expect(found).toEqual(excluded.map(() => 1));
    expect(excluded.length).toBeLessThan(all.length / 50);
  });

  test('are in docs/explanation/mutation-testing.md, each killed', () => {
    const rows = readMutantDocs(client.name).match(/^\| `.*/gm) ?? [];
    const wanted = mutantsToTest(client).tested.map(rowOf);
    const killed = rows.filter((row) => /\| (interaction|client test|time limit): [^|]+ \|$/.test(row));
    expect(killed.map((row) => `${row.split(' | ').slice(0, 4).join(' | ')} |`)).toEqual(wanted);
    expect(rows.length - killed.length).toBe(excluded.length);
  });
});

describe.each(coreTargets)('the mutants of the core: $name', (target) => {
  const all = allMutants(target);
  const size = target.sample?.size ?? 0;
  const sampled = sampleMutants(all, { size, seed: 1 });
  const withMutants = new Set(all.map(({ file }) => file));

  test('are of every file that is more than declarations', () => {
    const without = target.files.filter((file) => !withMutants.has(file));
    expect(without.filter((file) => /\b(?:function|=>)/.test(readTargetSource(target, file)))).toEqual([]);
    expect(new Set(sampled.map(({ file }) => file))).toEqual(withMutants);
  });

  test('are sampled in the same way for the same seed', () => {
    expect(sampled.length).toBeGreaterThan(size * 0.9);
    expect(sampled.length).toBeLessThan(size * 1.5);
    expect(sampleMutants(all.toReversed(), { size, seed: 1 }).toReversed()).toEqual(sampled);
    expect(sampleMutants(all, { size, seed: 2 })).not.toEqual(sampled);
  });

  test('are tested by fast tests that exist', () => {
    expect(target.suites.flatMap(({ tests }) => tests).filter((file) => longSuites.includes(file))).toEqual([]);
    expect(target.suites.filter(({ tests }) => tests.length === 0)).toEqual([]);
  });

  test('that are excluded as equivalent exist', () => {
    const names = new Set(all.map(mutantName));
    const excluded = equivalents.filter(({ file }) => target.files.includes(file));
    expect(excluded.filter((one) => !names.has(mutantName(one)))).toEqual([]);
  });
});

test.each(coreTargets)(
  'the mutants of the core are killed often enough, according to the page: $name',
  ({ name, sample }) => {
    const figures = /^\| all \| (.*) \|$/m.exec(readMutantDocs(name))?.[1]?.split(' | ').map(Number) ?? [];
    const [count = 0, survived = 0] = [figures.at(0), figures.at(-1)];
    expect(count).toBeGreaterThan((sample?.size ?? 0) * 0.8);
    expect((count - survived) / count).toBeGreaterThanOrEqual(LEAST_CORE_SCORE);
  },
);

describe('a run', () => {
  const source = readTargetSource(fixture, 'largest.ts');
  const mutants = generateMutants('largest.ts', source, operators);

  test('reports which test killed each mutant, which survive, and which time out', async () => {
    const chosen = mutants.filter(({ to }) => to === 'true' || to === 'false' || to.includes('>=') || to === ';');
    const verdicts = await runMutants(fixture, chosen, { workers: 2, limitMs: 6_000 });
    expect(verdicts.map(({ mutant, killer }) => [mutant.from, mutant.to, killer])).toEqual([
      ['a > b', 'true', { suite: 'second', test: 'the second is larger' }],
      ['a > b', 'false', { suite: 'first', test: 'the first is larger' }],
      ['a > b', 'a >= b', undefined],
      ['count < end', 'count >= end', { suite: 'first', test: 'it counts' }],
      ['count++;', ';', { suite: 'time limit', test: 'not done within 6 s' }],
    ]);
    expect(mutantSummary(verdicts, fixture.suites).split('\n').at(-1)).toBe('| all | 5 | 2 | 1 | 1 | 1 |');
  });

  test('has no module of an earlier mutant if all files share a thread', async () => {
    const shared = findTarget('fixture in one thread');
    const chosen = mutants.filter(({ to }) => to === 'true' || to === 'false' || to.includes('>='));
    const verdicts = await runMutants(shared, [...chosen, ...chosen], { workers: 1, limitMs: 60_000 });
    const killers = chosen.map(({ from, to }) =>
      to === 'a >= b' ? undefined : ({ 'a > b': to === 'true' ? 'second' : 'first' }[from] ?? 'first'),
    );
    expect(verdicts.map(({ killer }) => killer?.suite)).toEqual([...killers, ...killers]);
  });

  test("has the kit's own modules as Node has them", async () => {
    const verdicts = await runMutants(findTarget('fixture that imports CommonJS'), mutants.slice(0, 1), { workers: 1 });
    expect(verdicts.map(({ killer }) => killer)).toEqual([undefined]);
  });

  test('is rejected if the tests fail without a mutant', async () => {
    const broken = findTarget('broken fixture');
    await expect(runMutants(broken, mutants, { workers: 1 })).rejects.toThrow(
      'a test fails without a mutant: first: it is false',
    );
  });

  test('is rejected without tests', async () => {
    await expect(runMutants(findTarget('empty fixture'), mutants, { workers: 1 })).rejects.toThrow(
      'a test fails without a mutant: first: the file itself: empty.checks.ts',
    );
  });
});

test.each([
  ['if (a) b();', ['true', 'false', ';']],
  ['const x = a === b ? 1 : 2;', ['true', 'false', 'a !== b', '2', '3']],
  ['const x = !a;', ['a']],
  ["const x = { 'a': 'b', c };", ['', '', "''"]],
  ["import { a } from 'b'; type T = 'c';", []],
  ['const x = (a: 1 | 2) => f(a, 3);', ['(a)', '4']],
  ['function f() { return a ?? b; }', ['{}', 'a && b']],
  ['const x = /^a+$/i;', ['/a+$/i', '/^a+/i', '/^a$/i']],
  ['const x = list.every(f);', ['some']],
  ['for (;;) i++;', [';', 'i--']],
])('changes %s to %j', (source, expected) => {
  expect(generateMutants('file.ts', source, operators).map(({ to }) => to)).toEqual(expected);
});
