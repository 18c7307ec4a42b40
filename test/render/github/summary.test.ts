/** The job summary, as Markdown. */
import { expect, test } from 'vitest';
import { jobSummary } from '../../../contracts/render/github/job-summary.ts';
import { evidence, findingWith, reportWith, stageWith } from '../../report/support.ts';

test('shows the verdict, the target, the stages and the findings', () => {
  const stage = stageWith({ status: 'failed', findings: [findingWith({ evidence })] });
  const lines = jobSummary(reportWith([stage])).split('\n');
  expect(lines[0]).toBe('## ❌ does not conform&#58; 1 error, 0 warnings');
  expect(lines[2]).toMatch(/127\.0\.0\.1&#58;4010<\/code> against \*\*Plant Store 1\.0\.0\*\*.*sha256/);
  expect(lines).toContain('| conformance | failed | 208 cases | 1.2 s |');
  expect(lines.at(-2)).toMatch(/^\| ❌ error \| An invalid request is accepted<br><code>invalid-rejected<\/code>/);
});

test.each([
  ['✅', reportWith([stageWith()])],
  ['⚠️', reportWith([stageWith()], ['no token'])],
])('begins with a sign for the verdict: %s', (sign, report) => {
  expect(jobSummary(report).startsWith(`## ${sign} `)).toBe(true);
});

test('lists unchecked parts', () => {
  const text = jobSummary(reportWith([stageWith()], ['conformance: no token']));
  expect(text).toContain('### Not checked\n\n- conformance&#58; no token\n');
});

test('lists waived findings separately', () => {
  const report = reportWith([stageWith({ findings: [findingWith()] })]);
  const stages = report.stages.map((stage) => ({
    ...stage,
    findings: stage.findings.map((one) => ({ ...one, waived: { reason: 'known', expires: '2099-01-01' } })),
  }));
  const text = jobSummary({ ...report, stages });
  expect(text).toMatch(/### Waived\n\n.*\n.*\n\| <code>invalid-rejected\/createPlant\/.*known \| 2099-01-01 \|/);
  expect(text).not.toContain('❌ error');
});

test('shows the first fifty of hundreds of findings, errors first, and the number of others', () => {
  const warnings = findingWith({ severity: 'warning', fingerprint: 'warning' });
  const many = Array.from({ length: 300 }, (_one, index) => findingWith({ fingerprint: `many ${index}` }));
  const text = jobSummary(reportWith([stageWith({ findings: [warnings, ...many] })]));
  expect(text.match(/^\| ❌ error/gm)).toHaveLength(50);
  expect(text).toContain('\nand 251 more in the report\n');
  expect(Buffer.byteLength(text)).toBeLessThan(1_048_576);
});

test('escapes Markdown, HTML, links, mentions and table cells in text from an implementation', () => {
  const hostile =
    '|x|\n\n# head\n![i](http://evil.example/x.png) <img src=x> @someone [a](b) `c` **d** www.evil.example';
  const text = jobSummary(reportWith([stageWith({ findings: [findingWith({ received: hostile })] })]));
  const row = text.split('\n').find((line) => line.includes('evil')) ?? '';
  expect(row.split('|')).toHaveLength(6);
  expect(row).not.toMatch(/[@[\]`*!#](?!\d+;)|<(?!\/?(?:br|code)>)|http:|www\./);
});
