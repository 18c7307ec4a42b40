/**
 * Several processes that act as one server: the primary generates credentials, and holds the storage unless it is in
 * Redis.
 */
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

/** The primary passes generated credentials to the workers through the environment, which other users cannot read. */
const GENERATED_VALUES_VARIABLE = 'PLANT_STORE_MADE_UP';

/** For all processes started afterwards. */
function passToWorkers(credentials: GeneratedCredentials): void {
  process.env[GENERATED_VALUES_VARIABLE] = JSON.stringify(credentials);
}

/** Undefined when the primary passed nothing. */
function readFromPrimary(): GeneratedCredentials | undefined {
  const text = process.env[GENERATED_VALUES_VARIABLE];
  delete process.env[GENERATED_VALUES_VARIABLE];
  if (text === undefined) return undefined;
  const credentials: GeneratedCredentials = JSON.parse(text);
  return credentials;
}
