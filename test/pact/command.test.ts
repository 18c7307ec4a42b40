import { expect, test } from 'vitest';
import type { CommandResult } from '../cli/run-in-thread.ts';
import { runPlantStore } from '../cli/support.ts';
import { UNUSED_URL } from '../free-port.ts';
import { fileOf, interactionsOf, pactValue, zooStore } from './support.ts';

const token = 'the-token';
const all = interactionsOf(pactValue()).length;

function plantStore(...args: string[]): Promise<CommandResult> {
  return runPlantStore(['pact', ...args], token);
}

test('verify passes a conforming implementation: exit code 0', async () => {
  const { exitCode, stdout } = await plantStore('verify', await zooStore('right-store', token));
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining(`verified: ${all} passed, 0 failed`)]);
});

test('verify shows request and response of a faulty implementation: exit code 1', async () => {
  const { exitCode, stdout } = await plantStore('verify', await zooStore('lowers-name', token));
  expect(exitCode).toBe(1);
  expect(stdout).toContain('FAILED       a request to create a plant with a tag, given the store accepts new plants');
  expect(stdout).toContain('body $.name: received "boston fern"; the pact expects "Boston fern"');
  expect(stdout).toMatch(
    /request {3}POST http:.*\/plants\n +authorization: Bearer \$PLANT_STORE_TOKEN\n +\{"id":\d+,"name":"Boston fern","tag":"fern"\}/,
  );
  expect(stdout).toMatch(/response {2}200 {2}application\/json\n +\{"name":"boston fern"/);
  expect(stdout).toMatch(/^error\[created-is-echoed\]: .*\n +--> spec\/plant-store\.yaml:\d+/m);
  expect(stdout).toMatch(/^NOT VERIFIED: \d passed, \d failed/m);
});

test('verify prints JSON', async () => {
  const { exitCode, stdout } = await plantStore('verify', await zooStore('returns-201', token), '--json');
  expect(exitCode).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    ok: false,
    interactions: expect.arrayContaining([expect.objectContaining({ status: 'failed', operation: 'createPlant' })]),
  });
});

test.each([
  [['verify'], 'BASE_URL is missing'],
  [['verify', 'plants.example'], 'Invalid base URL'],
  [['verify', 'http://127.0.0.1:1', 'extra'], 'unexpected argument "extra"'],
  [['compare', 'pact.json'], 'unexpected argument "pact.json"'],
  [['compare', '--pact', 'nowhere.json'], 'nowhere.json'],
  [['compare', '--pact', fileOf('{}')], 'no interactions'],
  [['nothing-of-the-kind'], 'pact "nothing-of-the-kind": expected one of compare, verify'],
])('%j is invalid or does not exist: exit code 2 and a reason', async (args, reason) => {
  const { exitCode, stdout, stderr } = await plantStore(...args);
  expect([exitCode, stdout, stderr]).toEqual([2, '', expect.stringContaining(reason)]);
});

test('an unreachable implementation is exit code 2', async () => {
  const { exitCode, stderr } = await plantStore('verify', UNUSED_URL);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('ECONNREFUSED')]);
});

test('the printed command reproduces a failure', async () => {
  const { stdout } = await plantStore('verify', await zooStore('lowers-name', token));
  const [, replay = ''] = /^ {2}replay {4}plant-store pact (.*)$/m.exec(stdout) ?? [];
  const words = [...replay.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  const again = await plantStore(...words);
  expect([again.exitCode, again.stdout]).toEqual([1, expect.stringContaining('NOT VERIFIED: 0 passed, 1 failed')]);
});
