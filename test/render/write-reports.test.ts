import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { prepareReportFiles, reportFormats, writeReports } from '../../contracts/render/write-reports.ts';
import { kitErrorOf, temporaryFolder } from '../pact/support.ts';
import { reportWith, stageWith } from '../report/support.ts';

const report = reportWith([stageWith()]);

test('writes every format into new folders', async () => {
  const folder = path.join(temporaryFolder(), 'a', 'b');
  const targets = reportFormats.map((format) => ({ format, file: path.join(folder, format) }));
  await prepareReportFiles(targets);
  await writeReports(report, targets);
  expect(JSON.parse(readFileSync(path.join(folder, 'json'), 'utf8'))).toEqual(structuredClone(report));
  expect(readFileSync(path.join(folder, 'junit'), 'utf8')).toMatch(/^<\?xml .*<\/testsuites>\n$/s);
});

test('deletes the reports of an earlier run so that they are not mistaken for new ones', async () => {
  const file = path.join(temporaryFolder(), 'report.json');
  writeFileSync(file, 'conforms');
  await prepareReportFiles([{ file }]);
  expect(existsSync(file)).toBe(false);
});

test('does not delete special files, such as a link to /dev/stdout', async () => {
  const link = path.join(temporaryFolder(), 'link');
  symlinkSync('/dev/null', link);
  await prepareReportFiles([{ file: link }]);
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
});

const folder = temporaryFolder();
mkdirSync(path.join(folder, 'taken'));
writeFileSync(path.join(folder, 'file'), '');

test.each([
  ['a folder', path.join(folder, 'taken'), 'it is a folder'],
  ['a path below a file', path.join(folder, 'file', 'report.json'), 'file'],
  ['a folder that cannot be created, where mkdir of Node would never end', '/proc/nowhere/report.json', 'ENOENT'],
  ['a place in a folder in which no file can be made', path.join(closedFolder(), 'report.json'), 'E[A-Z]+: '],
])('rejects %s before the run, with its name', async (_name, file, reason) => {
  const error = await kitErrorOf(prepareReportFiles([{ file }]));
  expect(error.code).toBe('file-unwritable');
  expect(error.detail).toMatch(new RegExp(`^${RegExp.escape(file)}: .*${reason}`));
});

/** Root may write into any folder of a disk. */
function closedFolder(): string {
  if (process.getuid?.() === 0) return '/proc/1';
  const closed = path.join(folder, 'closed');
  mkdirSync(closed, { mode: 0o500 });
  return closed;
}

test('reports a file that became unwritable during the run, with its name', async () => {
  const file = path.join(folder, 'taken');
  const error = await kitErrorOf(writeReports(report, [{ format: 'json', file }]));
  expect([error.code, error.detail]).toEqual(['file-unwritable', expect.stringContaining(`${file}: EISDIR`)]);
});

test('keeps no report if one of them cannot be written', async () => {
  const own = temporaryFolder();
  mkdirSync(path.join(own, 'junit'));
  const [json, junit] = [path.join(own, 'report.json'), path.join(own, 'junit')];
  const targets = [
    { format: 'json' as const, file: json },
    { format: 'junit' as const, file: junit },
  ];
  expect((await kitErrorOf(writeReports(report, targets))).code).toBe('file-unwritable');
  expect([existsSync(json), existsSync(junit)]).toEqual([false, true]);
});
