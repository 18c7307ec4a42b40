/** CPU time and memory of a process with all that it started. From /proc, so on Linux alone: elsewhere null. */
import { readdirSync, readFileSync } from 'node:fs';

/** Nanoseconds of CPU by thread. */
export type Threads = ReadonlyMap<string, number>;

export const canMeasureCpu = process.platform === 'linux';

/** Every living thread of the tree. */
export function threadsOf(pid: number): Threads | null {
  return canMeasureCpu ? new Map(treeOf(pid).flatMap(threadsOfProcess)) : null;
}

/** Those of the process alone, without what it has started. */
export function ownThreadsOf(pid: number): Threads | null {
  return canMeasureCpu ? new Map(threadsOfProcess(pid)) : null;
}

/** Microseconds between two looks. A thread that began and ended between them is not seen. */
export function cpuBetween(before: Threads | null, after: Threads | null): number | null {
  if (before === null || after === null) return null;
  const used = [...after].map(([thread, time]) => time - (before.get(thread) ?? 0));
  return used.reduce((sum, time) => sum + time, 0) / 1000;
}

/** Milliseconds of CPU since the start of the tree, with what has ended in it; to 10 ms. */
export function cpuSinceStart(pid: number): number | null {
  if (!canMeasureCpu) return null;
  const ticks = treeOf(pid).flatMap((one) => readStat(one)?.ticks ?? []);
  return ticks.reduce((sum, own) => sum + own, 0) * TICK_MS;
}

/** Milliseconds of CPU of those that this process has started and waited for, and that are over; to 10 ms. */
export function cpuOfEnded(): number | null {
  return canMeasureCpu ? (readStat(process.pid)?.ticksOfEnded ?? 0) * TICK_MS : null;
}

/** Linux counts in hundredths of a second, whatever its own clock. */
const TICK_MS = 10;

/** The sum of the most that each process of the tree had in memory, in MB. */
export function peakMemory(pid: number): number | null {
  return memoryOf(pid, /VmHWM:\s+(\d+)/);
}

/** What the tree has in memory now, in MB. */
export function memoryNow(pid: number): number | null {
  return memoryOf(pid, /VmRSS:\s+(\d+)/);
}

function memoryOf(pid: number, line: RegExp): number | null {
  if (!canMeasureCpu) return null;
  const sizes = treeOf(pid).map((one) => line.exec(fileOf(`${one}/status`))?.[1] ?? '0');
  return (sizes.reduce((sum, kibibytes) => sum + Number(kibibytes), 0) * 1024) / 1e6;
}

/** What the process has started and that runs. */
export function childrenOf(pid: number): readonly number[] {
  return canMeasureCpu ? treeOf(pid).filter((one) => readStat(one)?.parent === pid) : [];
}

function treeOf(root: number): readonly number[] {
  const parents = new Map<number, number | undefined>();
  for (const name of readdirSync('/proc')) {
    if (/^\d+$/.test(name)) parents.set(Number(name), readStat(Number(name))?.parent);
  }
  const isBelow = (pid: number | undefined): boolean =>
    pid === root || (pid !== undefined && isBelow(parents.get(pid)));
  return [...parents.keys()].filter(isBelow);
}

function threadsOfProcess(pid: number): readonly (readonly [string, number])[] {
  return listOf(`${pid}/task`).map((thread) => {
    const [time] = fileOf(`${pid}/task/${thread}/schedstat`).split(' ');
    return [thread, Number(time)];
  });
}

interface Stat {
  readonly parent: number;
  /** User and system, of the process and of the children that it waited for. */
  readonly ticks: number;
  /** Of these children alone. */
  readonly ticksOfEnded: number;
}

/** What follows the name, which is in brackets and may hold anything; undefined where the process has ended. */
function readStat(pid: number): Stat | undefined {
  const fields = fileOf(`${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  if (fields.length < 15) return undefined;
  const [user = 0, system = 0, userOfEnded = 0, systemOfEnded = 0] = fields.slice(11, 15).map(Number);
  const ticksOfEnded = userOfEnded + systemOfEnded;
  return { parent: Number(fields[1]), ticks: user + system + ticksOfEnded, ticksOfEnded };
}

/** A process may end while it is looked at. */
function fileOf(name: string): string {
  try {
    return readFileSync(`/proc/${name}`, 'utf8');
  } catch {
    return '';
  }
}

function listOf(name: string): readonly string[] {
  try {
    return readdirSync(`/proc/${name}`);
  } catch {
    return [];
  }
}
