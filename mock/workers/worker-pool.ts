/** The workers as the primary manages them: a worker that exits is replaced. */
import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { KitError } from '../../errors.ts';
import type { StorageHost } from '../storage/host/storage-host.ts';
import { createChannel } from '../storage/remote/process-channel.ts';

/** Environment variable of workers: `shared` if the primary holds the storage, `own` if not. */
export const WORKER_VARIABLE = 'PLANT_STORE_WORKER';

/** Environment variable of workers: the port to listen on instead of the requested one. */
const PORT_VARIABLE = 'PLANT_STORE_WORKER_PORT';

export function readyMessage(text: string, port: number) {
  return { ready: text, port };
}

/** Call in a worker. */
export function assignedPort(): number | undefined {
  const port = Number(process.env[PORT_VARIABLE] ?? '');
  return port === 0 ? undefined : port;
}

/** How long workers may take to finish, in milliseconds. */
const GRACE_MS = 600;

export interface WorkerPoolOptions {
  /** The host of the shared storage; undefined if each worker opens its own. */
  readonly storageHost: StorageHost | undefined;
  /** Receives one line for each worker that exits unexpectedly. */
  readonly log: (line: string) => void;
}

export interface WorkerPool {
  /** Starts the first worker. Resolves to its ready text, or to its exit code if it exits before. */
  startFirst(): Promise<string | number>;
  /**
   * Starts `count` more workers; resolves when they are ready. From then on all workers are replaced when they exit.
   */
  startOthers(count: number): Promise<void>;
  /** Rejects with `workers-failed`; never resolves. */
  readonly failed: Promise<never>;
  /** Terminates all workers, and kills those that do not exit in time. */
  end(): Promise<void>;
}

interface RunningWorker {
  readonly worker: Worker;
  /** Never resolves if the worker listens on another port than the others. */
  readonly ready: Promise<string>;
  /** The exit code, or the signal that ended it. */
  readonly exited: Promise<number | string>;
}

export function createWorkerPool({ storageHost, log }: WorkerPoolOptions): WorkerPool {
  const workers = new Set<RunningWorker>();
  const ending = new AbortController();
  const failure = Promise.withResolvers<never>();
  // An unhandled rejection would end the process; users of `failed` still receive the error.
  failure.promise.catch(() => undefined);
  const ports = createPortAssignment();
  let first: RunningWorker | undefined;

  const start = (): RunningWorker => {
    const assigned = ports.nextPort();
    const worker = cluster.fork({
      [WORKER_VARIABLE]: storageHost === undefined ? 'own' : 'shared',
      [PORT_VARIABLE]: String(assigned ?? ''),
    });
    // A worker that hangs is killed and then replaced.
    storageHost?.connect(createChannel(worker), () => worker.process.kill('SIGKILL'));
    const exited = waitForEnd(worker);
    const ready = waitForReady(worker).then(({ ready: text, port }) => {
      if (ports.isAnnounced(port)) {
        ports.addListening(assigned, exited);
        return text;
      }
      log(`a worker listens on port ${port}, not on the reported port`);
      worker.process.kill('SIGKILL');
      return new Promise<string>(() => undefined);
    });
    const running = { worker, exited, ready };
    workers.add(running);
    void running.exited.then(() => workers.delete(running));
    return running;
  };
  /** Replaces the worker until the pool ends. */
  const keepRunning = async (initial: RunningWorker, ready: () => void): Promise<void> => {
    const restartPolicy = createRestartPolicy();
    for (let running = initial; ; running = start()) {
      const { lived, end } = await waitForExit(running, ready);
      if (ending.signal.aborted) return;
      const delay = restartPolicy.delayAfter(lived);
      if (delay === undefined) throw restartsExhausted(end);
      log(`a worker exited (${end}); a replacement starts in ${delay} ms`);
      await sleep(delay, undefined, { signal: ending.signal });
    }
  };
  /** Resolves when the initial worker or a replacement is first ready. */
  const startKeeping = (initial: RunningWorker): Promise<void> =>
    new Promise((resolve) => {
      keepRunning(initial, resolve).catch((error) => {
        if (!ending.signal.aborted) failure.reject(error);
      });
    });

  return {
    startFirst: async () => {
      first = start();
      return Promise.race([first.ready, first.exited.then(toExitCode)]);
    },
    startOthers: async (count) => {
      const others = Array.from({ length: count }, start);
      await Promise.all([first ?? [], others].flat().map(startKeeping));
    },
    failed: failure.promise,
    end: async () => {
      ending.abort();
      signalAll(workers, 'SIGTERM');
      const timer = setTimeout(() => signalAll(workers, 'SIGKILL'), GRACE_MS);
      await Promise.all([...workers].map(({ exited }) => exited));
      clearTimeout(timer);
    },
  };
}

