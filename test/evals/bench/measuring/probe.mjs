/**
 * Loaded into a server before its own code (`--import`): tells the process that started it what its heap holds, and what a
 * CPU profile of it says.
 */
import { Session } from 'node:inspector';
import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

let collections = 0;
new PerformanceObserver((list) => {
  collections += list.getEntries().length;
}).observe({ entryTypes: ['gc'] });

const session = new Session();
session.connect();
const post = (method) =>
  new Promise((resolve, reject) => {
    session.post(method, (error, result) => (error === null ? resolve(result) : reject(error)));
  });

const commands = {
  collect: () => globalThis.gc?.(),
  heap: () => ({ bytes: getHeapStatistics().used_heap_size, collections }),
  startProfile: async () => {
    await post('Profiler.enable');
    await post('Profiler.start');
  },
  stopProfile: async () => (await post('Profiler.stop')).profile,
};

process.on('message', async (name) => process.send({ result: await commands[name]?.() }));
process.channel?.unref();
