/** Ports that are free for a test are never those of another worker or test run. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { blockOf, freePort } from './free-port.ts';

const module = JSON.stringify(new URL('free-port.ts', import.meta.url).href);
const program = `import(${module}).then(async ({ freePort }) => {
  const { parentPort } = await import('node:worker_threads');
  parentPort.postMessage([await freePort(), await freePort(), await freePort()]);
  parentPort.once('message', () => process.exit());
});`;

/** Ports for another worker, which goes on until the test ends. */
async function portsOfAnother(): Promise<readonly number[]> {
  const worker = new Worker(program, { eval: true });
  onTestFinished(() => void worker.terminate());
  const [ports] = await once(worker, 'message');
  return ports;
}

test('each worker has its own block of ports, also if all have the same number', async () => {
  const own = [await freePort(), await freePort()];
  const others = await Promise.all([portsOfAnother(), portsOfAnother(), portsOfAnother()]);
  const blocks = [own, ...others].map((ports) => [...new Set(ports.map(blockOf))]);
  expect(blocks.map(({ length }) => length)).toEqual([1, 1, 1, 1]);
  expect(new Set(blocks.flat()).size).toBe(4);
});

test('a port with a server is not given', async () => {
  const port = await freePort();
  const server = createServer().listen(port + 1, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  expect(await freePort()).not.toBe(port + 1);
});
