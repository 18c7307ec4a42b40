/** The workers as their primary sees them: each place is taken by another one when its worker ends. */
import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { KitError } from '../../errors.ts';
import type { Host } from '../storage/host/host.ts';
import { channelTo } from '../storage/remote/channel.ts';

/** In the environment of workers: `shared` where the primary holds the storage, `own` where not. */
export const WORKER_MARK = 'PLANT_STORE_WORKER';

/** In the environment of workers: the port to listen on in place of the one that was asked for. */
const PORT_MARK = 'PLANT_STORE_WORKER_PORT';

export function readyMessage(text: string, port: number) {
  return { ready: text, port };
}

/** In a worker. */
export function portGiven(): number | undefined {
  const port = Number(process.env[PORT_MARK] ?? '');
  return port === 0 ? undefined : port;
}

/** How long workers get to finish, in milliseconds. */
const GRACE_MS = 600;

export interface CrewOptions {
  /** Of the storage that they share; undefined where each of them opens one of its own. */
  readonly host: Host | undefined;
  /** Gets one line for each worker that ends unexpectedly. */
  readonly log: (line: string) => void;
}

export interface Crew {
  /** Starts one. Resolves with what it says when it is ready, or with its exit code where it ends before. */
  startFirst(): Promise<string | number>;
  /** Starts so many more; resolves when they are ready. From now on all are replaced when they end. */
  startOthers(count: number): Promise<void>;
  /** Rejects with `workers-failed`; never resolves. */
  readonly failed: Promise<never>;
  /** Asks all to finish, and ends those that do not. */
  end(): Promise<void>;
}

interface Running {
  readonly worker: Worker;
  /** Never where it listens on another port than the others. */
  readonly ready: Promise<string>;
  /** The exit code, or the signal that ended it. */
  readonly gone: Promise<number | string>;
}

export function createCrew({ host, log }: CrewOptions): Crew {
  const all = new Set<Running>();
  const ending = new AbortController();
  const failure = Promise.withResolvers<never>();
  // Whoever asks hears of it; whoever does not is no reason to end the process.
  failure.promise.catch(() => undefined);
  const ports = createPorts();
  let first: Running | undefined;

  const start = (): Running => {
    const given = ports.forNext();
    const worker = cluster.fork({
      [WORKER_MARK]: host === undefined ? 'own' : 'shared',
      [PORT_MARK]: String(given ?? ''),
    });
    // Another one takes the place of one that hangs.
    host?.admit(channelTo(worker), () => worker.process.kill('SIGKILL'));
    const gone = endOf(worker);
    const ready = readyOf(worker).then(({ ready: text, port }) => {
      if (ports.isTold(port)) {
        ports.join(given, gone);
        return text;
      }
      log(`a worker listens on port ${port}, not on the one that was told`);
      worker.process.kill('SIGKILL');
      return new Promise<string>(() => undefined);
    });
    const running = { worker, gone, ready };
    all.add(running);
    void running.gone.then(() => all.delete(running));
    return running;
  };
  /** Until the crew ends. */
  const keepPlace = async (initial: Running, ready: () => void): Promise<void> => {
    const restarts = createRestarts();
    for (let running = initial; ; running = start()) {
      const { lived, end } = await lifeOf(running, ready);
      if (ending.signal.aborted) return;
      const delay = restarts.delayAfter(lived);
      if (delay === undefined) throw endsTooOften(end);
      log(`a worker has ended (${end}); another one starts in ${delay} ms`);
      await sleep(delay, undefined, { signal: ending.signal });
    }
  };
  /** Resolves when a worker in it is ready for the first time. */
  const takePlace = (initial: Running): Promise<void> =>
    new Promise((resolve) => {
      keepPlace(initial, resolve).catch((error) => {
        if (!ending.signal.aborted) failure.reject(error);
      });
    });

  return {
    startFirst: async () => {
      first = start();
      return Promise.race([first.ready, first.gone.then(exitCodeOf)]);
    },
    startOthers: async (count) => {
      const others = Array.from({ length: count }, start);
      await Promise.all([first ?? [], others].flat().map(takePlace));
    },
    failed: failure.promise,
    end: async () => {
      ending.abort();
      signalAll(all, 'SIGTERM');
      const timer = setTimeout(() => signalAll(all, 'SIGKILL'), GRACE_MS);
      await Promise.all([...all].map(({ gone }) => gone));
      clearTimeout(timer);
    },
  };
}

