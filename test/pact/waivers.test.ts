/** `--waivers` of the pact commands works as in the gate, with the same finding ids. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../spec/json/exact-json.ts';
import { runPlantStore } from '../cli/support.ts';
import { addEarlierResult, brokerWith, resultsOf, startStoreResponding } from './broker/broker-verification.ts';
import { runPactCommand as pactCommand, smallPact } from './broker/support.ts';
import { pactText, pactWithInteraction } from './file/support.ts';
import { fileOf, kitFolder, startHttpServer, temporaryFolder } from './support.ts';

const copy = fileOf(readFileSync(path.join(kitFolder, 'spec/plant-store.yaml'), 'utf8'), 'copy.yaml');

const create = (description: string, expected: JsonObject = {}, sent: JsonObject = {}) =>
  pactWithInteraction({
    description,
    request: {
      method: 'POST',
      path: '/plants',
      headers: { 'Content-Type': ['application/json'], Authorization: ['Bearer example'] },
      body: { content: { id: 1, name: 'fern', ...sent }, contentType: 'application/json', encoded: false },
    },
    response: { status: 200, ...expected },
  });
/** The second expects a header that the contract does not declare, the third sends an invalid request. */
const pact = fileOf(
  pactText(
    {},
    {
      interactions: [
        create('create a fern'),
        create('create a fern with a header', { headers: { 'X-Room': ['yes'] } }),
        create('create a fern with a number for a tag', {}, { tag: 5 }),
      ],
    },
  ),
);

/** Accepts everything. */
const store = () =>
  startHttpServer((request, response) => {
    request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{"name":"fern"}'));
    request.resume();
  });

interface WaivedFinding {
  readonly id: string | null;
  readonly waived?: unknown;
}

interface Data {
  readonly ok: boolean;
  readonly findings: readonly WaivedFinding[];
  readonly waivers?: readonly { readonly state: string }[];
  readonly interactions?: readonly { readonly status: string; readonly waived?: boolean }[];
}

const waiversFile = (ids: readonly string[], expires = '2999-01-31') =>
  fileOf(
    JSON.stringify({ waivers: ids.map((id) => ({ id, expires, reason: 'agreed with the shop' })) }),
    'waivers.json',
  );
const compare = (...args: readonly string[]) =>
  runPlantStore(['pact', 'compare', '--spec', copy, '--pact', pact, ...args]);
const verify = async (...args: readonly string[]) =>
  runPlantStore(['pact', 'verify', await store(), '--spec', copy, '--pact', pact, ...args]);

const commands = [
  ['compare', compare, (text: string): Data => JSON.parse(text)[0]],
  ['verify', verify, (text: string): Data => JSON.parse(text)],
] as const;

const idsIn = ({ findings }: Data) => findings.flatMap(({ id }) => id ?? []);

describe.each(commands)('pact %s', (name, command, dataIn) => {
  test('does not count waived findings, and reports them', async () => {
    const before = await command('--json');
    const ids = idsIn(dataIn(before.stdout));
    expect([before.exitCode, ids]).toEqual([1, [expect.any(String), ...ids.slice(1)]]);
    const waivers = waiversFile(ids);
    const { exitCode, stdout } = await command('--waivers', waivers);
    expect(exitCode).toBe(0);
    for (const id of ids) expect(stdout).toContain(`waived  ${id}  agreed with the shop (until 2999-01-31)`);
    expect(stdout).toContain(`${ids.length} used`);
    expect(stdout).not.toMatch(/error\[|FAILED|NOT /);
    const after = dataIn((await command('--waivers', waivers, '--json')).stdout);
    expect([after.ok, after.findings.every(({ id, waived }) => id === null || waived !== undefined)]).toEqual([
      true,
      true,
    ]);
  });

  test('counts findings that are not waived', async () => {
    const [first = '', ...rest] = idsIn(dataIn((await command('--json')).stdout));
    const file = waiversFile(rest);
    const { exitCode, stdout } = await command('--waivers', file);
    expect([exitCode, rest.length > 0]).toEqual([1, true]);
    expect(stdout).toContain(first);
  });

  test('reports stale and expired waivers, and fails for them only under --strict', async () => {
    const ids = idsIn(dataIn((await command('--json')).stdout));
    const own = name === 'compare' ? 'pact-compatible/nothing/0123456789ab' : 'pact-expectation/nothing/0123456789ab';
    const stale = waiversFile([...ids, own]);
    const plain = await command('--waivers', stale);
    expect([plain.exitCode, plain.stdout]).toEqual([0, expect.stringContaining('warning[waiver-stale]')]);
    expect((await command('--waivers', stale, '--strict')).exitCode).toBe(1);
    const expired = await command('--waivers', waiversFile(ids, '2020-01-31'));
    expect([expired.exitCode, expired.stdout]).toEqual([1, expect.stringContaining('warning[waiver-expired]')]);
  });

  test('reports no waiver as stale whose finding belongs to another stage', async () => {
    const ids = idsIn(dataIn((await command('--json')).stdout));
    const other =
      name === 'compare'
        ? ['pact-expectation/nothing/0123456789ab', 'invalid-rejected/createPlant/pact-0123456789ab']
        : ['pact-compatible/nothing/0123456789ab'];
    const file = waiversFile([...ids, ...otherStages, ...other]);
    const { exitCode, stdout } = await command('--waivers', file, '--strict');
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('not checked')]);
    expect(stdout).not.toContain('waiver-stale');
  });

  test('rejects an invalid file', async () => {
    const { exitCode, stderr } = await command('--waivers', fileOf('waivers: [{ id: a }]', 'waivers.yaml'));
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('waivers.yaml:1')]);
  });
});

