import { describe, expect, test } from 'vitest';
import { type Finding, findingId } from '../../contracts/finding/finding.ts';
import { junitXml } from '../../contracts/render/junit/junit-report.ts';
import type { Waiver } from '../../contracts/report/report.ts';
import type { StageReport } from '../../contracts/report/stage-report.ts';
import { findUntestedParts } from '../../contracts/report/untested-parts.ts';
import { computeVerdict } from '../../contracts/verdict/verdict.ts';
import { applyWaivers, findWaivedParts } from '../../contracts/waivers/apply-waivers.ts';
import { certifiableReport, obstacles } from '../certificate/support.ts';
import { findingWith, reportWith, runOf, stageWith } from '../report/support.ts';
import { waiverWith } from './support.ts';

const today = '2026-11-22';
const operations = [
  { id: 'createPlant', method: 'POST', path: '/plants', place: findingWith().place },
  { id: 'readPlant', method: 'GET', path: '/plants/{id}', tags: ['reading'], place: findingWith().place },
];
const known = findingWith();
const id = findingId(known);
const gone = 'invalid-rejected/createPlant/0123456789ab';

function stageWithFindings(changes: Partial<StageReport<Finding>>): StageReport {
  const stage = stageWith({ status: 'failed', ...changes });
  return { ...stage, findings: stage.findings.map((finding) => ({ id: findingId(finding), ...finding })) };
}

function applied(stages: readonly StageReport[], waivers: readonly Waiver[], isWhole = true) {
  return applyWaivers({ stages, waivers, operations, isComplete: isWhole, today });
}

const verdictOn = (stages: readonly StageReport[], strict = false) =>
  computeVerdict({
    findings: stages.flatMap(({ findings }) => findings),
    strict,
    unattempted: [],
    missing: [],
  });

const stateWith = (waiver: Partial<Waiver>, stage = stageWithFindings({ findings: [known] }), isWhole = true) =>
  applied([stage], [waiverWith(waiver)], isWhole).uses[0]?.state;

describe('a waived finding', () => {
  const { stages, uses } = applied([stageWithFindings({ findings: [known] })], [waiverWith({ id })]);

  test('stays in the report, with its reason and expiry date', () => {
    expect(stages[0]?.findings).toEqual([
      { id, ...known, waived: { reason: 'fixed with the next release', expires: '2027-01-31' } },
    ]);
    expect(uses).toEqual([{ ...waiverWith({ id }), state: 'used' }]);
  });

  test('does not count, and its stage passes', () => {
    expect(verdictOn(stages)).toMatchObject({ kind: 'conforms', exitCode: 0 });
    expect(stages[0]?.status).toBe('passed');
  });

  test('does not waive other findings', () => {
    const other = findingWith({ fingerprint: 'another cause' });
    const both = applied([stageWithFindings({ findings: [known, other] })], [waiverWith({ id })]).stages;
    expect(verdictOn(both).summary).toBe('does not conform: 1 error, 0 warnings, 1 waived');
    expect(both[0]?.status).toBe('failed');
  });

  test('waives its duplicates in another stage', () => {
    const folded = findingWith({ fingerprint: 'the same, found by a pact', duplicateOf: known.fingerprint });
    const pacts = stageWithFindings({ name: 'provider check', findings: [folded] });
    const { stages: all } = applied([stageWithFindings({ findings: [known] }), pacts], [waiverWith({ id })]);
    expect(all.map(({ name, status }) => [name, status])).toEqual([
      ['conformance', 'passed'],
      ['provider check', 'passed'],
      ['waivers', 'passed'],
    ]);
    expect(all[1]?.findings[0]?.waived).toBeDefined();
  });

  test('can be a duplicate of an unwaived finding, which counts', () => {
    const folded = findingWith({ fingerprint: 'the same, found by a pact', duplicateOf: known.fingerprint });
    const pacts = stageWithFindings({ name: 'provider check', findings: [folded] });
    const { stages: all } = applied(
      [stageWithFindings({ findings: [known] }), pacts],
      [waiverWith({ id: findingId(folded) })],
    );
    expect(verdictOn(all).exitCode).toBe(1);
  });
});

test('checks that were not attempted cannot be waived', () => {
  const stage = stageWithFindings({
    status: 'not run',
    findings: [known],
    unattempted: ['conformance: unreachable'],
  });
  const [after] = applied([stage], [waiverWith({ id })]).stages;
  expect([after?.status, after?.unattempted]).toEqual(['not run', ['conformance: unreachable']]);
});

describe('a waiver is valid until the end of its expiry date', () => {
  test.each([
    ['2026-11-23', 'used'],
    ['2026-11-22', 'used'],
    ['2026-11-21', 'expired'],
  ])('expires %s, today is 2026-11-22: %s', (expires, state) => {
    expect(stateWith({ id, expires })).toBe(state);
  });
});

