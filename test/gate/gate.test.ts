import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { readReport } from '../../contracts/report/read-report.ts';
import type { Report } from '../../contracts/report/report.ts';
import { runPlantStore, runWithoutToken, TOKEN } from '../cli/support.ts';
import { unusedUrl } from '../free-port.ts';
import { committedPact, fileOf, kitFolder, startHttpServer, temporaryFolder, zooStore } from '../pact/support.ts';

/** A copy of the contract is not the kit's own: the same gate without the consumer tests, which take most of its time. */
const copy = fileOf(readFileSync(path.join(kitFolder, 'spec/plant-store.yaml'), 'utf8'), 'copy.yaml');
const quick = ['--spec', copy, '--pact', committedPact];

const stages = [
  'contract lint',
  'breaking changes',
  'consumer pact',
  'pact × contract',
  'provider check',
  'conformance',
];

/** Without an earlier version to compare with. */
const allPassed = stages.map((name) => (name === 'breaking changes' ? 'not applicable' : 'passed'));

const na = 'not applicable';

function reportIn(folder: string): Report {
  const report: Report = JSON.parse(readFileSync(path.join(folder, 'report.json'), 'utf8'));
  return report;
}

function statusesIn(folder: string): readonly string[] {
  return reportIn(folder).stages.map(({ status }) => status);
}

