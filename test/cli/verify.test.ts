import { readFileSync } from 'node:fs';
import path from 'node:path';
import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../contracts/report/report.ts';
import { UNUSED_URL } from '../free-port.ts';
import { startHttpServer, temporaryFolder, zooStore } from '../pact/support.ts';
import type { CommandResult } from './run-in-thread.ts';
import { cliMain, commandEnvironment, run, runPlantStore, runWithoutToken, TOKEN } from './support.ts';

const right = () => zooStore('right-store', TOKEN);
const wrong = () => zooStore('takes-numeric-string-as-id', TOKEN);

describe('a correct implementation', () => {
  test('conforms: exit 0, what was tested and the verdict on stdout, nothing on stderr', async () => {
    const url = await right();
    const { exitCode, stdout, stderr } = await runPlantStore(['verify', url]);
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /^tested {3}1 of 1 operation\nopen {5}1 thing that .*\nprofile {2}standard, which leaves out .*\ndetails {2}--verbose prints everything/,
    );
    expect(stdout).toMatch(
      new RegExp(
        `^conforms: no findings  ${url} against Plant Store 1\\.0\\.0 \\(\\d+ cases, \\d+ requests, .* s\\)$`,
        'm',
      ),
    );
    expect(stdout).not.toMatch(/[\r\u001b]/);
  });

  test('is shown with --verbose as a table of operations and test categories, with the coverage', async () => {
    const { stdout } = await runPlantStore(['verify', await right(), '--verbose', '--only', 'authentication']);
    expect(stdout).toMatch(
      /^operation +category +cases {2}failed {2}warnings\ncreatePlant {2}authentication +\d+ +0 +0\n/,
    );
    expect(stdout).toContain('coverage of createPlant: ');
  });

  test('is checked with the token of --token', async () => {
    expect(
      (await runWithoutToken('verify', await right(), '--token', TOKEN, '--only', 'authentication')).exitCode,
    ).toBe(0);
  });

  test('receives only the requests of --only', async () => {
    const { exitCode, stdout } = await runPlantStore([
      ...['verify', await right(), '--only', 'media-types', '--only', 'wrong-shapes', '--json'],
    ]);
    const subjects = dataOf(stdout).stages[0]?.summary;
    expect([exitCode, subjects]).toEqual([0, expect.stringMatching(/^\d\d cases/)]);
  });

  test.each([
    [['--read-only'], '--read-only: no operation is left to check'],
    [['--exclude', 'POST /pla*'], '--exclude "POST /pla*": no operation is left to check'],
    [['--include', 'createPlants'], '--include "createPlants": no operation has this id'],
  ])('is not checked with %j, which leaves no operation', async (options, message) => {
    const { exitCode, stderr } = await runPlantStore(['verify', await right(), ...options]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  test('is checked with --only and --with-setup', async () => {
    const { exitCode, stdout } = await runPlantStore([
      ...['verify', await right(), '--only', 'createPlant', '--only', 'wrong-types', '--with-setup', '--json'],
    ]);
    expect([exitCode, dataOf(stdout).stages[0]?.run?.scope]).toEqual([
      0,
      { operations: ['createPlant'], truncatedOperations: [] },
    ]);
  });

  test('is inconclusive for a shard of a test category without cases', async () => {
    const { exitCode, stderr } = await runPlantStore([
      ...['verify', await right(), '--only', 'boundary-values', '--shard', '1/2'],
    ]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('no case of boundary-values applies')]);
  });

  test('conforms for a shard without cases of a test category that has some', async () => {
    const { exitCode, stdout } = await runPlantStore([
      ...['verify', await right(), '--only', 'content-negotiation', '--shard', '7/40'],
    ]);
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('(0 cases, ')]);
  });

  test('is inconclusive for a test category without cases', async () => {
    const { exitCode, stderr } = await runPlantStore(['verify', await right(), '--only', 'boundary-values']);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('no case of boundary-values applies')]);
  });
});

