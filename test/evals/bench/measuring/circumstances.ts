/** Where and when something was measured: a figure means little without. */
import { arch, cpus, loadavg, platform, totalmem } from 'node:os';
import { versionIn } from '../servers.ts';

export interface Circumstances {
  /** Such as 2026-11-30. */
  readonly date: string;
  readonly machine: string;
  /** Processes that wanted to run in the last minute, at the start; on Windows always 0. */
  readonly loadAverage: number;
  readonly versions: Readonly<Record<string, string>>;
}

export function readCircumstances(): Circumstances {
  const cores = cpus();
  const gigabytes = Math.round(totalmem() / 1e9);
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: `${cores.length} cores (${cores[0]?.model.trim() ?? 'unknown'}), ${gigabytes} GB, ${platform()} ${arch()}`,
    loadAverage: Math.round((loadavg()[0] ?? 0) * 10) / 10,
    versions: { 'plant-store': versionIn('../../..'), Node: process.versions.node },
  };
}

/** One line. */
export function circumstancesText({ date, machine, loadAverage, versions }: Circumstances): string {
  const all = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return `Measured ${date}; ${machine}; load average ${loadAverage} before; ${all.join(', ')}.`;
}
