/** Runs several worker processes that serve one port; the primary holds the storage and restarts workers. */
import cluster from 'node:cluster';
import type { InMemoryStorage, Storage } from '../model/storage.ts';
import { createStorageHost } from '../storage/host/storage-host.ts';
import { createChannel } from '../storage/remote/process-channel.ts';
import { openRemoteStorage } from '../storage/remote/remote-storage.ts';
import { assignedPort, createWorkerPool, readyMessage, WORKER_VARIABLE } from './worker-pool.ts';

export interface WorkersOptions {
  /** At least 1. */
  readonly count: number;
  /** The storage that the workers share, closed at the end; undefined if each of them opens its own. */
  readonly storage: InMemoryStorage | undefined;
  /** Called once, when all workers listen, with the text that the first one passed to its `ready`. */
  readonly ready: (text: string) => void;
  /** Receives one line for each worker that exits unexpectedly. */
  readonly log: (line: string) => void;
  /** Resolves when all workers should end. */
  readonly stopped: Promise<unknown>;
}

/** The role of a process that `runWorkers` started. */
export interface WorkerRole {
  /** The storage of the primary; undefined if it holds none. */
  readonly storage: Storage | undefined;
  /** The port to listen on, if port 0 was requested and another worker already listens; otherwise undefined. */
  readonly port: number | undefined;
  /** Call when the worker listens, with its port. */
  ready(text: string, port: number): void;
  /** Call last, also after errors: the process then exits as soon as nothing else is open. */
  disconnect(): void;
}

/** Undefined in processes that `runWorkers` did not start. */
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
 * Starts processes of the same script with the same arguments. Resolves to the exit code when all have ended: 0 after
 * `stopped`, or that of the first worker if it exits before it listens (it has reported the reason). Throws
 * `workers-failed` if workers exit repeatedly.
 */
export async function runWorkers(options: WorkersOptions): Promise<number> {
  const { storage, count, ready, log } = options;
  // Each worker accepts connections itself. Otherwise connections that the primary had passed to a killed worker would
  // never get a response, and a worker that hangs would still receive its share.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const workerPool = createWorkerPool({ storageHost: storage && createStorageHost(storage), log });
  const stopped = options.stopped.then(() => 0);
  try {
    // The first worker starts alone, so that an error which affects all of them is reported once.
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
