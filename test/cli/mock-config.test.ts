/** `plant-store.config.ts` as users write it: found, imported by Node, watched, and shared by workers. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { blocksOf } from '../docs/parse-page.ts';
import { shop } from '../mock/handlers/shop.ts';
import { send } from '../mock/support.ts';
import { cliMain, commandEnvironment } from './support.ts';

interface Started {
  readonly child: ChildProcess;
  readonly url: string;
  readonly log: () => string;
}

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'plant-store-config-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(path.join(folder, 'api.json'), JSON.stringify(shop));
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  return folder;
}

async function start(folder: string, ...args: readonly string[]): Promise<Started> {
  const options = ['mock', '--spec', 'api.json', '--port', '0', '--no-auth', ...args];
  const child = spawn(process.execPath, [path.resolve(cliMain), ...options], {
    cwd: folder,
    env: commandEnvironment(undefined),
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [out, log] = ['', ''];
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    log += chunk;
  });
  const ended = once(child, 'close');
  while (!out.includes('\nconsole ') && child.exitCode === null)
    await Promise.race([once(child.stdout, 'data', { signal: AbortSignal.timeout(60_000) }), ended]);
  return { child, url: /listening on (\S+)/.exec(out)?.[1] ?? '', log: () => log };
}

const config = (id: number) => `import { defineConfig } from 'plant-store/mock';
import { name, later } from './names.ts';

export default defineConfig({
  handlers: {
    readOrder: (): object => ({ id: ${id}, name }),
    'GET /tip': (): string => later(),
    cancelOrder: async ({ params, store }) => store.update('/orders', String(params['id']), { count: 9 }),
  },
  seeds: { '/orders': { count: 3, record: ({ index, faker }) => ({ name: faker.commerce.product() + index }) } },
});
`;

const names = (name: string) => `export const name: string = '${name}';
export function later(): string {
  setTimeout(() => {
    throw new Error('late');
  }, 1);
  return 'a tip';
}
`;

describe('plant-store.config.ts', () => {
  it('is found, imports other files and the package, and is read again with --watch', async () => {
    const folder = await folderWith({ 'plant-store.config.ts': config(1), 'names.ts': names('a') });
    const { url, log, child } = await start(folder, '--watch');
    expect(log()).toContain('config: plant-store.config.ts\n');
    const read = async () => (await send(`${url}/orders/1`)).json;
    expect(await read()).toEqual({ id: 1, name: 'a' });
    expect((await send(`${url}/orders`)).json).toMatchObject([{ id: 1 }, { id: 2 }, { id: 3 }]);

    const change = async (name: string, text: string, line: string) => {
      const before = log().length;
      await writeFile(path.join(folder, name), text);
      await expect.poll(() => log().slice(before), { timeout: 20_000 }).toContain(line);
    };
    await change('plant-store.config.ts', config(2), 'reloaded the config file');
    expect(await read()).toEqual({ id: 2, name: 'a' });
    await change('names.ts', names('b'), 'reloaded the config file');
    expect(await read()).toEqual({ id: 2, name: 'b' });
    await change(
      'plant-store.config.ts',
      'export default {\n  handlers: {{ };',
      'not reloaded, what was read before stays active',
    );
    expect(await read()).toEqual({ id: 2, name: 'b' });

    expect((await send(`${url}/tip`)).text).toBe('a tip');
    await expect.poll(log).toMatch(/names\.ts:\d+: Error: late \(outside of a request; the mock server goes on\)/);
    expect(await read()).toEqual({ id: 2, name: 'b' });
    expect(child.exitCode).toBeNull();
  });

  it('is loaded by each worker, and its store is that of all', async () => {
    const folder = await folderWith({ 'own.config.mts': config(1), 'names.ts': names('a') });
    const { url } = await start(folder, '--workers', '2', '--config', 'own.config.mts');
    const answers = Array.from({ length: 8 }, () => send(`${url}/orders/1`, { headers: { Connection: 'close' } }));
    expect(new Set((await Promise.all(answers)).map(({ text }) => text))).toEqual(new Set(['{"id":1,"name":"a"}']));
    const cancelled = await send(`${url}/orders/2/cancel`, { method: 'POST' });
    expect(cancelled.json).toMatchObject({ id: 2, count: 9 });
    expect((await send(`${url}/orders`)).json).toMatchObject([{ id: 1 }, { id: 2, count: 9 }, { id: 3 }]);
  });

  it('stops the start with its line if it is invalid', async () => {
    const folder = await folderWith({
      'plant-store.config.ts': 'export default {\n  handlers: { redOrder: () => 1 } };',
    });
    const { child, log } = await start(folder);
    expect(child.exitCode).toBe(2);
    expect(log()).toContain('did you mean readOrder?');
    expect(log()).toContain('plant-store.config.ts:2');
    const { url } = await start(folder, '--no-config');
    expect((await send(`${url}/orders/1`)).status).toBe(200);
  });

  it('works as in the documentation', async () => {
    const [contract] = blocksOf('docs/how-to/add-your-own-data-and-behaviour.md', 'yaml shop.yaml');
    const [example] = blocksOf('docs/how-to/add-your-own-data-and-behaviour.md', 'ts plant-store.config.ts');
    const files = { 'api.json': contract?.text ?? '', 'plant-store.config.ts': example?.text ?? '' };
    const { url } = await start(await folderWith(files));
    const post = (name: string) =>
      send(`${url}/orders`, {
        method: 'POST',
        body: JSON.stringify({ name }),
        headers: { 'Content-Type': 'application/json' },
      });
    const list = await send(`${url}/orders`);
    expect([list.headers.get('x-served-by'), list.json]).toEqual(['mock', expect.objectContaining({ length: 20 })]);
    expect((await post('lamp')).json).toEqual({ id: 21, name: 'lamp', count: 1 });
    expect((await post('chair')).json).toEqual({ message: 'The shop is full.' });
    expect((await send(`${url}/orders/13`)).status).toBe(404);
    expect((await send(`${url}/orders/21`)).json).toMatchObject({ name: 'lamp' });
  });
});
