import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serveMock } from '../../mock/serve/mock-server.ts';
import { loadContract } from '../../spec/loading/load-contract.ts';
import { countTicks, reportedTicks, TICKS_PER_SECOND, tickReportingArgs } from '../cpu-time.ts';
import { createPlant, gardenSpec, plantStoreSpec, send, sendRaw, startMockOf } from './support.ts';

const node = process.execPath;
const plant = '{"id":7,"name":"a"}';

describe('serveMock', () => {
  it('serves two contracts at the same time', async () => {
    const [one, two] = [await startMockOf(plantStoreSpec), await startMockOf(gardenSpec)];
    expect((await createPlant(one, plant)).status).toBe(200);
    expect((await send(`${two.url}/beds/mine`)).status).toBe(200);
    expect((await send(`${two.url}/plants`)).status).toBe(404);
  });

  it('leaves nothing open after close, and emits no warning before', async () => {
    const child = spawn(node, ['test/fixtures/mock/start-and-close.ts']);
    onTestFinished(() => void child.kill('SIGKILL'));
    let err = '';
    child.stderr.on('data', (chunk) => {
      err += chunk;
    });
    const [code, signal] = await once(child, 'close', { signal: AbortSignal.timeout(60_000) });
    expect([code, signal, err]).toEqual([0, null, '']);
  });

  it('closes within a second despite open connections and requests', async () => {
    const mock = await startMockOf(plantStoreSpec, { delay: 100_000 });
    const waiting = createPlant(mock, plant).catch(() => 'cut off');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await countTicks(() => mock.close())).toBeLessThan(TICKS_PER_SECOND);
    expect(await waiting).toBe('cut off');
  });

  it('closes within a second despite a body that never ends', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const fields = `Authorization: Bearer ${mock.token}\r\nContent-Type: application/json\r\nContent-Length: 99\r\n`;
    const waiting = sendRaw(mock, `POST /plants HTTP/1.1\r\nHost: localhost\r\n${fields}\r\n{`);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await countTicks(() => mock.close())).toBeLessThan(TICKS_PER_SECOND);
    await waiting;
  });

  it('delays each response by the given time', async () => {
    const mock = await startMockOf(plantStoreSpec, { delay: 150 });
    const started = performance.now();
    await createPlant(mock, plant);
    expect(performance.now() - started).toBeGreaterThanOrEqual(145);
  });

  it('names the port that is in use', async () => {
    const mock = await startMockOf(plantStoreSpec);
    const port = Number(new URL(mock.url).port);
    const second = serveMock(await loadContract(plantStoreSpec), { port });
    await expect(second).rejects.toMatchObject({
      code: 'port-taken',
      detail: expect.stringContaining(String(port)),
    });
  });
});

describe('plant-store mock', () => {
  async function start(args: readonly string[], env: Record<string, string> = {}, nodeArgs: readonly string[] = []) {
    const child = spawn(node, [...nodeArgs, 'cli/main.ts', 'mock', '--port', '0', ...args], {
      env: { ...process.env, ...env },
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      err += chunk;
    });
    while (!out.includes('\ntry ')) await once(child.stdout, 'data');
    return { child, out, err: () => err };
  }

  const shell = (command: string, env: Record<string, string> = {}): Promise<string> =>
    new Promise((resolve) =>
      execFile('sh', ['-c', command], { env: { ...process.env, ...env } }, (_error, stdout) => resolve(stdout)),
    );

  it('prints the URL, the routes, a token and a working curl command', async () => {
    const { out } = await start([]);
    expect(out).toMatch(/listening on http:\/\/127\.0\.0\.1:\d+\nroutes +POST \/plants/);
    expect(out).toContain('token   plant-store-dev-token');
    expect(await shell(/^try +(.*)$/m.exec(out)?.[1] ?? '')).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*Boston fern/);
  });

  it("never prints the user's token, and its curl command works with the variable", async () => {
    const { out } = await start([], { PLANT_STORE_TOKEN: 's3cret' });
    expect(out).not.toContain('s3cret');
    const curl = /^try +(.*)$/m.exec(out)?.[1] ?? '';
    expect(await shell(curl, { PLANT_STORE_TOKEN: 's3cret' })).toMatch(/^HTTP\/1\.1 200 OK/);
  });

  it('ends with exit code 0 within a second after SIGTERM, also with a connected client', async () => {
    const { child, out, err } = await start(['--no-auth', '--delay', '500000'], {}, tickReportingArgs);
    const url = /listening on (\S+)/.exec(out)?.[1] ?? '';
    const waiting = send(`${url}/plants`).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 100));
    child.kill('SIGTERM');
    const [code] = await once(child, 'close');
    expect(code).toBe(0);
    expect(reportedTicks(err())).toBeLessThan(TICKS_PER_SECOND);
    await waiting;
  });

  it.each([
    [['--port', 'x'], '--port "x": expected an integer from 0 to 65535'],
    [['--delay', '-1'], 'delay'],
    [['--seed', '1.5'], '--seed "1.5"'],
    [['--host', 'a b'], '--host "a b"'],
    [['--token', ''], '--token: expected visible ASCII characters'],
    [['--workers', '0'], '--workers "0": expected an integer from 1 to 64'],
  ])('rejects %j with exit code 2 and the reason', async (args, reason) => {
    const child = spawn(node, ['cli/main.ts', 'mock', ...args]);
    let err = '';
    child.stderr.on('data', (chunk) => {
      err += chunk;
    });
    const [code] = await once(child, 'close');
    expect(code).toBe(2);
    expect(err).toContain(reason);
  });
});
