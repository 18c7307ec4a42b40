/** A thread that ends its process when the process has used more CPU time than a document may. */
import { parentPort } from 'node:worker_threads';

const INTERVAL_MS = 250;
let limit = Number.POSITIVE_INFINITY;

parentPort?.on('message', (maxCpuSeconds: number) => {
  limit = cpuSeconds() + maxCpuSeconds;
});

setInterval(() => {
  if (cpuSeconds() > limit) process.kill(process.pid, 'SIGXCPU');
}, INTERVAL_MS);

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
