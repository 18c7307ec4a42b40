import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { issueFiles } from '../../../contracts/render/markdown/issues.ts';
import { prepareReportFiles, writeReports } from '../../../contracts/render/write-reports.ts';
import { temporaryFolder } from '../../pact/support.ts';
import { evidence, findingWith, reportWith, stageWith } from '../../report/support.ts';

const crash = findingWith({
  check: 'no-server-error',
  title: 'The server fails',
  received: 'status 500',
  fingerprint: 'no-server-error|createPlant|error|500',
  evidence,
});
const accepted = findingWith({ evidence });
const report = reportWith([stageWith({ findings: [accepted, crash] })]);

test('there is a file for each cause, the most important first', () => {
  const names = issueFiles(report).map(({ name }) => name);
  expect(names).toEqual(['01-no-server-error-createPlant.md', '02-invalid-rejected-createPlant.md']);
});

test('a file has the finding as in the terminal, the commands that show it again, and its title', () => {
  const [first] = issueFiles(report);
  expect(first?.text).toMatch(/^# The server fails \(createPlant\)\n\n<code>/);
  expect(first?.text).toContain('```text\nerror[no-server-error]: The server fails  (createPlant)');
  expect(first?.text).toContain(`\`\`\`sh\n${evidence.curl}\n${evidence.replay}\n\`\`\``);
});

test('findings with the same cause share a file', () => {
  const findings = [crash, { ...crash, subject: 'listPlants', fingerprint: 'no-server-error|listPlants|error|500' }];
  const files = issueFiles(reportWith([stageWith({ findings })]));
  expect(files).toHaveLength(1);
  expect(files[0]?.text).toContain('# The server fails (createPlant and 1 more)');
  expect(files[0]?.text).toMatch(/The same cause elsewhere:\n\n- listPlants .*<code>/);
});

test('a text cannot end the code block, mention people or hide characters', () => {
  const text = '````\n# @octocat #1 \u202e<img src=x>';
  const [file] = issueFiles(
    reportWith([stageWith({ findings: [{ ...crash, title: text, received: text, subject: text }] })]),
  );
  const outside = (file?.text ?? '').replaceAll(/^(`{3,})\w+\n.*?\n\1$/gms, '');
  expect(file?.text).toContain('`````text');
  expect(outside).not.toMatch(/@octocat|<img|\u202e|````/);
  expect(file?.text).not.toContain('\u202e');
  expect(file?.name).toMatch(/^01-no-server-error[\w-]*\.md$/);
});

test('an earlier report leaves no file, and other files stay', async () => {
  const file = path.join(temporaryFolder(), 'issues');
  const target = { format: 'issues', file } as const;
  await prepareReportFiles([target]);
  await writeReports(report, [target]);
  writeFileSync(path.join(file, 'notes.md'), 'ours');
  await prepareReportFiles([target]);
  expect(readdirSync(file)).toEqual(['notes.md']);
  await writeReports(reportWith([stageWith({ findings: [accepted] })]), [target]);
  expect(readdirSync(file).toSorted()).toEqual(['01-invalid-rejected-createPlant.md', 'notes.md']);
  expect(readFileSync(path.join(file, 'notes.md'), 'utf8')).toBe('ours');
  expect(existsSync(path.join(file, '02-invalid-rejected-createPlant.md'))).toBe(false);
});
