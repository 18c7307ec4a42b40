import { describe, expect, test } from 'vitest';
import { type Finding, findingId } from '../../contracts/finding/finding.ts';
import { junitXml } from '../../contracts/render/junit/junit-report.ts';
import type { Waiver } from '../../contracts/report/report.ts';
import type { StageReport } from '../../contracts/report/stage-report.ts';
import { computeVerdict } from '../../contracts/verdict/verdict.ts';
import { applyWaivers } from '../../contracts/waivers/apply-waivers.ts';
import { certifiableReport } from '../certificate/support.ts';
import { findingWith, reportWith, stageWith } from '../report/support.ts';
import { waiverWith } from './support.ts';

const today = '2026-11-22';
const known = findingWith();
const id = findingId(known);
const gone = 'invalid-rejected/createPlant/0123456789ab';

function stageWithFindings(changes: Partial<StageReport<Finding>>): StageReport {
  const stage = stageWith({ status: 'failed', ...changes });
  return { ...stage, findings: stage.findings.map((finding) => ({ id: findingId(finding), ...finding })) };
}

function applied(stages: readonly StageReport[], waivers: readonly Waiver[], isWhole = true) {
  return applyWaivers({ stages, waivers, isComplete: isWhole, today });
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

  test('stays in the report, with the reason and the day', () => {
    expect(stages[0]?.findings).toEqual([
      { id, ...known, waived: { reason: 'fixed with the next release', expires: '2027-01-31' } },
    ]);
    expect(uses).toEqual([{ ...waiverWith({ id }), state: 'used' }]);
  });

  test('does not count, and its stage passes', () => {
    expect(verdictOn(stages)).toMatchObject({ kind: 'conforms', exitCode: 0 });
    expect(stages[0]?.status).toBe('passed');
  });

  test('forgives none that stands beside it', () => {
    const other = findingWith({ fingerprint: 'another cause' });
    const both = applied([stageWithFindings({ findings: [known, other] })], [waiverWith({ id })]).stages;
    expect(verdictOn(both).sentence).toBe('breaks the contract: 1 fault, 0 advice, 1 waived');
    expect(both[0]?.status).toBe('failed');
  });

  test('forgives what is folded into it in another stage', () => {
    const folded = findingWith({ fingerprint: 'the same by a pact', sameAs: known.fingerprint });
    const pacts = stageWithFindings({ name: 'provider check', findings: [folded] });
    const { stages: all } = applied([stageWithFindings({ findings: [known] }), pacts], [waiverWith({ id })]);
    expect(all.map(({ name, status }) => [name, status])).toEqual([
      ['conformance', 'passed'],
      ['provider check', 'passed'],
      ['waivers', 'passed'],
    ]);
    expect(all[1]?.findings[0]?.waived).toBeDefined();
  });

  test('may be folded into one that is not waived, which counts', () => {
    const folded = findingWith({ fingerprint: 'the same by a pact', sameAs: known.fingerprint });
    const pacts = stageWithFindings({ name: 'provider check', findings: [folded] });
    const { stages: all } = applied(
      [stageWithFindings({ findings: [known] }), pacts],
      [waiverWith({ id: findingId(folded) })],
    );
    expect(verdictOn(all).exitCode).toBe(1);
  });
});

test('what was not attempted cannot be waived', () => {
  const stage = stageWithFindings({
    status: 'not run',
    findings: [known],
    unattempted: ['conformance: unreachable'],
  });
  const [after] = applied([stage], [waiverWith({ id })]).stages;
  expect([after?.status, after?.unattempted]).toEqual(['not run', ['conformance: unreachable']]);
});

describe('a waiver holds to the end of its last day', () => {
  test.each([
    ['2026-11-23', 'used'],
    ['2026-11-22', 'used'],
    ['2026-11-21', 'expired'],
  ])('expires %s, today is 2026-11-22: %s', (expires, state) => {
    expect(stateWith({ id, expires })).toBe(state);
  });
});