describe('an expired waiver', () => {
  const { stages } = applied([stageWithFindings({ findings: [known] })], [waiverWith({ id, expires: '2026-11-21' })]);

  test('waives nothing, so its finding counts again', () => {
    expect(verdictOn(stages).summary).toBe('does not conform: 1 error, 1 warning');
  });

  test('is itself a finding, at its line, with its reason', () => {
    expect(stages.at(-1)).toMatchObject({
      name: 'waivers',
      status: 'passed',
      summary: '1 waiver: 1 expired: no certificate',
      findings: [
        {
          check: 'waiver-expired',
          severity: 'warning',
          subject: id,
          received: '2026-11-21, reason: fixed with the next release; the finding still exists and counts',
          place: { file: 'waivers.yaml', line: 2 },
        },
      ],
    });
  });

  test('reports when its finding no longer exists', () => {
    const [finding] =
      applied([stageWithFindings({})], [waiverWith({ expires: '2026-11-21' })]).stages.at(-1)?.findings ?? [];
    expect(finding?.received).toMatch(/was not found$/);
  });
});

describe('a stale waiver', () => {
  const { stages } = applied([stageWithFindings({ status: 'passed' })], [waiverWith({ id: gone })]);

  test('is itself a finding, at its line, with its reason', () => {
    expect(stages.at(-1)?.findings).toMatchObject([
      {
        check: 'waiver-stale',
        severity: 'warning',
        subject: gone,
        received: 'none; waived until 2027-01-31: fixed with the next release',
        place: { file: 'waivers.yaml', line: 2 },
      },
    ]);
  });

  test('is one that only matches a finding that groups many causes', () => {
    const rest = stageWithFindings({ findings: [findingWith({ isRemainder: true })] });
    const all = applied([rest], [waiverWith({ id })]);
    expect([verdictOn(all.stages).exitCode, all.uses[0]?.state]).toEqual([1, 'stale']);
    expect(all.stages.at(-1)?.findings[0]?.received).toMatch(/^a finding that groups many causes/);
  });

  test('fails a conforming implementation only under --strict', () => {
    expect([verdictOn(stages).exitCode, verdictOn(stages, true).exitCode]).toEqual([0, 1]);
  });

  test('is not reported by an incomplete run', () => {
    expect(stateWith({ id: gone }, stageWithFindings({}), false)).toBe('not checked');
    expect(applied([stageWithFindings({})], [waiverWith({ id: gone })], false).stages.at(-1)?.findings).toEqual([]);
  });

  test.each([
    ['example-valid/createPlant/0123456789ab', 'contract lint'],
    ['pact-compatible/createPlant/0123456789ab', 'pact × contract'],
    ['pact-expectation/a-request/0123456789ab', 'provider check'],
    ['invalid-rejected/createPlant/0123456789ab', 'conformance'],
    ['invalid-rejected/createPlant/pact-0123456789ab', 'provider check'],
    ['some-rule-on-changes/createPlant/0123456789ab', 'breaking changes'],
  ])('%s is reported only if the stage %s was run', (waived, name) => {
    const stateIn = (status: StageReport['status'], stage = name) =>
      stateWith({ id: waived }, stageWithFindings({ name: stage, status }));
    expect([stateIn('passed'), stateIn('failed')]).toEqual(['stale', 'stale']);
    expect([stateIn('not applicable'), stateIn('passed', 'another')]).toEqual(['not checked', 'not checked']);
  });
});

test('is not stale after a run with fewer random cases than the default', () => {
  const stateOf = (drawn: number) => certifiableReport({ randomCases: drawn, findings: [] }).waivers[0]?.state;
  expect([stateOf(100), stateOf(99)]).toEqual(['stale', 'not checked']);
});

test('adds no stage without waivers', () => {
  expect(applied([stageWithFindings({})], [])).toEqual({ stages: [stageWithFindings({})], uses: [] });
});

test('applies waivers again to stages that already have marks', () => {
  const waivers = [waiverWith({ id }), waiverWith({ id: gone })];
  const once = applied([stageWithFindings({ findings: [known] })], waivers);
  expect(applied(once.stages, once.uses)).toEqual(once);
  expect(applied(once.stages, [])).toEqual({ stages: [stageWithFindings({ findings: [known] })], uses: [] });
});

test('JUnit has two test cases for each waiver and skips unchecked ones', () => {
  const report = reportWith([stageWith()]);
  const { stages } = applied([stageWithFindings({ status: 'passed' })], [waiverWith({ id: gone })], false);
  const xml = junitXml({ ...report, stages: stages.filter(({ name }) => name === 'waivers') });
  expect(xml).toMatch(/<testsuite name="waivers" [^>]*tests="2" failures="0" errors="0" skipped="1"/);
});

