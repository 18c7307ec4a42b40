/** A gate that cannot start: its report folder contains the reason and nothing of an earlier run. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readReport } from '../../contracts/report/read-report.ts';
import { runPlantStore, TOKEN } from '../cli/support.ts';
import { freePort } from '../free-port.ts';
import { fileOf, kitFolder, temporaryFolder } from '../pact/support.ts';

const copy = fileOf(readFileSync(path.join(kitFolder, 'spec/plant-store.yaml'), 'utf8'), 'copy.yaml');
const earlier = ['certificate.json', 'junit.xml', 'report.json'];

/** A folder with what an earlier run has written. */
function usedFolder(): string {
  const folder = path.join(temporaryFolder(), 'out');
  mkdirSync(folder);
  for (const name of earlier) writeFileSync(path.join(folder, name), 'of an earlier run');
  return folder;
}

async function gate(folder: string, ...options: readonly string[]) {
  const url = `http://127.0.0.1:${await freePort()}`;
  const spec = options.includes('--spec') ? [] : ['--spec', copy];
  const ended = await runPlantStore(['gate', url, ...spec, '--out', folder, ...options]);
  const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
  return { ...ended, url, read };
}

test('an implementation that does not start: every report has the reason, the fix and its last lines', async () => {
  const folder = usedFolder();
  const { exitCode, url, stdout, stderr, read } = await gate(
    ...[folder, '--start', `echo out of seeds; echo no ${TOKEN}; exit 3`],
  );
  expect([exitCode, existsSync(path.join(folder, 'certificate.json'))]).toEqual([2, false]);
  const reason = `the command ended with exit code 3 before ${url}/ responded`;
  const { verdict, stages } = await readReport(path.join(folder, 'report.json'));
  expect(verdict).toMatchObject({ kind: 'inconclusive', exitCode: 2 });
  expect(verdict.summary).toContain(reason);
  expect(stages).toMatchObject([{ status: 'not run', summary: expect.stringContaining('Run the command by hand') }]);
  for (const name of ['junit.xml', 'report.html', 'report.json', 'annotations.txt'])
    expect(read(name)).toMatch(/out of seeds.*no \$PLANT_STORE_TOKEN/s);
  expect(read('summary.md')).toMatch(/### Not checked.*out of seeds no &#36;PLANT&#95;STORE&#95;TOKEN/s);
  expect(read('report.sarif')).toContain('"exitCode": 2');
  expect(read('junit.xml')).toMatch(
    /errors="1".*<error type="not-checked" message="[^"]*exit code 3[^"]*Run the command by hand/s,
  );
  expect(stdout).toContain(`inconclusive: The implementation did not start: ${reason}`);
  expect(stderr).toContain('error[start-failed]');
  for (const name of readdirSync(folder)) expect(read(name)).not.toContain(TOKEN);
});

test.each([
  ['waivers', 'Cannot read the waivers'],
  ['baseline', 'Cannot read the document'],
])('a missing --%s file is the reason in every report', async (option, why) => {
  const folder = usedFolder();
  const { exitCode, read, stderr } = await gate(folder, `--${option}`, 'nowhere/none.yaml');
  expect([exitCode, existsSync(path.join(folder, 'certificate.json'))]).toEqual([2, false]);
  for (const name of ['junit.xml', 'summary.md', 'report.html', 'report.json'])
    expect(read(name)).toMatch(new RegExp(`${why}.*nowhere/none.yaml`));
  expect(stderr).toContain('nowhere/none.yaml');
});

test('text of a document does not act in the terminal, also where it is the reason for no certificate', async () => {
  const spec = fileOf('{"openapi": "7\\u001b[31m\\n::error::x", "info": {}, "paths": {}}', 'escapes.json');
  const { exitCode, stdout, stderr } = await gate(usedFolder(), '--spec', spec);
  expect(exitCode).toBe(2);
  const output = `${stdout}${stderr}`;
  expect(output).toContain('no certificate: the verdict is: inconclusive: Unsupported OpenAPI version');
  expect(output).not.toContain('\u001b');
  expect(output).not.toMatch(/^::error::x/m);
});

test('without the document, writes no report, removes earlier ones, and says so', async () => {
  const folder = usedFolder();
  const { exitCode, stdout, stderr } = await gate(folder, '--spec', 'nowhere/none.yaml');
  expect([exitCode, stdout, readdirSync(folder)]).toEqual([2, '', []]);
  expect(stderr).toContain(`no reports in ${folder}/, because the document cannot be read`);
  expect(stderr).toContain('error[spec-unreadable]');
});

describe('an invalid option', () => {
  test.each([
    ['it does not exist', ['--bogus']],
    ['it has no value', ['--waivers']],
    ['it is not a number', ['--seed', 'x']],
    ['there are too many arguments', ['http://127.0.0.1:2']],
    ['its credential is for an undeclared security scheme', ['--auth', 'nosuch=hush']],
  ])('leaves no report of an earlier run in the --out folder: %s', async (_name, options) => {
    const folder = usedFolder();
    const { exitCode } = await gate(folder, ...options);
    expect([exitCode, readdirSync(folder)]).toEqual([2, []]);
  });

  test('removes the --report of verify and no other file', async () => {
    const folder = usedFolder();
    const file = path.join(folder, 'junit.xml');
    const { exitCode } = await runPlantStore(['verify', 'http://127.0.0.1:1', '--bogus', '--report', `junit=${file}`]);
    expect([exitCode, readdirSync(folder)]).toEqual([2, ['certificate.json', 'report.json']]);
  });
});

test('if the folder is deleted during the run, the verdict is printed first', async () => {
  const folder = usedFolder();
  const port = await freePort();
  const store = `rm -r '${folder}'; exec '${process.execPath}' test/evals/zoo/main.ts right-store --port ${port}`;
  const { exitCode, stdout, stderr } = await runPlantStore([
    ...['gate', `http://127.0.0.1:${port}`, '--spec', copy, '--out', folder, '--start', store],
  ]);
  expect(exitCode).toBe(2);
  expect(stdout).toMatch(/^conforms: 0 errors.*\nno reports, and no certificate\n$/m);
  expect(stderr).toMatch(/error\[file-unwritable\].*report\.html: ENOENT/s);
});
