/**
 * The mock server that memory-growth.ts measures: it sends its address, and after each message its memory use after a
 * garbage collection. Needs `--expose-gc`.
 */
import { PerformanceObserver } from 'node:perf_hooks';
import { serveMock } from '../../../../mock/serve/mock-server.ts';
import { loadContract } from '../../../../spec/loading/load-contract.ts';
import { plantStoreDocument } from '../servers.ts';

const mock = await serveMock(await loadContract(plantStoreDocument));
let pauses: number[] = [];
const observer = new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) pauses.push(duration);
});
observer.observe({ entryTypes: ['gc'] });

process.on('message', () => {
  const { rss } = process.memoryUsage();
  const [count, longest] = [pauses.length, Math.max(0, ...pauses)];
  globalThis.gc?.();
  globalThis.gc?.();
  process.send?.({ heap: process.memoryUsage().heapUsed, rss, pauses: count, longestPause: longest });
  // What was asked for just now counts for nothing; it is told of later.
  setTimeout(() => {
    pauses = [];
    process.send?.({ isReady: true });
  }, 50);
});
process.once('disconnect', () => process.exit(0));
process.send?.({ url: mock.url, token: mock.token });
