import { execFile } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { changedPact, contract, fileOf, kitFolder, nobody, zooStore } from './support.ts';

const token = 'the-token';

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

test('compare is compatible for the committed pact: exit 0', async () => {
  const { exitCode, stdout } = await plantStore('compare');
  expect(exitCode).toBe(0);
  expect(stdout).toContain(
    'contracts/pacts/plant-store-client-plant-store.json (plant-store-client): 5 interactions',
  );
  expect(stdout).toContain('compatible: 0 errors, 0 warnings, 1 where the contract is silent');
});

test('compare names both lines of a difference: exit 1', async () => {
  const pact = changedPact([[['interactions', 0, 'request', 'body', 'content', 'tag'], 5]]);
  const { exitCode, stdout } = await plantStore('compare', '--pact', pact);
  expect(exitCode).toBe(1);
  expect(stdout).toContain('error    body.tag: received integer 5; the contract says string');
  expect(stdout).toContain(`pact  ${pact}:`);
  expect(stdout).toMatch(/spec {2}.*plant-store\.yaml:\d+/);
  expect(stdout).toContain('NOT COMPATIBLE: 1 errors');
});

test('compare judges every pact that is named', async () => {
  const wrong = changedPact([[['interactions', 0, 'response', 'status'], 201]]);
  const { exitCode, stdout } = await plantStore(
    'compare',
    '--json',
    '--pact',
    wrong,
    '--pact',
    changedPact([]),
  );
  expect(exitCode).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject([{ ok: false, pactFile: wrong }, { ok: true }]);
});

test('compare takes another document', async () => {
  const { exitCode, stdout } = await plantStore('compare', '--spec', contract.file);
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('compatible')]);
});

test('verify passes a right store: exit 0', async () => {
  const { exitCode, stdout } = await plantStore('verify', await zooStore('right-store', token));
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('verified: 5 passed, 0 failed')]);
});

test('verify shows what a wrong store was sent and what it answered: exit 1', async () => {
  const { exitCode, stdout } = await plantStore('verify', await zooStore('lowers-name', token));
  expect(exitCode).toBe(1);
  expect(stdout).toContain(
    'FAILED  a request to create a plant with a tag, given the store takes new plants',
  );
  expect(stdout).toContain('body $.name: received "boston fern"; the pact expects "Boston fern"');
  expect(stdout).toMatch(/sent {6}POST \/plants \{"id":\d+,"name":"Boston fern","tag":"fern"\}/);
  expect(stdout).toMatch(/received {2}200 \{"name":"boston fern"/);
  expect(stdout).toContain('NOT VERIFIED: 2 passed, 3 failed');
});

test('verify gives data to machines', async () => {
  const { exitCode, stdout } = await plantStore('verify', await zooStore('answers-201', token), '--json');
  expect(exitCode).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    ok: false,
    interactions: [{ status: 'failed', operation: 'createPlant' }, {}, {}, {}, {}],
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
  const { exitCode, stderr } = await plantStore('verify', await nobody());
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('ECONNREFUSED')]);
});
