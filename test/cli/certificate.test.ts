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

describe('a certificate holds: exit 0', () => {
  test('beside its report; that the contract was not compared is said', async () => {
    const { certificateFile } = await issued();
    const { exitCode, stdout, stderr } = await runWithoutToken('certificate', certificateFile);
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^holds {2}.*certificate\.json\n {2}http:\/\/127\.0\.0\.1:4010 keeps the contract/);
    expect(stdout).toContain('note: the contract was not compared with a document; give one with --spec');
  });

  test('of a report somewhere else, and of the document at hand', async () => {
    const { certificateFile } = await issued();
    const { certificateFile: other, reportFile } = await issued(certifiableReport({ seed: 8 }));
    writeFileSync(certificateFile, readFileSync(other));
    const args = ['--report', reportFile, '--spec', 'spec/plant-store.yaml', '--json'];
    const { exitCode, stdout } = await runWithoutToken('certificate', certificateFile, ...args);
    expect([exitCode, JSON.parse(stdout)]).toEqual([
      0,
      { certificate: certificateFile, holds: true, differences: [], notes: [] },
    ]);
  });

  test("of the kit's own fake store, which is said plainly", async () => {
    const { certificateFile } = await issued(certifiableReport({}, { targetKind: 'fake store' }));
    const { stdout } = await runWithoutToken('certificate', certificateFile);
    expect(stdout).toContain("note: The target is the kit's own fake store: this says nothing");
  });
});

describe('a certificate does not hold: exit 1', () => {
  test('where a field was changed; each is a line', async () => {
    const { certificateFile } = await issued();
    replaceIn(certificateFile, '"seed": 7', '"seed": 9');
    const { exitCode, stdout } = await runWithoutToken('certificate', certificateFile);
    expect(exitCode).toBe(1);
    expect(stdout.split('\n').slice(0, 3)).toEqual([
      'seed: the certificate says 9; the report says 7',
      expect.stringMatching(/^digest: the certificate says "\w{64}"; its content says "\w{64}"$/),
      expect.stringMatching(/^does not hold {2}.*certificate\.json$/),
    ]);
  });

  test('where the report was changed, if only by a space', async () => {
    const { certificateFile, reportFile } = await issued();
    replaceIn(reportFile, '{\n', '{ \n');
    const { exitCode, stdout } = await runWithoutToken('certificate', certificateFile);
    expect([exitCode, stdout]).toEqual([1, expect.stringMatching(/^report\.sha256: the certificate says "/)]);
  });

  test('of another document', async () => {
    const { certificateFile } = await issued();
    const { exitCode, stdout } = await runWithoutToken('certificate', certificateFile, '--spec', otherSpec);
    expect([exitCode, stdout]).toEqual([1, expect.stringMatching(/^contract\.sha256: the certificate says "/)]);
  });
});

test.each([
  ['one that is cut off', (text: string) => text.slice(0, 300), 'is not JSON'],
  ['one of another version', (text: string) => text.replace('Version": 1', 'Version": 2'), 'certificateVersion 2'],
  [
    'a version that is a text',
    (text: string) => text.replace('Version": 1', 'Version": "1"'),
    'certificateVersion "1"; this kit reads 1',
  ],
  ['something else', () => '{}', 'it has no certificateVersion'],
  ['a key twice', (text: string) => text.replace('{', '{"seed": 7,'), 'seed stands twice'],
])('%s cannot be judged: exit 2', async (_name, change, words) => {
  const { certificateFile } = await issued();
  writeFileSync(certificateFile, change(readFileSync(certificateFile, 'utf8')));
  const { exitCode, stdout, stderr } = await runWithoutToken('certificate', certificateFile);
  expect([exitCode, stdout]).toEqual([2, '']);
  expect(stderr).toContain(`${certificateFile}: ${words === 'is not JSON' ? words : ''}`);
  expect(stderr).toContain(words);
});

test('without its report it cannot be judged: exit 2', async () => {
  const certificateFile = fileOf(readFileSync((await issued()).certificateFile, 'utf8'), 'certificate.json');
  const { exitCode, stderr } = await runWithoutToken('certificate', certificateFile);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('report.json: no such file')]);
  expect(stderr).toContain('fix  Put the report.json of the same run in the same folder, or give it with --report.');
});

test('a known fault is waived: verify conforms and tells it in a line', async () => {
  const url = await zooStore('takes-numeric-string-as-id', TOKEN);
  const args = ['verify', url, '--seed', '1'];
  const first = await runPlantStore([...args, '--json']);
  const findings: readonly { id: string; severity: string }[] = JSON.parse(first.stdout).stages.flatMap(
    (stage: { findings: unknown[] }) => stage.findings,
  );
  const ids = findings.filter(({ severity }) => severity === 'fault').map(({ id }) => id);
  expect(ids).not.toEqual([]);
  const waivers = ids.map((id) => ({ id, reason: 'the next release', expires: '9999-12-31' }));
  const file = fileOf(JSON.stringify({ waivers }), 'waivers.json');
  const { exitCode, stdout } = await runPlantStore([...args, '--waivers', file]);
  expect(exitCode).toBe(0);
  expect(stdout).toContain(`waived  ${ids[0]}  the next release (until 9999-12-31)`);
  expect(stdout).toMatch(/^conforms: /m);
});

test('a waivers file that cannot be used ends verify before a request is sent: exit 2', async () => {
  const file = fileOf('waivers:\n  - id: everything', 'waivers.yaml');
  const { exitCode, stderr } = await runPlantStore(['verify', 'http://127.0.0.1:9', '--waivers', file]);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('waivers.yaml:2')]);
});