test('with no URL takes the fake store through every stage: exit 0, the reports, progress on stderr', async () => {
  const out = path.join(temporaryFolder(), 'new', 'report');
  const { exitCode, stdout, stderr } = await runWithoutToken('gate', '--out', out);
  expect(exitCode).toBe(0);
  expect(
    stderr
      .trimEnd()
      .split('\n')
      .map((line) => line.slice(0, 32).trimEnd()),
  ).toEqual(stages.map((name, index) => `${allPassed[index]?.padEnd(14)}  ${name}`));
  expect(stdout).toMatch(/^conforms: .* {2}the kit's own fake store against Plant Store 1\.0\.0$/m);
  expect(stdout).toMatch(`\nreports: ${out}/ report.html, report.json, junit.xml, `);
  expect(stdout.trimEnd().split('\n').at(-1)).toBe(`certificate: ${out}/certificate.json`);
  expect(`${stdout}${stderr}`).not.toMatch(/[\r\u001b]/);
  const report = reportIn(out);
  expect(report.verdict).toMatchObject({ kind: 'conforms', exitCode: 0 });
  expect(report.stages.map(({ name, status, tried }) => [name, status, tried.length > 0])).toEqual(
    stages.map((name, index) => [name, allPassed[index], allPassed[index] === 'passed']),
  );
  const xml = readFileSync(path.join(out, 'junit.xml'), 'utf8');
  expect(XMLValidator.validate(xml)).toBe(true);
  for (const name of stages) expect(xml).toContain(`<testsuite name="${name}"`);
});

test('two gates at once do not disturb each other', async () => {
  const folders = [temporaryFolder(), temporaryFolder()];
  const ended = await Promise.all(folders.map((out) => runWithoutToken('gate', '--out', out)));
  expect(ended.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
  for (const folder of folders) expect(statusesIn(folder)).toEqual(allPassed);
  const [one, other] = folders.map((folder) => reportIn(folder).target);
  expect(one).not.toBe(other);
});

test('a right store with its token passes, and --json is the report and nothing else', async () => {
  const out = temporaryFolder();
  const url = await zooStore('right-store', TOKEN);
  const { exitCode, stdout } = await runPlantStore(['gate', url, '--json', '--out', out, ...quick]);
  expect([exitCode, reportIn(out).target]).toEqual([0, url]);
  expect(statusesIn(out)).toEqual(['passed', na, na, 'passed', 'passed', 'passed']);
  expect(JSON.parse(stdout)).toEqual(reportIn(out));
});

test('advice fails with --strict', async () => {
  const args = ['gate', '--spec', 'test/fixtures/gate/silent-error.yaml', '--out', temporaryFolder(), '--strict'];
  const { exitCode, stdout } = await runWithoutToken(...args);
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/^advice\[error-has-schema\].*^breaks the contract \(--strict\): 0 faults, 1 advice/ms);
});

describe('a wrong store fails: exit 1', () => {
  test('with one finding for what the pact and the verifier both show, and the consumer that breaks', async () => {
    const out = temporaryFolder();
    const url = await zooStore('lowers-name', TOKEN);
    const { exitCode, stdout } = await runPlantStore(['gate', url, '--out', out, ...quick]);
    expect(exitCode).toBe(1);
    expect(statusesIn(out)).toEqual(['passed', na, na, 'passed', 'failed', 'failed']);
    const echoed = stdout.match(/^error\[created-is-echoed\].*$/gm) ?? [];
    expect(echoed.filter((line) => line.includes('(createPlant)'))).toHaveLength(echoed.length);
    expect(stdout).not.toMatch(/^error\[pact-expectation\]/m);
    expect(stdout).toMatch(/^ {2}consumer {2}plant-store-client: a request to create a plant with a tag/m);
    const [provider = [], conformance = []] = reportIn(out)
      .stages.slice(4)
      .map(({ findings }) => findings);
    const reported = conformance.map(({ fingerprint }) => fingerprint);
    expect(provider.length).toBeGreaterThan(0);
    for (const { sameAs } of provider) expect(reported).toContain(sameAs);
    expect(readFileSync(path.join(out, 'junit.xml'), 'utf8')).toMatch(
      /<testcase classname="provider check\.plant-store-client" name="a request to create a plant with a tag.*>\n<failure/,
    );
  });

  test('by what the pact does not ask for too, though stages could not run: a fault is a fault', async () => {
    const out = temporaryFolder();
    const url = await zooStore('takes-numeric-string-as-id', TOKEN);
    const args = ['--spec', copy, '--pact', fileOf('{}'), '--out', out];
    const { exitCode } = await runPlantStore(['gate', url, ...args]);
    expect([exitCode, ...statusesIn(out).slice(3)]).toEqual([1, 'not run', 'not run', 'failed']);
  });
});

describe('what could not run is told as not run, and nothing passes: exit 2', () => {
  test('a token that does not work', async () => {
    const out = temporaryFolder();
    const url = await zooStore('right-store', TOKEN);
    const { exitCode, stdout, stderr } = await runPlantStore(['gate', url, '--out', out, ...quick], 'not-the-token');
    expect(exitCode).toBe(2);
    expect(statusesIn(out)).toEqual(['passed', na, na, 'passed', 'not run', 'not run']);
    expect(stderr).toMatch(/^not run +conformance +The implementation rejects the credentials/m);
    expect(stdout).toMatch(/^could not judge all: provider check: .*; conformance: The implementation refuses/m);
  });

  test('no token', async () => {
    const url = await zooStore('right-store', TOKEN);
    const { exitCode, stderr } = await runWithoutToken('gate', url, '--out', temporaryFolder(), ...quick);
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/^not run +conformance .*credentials/m)]);
  });

  test('nobody there', async () => {
    const out = temporaryFolder();
    const { exitCode } = await runPlantStore(['gate', await unusedUrl(), '--out', out, ...quick]);
    expect([exitCode, reportIn(out).verdict.kind]).toEqual([2, 'could not judge']);
    expect(readFileSync(path.join(out, 'junit.xml'), 'utf8')).toMatch(
      /<testsuite name="conformance" .* tests="1" failures="0" errors="1" skipped="0"/,
    );
  });

  test('a pact that cannot be read, though all else passes', async () => {
    const out = temporaryFolder();
    const args = ['--spec', copy, '--pact', 'no/such/pact.json', '--out', out];
    const { exitCode, stderr } = await runPlantStore(['gate', await zooStore('right-store', TOKEN), ...args]);
    expect([exitCode, ...statusesIn(out)]).toEqual([...[2, 'passed', na, na, 'not run', 'not run', 'passed']]);
    expect(stderr).toContain('no/such/pact.json');
  });

  test('an answer that would draw on the terminal is shown escaped', async () => {
    const url = await startHttpServer((_request, response) =>
      response.writeHead(404).end('\u001b]0;owned\u0007\u009b2J'),
    );
    const { stdout, stderr } = await runPlantStore(['gate', url, '--out', temporaryFolder(), ...quick]);
    expect(`${stdout}${stderr}`).toContain('\\u001b]0;owned');
    expect(`${stdout}${stderr}`).not.toMatch(/[\u001b\u0007\u009b]/);
  });
});

