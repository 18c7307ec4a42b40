/** What comes to a machine that is too busy to read it at once. */
import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { createSender } from '../../../contracts/conformance/transport/send.ts';

/** Says that a request is there, waits until it may answer, and says that it has. */
const server = `const { parentPort, workerData } = require('node:worker_threads');
  const { createServer } = require('node:http');
  const steps = new Int32Array(workerData);
  const reach = (step) => { Atomics.store(steps, step, 1); Atomics.notify(steps, step); };
  const server = createServer((_request, response) => {
    reach(0);
    Atomics.wait(steps, 1, 0);
    response.once('finish', () => reach(2)).end('here');
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`;

const TIMEOUT_MS = 4_000;

test('an answer that came in time is taken, though the time is over when it is read', async () => {
  const steps = new Int32Array(new SharedArrayBuffer(16));
  const elsewhere = new Worker(server, { eval: true, workerData: steps.buffer });
  onTestFinished(async () => void (await elsewhere.terminate()));
  const [port] = await once(elsewhere, 'message');
  const origin = `http://127.0.0.1:${port}`;
  const sender = createSender({ origin, connections: 1, timeoutMs: TIMEOUT_MS });
  onTestFinished(() => sender.close());
  const sent = sender.send({
    method: 'GET',
    url: `${origin}/`,
    headers: [],
    body: undefined,
    delivery: 'whole',
  });
  while (Atomics.load(steps, 0) === 0) await turn();
  // From here on nothing is read in this thread until the time is over.
  Atomics.store(steps, 1, 1);
  Atomics.notify(steps, 1);
  Atomics.wait(steps, 2, 0);
  Atomics.wait(steps, 3, 0, TIMEOUT_MS);
  expect((await sent).outcome).toMatchObject({ kind: 'answer' });
});
