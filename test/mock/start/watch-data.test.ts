import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { prepareMock, servePreparedMock } from '../../../mock/start/prepare-mock.ts';
import { watchData } from '../../../mock/start/watch-data.ts';
import { shop } from '../handlers/shop.ts';
import { send } from '../support.ts';

async function startWatched({ isFirst = true } = {}) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'plant-store-watch-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const write = (name: string, value: unknown) =>
    writeFile(path.join(folder, name), typeof value === 'string' ? value : JSON.stringify(value));
  await write('records.json', { '/orders': [{ id: 1, name: 'lamp' }] });
  await write('rules.json', [{ when: { operation: 'listOrders' }, then: { status: 503 } }]);
  const files = { records: path.join(folder, 'records.json'), scenario: path.join(folder, 'rules.json') };
  const options = { spec: shop, auth: false, ...files };
  const prepared = await prepareMock(options);
  const mock = await servePreparedMock(prepared);
  onTestFinished(() => mock.close());
  const lines: string[] = [];
  const { mounts } = prepared;
  const watcher = watchData({
    options,
    prepared,
    mock,
    mounts: () => mounts,
    isFirst,
    log: (line) => lines.push(line),
  });
  onTestFinished(() => watcher.close());
  const change = async (name: string, value: unknown, line: string) => {
    const before = lines.length;
    await write(name, value);
    await vi.waitFor(() => expect(lines.slice(before).join('\n')).toContain(line), { timeout: 10_000 });
  };
  const status = async (target: string) => (await send(`${mock.url}${target}`)).status;
  return { mock, change, lines, status };
}

it('changed records are served at once, and invalid ones leave those that were read before', async () => {
  const { mock, change, lines, status } = await startWatched();
  await change('records.json', { '/orders': [{ id: 2, name: 'chair' }] }, 'reloaded the initial records');
  expect([await status('/orders/1'), await status('/orders/2')]).toEqual([404, 200]);
  await change('records.json', '{"/orders": [\n{"id": 3, "name": ""}]}', 'not reloaded');
  expect(lines.at(-1)).toContain('records.json:2');
  expect(await status('/orders/2')).toBe(200);
  await mock.reset();
  expect([await status('/orders/2'), await status('/orders/3')]).toEqual([200, 404]);
});

it('changed rules replace those before, also after a reset', async () => {
  const { mock, change, status } = await startWatched();
  expect(await status('/orders')).toBe(503);
  await change('rules.json', [{ when: { operation: 'readOrder' }, then: { status: 404 } }], 'reloaded the rules');
  expect([await status('/orders'), await status('/orders/1')]).toEqual([200, 404]);
  await mock.reset();
  expect([await status('/orders'), await status('/orders/1')]).toEqual([200, 404]);
});

it('another process of the same storage only remembers the records for a reset', async () => {
  const { mock, change, status } = await startWatched({ isFirst: false });
  await change('records.json', { '/orders': [{ id: 2, name: 'chair' }] }, 'reloaded the initial records');
  expect(await status('/orders/1')).toBe(200);
  await mock.reset();
  expect([await status('/orders/1'), await status('/orders/2')]).toEqual([404, 200]);
});
