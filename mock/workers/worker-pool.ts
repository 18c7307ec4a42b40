/** The workers as their primary sees them: each place is taken by another one when its worker ends. */
import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { KitError } from '../../errors.ts';
import type { StorageHost } from '../storage/host/storage-host.ts';
import { createChannel } from '../storage/remote/process-channel.ts';

/** In the environment of workers: `shared` where the primary holds the storage, `own` where not. */
export const WORKER_VARIABLE = 'PLANT_STORE_WORKER';

/** In the environment of workers: the port to listen on in place of the one that was asked for. */
const PORT_VARIABLE = 'PLANT_STORE_WORKER_PORT';

export function readyMessage(text: string, port: number) {
  return { ready: text, port };
}

/** In a worker. */
export function assignedPort(): number | undefined {
  const port = Number(process.env[PORT_VARIABLE] ?? '');
  return port === 0 ? undefined : port;
}

/** How long workers get to finish, in milliseconds. */
const GRACE_MS = 600;

export interface WorkerPoolOptions {
  /** Of the storage that they share; undefined where each of them opens one of its own. */
  readonly storageHost: StorageHost | undefined;
  /** Gets one line for each worker that ends unexpectedly. */
  readonly log: (line: string) => void;
}

export interface WorkerPool {
  /** Starts one. Resolves with what it says when it is ready, or with its exit code where it ends before. */
  startFirst(): Promise<string | number>;
  /** Starts so many more; resolves when they are ready. From now on all are replaced when they end. */
  startOthers(count: number): Promise<void>;
  /** Rejects with `workers-failed`; never resolves. */
  readonly failed: Promise<never>;
  /** Asks all to finish, and ends those that do not. */
  end(): Promise<void>;
}

interface RunningWorker {
  readonly worker: Worker;
  /** Never where it listens on another port than the others. */
  readonly ready: Promise<string>;
  /** The exit code, or the signal that ended it. */
  readonly exited: Promise<number | string>;
}

export function createWorkerPool({ storageHost, log }: WorkerPoolOptions): WorkerPool {
  const workers = new Set<RunningWorker>();
  const ending = new AbortController();
  const failure = Promise.withResolvers<never>();
  // Whoever asks hears of it; whoever does not is no reason to end the process.
  failure.promise.catch(() => undefined);
  const ports = createPortAssignment();
  let first: RunningWorker | undefined;

  const start = (): RunningWorker => {
    const given = ports.nextPort();
    const worker = cluster.fork({
      [WORKER_VARIABLE]: storageHost === undefined ? 'own' : 'shared',
      [PORT_VARIABLE]: String(given ?? ''),
    });
    // Another one takes the place of one that hangs.
    storageHost?.connect(createChannel(worker), () => worker.process.kill('SIGKILL'));
    const exited = waitForEnd(worker);
    const ready = waitForReady(worker).then(({ ready: text, port }) => {
      if (ports.isAnnounced(port)) {
        ports.addListening(given, exited);
        return text;
      }
      log(`a worker listens on port ${port}, not on the one that was told`);
      worker.process.kill('SIGKILL');
      return new Promise<string>(() => undefined);
    });
    const running = { worker, exited, ready };
    workers.add(running);
    void running.exited.then(() => workers.delete(running));
    return running;
  };
  /** Until the crew ends. */
  const keepRunning = async (initial: RunningWorker, ready: () => void): Promise<void> => {
    const restartPolicy = createRestartPolicy();
    for (let running = initial; ; running = start()) {
      const { lived, end } = await waitForExit(running, ready);
      if (ending.signal.aborted) return;
      const delay = restartPolicy.delayAfter(lived);
      if (delay === undefined) throw restartsExhausted(end);
      log(`a worker has ended (${end}); another one starts in ${delay} ms`);
      await sleep(delay, undefined, { signal: ending.signal });
    }
  };
  /** Resolves when a worker in it is ready for the first time. */
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

/** `lived` in milliseconds since it was ready, 0 if it never was. */
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

/** 2, could not judge, where a signal ended it. */
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
  const detail = `a worker ended again and again as soon as it had started; the last time: ${end}`;
  return new KitError('workers-failed', detail);
}

/**
 * Which port a worker is to take. All that ask for port 0 get the same one, but only while one of them lives: after that it
 * would be another one than was told. And who asks for that one by its number does not get it while others have it through 0.
 */
interface PortAssignment {
  /** Undefined leaves it at what was asked for. */
  nextPort(): number | undefined;
  /** Whether it is the port that the first one listens on; the first call says which. 0 stands for one that nobody knows. */
  isAnnounced(port: number): boolean;
  /** A worker that was given this one listens, until it is gone. */
  addListening(given: number | undefined, exited: Promise<unknown>): void;
}

function createPortAssignment(): PortAssignment {
  const listening = new Set<{ readonly given: number | undefined }>();
  let announcedPort: number | undefined;
  return {
    nextPort: () => {
      const [one] = listening;
      return one === undefined ? announcedPort || undefined : one.given;
    },
    isAnnounced: (port) => {
      announcedPort ??= port;
      return port === announcedPort;
    },
    addListening: (given, exited) => {
      const one = { given };
      listening.add(one);
      void exited.then(() => listening.delete(one));
    },
  };
}

/** Whether a process that ended is worth another try, and when. */
interface RestartPolicy {
  /** Milliseconds to wait, longer each time; undefined when there is no point. `lived` is since it was ready, 0 if it never was. */
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

/** Milliseconds. Who ends this soon after it was ready, or before, will probably do so again. */
const EARLY_EXIT_MS = 5_000;

const FIRST_RESTART_DELAY_MS = 100;

/** One after the other. */
const MAX_EARLY_EXITS = 4;