function signalAll(workers: Iterable<RunningWorker>, signal: NodeJS.Signals): void {
  for (const { worker } of workers) worker.process.kill(signal);
}

/** `lived` is in milliseconds since the worker was ready, 0 if it never was. */
async function waitForExit({ ready, exited }: RunningWorker, onReady: () => void) {
  let readyAt = Number.POSITIVE_INFINITY;
  void ready.then(() => {
    readyAt = performance.now();
    onReady();
  });
  const end = await exited;
  return {
    lived: Math.max(0, performance.now() - readyAt),
    end: typeof end === 'number' ? `exit code ${end}` : end,
  };
}

/** The exit code is 2 (inconclusive) if a signal ended the worker. */
function toExitCode(end: number | string): number {
  return typeof end === 'number' ? end : 2;
}

function waitForReady(worker: Worker): Promise<ReturnType<typeof readyMessage>> {
  return new Promise((resolve) => {
    worker.on('message', (message: unknown) => {
      if (isReadyMessage(message)) resolve(message);
    });
  });
}

function isReadyMessage(message: unknown): message is ReturnType<typeof readyMessage> {
  return (
    typeof message === 'object' &&
    message !== null &&
    'ready' in message &&
    typeof message.ready === 'string' &&
    'port' in message &&
    typeof message.port === 'number'
  );
}

function waitForEnd(worker: Worker): Promise<number | string> {
  return new Promise((resolve) => {
    worker.once('exit', (code, signal) => resolve(code ?? signal));
  });
}

function restartsExhausted(end: string): KitError {
  const detail = `workers repeatedly exit right after they start; last: ${end}`;
  return new KitError('workers-failed', detail);
}

/**
 * Assigns ports to workers. Workers that request port 0 get the same port, but only while one of them runs; after that,
 * 0 would give another port than the announced one. A worker that requests that port by number cannot share it with
 * workers that have it through 0.
 */
interface PortAssignment {
  /** Undefined for the requested port. */
  nextPort(): number | undefined;
  /** Whether this is the port of the first worker; the first call sets it. 0 means that the port is unknown. */
  isAnnounced(port: number): boolean;
  /** Records that a worker with this assignment listens, until it exits. */
  addListening(assigned: number | undefined, exited: Promise<unknown>): void;
}

function createPortAssignment(): PortAssignment {
  const listening = new Set<{ readonly assigned: number | undefined }>();
  let announcedPort: number | undefined;
  return {
    nextPort: () => {
      const [one] = listening;
      return one === undefined ? announcedPort || undefined : one.assigned;
    },
    isAnnounced: (port) => {
      announcedPort ??= port;
      return port === announcedPort;
    },
    addListening: (assigned, exited) => {
      const one = { assigned };
      listening.add(one);
      void exited.then(() => listening.delete(one));
    },
  };
}

/** Whether and when to restart a process that exited. */
interface RestartPolicy {
  /**
   * The delay in milliseconds, longer each time; undefined if restarting is pointless. `lived` is the time since it was
   * ready, 0 if it never was.
   */
  delayAfter(lived: number): number | undefined;
}

export function createRestartPolicy(): RestartPolicy {
  let earlyExits = 0;
  return {
    delayAfter: (lived) => {
      earlyExits = lived < EARLY_EXIT_MS ? earlyExits + 1 : 0;
      return earlyExits > MAX_EARLY_EXITS ? undefined : FIRST_RESTART_DELAY_MS * 2 ** Math.max(0, earlyExits - 1);
    },
  };
}

/** In milliseconds. A worker that exits sooner after it was ready, or before, will probably do so again. */
const EARLY_EXIT_MS = 5_000;

const FIRST_RESTART_DELAY_MS = 100;

/** The maximum number of consecutive early exits. */
const MAX_EARLY_EXITS = 4;
