/** Several processes that act as one store: the primary makes up what is made up, and holds the storage if nobody else does. */
import cluster from 'node:cluster';
import { createLog } from '../../../mock/serve/log.ts';
import { makeUp } from '../../../mock/start/made-up.ts';
import { createMemoryStorage } from '../../../mock/storage/memory.ts';
import { runWorkers, type WorkerRole } from '../../../mock/workers/workers.ts';
import { writeLine } from './log-output.ts';
import { handOver, takeOver } from './made-up.ts';
import { serveUntilStopped } from './serve.ts';
import type { Settings } from './settings.ts';
import { endSoon, stopSignal } from './stop.ts';

export async function runPrimary({ options, workers, logFormat }: Settings): Promise<number> {
  handOver(await makeUp(options));
  const stopped = stopSignal();
  const { note } = createLog(logFormat, writeLine);
  let closed = () => {};
  void stopped.then(() => {
    closed = endSoon({ exitCode: () => 0, say: note });
  });
  return runWorkers({
    count: workers,
    storage: options.store === undefined ? createMemoryStorage() : undefined,
    ready: (text) => process.stdout.write(text),
    log: note,
    stopped,
  }).finally(() => closed());
}

export async function runWorker(settings: Settings, role: WorkerRole): Promise<number> {
  const { storage, port } = role;
  const options = {
    ...settings.options,
    madeUp: takeOver(),
    storage,
    ...(port === undefined ? {} : { port }),
  };
  try {
    return await serveUntilStopped({
      settings: { ...settings, options },
      ready: role.ready,
      isFirst: cluster.worker?.id === 1,
    });
  } finally {
    role.leave();
  }
}