function signalAll(all: Iterable<Running>, signal: NodeJS.Signals): void {
  for (const { worker } of all) worker.process.kill(signal);
}

/** `lived` in milliseconds since it was ready, 0 if it never was. */
async function lifeOf({ ready, gone }: Running, begun: () => void) {
  let born = Number.POSITIVE_INFINITY;
  void ready.then(() => {
    born = performance.now();
    begun();
  });
  const end = await gone;
  return {
    lived: Math.max(0, performance.now() - born),
    end: typeof end === 'number' ? `exit code ${end}` : end,
  };
}

/** 2, could not judge, where a signal ended it. */
function exitCodeOf(end: number | string): number {
  return typeof end === 'number' ? end : 2;
}

function readyOf(worker: Worker): Promise<ReturnType<typeof readyMessage>> {
  return new Promise((resolve) => {
    worker.on('message', (message: unknown) => {
      if (isReady(message)) resolve(message);
    });
  });
}

function isReady(message: unknown): message is ReturnType<typeof readyMessage> {
  return (
    typeof message === 'object' &&
    message !== null &&
    'ready' in message &&
    typeof message.ready === 'string' &&
    'port' in message &&
    typeof message.port === 'number'
  );
}

function endOf(worker: Worker): Promise<number | string> {
  return new Promise((resolve) => {
    worker.once('exit', (code, signal) => resolve(code ?? signal));
  });
}

function endsTooOften(end: string): KitError {
  const detail = `a worker ended again and again as soon as it had started; the last time: ${end}`;
  return new KitError('workers-failed', detail);
}

/**
 * Which port a worker is to take. All that ask for port 0 get the same one, but only while one of them lives: after that it
 * would be another one than was told. And who asks for that one by its number does not get it while others have it through 0.
 */
interface Ports {
  /** Undefined leaves it at what was asked for. */
  forNext(): number | undefined;
  /** Whether it is the port that the first one listens on; the first call says which. 0 stands for one that nobody knows. */
  isTold(port: number): boolean;
  /** A worker that was given this one listens, until it is gone. */
  join(given: number | undefined, gone: Promise<unknown>): void;
}

function createPorts(): Ports {
  const listening = new Set<{ readonly given: number | undefined }>();
  let told: number | undefined;
  return {
    forNext: () => {
      const [one] = listening;
      return one === undefined ? told || undefined : one.given;
    },
    isTold: (port) => {
      told ??= port;
      return port === told;
    },
    join: (given, gone) => {
      const one = { given };
      listening.add(one);
      void gone.then(() => listening.delete(one));
    },
  };
}

/** Whether a process that ended is worth another try, and when. */
interface Restarts {
  /** Milliseconds to wait, longer each time; undefined when there is no point. `lived` is since it was ready, 0 if it never was. */
  delayAfter(lived: number): number | undefined;
}

export function createRestarts(): Restarts {
  let quick = 0;
  return {
    delayAfter: (lived) => {
      quick = lived < QUICK_MS ? quick + 1 : 0;
      return quick > MOST_QUICK_ENDS ? undefined : FIRST_DELAY_MS * 2 ** Math.max(0, quick - 1);
    },
  };
}

/** Milliseconds. Who ends this soon after it was ready, or before, will probably do so again. */
const QUICK_MS = 5_000;

const FIRST_DELAY_MS = 100;

/** One after the other. */
const MOST_QUICK_ENDS = 4;
