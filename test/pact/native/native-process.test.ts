import { afterEach, expect, test } from 'vitest';
import { runBrokerCli, runVerifier } from '../../../contracts/pact/native/native-process.ts';
import { fakeVerifier, kitErrorOf } from '../support.ts';

const set = new Set<string>();
afterEach(() => {
  for (const name of set) delete process.env[name];
  set.clear();
});

/** For the time of the test. */
function inEnvironment(name: string, value: string): void {
  set.add(name);
  process.env[name] = value;
}

test('does not pass on environment variables that change the native client', async () => {
  for (const name of [
    'PACT_DESCRIPTION',
    'PACT_BROKER_TOKEN',
    'PACT_BROKER_CAN_I_DEPLOY_DRY_RUN',
    'OTEL_TRACES_EXPORTER',
    'HTTPS_PROXY',
  ])
    inEnvironment(name, 'seeded');
  const { output } = await runBrokerCli({ binary: fakeVerifier('env'), args: [], timeoutMs: 60_000 });
  expect(output).not.toContain('seeded');
  expect(output).toContain('PACT_DO_NOT_TRACK=true');
  expect(output).toContain('PATH=');
});

test('variables of a run override those of the environment', async () => {
  inEnvironment('PACT_BROKER_TOKEN', 'of another user');
  const env = { PACT_BROKER_TOKEN: 'of this run' };
  const { stdout } = await runBrokerCli({ binary: fakeVerifier('env'), args: [], timeoutMs: 60_000, env });
  expect(stdout.split('\n')).toContain('PACT_BROKER_TOKEN=of this run');
});

test('returns stdout separately and keeps all output', async () => {
  const binary = fakeVerifier('echo talk >&2; echo data; exit 1');
  const { exitCode, stdout, output } = await runBrokerCli({ binary, args: [], timeoutMs: 60_000 });
  expect([exitCode, stdout, output]).toEqual([1, 'data\n', expect.stringContaining('talk\n')]);
});

test.each([
  ['exit 2', 60_000, 'it ended with exit code 2'],
  ['exit 101', 60_000, 'it ended with exit code 101'],
  ['kill -9 $$', 60_000, 'it was killed by SIGKILL'],
  ['exec sleep 600', 300, 'it was killed after the time limit of 300 ms'],
])('%s is not a result', async (script, timeoutMs, reason) => {
  const run = { binary: fakeVerifier(script), args: [], timeoutMs };
  const [broker, verifier] = await Promise.all([kitErrorOf(runBrokerCli(run)), kitErrorOf(runVerifier(run))]);
  expect([broker.code, broker.detail]).toEqual(['broker-cli-failed', expect.stringContaining(reason)]);
  expect([verifier.code, verifier.detail]).toEqual(['pact-verifier-failed', expect.stringContaining(reason)]);
});

test('a missing client is reported', async () => {
  const { code, detail } = await kitErrorOf(runBrokerCli({ binary: '/nowhere/pact', args: [], timeoutMs: 1_000 }));
  expect([code, detail]).toEqual(['broker-cli-failed', expect.stringContaining('it could not be started')]);
});
