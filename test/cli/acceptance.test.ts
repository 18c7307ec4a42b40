/** Accepting a service with known findings: profiles, a baseline, and what fails a run. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder, zooStore } from '../pact/support.ts';
import { runPlantStore, TOKEN } from './support.ts';

const wrong = () => zooStore('lowers-name', TOKEN);

describe('a baseline', () => {
  test('makes a run pass that finds nothing else, and keeps what it knows', async () => {
    const [url, folder] = [await wrong(), temporaryFolder()];
    const file = path.join(folder, 'new', 'known.yaml');
    const smoke = ['verify', url, '--profile', 'smoke'];
    expect((await runPlantStore(smoke)).exitCode).toBe(1);
    const written = await runPlantStore([...smoke, '--write-baseline', file]);
    expect([written.exitCode, written.stderr]).toEqual([
      0,
      expect.stringMatching(/^baseline: \d findings? in .*known\.yaml, known for 90 days; give it with --waivers\n$/),
    ]);
    expect(readFileSync(file, 'utf8')).toContain('reason: "known when the baseline was written"');
    const page = path.join(folder, 'report.html');
    const known = await runPlantStore([
      ...[...smoke, '--waivers', file, '--fail-on', 'new'],
      ...['--report', `html=${page}`],
    ]);
    expect([known.exitCode, known.stdout]).toEqual([
      0,
      expect.stringMatching(/conforms: .* waived in the profile smoke/),
    ]);
    expect(readFileSync(page, 'utf8')).toContain('each operation got one valid request, and nothing else was tested');
    await runPlantStore([...smoke, '--waivers', file, '--write-baseline', file]);
    expect((await runPlantStore([...smoke, '--waivers', file])).exitCode).toBe(0);
  });

  test('is not written where it cannot be, and the run does not start', async () => {
    const { exitCode, stderr } = await runPlantStore(['verify', await wrong(), '--write-baseline', temporaryFolder()]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('it is a folder')]);
  });
});

describe('what fails a run', () => {
  test('may be security alone, or not a check', async () => {
    const smoke = ['verify', await wrong(), '--profile', 'smoke'];
    const security = await runPlantStore([...smoke, '--fail-on', 'security']);
    expect([security.exitCode, security.stdout]).toEqual([0, expect.stringContaining('none of which fails the run')]);
    const off = await runPlantStore([...smoke, '--severity', 'created-is-echoed=off']);
    expect([off.exitCode, off.stdout]).toEqual([0, expect.stringContaining('changed  created-is-echoed is off')]);
  });

  test.each([
    [['--fail-on', 'never'], '--fail-on never: expected one of error, warning, security, new'],
    [['--fail-on', 'new'], '--write-baseline FILE'],
    [['--severity', 'created-is-echoed'], 'expected error, warning, off'],
    [['--profile', 'quick'], '--profile quick: expected one of smoke, standard, deep'],
    [['--profile', 'smoke', '--only', 'wrong-types'], '--only wrong-types has no effect with --profile smoke'],
  ])('%j is rejected', async (options, message) => {
    const { exitCode, stderr } = await runPlantStore(['verify', 'http://127.0.0.1:9', ...options]);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

test('the gate has the same options, and gives no certificate for the profile smoke', async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'known.yaml');
  const gate = ['gate', await wrong(), '--profile', 'smoke', '--out', path.join(folder, 'report')];
  const written = await runPlantStore([...gate, '--write-baseline', file]);
  expect([written.exitCode, written.stderr]).toEqual([0, expect.stringContaining('baseline: ')]);
  const { exitCode, stdout } = await runPlantStore([...gate, '--waivers', file, '--fail-on', 'new']);
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('the profile was smoke')]);
});
