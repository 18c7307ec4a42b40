import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { send } from '../support.ts';
import { plantRequest, respondWithPlant, startUpstream } from './test-proxy.ts';

interface Ended {
  readonly code: unknown;
  readonly out: string;
}

/** Runs the command, calls `use`, and ends it with SIGTERM. */
async function runProxy(args: readonly string[], use: (url: string) => Promise<void>): Promise<Ended> {
  const child = spawn(process.execPath, ['cli/main.ts', 'mock', '--port', '0', ...args]);
  onTestFinished(() => void child.kill('SIGKILL'));
  let out = '';
  const url = new Promise<string>((resolve) =>
    child.stdout.on('data', (chunk) => {
      out += chunk;
      const [found] = /http:\/\/127\.0\.0\.1:\d+(?=\n)/.exec(out) ?? [];
      if (found !== undefined) resolve(found);
    }),
  );
  await use(await url);
  child.kill('SIGTERM');
  const [code] = await once(child, 'close', { signal: AbortSignal.timeout(60_000) });
  return { code, out };
}

const call = async (url: string) => void (await send(`${url}/plants`, plantRequest));

test('--fail-on-violations exits with 1 after a violation, and reports it', async () => {
  const upstream = await startUpstream((_request, response) => response.writeHead(500).end());
  const { code, out } = await runProxy(['--upstream', upstream, '--fail-on-violations'], call);
  expect(code).toBe(1);
  expect(out).toContain('1x  response 1651  response.status: expected one of 200, 400, got 500');
});

test('--fail-on-violations exits with 0 if all traffic conforms, and with 2 without traffic', async () => {
  const upstream = await startUpstream(respondWithPlant);
  const args = ['--upstream', upstream, '--fail-on-violations'];
  const [used, unused] = await Promise.all([runProxy(args, call), runProxy(args, async () => undefined)]);
  expect([used.code, unused.code]).toEqual([0, 2]);
  expect(used.out).toContain('1 request forwarded to');
  expect(unused.out).toContain('nothing was checked');
});

test('without --fail-on-violations, a violation is reported, and the exit code is 0', async () => {
  const upstream = await startUpstream((_request, response) => response.writeHead(500).end());
  const { code, out } = await runProxy(['--upstream', upstream], call);
  expect([code, out]).toEqual([0, expect.stringContaining('1 violation')]);
});

test('the proxy itself is rejected as the upstream', async () => {
  const args = ['cli/main.ts', 'mock', '--port', '4999', '--upstream', 'http://localhost:4999'];
  const child = spawn(process.execPath, args);
  let err = '';
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const [code] = await once(child, 'close', { signal: AbortSignal.timeout(60_000) });
  expect([code, err]).toEqual([2, expect.stringContaining('another address than that of the mock server')]);
});