describe('a waiver for a check and operations', () => {
  const patternWith = (check: string, operation: string): Partial<Waiver> => ({
    id: `${check} × ${operation}`,
    pattern: { check, operations: operation },
  });
  const one = findingWith();
  const other = findingWith({ fingerprint: 'another cause' });
  const ofOperation = findingWith({ subject: 'readPlant', fingerprint: 'c' });
  const ofCheck = findingWith({ check: 'status-declared', fingerprint: 'd' });
  const stage = stageWithFindings({ findings: [one, other, ofOperation, ofCheck] });
  const countWaived = (waiver: Partial<Waiver>) =>
    applied([stage], [waiverWith(waiver)]).stages[0]?.findings.filter(({ waived }) => waived !== undefined).length;

  test.each([
    ['invalid-rejected', 'createPlant', 2],
    ['invalid-rejected', 'POST /plants*', 2],
    ['invalid-rejected', 'reading', 1],
    ['invalid-rejected', '*', 3],
    ['*', '/plants', 3],
    ['*', '*', 4],
    ['status-declared', 'readPlant', 0],
  ])('%s in %s covers %i findings', (check, operation, amount) => {
    expect(countWaived(patternWith(check, operation))).toBe(amount);
  });

  test('says how many findings it covers, and that it covers later ones', () => {
    const { stages, uses } = applied([stage], [waiverWith(patternWith('invalid-rejected', '*'))]);
    expect(uses[0]?.state).toBe('used');
    expect(stages.at(-1)?.notes).toEqual([
      'invalid-rejected × *: its waiver covers 3 findings, and similar ones found later',
    ]);
  });

  test('covers the finding that stands for many causes', () => {
    const rest = stageWithFindings({ findings: [findingWith({ isRemainder: true })] });
    const { stages } = applied([rest], [waiverWith(patternWith('invalid-rejected', 'createPlant'))]);
    expect(verdictOn(stages).exitCode).toBe(0);
  });

  test('is stale when nothing matches, and expires', () => {
    const pattern = patternWith('status-declared', 'readPlant');
    expect(stateWith(pattern, stage)).toBe('stale');
    expect(stateWith({ ...patternWith('*', '*'), expires: '2026-11-21' }, stage)).toBe('expired');
  });
});

describe('an operation that was not tested', () => {
  const run = runOf({
    unchecked: [
      { operation: 'readPlant', reason: 'no record', casesRun: 'none' },
      { operation: 'createPlant', reason: 'stopped: the run took longer than 9 s', casesRun: 'some' },
    ],
    notBuilt: [{ operation: 'createPlant', reason: 'GET /plants gets 501' }],
  });
  const parts = findUntestedParts([{ run }]);

  test('can be waived, by its id or by its state', () => {
    expect(parts.map(({ check, text }) => [check, text])).toEqual([
      ['not-tested', 'readPlant: no record'],
      ['not-built', 'createPlant: not built yet: GET /plants gets 501'],
    ]);
    const stage = stageWithFindings({ run });
    const pattern = { check: 'not-built', operations: '*' };
    const waivers = [waiverWith({ id: parts[0]?.id ?? '' }), waiverWith({ id: 'not-built × *', pattern })];
    const { stages, uses } = applied([stage], waivers);
    expect([...findWaivedParts(stages, uses, operations)]).toEqual(parts.map(({ text }) => text));
  });

  test('has an id that does not depend on the reason, and none when the implementation ended', () => {
    const others = [{ operation: 'readPlant', reason: 'another one', casesRun: 'some' as const }];
    expect(findUntestedParts([{ run: runOf({ unchecked: others }) }])[0]?.id).toBe(parts[0]?.id);
    expect(findUntestedParts([{ run: { ...run, ended: 'gone' } }])).toEqual([]);
  });

  test('does not make a run inconclusive when it is waived, but there is no certificate', () => {
    const unchecked = [{ operation: 'createPlant', reason: 'no record', casesRun: 'some' as const }];
    const waiver = waiverWith({
      id: 'not-tested × *',
      pattern: { check: 'not-tested', operations: '*' },
      expires: '9999-12-31',
    });
    const report = certifiableReport({ unchecked, findings: [] }, { waivers: [waiver] });
    expect(report.verdict).toEqual({
      kind: 'conforms',
      exitCode: 0,
      summary: 'conforms: 0 errors, 0 warnings, 1 not tested, as waived',
    });
    expect(obstacles(report)).toContain('createPlant was not checked completely: no record');
  });
});
