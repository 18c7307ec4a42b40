/** `--severity` and `--fail-on`: what a run reports, and what fails it. */
import { describe, expect, test } from 'vitest';
import { findWeakened, parseSeverities } from '../../contracts/catalog/parse-severities.ts';
import { type ChosenSeverities, withChosenSeverity } from '../../contracts/finding/chosen-severities.ts';
import { parseFailOn, rejectNewWithoutWaivers } from '../../contracts/options/fail-on.ts';
import { createReport } from '../../contracts/verdict/create-report.ts';
import { certifiableReport, obstacles } from '../certificate/support.ts';
import { plantStoreContract } from '../conformance/support.ts';
import { evidence, findingWith, stageWith } from '../report/support.ts';

const error = findingWith();
const advice = findingWith({ check: 'allow-present', severity: 'warning', fingerprint: 'advice' });

function reportOf(severities: ChosenSeverities) {
  const attemptedChecks = [error, advice].map(({ check, subject }) => ({ check, subject, count: 7 }));
  return createReport({
    ...{ contract: plantStoreContract, baseUrl: 'http://a.test', startedAt: new Date(), strict: false, severities },
    targetKind: 'implementation',
    stages: [stageWith({ status: 'failed', findings: [error, advice], attemptedChecks })],
  });
}

describe('--severity', () => {
  test('leaves out findings of a check that is off, and says that it did not check it', () => {
    const { stages, verdict, severities } = reportOf(parseSeverities(['invalid-rejected=off']));
    expect(verdict.summary).toBe('conforms: 0 errors, 1 warning');
    expect(stages[0]?.status).toBe('passed');
    expect(stages[0]?.attemptedChecks.map(({ count }) => count)).toEqual([0, 7]);
    expect(severities).toEqual([{ check: 'invalid-rejected', severity: 'off' }]);
  });

  test('makes an error a warning, and a warning an error, with the same ids', () => {
    const { stages, verdict } = reportOf(parseSeverities(['invalid-rejected=warning', 'allow-present=error']));
    expect(stages[0]?.findings.map(({ severity }) => severity)).toEqual(['warning', 'error']);
    expect(stages[0]?.findings.map(({ id }) => id)).toEqual(reportOf([]).stages[0]?.findings.map(({ id }) => id));
    expect(verdict.exitCode).toBe(1);
  });

  test('leaves a failure that was not reproduced a warning', () => {
    const reproduction = { reproduced: 1, attempts: 3, isUnreachable: false };
    const once = { ...advice, evidence: { ...evidence, reproduction } };
    const severities = parseSeverities(['allow-present=error']);
    expect(withChosenSeverity(once, severities)?.severity).toBe('warning');
    expect(withChosenSeverity(advice, severities)?.severity).toBe('error');
  });

  test('applies the last one that is given', () => {
    const severities = parseSeverities(['allow-present=off', 'allow-present=error']);
    expect(withChosenSeverity(advice, severities)?.severity).toBe('error');
  });

  test.each([
    ['allow-presen=off', '--severity allow-presen: there is no such check (did you mean allow-present?)'],
    ['allow-present=none', '--severity allow-present: received "none"; expected error, warning, off'],
    ['allow-present', '--severity allow-present: received ""; expected error, warning, off'],
  ])('%s is rejected', (given, message) => {
    expect(() => parseSeverities([given])).toThrow(message);
  });

  test('prevents a certificate where it weakens a check, and not where it makes one stricter', () => {
    const chosen = (given: string) => certifiableReport({}, { severities: parseSeverities([given]) });
    expect(obstacles(chosen('no-redirect=off'))).toEqual(['no-redirect is off (--severity)']);
    expect(obstacles(chosen('no-redirect=warning'))).toEqual(['no-redirect is a warning (--severity)']);
    expect(obstacles(chosen('allow-present=error'))).toEqual([]);
    expect(findWeakened(parseSeverities(['allow-present=warning']))).toEqual([]);
  });
});

describe('--fail-on', () => {
  test('is one of few values', () => {
    expect(() => parseFailOn('never', '--fail-on')).toThrow(
      '--fail-on never: expected one of error, warning, security, new',
    );
  });

  test('new needs waivers, and the error says how to get them', () => {
    expect(() => rejectNewWithoutWaivers('new', false)).toThrow('--fail-on new has no effect without --waivers FILE');
    expect(() => rejectNewWithoutWaivers('new', true)).not.toThrow();
    expect(() => rejectNewWithoutWaivers('security', false)).not.toThrow();
  });

  test('never makes an implementation with errors certifiable', () => {
    const report = certifiableReport({}, { waivers: [], failOn: 'security' });
    expect(report.verdict).toMatchObject({ kind: 'does not conform', exitCode: 0 });
    expect(obstacles(report)).toEqual([`the verdict is: ${report.verdict.summary}`]);
  });

  test('new lets an error pass whose waiver has expired', () => {
    const [waiver] = certifiableReport().waivers;
    const waivers = waiver === undefined ? [] : [{ ...waiver, expires: '2020-01-01' }];
    expect(certifiableReport({}, { waivers, failOn: 'new' }).verdict).toMatchObject({ exitCode: 0 });
    expect(certifiableReport({}, { waivers }).verdict).toMatchObject({ exitCode: 1 });
  });
});
