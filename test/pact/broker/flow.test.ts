/** The complete flow with the native client. The broker is a stub, see stand-in/index.ts. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { kitFolder, zooStore } from '../support.ts';
import { cleanEnvironment, runPactCommand, smallPact, startBroker, TOKEN } from './support.ts';

test('a complete flow, in which can-i-deploy blocks a breaking version (broker stub)', async () => {
  const broker = await startBroker({ login: { token: 'token-of-the-broker' } });
  const env = {
    PACT_BROKER_BASE_URL: broker.url,
    PACT_BROKER_TOKEN: 'token-of-the-broker',
    PLANT_STORE_TOKEN: TOKEN,
  };
  const [right, wrong] = [await zooStore('right-store', TOKEN), await zooStore('returns-201', TOKEN)];
  const run = (line: string, ...more: readonly string[]) => runPactCommand([...line.split(' '), ...more], env);
  const code = async (line: string, ...more: readonly string[]) => (await run(line, ...more)).exitCode;
  const canWeb = (version: string) => `can-i-deploy --pacticipant web --version ${version} --to-environment production`;
  const verify = (store: string, version: string) =>
    `verify ${store} --provider plant-store --version ${version} --branch main --publish`;

  expect(await code(`publish --version c1 --branch main --pact`, smallPact())).toBe(0);
  expect(await code(canWeb('c1'))).toBe(1);
  expect(await code(verify(right, 'p1'))).toBe(0);
  expect(await code(canWeb('c1'))).toBe(1);
  expect(await code('can-i-deploy --pacticipant plant-store --version p1 --to-environment production')).toBe(0);
  expect(await code('record-deployment --pacticipant plant-store --version p1 --environment production')).toBe(0);
  expect(await code(canWeb('c1'))).toBe(0);
  expect(await code('record-deployment --pacticipant web --version c1 --environment production')).toBe(0);

  expect(await code('publish --version c2 --branch feat/created --pact', smallPact({ status: 201 }))).toBe(0);
  const pending = await run(verify(right, 'p1'), '--wip-since', '2020-01-01');
  expect([pending.exitCode, pending.stdout]).toEqual([0, expect.stringContaining('pending')]);
  expect(pending.stderr).toContain('web (c2) and plant-store (work in progress): published as failure');
  const breaking = await run(canWeb('c2'));
  expect([breaking.exitCode, breaking.stdout]).toEqual([
    1,
    expect.stringContaining('failed   web c2 with plant-store p1'),
  ]);

  const worse = await run(verify(wrong, 'p2'));
  expect([worse.exitCode, worse.stderr]).toEqual([
    1,
    expect.stringContaining('web (c1) and plant-store: published as failure'),
  ]);
  expect(await code('can-i-deploy --pacticipant plant-store --version p2 --to-environment production')).toBe(1);
  expect(await code('can-i-deploy --pacticipant plant-store --version p1 --to-environment production')).toBe(0);
});

const [, block = ''] =
  /```sh\n(.*?)```/s.exec(readFileSync(path.join(kitFolder, 'docs/how-to/use-a-pact-broker.md'), 'utf8')) ?? [];
const lines = block.trim().split('\n');

test('the documentation has ten lines, and the README links to them', () => {
  expect(lines.length).toBe(10);
  expect(readFileSync(path.join(kitFolder, 'README.md'), 'utf8')).toContain('](docs/how-to/use-a-pact-broker.md)');
});

/** Replaces docker: the two services of the line run in this process. */
test('each line of the documentation works (broker stub)', async () => {
  const broker = await startBroker({ login: { username: 'team', password: 'made-by-openssl' } });
  const store = await zooStore('right-store', 'made-by-openssl');
  const script = block
    .replaceAll('$(openssl rand -hex 16)', 'made-by-openssl')
    .replace('docker compose --profile broker up --build --detach --wait mock broker', 'true')
    .replace('http://127.0.0.1:9292', broker.url)
    .replace('http://127.0.0.1:4010', store)
    .replaceAll('npx plant-store', `'${process.execPath}' cli/main.ts`);
  expect(script).not.toMatch(/openssl rand|docker|npx|:9292|:4010/);
  const { exitCode, output } = await shell(script);
  expect([exitCode, output]).toEqual([
    0,
    expect.stringMatching(/recorded {2}plant-store-client \S+ is deployed to production/),
  ]);
  expect(output).not.toContain('made-by-openssl');
  expect(broker.state.deployments.map(({ pacticipant }) => pacticipant)).toEqual(['plant-store', 'plant-store-client']);
});

/** Stops at the first line that fails, and shows each. */
function shell(script: string): Promise<{ readonly exitCode: number; readonly output: string }> {
  return new Promise((resolve) => {
    const options = { env: cleanEnvironment({}), cwd: kitFolder };
    execFile('bash', ['-e', '-c', script], options, (error, stdout, stderr) => {
      const exitCode = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ exitCode, output: `${stdout}${stderr}` });
    });
  });
}
