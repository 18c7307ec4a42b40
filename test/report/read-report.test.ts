import { createHash } from 'node:crypto';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { writeReports } from '../../contracts/render/write-reports.ts';
import { readReport, readReportFile } from '../../contracts/report/read-report.ts';
import { certifiableReport } from '../certificate/support.ts';
import { fileOf, kitErrorOf, temporaryFolder } from '../pact/support.ts';
import { findingWith, reportWith, stageWith } from './support.ts';

async function written(report = reportWith([stageWith({ findings: [findingWith()] })])): Promise<string> {
  const file = path.join(temporaryFolder(), 'report.json');
  await writeReports(report, [{ format: 'json', file }]);
  return file;
}

test.each([
  ['findings', reportWith([stageWith({ findings: [findingWith()] })])],
  ['a run, coverage and waivers', certifiableReport()],
])('reads a written report back: %s', async (_name, report) => {
  expect(await readReport(await written(report))).toEqual(JSON.parse(JSON.stringify(report)));
});

test('computes the SHA-256 of the exact bytes', async () => {
  const file = await written();
  const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex');
  expect((await readReportFile(file)).sha256).toBe(sha256);
});

const whole = readFileSync(await written(), 'utf8');

test.each([
  ['nothing', '', 'is not JSON'],
  ['a text that is not JSON', 'passed', 'is not JSON'],
  ['an array', '[]', 'is not a JSON object'],
  ['other JSON', '{}', 'it has no reportVersion'],
  ['a version that is a string', '{"reportVersion":"2"}', 'has version "2"; this release reads version 3'],
  ['an earlier version', '{"reportVersion":2}', 'has version 2; this release reads version 3'],
  ['a later version', '{"reportVersion":99}', 'has version 99; this release reads version 3'],
  ['a key twice', whole.replace('"strict"', '"strict": false, "strict"'), 'duplicate key strict'],
  ['a value of another type', whole.replace('"strict": false', '"strict": 0'), '/strict: must be boolean'],
  [
    'a value that is not in the enumeration',
    whole.replace('"severity": "error"', '"severity": "none"'),
    '/stages/0/findings/0/severity: must be equal to one of the allowed values: error, warning',
  ],
  ['an object instead of an array', whole.replace('"waivers": []', '"waivers": {}'), '/waivers: must be array'],
  ['a missing part', whole.replace('"target":', '"targets":'), "the report: must have required property 'target'"],
])('rejects %s with the file name', async (_name, text, words) => {
  const file = fileOf(text, 'report.json');
  const error = await kitErrorOf(readReport(file));
  expect(error.code).toBe('report-unreadable');
  expect(error.detail).toMatch(new RegExp(`^${RegExp.escape(file)}:? .*${RegExp.escape(words)}`));
});

test.each([
  ['does not exist', '/nowhere/report.json', 'no such file'],
  ['is a folder', temporaryFolder(), 'is a folder, not a file'],
])('rejects a file that %s', async (_name, file, reason) => {
  expect((await kitErrorOf(readReport(file))).detail).toBe(`${file}: ${reason}`);
});

test('rejects a truncated file', async () => {
  const file = await written();
  truncateSync(file, 500);
  expect((await kitErrorOf(readReport(file))).code).toBe('report-unreadable');
});

test('does not read a file that is too large', async () => {
  const file = fileOf('{}', 'report.json');
  writeFileSync(file, '');
  truncateSync(file, 256_000_001);
  expect((await kitErrorOf(readReport(file))).detail).toContain('larger than 256000000 bytes');
});
