/** Several processes that act as one store: the primary makes up what is made up, and holds the storage if nobody else does. */
import cluster from 'node:cluster';
import { createLog } from '../../../mock/journal/log.ts';
import { type GeneratedCredentials, generateCredentials } from '../../../mock/start/generated-credentials.ts';
import { createMemoryStorage } from '../../../mock/storage/memory/memory-storage.ts';
import { runWorkers, type WorkerRole } from '../../../mock/workers/run-workers.ts';
import { exitAfterTimeout, waitForStopSignal, writeLine } from './foreground-process.ts';
import { serveUntilStopped } from './serve.ts';
import type { MockSettings } from './settings.ts';

export async function runPrimary({ options, workers, logFormat }: MockSettings): Promise<number> {
  passToWorkers(await generateCredentials(options));
  const stopped = waitForStopSignal();
  const { note: log } = createLog(logFormat, writeLine);
  let cancelExit = () => {};
  void stopped.then(() => {
    cancelExit = exitAfterTimeout({ exitCode: () => 0, log });
  });
  return runWorkers({
    count: workers,
    storage: options.store === undefined ? createMemoryStorage() : undefined,
    ready: (text) => process.stdout.write(text),
    log,
    stopped,
  }).finally(() => cancelExit());
}

export async function runWorker(settings: MockSettings, role: WorkerRole): Promise<number> {
  const { storage, port } = role;
  const options = {
    ...settings.options,
    generatedCredentials: readFromPrimary(),
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
    role.disconnect();
  }
}

/** What the primary made up reaches its workers through the environment, which others cannot read. */
const GENERATED_VALUES_VARIABLE = 'PLANT_STORE_MADE_UP';

/** For all processes that are started from now on. */
function passToWorkers(madeUp: GeneratedCredentials): void {
  process.env[GENERATED_VALUES_VARIABLE] = JSON.stringify(madeUp);
}

/** Undefined where nobody handed anything over. */
function readFromPrimary(): GeneratedCredentials | undefined {
  const text = process.env[GENERATED_VALUES_VARIABLE];
  delete process.env[GENERATED_VALUES_VARIABLE];
  if (text === undefined) return undefined;
  const madeUp: GeneratedCredentials = JSON.parse(text);
  return madeUp;
}
