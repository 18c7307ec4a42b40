import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { readReport } from '../../contracts/report/read-report.ts';
import type { Report } from '../../contracts/report/report.ts';
import { runPlantStore, runWithoutToken, spawnPlantStore, TOKEN } from '../cli/support.ts';
import { UNUSED_URL } from '../free-port.ts';
import { committedPact, fileOf, kitFolder, startHttpServer, temporaryFolder, zooStore } from '../pact/support.ts';

/** A copy of the contract is not the kit's own: the same gate without the consumer tests, which take most of its time. */
const copy = fileOf(readFileSync(path.join(kitFolder, 'spec/plant-store.yaml'), 'utf8'), 'copy.yaml');
const quick = ['--spec', copy, '--pact', committedPact, '--budget', '200'];

const stages = [
  'contract lint',
  'breaking changes',
  'consumer pact',
  'pact × contract',
  'provider check',
  'conformance',
];

/** Without a baseline. */
const allPassed = stages.map((name) => (name === 'breaking changes' ? 'not applicable' : 'passed'));

const na = 'not applicable';

function reportIn(folder: string): Report {
  const report: Report = JSON.parse(readFileSync(path.join(folder, 'report.json'), 'utf8'));
  return report;
}

function statusesIn(folder: string): readonly string[] {
  return reportIn(folder).stages.map(({ status }) => status);
}

test('without a URL, runs every stage on the mock server, also beside another gate: exit code 0, the reports, progress on stderr', async () => {
  const out = path.join(temporaryFolder(), 'new', 'report');
  const besideOut = temporaryFolder();
  const [{ exitCode, stdout, stderr }, beside] = await Promise.all([
    runWithoutToken('gate', '--out', out),
    spawnPlantStore(['gate', '--budget', '100', '--out', besideOut]),
  ]);
  expect([exitCode, beside.exitCode]).toEqual([0, 0]);
  expect(statusesIn(besideOut)).toEqual(allPassed);
  expect(reportIn(besideOut).target).not.toBe(reportIn(out).target);
  expect(
    stderr
      .trimEnd()
      .split('\n')
      .map((line) => line.slice(0, 32).trimEnd()),
  ).toEqual(stages.map((name, index) => `${allPassed[index]?.padEnd(14)}  ${name}`));
  expect(stdout).toMatch(/^conforms: .* {2}the mock server of the kit against Plant Store 1\.0\.0$/m);
  expect(stdout).toMatch(`\nreports: ${out}/ report.html, report.json, junit.xml, `);
  expect(stdout.trimEnd().split('\n').at(-1)).toBe(`certificate: ${out}/certificate.json`);
  expect(`${stdout}${stderr}`).not.toMatch(/[\r\u001b]/);
  const report = reportIn(out);
  expect(report.verdict).toMatchObject({ kind: 'conforms', exitCode: 0 });
  expect(report.stages.map(({ name, status, attemptedChecks }) => [name, status, attemptedChecks.length > 0])).toEqual(
    stages.map((name, index) => [name, allPassed[index], allPassed[index] === 'passed']),
  );
  const xml = readFileSync(path.join(out, 'junit.xml'), 'utf8');
  expect(XMLValidator.validate(xml)).toBe(true);
  for (const name of stages) expect(xml).toContain(`<testsuite name="${name}"`);
});

test('a conforming implementation passes, and --json prints only the report', async () => {
  const out = temporaryFolder();
  const url = await zooStore('right-store', TOKEN);
  const { exitCode, stdout } = await runPlantStore(['gate', url, '--json', '--out', out, ...quick]);
  expect([exitCode, reportIn(out).target]).toEqual([0, url]);
  expect(statusesIn(out)).toEqual(['passed', na, na, 'passed', 'passed', 'passed']);
  expect(JSON.parse(stdout)).toEqual(reportIn(out));
});

test('warnings fail with --strict', async () => {
  const args = ['gate', '--spec', 'test/fixtures/gate/silent-error.yaml', '--out', temporaryFolder(), '--strict'];
  const { exitCode, stdout } = await runWithoutToken(...args);
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/^warning\[error-has-schema\].*^does not conform \(--strict\): 0 errors, 1 warning/ms);
});

