import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeCertificate } from '../../contracts/certificate/issue-certificate.ts';
import { writeReports } from '../../contracts/render/write-reports.ts';
import type { Report } from '../../contracts/report/report.ts';
import { certifiableReport } from '../certificate/support.ts';
import { fileOf, temporaryFolder, zooStore } from '../pact/support.ts';
import { runPlantStore, runWithoutToken, TOKEN } from './support.ts';

interface Files {
  readonly reportFile: string;
  readonly certificateFile: string;
}

async function issued(report: Report = certifiableReport()): Promise<Files> {
  const folder = temporaryFolder();
  const reportFile = path.join(folder, 'report.json');
  const certificateFile = path.join(folder, 'certificate.json');
  await writeReports(report, [{ format: 'json', file: reportFile }]);
  await writeCertificate({ reportFile, certificateFile });
  return { reportFile, certificateFile };
}

const replaceIn = (file: string, from: string | RegExp, to: string) =>
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));

const otherSpec = fileOf(`${readFileSync('spec/plant-store.yaml', 'utf8')}\n`, 'openapi.yaml');

describe('a certificate that matches: exit code 0', () => {
  test('next to its report, with a note that the contract was not compared', async () => {
    const { certificateFile } = await issued();
    const { exitCode, stdout, stderr } = await runWithoutToken('certificate', certificateFile);
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^matches {2}.*certificate\.json\n {2}http:\/\/127\.0\.0\.1:4010 conforms to the contract/);
    expect(stdout).toContain('note: the contract was not compared with a document; give one with --spec');
  });

  test('with a report elsewhere and with a document', async () => {
    const { certificateFile } = await issued();
    const { certificateFile: other, reportFile } = await issued(certifiableReport({ seed: 8 }));
    writeFileSync(certificateFile, readFileSync(other));
    const args = ['--report', reportFile, '--spec', 'spec/plant-store.yaml', '--json'];
    const { exitCode, stdout } = await runWithoutToken('certificate', certificateFile, ...args);
    expect([exitCode, JSON.parse(stdout)]).toEqual([
      0,
      { certificate: certificateFile, valid: true, differences: [], notes: [] },
    ]);
  });

  test("of the kit's own mock server, with a note", async () => {
    const { certificateFile } = await issued(certifiableReport({}, { targetKind: 'mock server' }));
    const { stdout } = await runWithoutToken('certificate', certificateFile);
    expect(stdout).toContain("note: The target is the kit's own mock server, so this certifies no implementation");
  });
});

describe('a certificate that does not match: exit code 1', () => {
  test('with a changed field; each difference is a line', async () => {
    const { certificateFile } = await issued();
    replaceIn(certificateFile, '"seed": 7', '"seed": 9');
    const { exitCode, stdout } = await runWithoutToken('certificate', certificateFile);
    expect(exitCode).toBe(1);
    expect(stdout.split('\n').slice(0, 3)).toEqual([
      'seed: the certificate says 9; the report says 7',
      expect.stringMatching(/^digest: the certificate says "\w{64}"; its content says "\w{64}"$/),
      expect.stringMatching(/^does not match {2}.*certificate\.json$/),
    ]);
  });

  test('when the report was changed, even by a space', async () => {
    const { certificateFile, reportFile } = await issued();
    replaceIn(reportFile, '{\n', '{ \n');
    const { exitCode, stdout } = await runWithoutToken('certificate', certificateFile);
    expect([exitCode, stdout]).toEqual([1, expect.stringMatching(/^report\.sha256: the certificate says "/)]);
  });

  test('when the document is another one', async () => {
    const { certificateFile } = await issued();
    const { exitCode, stdout } = await runWithoutToken('certificate', certificateFile, '--spec', otherSpec);
    expect([exitCode, stdout]).toEqual([1, expect.stringMatching(/^contract\.sha256: the certificate says "/)]);
  });
});

test.each([
  ['a truncated certificate', (text: string) => text.slice(0, 300), 'is not JSON'],
  [
    'another certificate version',
    (text: string) => text.replace('Version": 2', 'Version": 1'),
    'has version 1; this release reads version 2',
  ],
  [
    'a version that is a string',
    (text: string) => text.replace('Version": 2', 'Version": "2"'),
    'has version "2"; this release reads version 2',
  ],
  ['another JSON document', () => '{}', 'it has no certificateVersion'],
  ['a duplicate key', (text: string) => text.replace('{', '{"seed": 7,'), 'duplicate key seed'],
])('exits with 2 for %s', async (_name, change, words) => {
  const { certificateFile } = await issued();
  writeFileSync(certificateFile, change(readFileSync(certificateFile, 'utf8')));
  const { exitCode, stdout, stderr } = await runWithoutToken('certificate', certificateFile);
  expect([exitCode, stdout]).toEqual([2, '']);
  expect(stderr).toContain(certificateFile);
  expect(stderr).toContain(words);
});

test('exits with 2 without its report', async () => {
  const certificateFile = fileOf(readFileSync((await issued()).certificateFile, 'utf8'), 'certificate.json');
  const { exitCode, stderr } = await runWithoutToken('certificate', certificateFile);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('report.json: no such file')]);
  expect(stderr).toContain('fix  Put the report.json of the same run in the same folder, or give it with --report.');
});

test('rejects a report of an older version and says what to do: exit 2', async () => {
  const { certificateFile, reportFile } = await issued();
  writeFileSync(reportFile, readFileSync(reportFile, 'utf8').replace(/"reportVersion": ?3/, '"reportVersion": 2'));
  const { exitCode, stderr } = await runWithoutToken('certificate', certificateFile);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('has version 2; this release reads version 3')]);
  expect(stderr).toContain('Run verify again, or use the release that wrote it (docs/reference/upgrading.md');
});

test('a known error is waived: verify conforms and reports the waiver in one line', async () => {
  const url = await zooStore('takes-numeric-string-as-id', TOKEN);
  const args = ['verify', url, '--seed', '1'];
  const first = await runPlantStore([...args, '--json']);
  const findings: readonly { id: string; severity: string }[] = JSON.parse(first.stdout).stages.flatMap(
    (stage: { findings: unknown[] }) => stage.findings,
  );
  const ids = findings.filter(({ severity }) => severity === 'error').map(({ id }) => id);
  expect(ids).not.toEqual([]);
  const waivers = ids.map((id) => ({ id, reason: 'the next release', expires: '9999-12-31' }));
  const file = fileOf(JSON.stringify({ waivers }), 'waivers.json');
  const { exitCode, stdout } = await runPlantStore([...args, '--waivers', file]);
  expect(exitCode).toBe(0);
  expect(stdout).toContain(`waived  ${ids[0]}  the next release (until 9999-12-31)`);
  expect(stdout).toMatch(/^conforms: /m);
});

test('verify exits with 2 for an invalid waivers file before it sends a request', async () => {
  const file = fileOf('waivers:\n  - id: everything', 'waivers.yaml');
  const { exitCode, stderr } = await runPlantStore(['verify', 'http://127.0.0.1:9', '--waivers', file]);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('waivers.yaml:2')]);
});