const otherStages = [
  'invalid-rejected/createPlant/0123456789ab',
  'example-valid/createPlant/0123456789ab',
  'api-server-removed/createPlant/0123456789ab',
];

test('a waiver id of this command also applies in the gate', async () => {
  const out = temporaryFolder();
  const args = ['--spec', copy, '--pact', pact, '--budget', '1'];
  await runPlantStore(['gate', await store(), ...args, '--out', out]);
  const report: { stages: readonly (Data & { name: string })[] } = JSON.parse(
    readFileSync(path.join(out, 'report.json'), 'utf8'),
  );
  const idsOf = (stage: string) => report.stages.filter(({ name }) => name === stage).flatMap(idsIn);
  expect(idsOf('pact × contract')).toEqual(idsIn(JSON.parse((await compare('--json')).stdout)[0]));
  expect(idsOf('provider check')).toEqual(idsIn(JSON.parse((await verify('--json')).stdout)));
});

test('with --only no waiver is stale, because other interactions were not checked', async () => {
  const file = waiversFile(['pact-expectation/nothing/0123456789ab']);
  const { exitCode, stdout } = await verify('--only', '#1', '--waivers', file, '--strict');
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('1 not checked')]);
});

test('an interaction with only waived failures is reported as waived', async () => {
  const waivers = waiversFile(idsIn(JSON.parse((await verify('--json')).stdout)));
  const { stdout } = await verify('--waivers', waivers);
  expect(stdout).toMatch(/waived +create a fern with a header\n/);
  expect(stdout).toMatch(/^verified: \d passed, 0 failed, \d waived/m);
  const { interactions, waivers: uses } = JSON.parse((await verify('--waivers', waivers, '--json')).stdout);
  expect(interactions[1]).toMatchObject({ status: 'failed', waived: true });
  expect(uses).toMatchObject([{ state: 'used' }, ...uses.slice(1)]);
});

test('for a comparison as JSON, problems with waivers are printed to stderr', async () => {
  const file = waiversFile(['pact-compatible/nothing/0123456789ab']);
  const { stderr } = await compare('--json', '--waivers', file);
  expect(stderr).toContain('warning[waiver-stale]');
});

describe('with a broker', () => {
  test('a waiver applies here, but the broker receives the failure', async () => {
    const broker = await brokerWith(smallPact());
    addEarlierResult(broker);
    const url = await startStoreResponding('{"code":7,"message":"no"}', 500);
    const args = ['verify', url, '--broker', broker.url, '--provider', 'plant-store', '--version', 'p1', '--publish'];
    const before = await pactCommand([...args, '--json']);
    const waivers = waiversFile(idsIn(JSON.parse(before.stdout)));
    const { exitCode, stderr } = await pactCommand([...args, '--waivers', waivers]);
    expect([before.exitCode, exitCode]).toEqual([1, 0]);
    expect(stderr).toContain('published as failure');
    expect(resultsOf(broker).at(-1)).toMatchObject({ success: false });
  });

  test('without pacts, no waiver is stale', async () => {
    const broker = await brokerWith();
    const args = ['verify', await store(), '--broker', broker.url, '--provider', 'plant-store'];
    const file = waiversFile(['pact-expectation/nothing/0123456789ab']);
    const { exitCode } = await pactCommand([...args, '--allow-no-pacts', '--waivers', file, '--strict']);
    expect(exitCode).toBe(0);
  });
});