describe('a faulty implementation fails with exit code 1', () => {
  test('with one finding for what the pact and conformance both show, and the affected consumer', async () => {
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
    for (const { duplicateOf } of provider) expect(reported).toContain(duplicateOf);
    expect(readFileSync(path.join(out, 'junit.xml'), 'utf8')).toMatch(
      /<testcase classname="provider check\.plant-store-client" name="a request to create a plant with a tag.*>\n<failure/,
    );
  });

  test('also for behavior that the pact does not cover, even if other stages could not run', async () => {
    const out = temporaryFolder();
    const url = await zooStore('takes-numeric-string-as-id', TOKEN);
    const args = ['--spec', copy, '--pact', fileOf('{}'), '--out', out];
    const { exitCode } = await runPlantStore(['gate', url, ...args]);
    expect([exitCode, ...statusesIn(out).slice(3)]).toEqual([1, 'not run', 'not run', 'failed']);
  });
});

describe('reports stages that could not run, with exit code 2', () => {
  test('an invalid token', async () => {
    const out = temporaryFolder();
    const url = await zooStore('right-store', TOKEN);
    const { exitCode, stdout, stderr } = await runPlantStore(['gate', url, '--out', out, ...quick], 'not-the-token');
    expect(exitCode).toBe(2);
    expect(statusesIn(out)).toEqual(['passed', na, na, 'passed', 'not run', 'not run']);
    expect(stderr).toMatch(/^not run +conformance +The implementation rejects the credentials/m);
    expect(stdout).toMatch(/^inconclusive: provider check: .*; conformance: The implementation rejects/m);
  });

  test('no token', async () => {
    const url = await zooStore('right-store', TOKEN);
    const { exitCode, stderr } = await runWithoutToken('gate', url, '--out', temporaryFolder(), ...quick);
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/^not run +conformance .*credentials/m)]);
  });

  test('an unreachable implementation', async () => {
    const out = temporaryFolder();
    const { exitCode } = await runPlantStore(['gate', UNUSED_URL, '--out', out, ...quick]);
    expect([exitCode, reportIn(out).verdict.kind]).toEqual([2, 'inconclusive']);
    expect(readFileSync(path.join(out, 'junit.xml'), 'utf8')).toMatch(
      /<testsuite name="conformance" .* tests="1" failures="0" errors="1" skipped="0"/,
    );
  });

  test('an unreadable pact, although everything else passes', async () => {
    const out = temporaryFolder();
    const args = ['--spec', copy, '--budget', '200', '--pact', 'no/such/pact.json', '--out', out];
    const { exitCode, stderr } = await runPlantStore(['gate', await zooStore('right-store', TOKEN), ...args]);
    expect([exitCode, ...statusesIn(out)]).toEqual([...[2, 'passed', na, na, 'not run', 'not run', 'passed']]);
    expect(stderr).toContain('no/such/pact.json');
  });

  test('escapes control characters of a response in the terminal', async () => {
    const url = await startHttpServer((_request, response) =>
      response.writeHead(404).end('\u001b]0;owned\u0007\u009b2J'),
    );
    const { stdout, stderr } = await runPlantStore(['gate', url, '--out', temporaryFolder(), ...quick]);
    expect(`${stdout}${stderr}`).toContain('\\u001b]0;owned');
    expect(`${stdout}${stderr}`).not.toMatch(/[\u001b\u0007\u009b]/);
  });
});

