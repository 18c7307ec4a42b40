/** Each command once as a process, against a correct and a faulty implementation: the long suites test their options. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningPlantStore, startVariant, variants } from '../evals/zoo/index.ts';
import { committedPact, kitFolder, temporaryFolder } from '../pact/support.ts';
import { cliMain, commandEnvironment, runPlantStore, TOKEN } from './support.ts';

const contract = path.join(kitFolder, 'spec/plant-store.yaml');
const folder = temporaryFolder();
const inFolder = (name: string) => path.join(folder, name);

let correct: RunningPlantStore;
let faulty: RunningPlantStore;
beforeAll(async () => {
  [correct, faulty] = await Promise.all([startNamed('right-store'), startNamed('lowers-name')]);
  const changed = readFileSync(contract, 'utf8').replace('operationId: createPlant', 'operationId: addPlant');
  writeFileSync(inFolder('changed.yaml'), changed);
});
afterAll(() => Promise.all([correct, faulty].map((store) => store.close())));

function startNamed(name: string): Promise<RunningPlantStore> {
  const variant = variants.find((one) => one.name === name);
  if (variant === undefined) throw new Error(`the zoo has no ${name}`);
  return startVariant(variant, { token: TOKEN });
}

/** In this order: merge and certificate read what verify and gate wrote. */
const runs: readonly (readonly [command: string, args: () => readonly string[], exitCode: number, output: RegExp])[] = [
  ['verify', () => [faulty.url, '--cases', '5'], 1, /created-is-echoed/],
  [
    'verify',
    () => [correct.url, '--cases', '5', '--shard', '1/2', '--report', `json=${inFolder('1.json')}`],
    0,
    /^shard 1 of 2: conforms/m,
  ],
  [
    'verify',
    () => [correct.url, '--cases', '5', '--shard', '2/2', '--report', `json=${inFolder('2.json')}`],
    0,
    /^shard 2 of 2: conforms/m,
  ],
  ['merge', () => [inFolder('1.json'), inFolder('2.json')], 0, /^conforms/m],
  ['gate', () => ['--out', inFolder('gate')], 0, /^conforms/m],
  ['certificate', () => [inFolder('gate/certificate.json')], 0, /1\.0\.0/],
  ['replay', () => ['createPlant/valid-bodies/full', correct.url], 0, /> POST http:\S+\/plants/],
  ['diff', () => [contract, inFolder('changed.yaml')], 0, /api-operation-id-changed/],
  ['init', () => ['--spec', contract, '--out', inFolder('plant-store.yaml')], 0, /^wrote \S+plant-store\.yaml$/m],
  ['types', () => ['--spec', contract, '--out', inFolder('api.d.ts')], 0, /^wrote \S+api\.d\.ts$/m],
  ['explain', () => ['body-matches-schema'], 0, /^body-matches-schema/],
  ['pact compare', () => ['--pact', committedPact], 0, /^compatible: 0 errors/m],
  ['pact verify', () => [correct.url], 0, /^verified: 7 passed, 0 failed/m],
  ['pact verify', () => [faulty.url], 1, /pact-expectation|created-is-echoed/],
  ['pact record', () => ['--consumer', 'fern-app', '--provider', 'plants'], 0, /"interactions"/],
  ['pact publish', () => [], 2, /error\[/],
  ['pact can-i-deploy', () => [], 2, /error\[/],
  ['pact record-deployment', () => [], 2, /error\[/],
];

it.each(runs)('%s', async (command, args, wanted, output) => {
  const { exitCode, stdout, stderr } = await runPlantStore([...command.split(' '), ...args()]);
  expect({ exitCode, text: `${stdout}${stderr}` }).toEqual({ exitCode: wanted, text: expect.stringMatching(output) });
});

it('mock', async () => {
  const child = spawn(process.execPath, [cliMain, 'mock', '--port', '0', '--token', TOKEN], {
    env: commandEnvironment(undefined),
  });
  try {
    const response = await fetch(`${await listeningAt(child)}/plants`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      body: '{"id":1,"name":"fern"}',
    });
    expect([response.status, await response.json()]).toEqual([200, { name: 'fern' }]);
  } finally {
    child.kill('SIGTERM');
  }
  const [exitCode] = await once(child, 'exit');
  expect(exitCode).toBe(0);
});

async function listeningAt({ stdout }: Pick<ChildProcess, 'stdout'>): Promise<string> {
  let text = '';
  for await (const chunk of stdout ?? []) {
    text += chunk;
    const [, url] = /listening on (\S+)\n/.exec(text) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error(`the mock has ended: ${text}`);
}

it('every command of the help is run', async () => {
  const commandsOf = (help: string) => [...help.matchAll(/^ {2}((?:pact )?[a-z-]+) {2,}\S/gm)].map(([, name]) => name);
  const [all, pact] = await Promise.all([runPlantStore(['--help']), runPlantStore(['pact', '--help'])]);
  // demo.test.ts runs the demo.
  const tested = [...new Set(['mock', 'demo', ...runs.map(([command]) => command)])].toSorted();
  const commands = [...commandsOf(all.stdout).filter((name) => name !== 'pact'), ...commandsOf(pact.stdout)];
  expect(tested).toEqual(commands.toSorted());
});