describe('a faulty implementation', () => {
  test('is reported with check, line, case, request, response, both values, curl and replay, and exits with 1', async () => {
    const url = await wrong();
    const { exitCode, stdout, stderr } = await runPlantStore(['verify', url]);
    expect([exitCode, stderr]).toEqual([1, '']);
    const id = 'createPlant/wrong-types/body.id/its-value-as-text';
    const block = [
      /^error\[invalid-rejected\]: An invalid request is accepted {2}\(createPlant\)$/,
      /^ +--> spec\/plant-store\.yaml:\d+ {2}\/components\/schemas\/NewPlant\/.*\/id\/type$/,
      /^ +\d+ \| type: integer$/,
      /^ +\| +\^+$/,
      /^ {2}contract {2}NewPlant\.id is an integer \(int64\)$/,
      /^ {2}case {6}body\.id is its value as a string: "\d+"$/,
      new RegExp(`^  request   POST ${url}/plants$`),
      /^ {12}Authorization: Bearer \$PLANT_STORE_TOKEN$/,
      /^ {12}\{"name":".*","id":"\d+"\}$/,
      /^ {2}response {2}200 {2}application\/json$/,
      /^ {12}\^{3}$/,
      /^ {12}\{"name":".*"\}$/,
      /^ {2}expected {2}.*400/,
      /^ {2}received {2}status 200$/,
      /^ {2}why {7}Data that the contract forbids/,
      /^ {12}/,
      /^ {12}/,
      /^ {12}/,
      /^ {2}attempts {2}reproduced 3\/3$/,
      /^ {2}curl {6}curl -i -X POST '.*' -H 'Authorization: Bearer '"\$PLANT_STORE_TOKEN" .*--data-raw '.*'$/,
      new RegExp(`^  replay    plant-store replay '${id}' ${url}$`),
    ];
    const lines = stdout.split('\n');
    for (const [index, pattern] of block.entries()) expect(lines[index]).toMatch(pattern);
    expect(lines.at(-2)).toMatch(/^does not conform: 1 error, 0 warnings/);
  });

  test('is printed only as JSON with --json', async () => {
    const url = await wrong();
    const { exitCode, stdout, stderr } = await runPlantStore(['verify', url, '--json']);
    const { verdict, target, stages } = dataOf(stdout);
    expect([exitCode, stderr, target]).toEqual([1, '', url]);
    expect(verdict).toEqual({
      kind: 'does not conform',
      exitCode: 1,
      summary: 'does not conform: 1 error, 0 warnings',
    });
    expect(stages[0]?.findings).toMatchObject([
      {
        check: 'invalid-rejected',
        evidence: { response: { status: 200 }, reproduction: { reproduced: 3, attempts: 3 } },
      },
    ]);
  });

  test('is written into the given reports', async () => {
    const folder = path.join(temporaryFolder(), 'new');
    const [json, junit] = [path.join(folder, 'verify.json'), path.join(folder, 'verify.xml')];
    const { exitCode, stdout } = await runPlantStore([
      ...['verify', await wrong(), '--json', '--report', `json=${json}`, '--report', `junit=${junit}`],
    ]);
    expect([exitCode, readFileSync(json, 'utf8')]).toEqual([1, stdout]);
    const xml = readFileSync(junit, 'utf8');
    expect(XMLValidator.validate(xml)).toBe(true);
    expect(xml).toContain('failures="1"');
  });
});

test('a warning passes, and fails with --strict', async () => {
  const url = await zooStore('rejects-empty-name', TOKEN);
  const verify = (...more: string[]) =>
    runPlantStore(['verify', url, '--only', 'valid-bodies', '--only', 'text-values', ...more]);
  const [lenient, strict] = [await verify(), await verify('--strict')];
  expect([lenient.exitCode, strict.exitCode]).toEqual([0, 1]);
  expect(lenient.stdout).toMatch(/^conforms: 0 errors, [1-9]\d* warning/m);
  expect(strict.stdout).toMatch(/^does not conform \(--strict\): 0 errors, [1-9]\d* warning/m);
});

describe('an inconclusive run exits with 2, with the reason on stderr and nothing on stdout', () => {
  const reject = (ended: CommandResult, code: string, words: string) => {
    expect([ended.exitCode, ended.stdout]).toEqual([2, '']);
    expect(ended.stderr).toMatch(new RegExp(`^error\\[${code}\\]`));
    expect(ended.stderr).toContain(words);
  };

  test('an invalid token', async () => {
    const ended = await runPlantStore(['verify', await right()], 'not-the-token');
    reject(ended, 'credentials-rejected', 'gets 401');
    expect(ended.stderr).not.toContain('not-the-token');
  });

  test('no token', async () => {
    reject(await runWithoutToken('verify', await right()), 'credentials-missing', 'PLANT_STORE_TOKEN');
  });

  test('no server', async () => {
    const url = UNUSED_URL;
    reject(await runPlantStore(['verify', url]), 'target-unreachable', `${url}: ECONNREFUSED`);
  });

  test('a wrong base path, with the response and a hint', async () => {
    const ended = await runPlantStore(['verify', `${await right()}/v9`]);
    reject(ended, 'nothing-mounted', 'the same response as a path that does not exist: 404');
    expect(ended.stderr).toMatch(/fix .*base path/);
  });

  test('a response with terminal control characters, escaped', async () => {
    const url = await startHttpServer((_request, response) =>
      response.writeHead(400).end('\u001b]0;owned\u0007\u009b2J'),
    );
    const ended = await runPlantStore(['verify', url]);
    reject(ended, 'valid-request-rejected', '\\u001b]0;owned');
    expect(ended.stderr).not.toMatch(/[\u001b\u0007\u009b]/);
  });

  test('the report of an earlier run is deleted', async () => {
    const file = path.join(temporaryFolder(), 'verify.json');
    await runPlantStore(['verify', await right(), '--only', 'media-types', '--report', `json=${file}`]);
    expect(readFileSync(file, 'utf8')).toContain('conforms');
    await runPlantStore(['verify', UNUSED_URL, '--report', `json=${file}`]);
    expect(() => readFileSync(file)).toThrow('ENOENT');
  });
});

test('a bug of the kit exits with 2, not with 1', async () => {
  const broken = 'data:text/javascript,performance.now=()=>{throw new RangeError("boom")}';
  const args = ['--import', broken, cliMain, 'verify', await right()];
  const { exitCode, stdout, stderr } = await run(process.execPath, args, commandEnvironment(TOKEN));
  expect([exitCode, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^The kit failed because of a bug.*RangeError: boom/s);
});

function dataOf(stdout: string): Report {
  const report: Report = JSON.parse(stdout);
  return report;
}
