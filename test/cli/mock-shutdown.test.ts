/** How `plant-store mock` ends when something keeps it from closing, and what it reads from the environment. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { startMock } from '../../mock/index.ts';
import { sharedRedis, stopSharedRedis } from '../mock/storage/storages.ts';
import { cliMain, commandEnvironment, runWithoutToken } from './support.ts';

afterAll(stopSharedRedis);

/** Servers that never finish closing. */
const NEVER_CLOSED = `data:text/javascript,${encodeURIComponent(
  "import { Server } from 'node:http'; Server.prototype.close = () => setInterval(() => undefined, 1_000);",
)}`;

interface Started {
  readonly child: ChildProcess;
  readonly url: string;
  readonly err: () => string;
}

async function start(nodeArgs: readonly string[], args: readonly string[], env = {}): Promise<Started> {
  const child = spawn(process.execPath, [...nodeArgs, cliMain, 'mock', '--port', '0', '--log', 'none', ...args], {
    env: { ...commandEnvironment(undefined), ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  while (!out.includes('\nconsole ')) await once(child.stdout, 'data', { signal: AbortSignal.timeout(60_000) });
  return { child, url: /listening on (\S+)/.exec(out)?.[1] ?? '', err: () => err };
}

async function plant(url: string, body: string): Promise<void> {
  const headers = { Authorization: 'Bearer plant-store-dev-token', 'Content-Type': 'application/json' };
  const response = await fetch(`${url}/plants`, { method: 'POST', headers, body });
  await response.text();
}

async function codeAfterStop({ child }: Started): Promise<number | null> {
  child.kill('SIGTERM');
  const [code] = await once(child, 'close');
  return code;
}

describe('a mock server that hangs while it closes', () => {
  it.each(['1', '2'])('ends with exit code 0, and logs why (--workers %s)', async (count) => {
    const store = await start(['--import', NEVER_CLOSED], ['--workers', count]);
    expect(await codeAfterStop(store)).toBe(0);
    if (count === '1') expect(store.err()).toBe('still closing after 900 ms; open connections are cut off\n');
  });

  it.each([
    ['conformed', '{"id":1,"name":"fern"}', ['--fail-on-violations'], 2],
    ['did not conform', '{"id":"1","name":"fern"}', ['--fail-on-violations'], 1],
    ['did not conform', '{"id":"1","name":"fern"}', [], 0],
  ] as const)('after traffic that %s (%s, %j) ends with exit code %i', async (_case, body, args, code) => {
    const upstream = await startMock();
    onTestFinished(() => upstream.close());
    const proxy = await start(['--import', NEVER_CLOSED], ['--upstream', upstream.url, ...args]);
    await plant(proxy.url, body);
    expect(await codeAfterStop(proxy)).toBe(code);
    expect(proxy.err()).toContain('still closing');
  });
});

it('a mock server that fails to close exits with 2, also when open handles keep it alive', async () => {
  const fails = `import { Server } from 'node:http';
    Server.prototype.close = () => { setInterval(() => undefined, 1_000); throw new Error('no way'); };`;
  const store = await start(['--import', `data:text/javascript,${encodeURIComponent(fails)}`], []);
  expect(await codeAfterStop(store)).toBe(2);
  expect(store.err()).toContain('no way');
});

describe('PLANT_STORE_STORE', () => {
  it('selects the Redis for every worker, and hides its password from process lists', async () => {
    const { url, port } = await sharedRedis();
    execFileSync('redis-cli', ['-p', String(port), 'acl', 'setuser', 'kit', 'on', '>s3cret', '~*', '&*', '+@all']);
    const store = `${url.replace('//', '//kit:s3cret@')}?prefix=environment:`;
    const one = await start([], [], { PLANT_STORE_STORE: store });
    const two = await start([], ['--workers', '2'], { PLANT_STORE_STORE: store });
    await plant(one.url, '{"id":1,"name":"fern"}');
    const received = await fetch(`${two.url}/__store/records?collection=/plants`);
    expect(await received.text()).toContain('fern');
    const shown = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
    expect(shown).toContain(cliMain);
    expect(shown).not.toContain('s3cret');
  });

  it('is overridden by --store, and ignored when it is empty', async () => {
    const given = { PLANT_STORE_STORE: 'redis://127.0.0.1:1' };
    const { port } = await sharedRedis();
    await start([], ['--store', `redis://127.0.0.1:${port}`], given);
    await start([], [], { PLANT_STORE_STORE: '' });
    const ended = await runWithoutToken('mock', '--port', '0', '--store', '');
    expect([ended.exitCode, ended.stderr]).toEqual([2, expect.stringContaining('got an invalid URL')]);
  });
});
