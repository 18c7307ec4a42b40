import { execFile } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { unusedUrl } from '../free-port.ts';
import { fileOf, interactionsOf, kitFolder, pactValue, zooStore } from './support.ts';

const token = 'the-token';
const all = interactionsOf(pactValue()).length;

interface Ended {
  readonly exitCode: number | string | null | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

function plantStore(...args: string[]): Promise<Ended> {
  const env = { ...process.env, PLANT_STORE_TOKEN: token };
  return new Promise((resolve) => {
    const main = path.join(kitFolder, 'cli/main.ts');
    execFile(process.execPath, [main, 'pact', ...args], { env, cwd: kitFolder }, (error, stdout, stderr) => {
      resolve({ exitCode: error === null ? 0 : error.code, stdout, stderr });
    });
  });
}

test('verify passes a right store: exit 0', async () => {
  const { exitCode, stdout } = await plantStore('verify', await zooStore('right-store', token));
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining(`verified: ${all} passed, 0 failed`)]);
});

test('verify shows what a wrong store was sent and what it answered: exit 1', async () => {
  const { exitCode, stdout } = await plantStore('verify', await zooStore('lowers-name', token));
  expect(exitCode).toBe(1);
  expect(stdout).toContain('FAILED       a request to create a plant with a tag, given the store takes new plants');
  expect(stdout).toContain('body $.name: received "boston fern"; the pact expects "Boston fern"');
  expect(stdout).toMatch(
    /request {3}POST http:.*\/plants\n +authorization: Bearer \$PLANT_STORE_TOKEN\n +\{"id":\d+,"name":"Boston fern","tag":"fern"\}/,
  );
  expect(stdout).toMatch(/response {2}200 {2}application\/json\n +\{"name":"boston fern"/);
  expect(stdout).toMatch(/^error\[created-is-echoed\]: .*\n +--> spec\/plant-store\.yaml:\d+/m);
  expect(stdout).toMatch(/^NOT VERIFIED: \d passed, \d failed/m);
});

test('verify gives data to machines', async () => {
  const { exitCode, stdout } = await plantStore('verify', await zooStore('answers-201', token), '--json');
  expect(exitCode).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    ok: false,
    interactions: expect.arrayContaining([expect.objectContaining({ status: 'failed', operation: 'createPlant' })]),
  });
});

test.each([
  [['verify'], 'BASE_URL is missing'],
  [['verify', 'plants.example'], 'The base URL is not usable'],
  [['verify', 'http://127.0.0.1:1', 'extra'], 'received "extra", for which this command has no use'],
  [['compare', 'pact.json'], 'received "pact.json", for which this command has no use'],
  [['compare', '--pact', 'nowhere.json'], 'nowhere.json'],
  [['compare', '--pact', fileOf('{}')], 'no interactions'],
  [['nothing-of-the-kind'], 'pact "nothing-of-the-kind" is none of compare, verify'],
])('%j cannot be judged or does not exist: exit 2 and a reason', async (args, reason) => {
  const { exitCode, stdout, stderr } = await plantStore(...args);
  expect([exitCode, stdout, stderr]).toEqual([2, '', expect.stringContaining(reason)]);
});

test('a store that is not there is exit 2', async () => {
  const { exitCode, stderr } = await plantStore('verify', await unusedUrl());
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('ECONNREFUSED')]);
});

test('what verify prints to see a failure again shows it again', async () => {
  const { stdout } = await plantStore('verify', await zooStore('lowers-name', token));
  const [, replay = ''] = /^ {2}replay {4}plant-store pact (.*)$/m.exec(stdout) ?? [];
  const words = [...replay.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  const again = await plantStore(...words);
  expect([again.exitCode, again.stdout]).toEqual([1, expect.stringContaining('NOT VERIFIED: 0 passed, 1 failed')]);
});