describe('another contract', () => {
  test('is checked against its own mock server', async () => {
    const out = temporaryFolder();
    const args = ['gate', '--spec', 'test/fixtures/mock/orders.yaml', '--budget', '200', '--out', out];
    const { exitCode, stdout } = await runWithoutToken(...args);
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('against Orders 1.0.0')]);
    expect(statusesIn(out)).toEqual(['passed', ...Array(4).fill(na), 'passed']);
  });

  test('has lists of several records, so that filters and sorting are tested without an operation that creates any', async () => {
    const out = temporaryFolder();
    const { exitCode, stdout } = await runWithoutToken('gate', '--spec', 'test/fixtures/gate/lists.yaml', '--out', out);
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('against Desk 1')]);
  });

  test('fails because of an example that violates it', async () => {
    const out = temporaryFolder();
    const file = 'test/fixtures/gate/wrong-example.yaml';
    const { exitCode, stdout } = await runWithoutToken('gate', '--spec', file, '--out', out);
    expect([exitCode, statusesIn(out)[0]]).toEqual([1, 'failed']);
    expect(stdout).toMatch(/^error\[example-valid\].*\n +--> test\/fixtures\/gate\/wrong-example\.yaml:19 /m);
  });

  test('that is invalid is reported with file and line, also in the report: exit code 2', async () => {
    const out = temporaryFolder();
    for (const name of ['report.json', 'certificate.json']) writeFileSync(path.join(out, name), 'conforms');
    const file = 'test/fixtures/gate/broken.yaml';
    const { exitCode, stdout, stderr } = await runWithoutToken('gate', '--spec', file, '--out', out);
    expect([exitCode, existsSync(path.join(out, 'certificate.json'))]).toEqual([2, false]);
    expect(stdout).toMatch(/^inconclusive: The document is not valid OpenAPI: .*broken\.yaml:\d+/);
    const { verdict, contract } = await readReport(path.join(out, 'report.json'));
    expect([verdict.kind, contract.openapi, contract.operations]).toEqual(['inconclusive', 'unknown', []]);
    const line = /broken\.yaml:(\d+)/.exec(stderr)?.[1];
    expect(readFileSync(path.join(out, 'annotations.txt'), 'utf8')).toContain(
      `::error file=test/fixtures/gate/broken.yaml,line=${line},title=plant-store::`,
    );
    for (const name of ['junit.xml', 'report.html', 'report.sarif', 'summary.md'])
      expect(readFileSync(path.join(out, name), 'utf8')).toContain('The document is not valid OpenAPI');
    expect(stderr).toMatch(/^error\[spec-invalid\].*\n.*\n {2}at {3}test\/fixtures\/gate\/broken\.yaml:\d+$/m);
  });
});

describe('a baseline', () => {
  const text = readFileSync(path.join(kitFolder, 'spec/plant-store.yaml'), 'utf8');
  const gated = async (baseline: string, ...more: readonly string[]) => {
    const out = temporaryFolder();
    const args = ['gate', '--spec', copy, '--budget', '200', '--baseline', baseline, '--out', out, ...more];
    return { out, ...(await runWithoutToken(...args)) };
  };

  test('that is equal passes', async () => {
    const { out, exitCode } = await gated(fileOf(text, 'old.yaml'));
    expect([exitCode, statusesIn(out)[1]]).toEqual([0, 'passed']);
  });

  test('that required less fails the gate, although the implementation conforms', async () => {
    const old = fileOf(text.replace('            - id\n', '            - name\n'), 'old.yaml');
    const { out, exitCode, stdout } = await gated(old);
    expect([exitCode, statusesIn(out)[1], statusesIn(out)[5]]).toEqual([1, 'failed', 'passed']);
    expect(stdout).toMatch(/^error\[request-property-became-required\]/m);
    expect(existsSync(path.join(out, 'certificate.json'))).toBe(false);
  });

  test('that cannot be read stops the gate: exit code 2, and a report', async () => {
    const { out, exitCode, stderr } = await gated('no/such/old.yaml');
    const { verdict, stages: all } = await readReport(path.join(out, 'report.json'));
    expect([exitCode, verdict.kind, all.map(({ status }) => status)]).toEqual([2, 'inconclusive', ['not run']]);
    expect(stderr).toContain('no/such/old.yaml');
  });
});

test.each([
  ['--wait-for without --start', ['http://127.0.0.1:1', '--wait-for', 'http://127.0.0.1:1'], '--start'],
  ['--start without a base URL', ['--start', 'true'], 'BASE_URL'],
  ['--auth without a base URL', ['--auth', 'key=seeded'], '--auth has no effect without BASE_URL'],
  ['--auth-other without a base URL', ['--auth-other', 'key=b'], '--auth-other has no effect without BASE_URL'],
  ['an option with an empty variable', ['--token', '', '--baseline', ''], '--baseline "": expected a value'],
  ['--start without a command', ['http://127.0.0.1:1', '--start', ''], '--start "": expected a value'],
])('rejects %s and leaves no report of an earlier run', async (_case, args, words) => {
  const out = temporaryFolder();
  writeFileSync(path.join(out, 'certificate.json'), '{}');
  const { exitCode, stderr } = await runWithoutToken('gate', ...args, '--out', out);
  expect([exitCode, existsSync(path.join(out, 'certificate.json'))]).toEqual([2, false]);
  expect(stderr).toContain(words);
});

test.each([
  ['no folder', '--out "": expected a folder', ''],
  ['a file', 'it is not a folder', fileOf('kept')],
])('rejects %s as --out', async (_case, words, out) => {
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