describe('another contract', () => {
  test('is gated against its own fake store', async () => {
    const out = temporaryFolder();
    const args = ['gate', '--spec', 'test/fixtures/mock/orders.yaml', '--out', out];
    const { exitCode, stdout } = await runWithoutToken(...args);
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('against Orders 1.0.0')]);
    expect(statusesIn(out)).toEqual(['passed', ...Array(4).fill(na), 'passed']);
  });

  test('fails by an example that breaks it', async () => {
    const out = temporaryFolder();
    const file = 'test/fixtures/gate/wrong-example.yaml';
    const { exitCode, stdout } = await runWithoutToken('gate', '--spec', file, '--out', out);
    expect([exitCode, statusesIn(out)[0]]).toEqual([1, 'failed']);
    expect(stdout).toMatch(/^error\[example-valid\].*\n +--> test\/fixtures\/gate\/wrong-example\.yaml:19 /m);
  });

  test('that is broken is named by file and line, in place of the report of an earlier run too: exit 2', async () => {
    const out = temporaryFolder();
    for (const name of ['report.json', 'certificate.json']) writeFileSync(path.join(out, name), 'conforms');
    const file = 'test/fixtures/gate/broken.yaml';
    const { exitCode, stdout, stderr } = await runWithoutToken('gate', '--spec', file, '--out', out);
    expect([exitCode, existsSync(path.join(out, 'certificate.json'))]).toEqual([2, false]);
    expect(stdout).toMatch(/^could not judge all: The document is not valid OpenAPI: .*broken\.yaml:\d+/);
    const { verdict, contract } = await readReport(path.join(out, 'report.json'));
    expect([verdict.kind, contract.openapi, contract.operations]).toEqual(['could not judge', 'unknown', []]);
    const line = /broken\.yaml:(\d+)/.exec(stderr)?.[1];
    expect(readFileSync(path.join(out, 'annotations.txt'), 'utf8')).toContain(
      `::error file=test/fixtures/gate/broken.yaml,line=${line},title=plant-store::`,
    );
    for (const name of ['junit.xml', 'report.html', 'report.sarif', 'summary.md'])
      expect(readFileSync(path.join(out, name), 'utf8')).toContain('The document is not valid OpenAPI');
    expect(stderr).toMatch(/^error\[spec-invalid\].*\n.*\n {2}at {3}test\/fixtures\/gate\/broken\.yaml:\d+$/m);
  });
});

describe('an earlier version of the contract', () => {
  const text = readFileSync(path.join(kitFolder, 'spec/plant-store.yaml'), 'utf8');
  const gated = async (baseline: string, ...more: readonly string[]) => {
    const out = temporaryFolder();
    const args = ['gate', '--spec', copy, '--baseline', baseline, '--out', out, ...more];
    return { out, ...(await runWithoutToken(...args)) };
  };

  test('that is the same breaks nobody', async () => {
    const { out, exitCode } = await gated(fileOf(text, 'old.yaml'));
    expect([exitCode, statusesIn(out)[1]]).toEqual([0, 'passed']);
  });

  test('that asked for less fails the gate, though the implementation keeps the contract', async () => {
    const old = fileOf(text.replace('            - id\n', '            - name\n'), 'old.yaml');
    const { out, exitCode, stdout } = await gated(old);
    expect([exitCode, statusesIn(out)[1], statusesIn(out)[5]]).toEqual([1, 'failed', 'passed']);
    expect(stdout).toMatch(/^error\[request-property-became-required\]/m);
    expect(existsSync(path.join(out, 'certificate.json'))).toBe(false);
  });

  test('that cannot be read keeps the gate from running: exit 2, and a report of that', async () => {
    const { out, exitCode, stderr } = await gated('no/such/old.yaml');
    const { verdict, stages: all } = await readReport(path.join(out, 'report.json'));
    expect([exitCode, verdict.kind, all.map(({ status }) => status)]).toEqual([2, 'could not judge', ['not run']]);
    expect(stderr).toContain('no/such/old.yaml');
  });
});

test.each([
  ['--wait-for without --start', ['http://127.0.0.1:1', '--wait-for', 'http://127.0.0.1:1'], '--start'],
  ['--start without a base URL', ['--start', 'true'], 'BASE_URL'],
  ['--auth without a base URL', ['--auth', 'key=seeded'], '--auth has no effect without BASE_URL'],
  ['an option of an empty variable', ['--token', '', '--baseline', ''], '--baseline "": expected a value'],
  ['--start with nothing to start', ['http://127.0.0.1:1', '--start', ''], '--start "": expected a value'],
])('%s is refused, and leaves no report of an earlier run', async (_case, args, words) => {
  const out = temporaryFolder();
  writeFileSync(path.join(out, 'certificate.json'), '{}');
  const { exitCode, stderr } = await runWithoutToken('gate', ...args, '--out', out);
  expect([exitCode, existsSync(path.join(out, 'certificate.json'))]).toEqual([2, false]);
  expect(stderr).toContain(words);
});

test.each([
  ['no folder', '--out "": expected a folder', ''],
  ['a file', 'it is not a folder', fileOf('kept')],
])('%s as --out is refused', async (_case, words, out) => {
  const { exitCode, stderr } = await runWithoutToken('gate', '--out', out);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(words)]);
  if (out !== '') expect(readFileSync(out, 'utf8')).toBe('kept');
});

test('provider states are posted to --states', async () => {
  const posted: string[] = [];
  const states = await startHttpServer((request, response) => {
    posted.push(`${request.method} ${request.url}`);
    response.writeHead(200).end();
  });
  const url = await zooStore('right-store', TOKEN);
  const out = temporaryFolder();
  const { exitCode } = await runPlantStore(['gate', url, '--states', `${states}/states`, '--out', out, ...quick]);
  expect([exitCode, new Set(posted)]).toEqual([0, new Set(['POST /states'])]);
});
