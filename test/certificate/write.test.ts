import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { certificateText, writeCertificate } from '../../contracts/certificate/issue-certificate.ts';
import { writeReports } from '../../contracts/render/write-reports.ts';
import type { Report } from '../../contracts/report/report.ts';
import { kitErrorOf, temporaryFolder } from '../pact/support.ts';
import { certifiableReport } from './support.ts';

async function filesFor(report: Report) {
  const folder = temporaryFolder();
  const reportFile = path.join(folder, 'report.json');
  await writeReports(report, [{ format: 'json', file: reportFile }]);
  return { reportFile, certificateFile: path.join(folder, 'certificate.json') };
}

test('writes the certificate of the written report', async () => {
  const files = await filesFor(certifiableReport());
  const issued = await writeCertificate(files);
  const text = issued.kind === 'none' ? '' : certificateText(issued.certificate);
  expect(readFileSync(files.certificateFile, 'utf8')).toBe(text);
  expect(text).toMatch(/^\{\n/);
});

test('writes nothing if none can be issued, and reports why', async () => {
  const files = await filesFor(certifiableReport({ selectedCategories: ['text-values'] }));
  expect(await writeCertificate(files)).toEqual({
    kind: 'none',
    obstacles: ['only these test categories were run: text-values'],
  });
  expect(existsSync(files.certificateFile)).toBe(false);
});

test('issues none for an unreadable report, whose verdict stays the same', async () => {
  const files = await filesFor(certifiableReport());
  rmSync(files.reportFile);
  expect(await writeCertificate(files)).toEqual({
    kind: 'none',
    obstacles: [`the written report cannot be read: ${files.reportFile}: no such file`],
  });
});

test('reports a file that cannot be written', async () => {
  const files = await filesFor(certifiableReport());
  mkdirSync(files.certificateFile);
  const error = await kitErrorOf(writeCertificate(files));
  expect([error.code, error.detail]).toEqual([
    'file-unwritable',
    expect.stringContaining(`${files.certificateFile}: EISDIR`),
  ]);
});
