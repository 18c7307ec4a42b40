/** What some work costs and how long something waits, in measures that neither a busy nor a slow machine changes. */

/**
 * The processor time of this thread for some work, as a multiple of that for twenty million steps of a plain loop.
 * Other processes do not count, nor other threads, nor how fast the machine is.
 */
export async function relativeCpuTime(work: () => unknown): Promise<number> {
  const unit = await processorTime(loopSteps);
  return (await processorTime(work)) / unit;
}

/** In microseconds. */
async function processorTime(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}

function loopSteps(): number {
  let sum = 0;
  for (let step = 0; step < 20_000_000; step++) sum = (sum * 31 + step) % 1_000_003;
  return sum;
}

const TICK_MS = 10;

/** Of an event loop that gets to run whenever it wants to. */
export const TICKS_PER_SECOND = 1_000 / TICK_MS;

/**
 * How often a clock in the event loop of this process ticks before some work is done. What waits for a timer of this
 * process waits for as many ticks on any machine: where the process does not get to run, neither of the two goes on.
 */
export async function countTicks(work: () => Promise<unknown>): Promise<number> {
  let ticks = 0;
  const clock = setInterval(() => {
    ticks += 1;
  }, TICK_MS);
  try {
    await work();
  } finally {
    clearInterval(clock);
  }
  return ticks;
}

/** So many: time enough for what others in this process are about to do, however busy the machine is. */
export async function waitTicks(count: number): Promise<void> {
  let ticks = 0;
  await new Promise<void>((resolve) => {
    const clock = setInterval(() => {
      ticks += 1;
      if (ticks < count) return;
      clearInterval(clock);
      resolve();
    }, TICK_MS);
  });
}

const tickReporterSource = `import { writeSync } from 'node:fs';
  let ticks;
  const count = () => {
    ticks = 0;
    setInterval(() => { ticks += 1; }, ${TICK_MS}).unref();
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, count);
  process.once('exit', () => ticks !== undefined && writeSync(2, ticks + ' ticks to the end\\n'));`;

/** For a Node process of its own: at its end it tells on stderr how many such ticks after the signal that is. */
export const tickReportingArgs: readonly string[] = [
  '--import',
  `data:text/javascript,${encodeURIComponent(tickReporterSource)}`,
];

/** The most that one of the processes has told; infinite when none has. */
export function reportedTicks(stderr: string): number {
  const reported = [...stderr.matchAll(/^(\d+) ticks to the end$/gm)].map(([, ticks]) => Number(ticks));
  return reported.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...reported);
}
