/** What a certificate and a merged report say about the hooks of their run. */
import { expect, test } from 'vitest';
import { readSeverities } from '../../contracts/catalog/parse-severities.ts';
import type { UsedHooks } from '../../contracts/hooks/hook-run.ts';
import { jobSummary } from '../../contracts/render/github/job-summary.ts';
import { junitXml as createJUnit } from '../../contracts/render/junit/junit-report.ts';
import { reportText } from '../../contracts/render/text/conformance-text.ts';
import { runSummary } from '../../contracts/render/text/run-summary.ts';
import { styleFor } from '../../contracts/render/text/terminal.ts';
import { mergeHookEffects } from '../../contracts/report/hook-effects.ts';
import { certifiableReport, issueAsJson, obstacles } from '../certificate/support.ts';

const used: UsedHooks = {
  hookFile: { file: 'hooks.ts', sha256: 'ab'.repeat(32) },
  names: ['beforeRequest', 'check no-stack-trace'],
};

const nothing = { leftOut: [], changedMeaning: [] };
const leftOut = [{ operation: 'createPlant', category: 'random', cases: 7 }];

test('a certificate names the file, its SHA-256 and the hooks', () => {
  const report = certifiableReport({ hooks: { used, effects: nothing } }, { hooks: { used } });
  const certificate = issueAsJson(report);
  expect(certificate['hooks']).toEqual(used);
  expect(certificate['statement']).toContain(
    `The run used hooks hooks.ts (SHA-256 ${'ab'.repeat(32)}): beforeRequest, check no-stack-trace.`,
  );
  const conformance = report.stages.find(({ name }) => name === 'conformance');
  expect(conformance?.attemptedChecks.some(({ check }) => check === 'hook-no-stack-trace')).toBe(true);
});

test('text, the job summary and JUnit name them too', () => {
  const report = certifiableReport({ hooks: { used, effects: { ...nothing, leftOut } } }, { hooks: { used } });
  const texts = [reportText(report), jobSummary(report), createJUnit(report)];
  for (const text of texts) expect(text).toContain('abababababab');
  expect(runSummary(report, styleFor({ isTTY: false }))).toMatch(
    /^hooks {4}hooks\.ts \(SHA-256 abababababab\.\.\.\): beforeRequest, check no-stack-trace$/m,
  );
  expect(reportText(report)).toContain('omitted: not tested: 7 cases, which the hook filterCase left out');
});

test.each([
  [{ ...nothing, leftOut }, 'not tested: 7 cases, which the hook filterCase left out: createPlant (random 7)'],
  [
    { ...nothing, changedMeaning: leftOut },
    'not tested: 7 cases, since the hook beforeRequest changed what they are about; only the form of the responses was checked: createPlant (random 7)',
  ],
])('there is no certificate where cases were not tested because of hooks', (effects, obstacle) => {
  const report = certifiableReport({ hooks: { used, effects } }, { hooks: { used } });
  expect(report.verdict.kind).toBe('conforms');
  expect(obstacles(report)).toEqual([obstacle]);
});

test('shards add up what their hooks left out', () => {
  const other = [...leftOut, { operation: 'createPlant', category: 'lifecycles', cases: 1 }];
  expect(
    mergeHookEffects([
      { ...nothing, leftOut },
      { ...nothing, leftOut: other },
    ]).leftOut,
  ).toEqual([
    { operation: 'createPlant', category: 'random', cases: 14 },
    { operation: 'createPlant', category: 'lifecycles', cases: 1 },
  ]);
});

test('the severity of a check of the user can be chosen, and only its prefix is known', () => {
  expect(readSeverities([['hook-no-secret', 'warning']])).toEqual([{ check: 'hook-no-secret', severity: 'warning' }]);
  expect(() => readSeverities([['no-secret', 'warning']])).toThrow('there is no such check');
});