describe('a waiver past its day', () => {
  const { stages } = applied([stageWithFindings({ findings: [known] })], [waiverWith({ id, expires: '2026-11-21' })]);

  test('forgives nothing: what it names counts again', () => {
    expect(verdictOn(stages).sentence).toBe('breaks the contract: 1 fault, 1 advice');
  });

  test('is itself a finding, at its line, with its reason', () => {
    expect(stages.at(-1)).toMatchObject({
      name: 'waivers',
      status: 'passed',
      summary: '1 waiver: 1 expired: no certificate',
      findings: [
        {
          check: 'waiver-expired',
          severity: 'advice',
          subject: id,
          received: '2026-11-21, reason: fixed with the next release; the finding still exists and counts',
          place: { file: 'waivers.yaml', line: 2 },
        },
      ],
    });
  });

  test('says where what it names is not found any more', () => {
    const [finding] =
      applied([stageWithFindings({})], [waiverWith({ expires: '2026-11-21' })]).stages.at(-1)?.findings ?? [];
    expect(finding?.received).toMatch(/was not found$/);
  });
});

describe('a waiver that matches nothing any more', () => {
  const { stages } = applied([stageWithFindings({ status: 'passed' })], [waiverWith({ id: gone })]);

  test('is itself a finding, at its line, with its reason', () => {
    expect(stages.at(-1)?.findings).toMatchObject([
      {
        check: 'waiver-stale',
        severity: 'advice',
        subject: gone,
        received: 'none; waived until 2027-01-31: fixed with the next release',
        place: { file: 'waivers.yaml', line: 2 },
      },
    ]);
  });

  test('or only what stands for many causes, which nobody has looked at', () => {
    const rest = stageWithFindings({ findings: [findingWith({ isRest: true })] });
    const all = applied([rest], [waiverWith({ id })]);
    expect([verdictOn(all.stages).exitCode, all.uses[0]?.state]).toEqual([1, 'stale']);
    expect(all.stages.at(-1)?.findings[0]?.received).toMatch(/^a finding that groups many causes/);
  });

  test('does not make a right implementation break the contract, unless advice does', () => {
    expect([verdictOn(stages).exitCode, verdictOn(stages, true).exitCode]).toEqual([0, 1]);
  });

  test('is not told of by a run that left something out', () => {
    expect(stateWith({ id: gone }, stageWithFindings({}), false)).toBe('not looked for');
    expect(applied([stageWithFindings({})], [waiverWith({ id: gone })], false).stages.at(-1)?.findings).toEqual([]);
  });

  test.each([
    ['example-valid/createPlant/0123456789ab', 'contract lint'],
    ['pact-compatible/createPlant/0123456789ab', 'pact × contract'],
    ['pact-expectation/a-request/0123456789ab', 'provider check'],
    ['invalid-rejected/createPlant/0123456789ab', 'conformance'],
    ['invalid-rejected/createPlant/pact-0123456789ab', 'provider check'],
    ['some-rule-on-changes/createPlant/0123456789ab', 'breaking changes'],
  ])('%s is told only where %s was run', (waived, name) => {
    const stateIn = (status: StageReport['status'], stage = name) =>
      stateWith({ id: waived }, stageWithFindings({ name: stage, status }));
    expect([stateIn('passed'), stateIn('failed')]).toEqual(['stale', 'stale']);
    expect([stateIn('not applicable'), stateIn('passed', 'another')]).toEqual(['not looked for', 'not looked for']);
  });
});

test('a run that drew less at random than usual has not looked for all', () => {
  const stateOf = (drawn: number) => certifiableReport({ randomCases: drawn, findings: [] }).waivers[0]?.state;
  expect([stateOf(100), stateOf(99)]).toEqual(['stale', 'not looked for']);
});

test('without waivers there is no stage of them', () => {
  expect(applied([stageWithFindings({})], [])).toEqual({ stages: [stageWithFindings({})], uses: [] });
});

test('what was marked once is marked anew: parts of a run may be joined', () => {
  const waivers = [waiverWith({ id }), waiverWith({ id: gone })];
  const once = applied([stageWithFindings({ findings: [known] })], waivers);
  expect(applied(once.stages, once.uses)).toEqual(once);
  expect(applied(once.stages, [])).toEqual({ stages: [stageWithFindings({ findings: [known] })], uses: [] });
});

test('JUnit has two lines for each waiver, and skips what nobody has looked for', () => {
  const report = reportWith([stageWith()]);
  const { stages } = applied([stageWithFindings({ status: 'passed' })], [waiverWith({ id: gone })], false);
  const xml = junitXml({ ...report, stages: stages.filter(({ name }) => name === 'waivers') });
  expect(xml).toMatch(/<testsuite name="waivers" [^>]*tests="2" failures="0" errors="0" skipped="1"/);
});
