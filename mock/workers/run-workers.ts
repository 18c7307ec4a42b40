/** Several processes that serve one store on one port: the primary holds the storage and keeps the workers alive. */
import cluster from 'node:cluster';
import type { InMemoryStorage, Storage } from '../model/storage.ts';
import { createStorageHost } from '../storage/host/storage-host.ts';
import { createChannel } from '../storage/remote/process-channel.ts';
import { openRemoteStorage } from '../storage/remote/remote-storage.ts';
import { assignedPort, createWorkerPool, readyMessage, WORKER_VARIABLE } from './worker-pool.ts';

export interface WorkersOptions {
  /** From 1 on. */
  readonly count: number;
  /** What the workers share, closed at the end; undefined where each of them opens a storage of its own. */
  readonly storage: InMemoryStorage | undefined;
  /** Called once, when all of them listen, with what the first one gave to `ready`. */
  readonly ready: (text: string) => void;
  /** Gets one line for each worker that ends unexpectedly. */
  readonly log: (line: string) => void;
  /** When to end them all. */
  readonly stopped: Promise<unknown>;
}

/** What a process is that `runWorkers` started. */
export interface WorkerRole {
  /** What the primary holds; undefined where it holds none. */
  readonly storage: Storage | undefined;
  /** To listen on, where the port that was asked for was 0 and another one has been told; else undefined. */
  readonly port: number | undefined;
  /** To be called when it listens, with the port that it listens on. */
  ready(text: string, port: number): void;
  /** To be called last, whatever happened: then the process ends as soon as nothing else is open. */
  disconnect(): void;
}

/** Undefined in every process that `runWorkers` did not start. */
export function workerRole(): WorkerRole | undefined {
  const { worker } = cluster;
  const workerVariable = process.env[WORKER_VARIABLE];
  if (worker === undefined || workerVariable === undefined) return undefined;
  return {
    storage: workerVariable === 'shared' ? openRemoteStorage(createChannel(process)) : undefined,
    port: assignedPort(),
    ready: (text, port) => void process.send?.(readyMessage(text, port)),
    disconnect: () => void worker.disconnect(),
  };
}

/**
 * Starts processes of this same script with the same arguments. Resolves when all have ended, with the exit code: 0 after
 * `stopped`, that of the first worker where it ended before it listened (it has said why). Throws `workers-failed` when
 * they end again and again.
 */
export async function runWorkers(options: WorkersOptions): Promise<number> {
  const { storage, count, ready, log } = options;
  // Each worker takes connections for itself: what the primary had handed to one that was just killed would never be
  // answered, and one that hangs would get its share all the same.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const workerPool = createWorkerPool({ storageHost: storage && createStorageHost(storage), log });
  const stopped = options.stopped.then(() => 0);
  try {
    // The first alone, so that what stops every one of them is told once.
    const text = await Promise.race([workerPool.startFirst(), stopped]);
    if (typeof text === 'number') return text;
    const stoppedEarly = await Promise.race([workerPool.startOthers(count - 1), stopped, workerPool.failed]);
    if (stoppedEarly === 0) return 0;
    ready(text);
    return await Promise.race([stopped, workerPool.failed]);
  } finally {
    await workerPool.end();
    await storage?.close();
  }
}
