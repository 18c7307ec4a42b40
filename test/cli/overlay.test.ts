/** `--overlay` of the commands that have `--spec`. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { command as explain } from '../../cli/commands/explain.ts';
import { command as gate } from '../../cli/commands/gate.ts';
import { command as mock } from '../../cli/commands/mock.ts';
import { command as pact } from '../../cli/commands/pact.ts';
import { command as replay } from '../../cli/commands/replay.ts';
import { command as verify } from '../../cli/commands/verify.ts';
import { startMock } from '../../mock/index.ts';
import { fileOf, temporaryFolder } from '../pact/support.ts';
import { runPlantStore } from './support.ts';

const spec = 'spec/plant-store.yaml';

const pots = { get: { operationId: 'listPots', security: [], responses: { 204: { description: 'None' } } } };

function overlay(...actions: readonly object[]): string {
  return fileOf(
    JSON.stringify({ overlay: '1.1.0', info: { title: 'Changes', version: '1' }, actions }),
    'overlay.json',
  );
}

test.each(['overlay', 'ref-root'])('every command with --spec has --%s', (name) => {
  const commands = [explain, gate, mock, replay, verify, ...Object.values(pact.subcommands)];
  const withSpec = commands.filter(({ options }) => 'spec' in options);
  expect(withSpec.length).toBeGreaterThan(7);
  expect(withSpec.filter(({ options }) => !(name in options)).map((command) => command.name)).toEqual([]);
});

test('explain resources shows the changed document', async () => {
  const file = overlay({ target: '$.paths', update: { '/pots': pots } });
  const [plain, changed] = await Promise.all([
    runPlantStore(['explain', 'resources', '--spec', spec]),
    runPlantStore(['explain', 'resources', '--spec', spec, '--overlay', file]),
  ]);
  expect([plain.exitCode, plain.stdout]).toEqual([0, expect.not.stringContaining('/pots')]);
  expect([changed.exitCode, changed.stderr]).toEqual([0, '']);
  expect(changed.stdout).toContain('/pots');
});

test('an invalid one is an error with its place', async () => {
  const file = path.join(temporaryFolder(), 'wrong.yaml');
  writeFileSync(file, 'overlay: 1.0.0\nactions:\n  - target: $.info\n    updat: {}\n');
  const { exitCode, stderr } = await runPlantStore(['verify', 'http://127.0.0.1:1', '--spec', spec, '--overlay', file]);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('unknown key "updat" (did you mean update?)')]);
  expect(stderr).toContain(`${file}:4:5`);
});

test('an action whose target selects nothing is a line on stderr', async () => {
  const used = { target: '$.info', update: { title: 'Pots' } };
  const file = overlay(used, { target: "$.paths['/pots']", remove: true });
  const { exitCode, stdout, stderr } = await runPlantStore(['explain', 'resources', '--spec', spec, '--overlay', file]);
  expect([exitCode, stdout]).toEqual([0, expect.not.stringContaining('selects nothing')]);
  expect(stderr.split('\n')).toEqual([
    expect.stringMatching(/^overlay: .*overlay\.json:1:\d+: the target \$\.paths\['\/pots'\] selects nothing$/),
    '',
  ]);
});

test('the mock server serves the changed document', async () => {
  const changed = overlay({ target: '$.paths', remove: true }, { target: '$', update: { paths: { '/pots': pots } } });
  const server = await startMock({ spec: [{ prefix: '', spec, overlays: [changed] }] });
  onTestFinished(() => server.close());
  expect((await fetch(`${server.url}/pots`)).status).toBe(204);
});

test('several documents of one mock server have none', async () => {
  const { exitCode, stderr } = await runPlantStore(['mock', '--spec', spec, '--spec', spec, '--overlay', 'x.yaml']);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('--overlay: expected one --spec')]);
});
