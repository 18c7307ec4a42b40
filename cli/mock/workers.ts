/** Several processes that act as one store: the primary makes up what is made up, and holds the storage if nobody else does. */

import { createLog } from '../../mock/serve/log.ts';
import { makeUp } from '../../mock/start/made-up.ts';
import { createMemoryStorage } from '../../mock/storage/memory.ts';
import { runWorkers, type WorkerRole } from '../../mock/workers/workers.ts';
import { handOver, takeOver } from './made-up.ts';
import { serveUntilStopped } from './serve.ts';
import { type Settings, writeLog } from './settings.ts';
import { endSoon, stopSignal } from './stop.ts';

export async function runPrimary({ options, workers, logFormat }: Settings): Promise<number> {
  handOver(await makeUp(options));
  const stopped = stopSignal();
  void stopped.then(endSoon);
  return runWorkers({
    count: workers,
    storage: options.store === undefined ? createMemoryStorage() : undefined,
    ready: (text) => process.stdout.write(text),
    log: createLog(logFormat, writeLog).note,
    stopped,
  });
}

export async function runWorker(settings: Settings, role: WorkerRole): Promise<number> {
  const { storage } = role;
  const options = { ...settings.options, madeUp: takeOver(), storage };
  try {
    return await serveUntilStopped({ settings: { ...settings, options }, ready: role.ready });
  } finally {
    role.leave();
  }
}
