/** Writes reports to files. */
import { lstat, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { KitError } from '../../errors.ts';
import { junitXml } from './junit.ts';
import type { Report } from './report.ts';

const formats = {
  json: (report: Report) => `${JSON.stringify(report, null, 2)}\n`,
  junit: junitXml,
} as const;

/** By name, as in `--report`. */
export type ReportFormat = keyof typeof formats;

/** All that there are. */
export const reportFormats: readonly ReportFormat[] = ['json', 'junit'];

/** One report to write. */
export interface ReportTarget {
  readonly format: ReportFormat;
  readonly file: string;
}

/**
 * Before a run: makes the folders and takes away what an earlier run wrote, which would else pass for the result of
 * one that ends without a report. Throws `file-unwritable`.
 */
export async function makeRoomForReports(targets: readonly ReportTarget[]): Promise<void> {
  for (const { file } of targets) {
    await orUnwritable(file, async () => {
      await makeFolder(path.dirname(file));
      const before = await lstat(file).catch(() => undefined);
      if (before?.isDirectory()) throw new Error('it is a folder');
      if (before?.isFile()) await rm(file);
    });
  }
}

/** Throws `file-unwritable`. */
export async function writeReports(report: Report, targets: readonly ReportTarget[]): Promise<void> {
  for (const { format, file } of targets)
    await orUnwritable(file, () => writeFile(file, formats[format](report)));
}

/** Step by step: mkdir's own `recursive` never ends where a file system says ENOENT to every name, as /proc does. */
async function makeFolder(folder: string): Promise<void> {
  if (await isFolder(folder)) return;
  await makeFolder(path.dirname(folder));
  await mkdir(folder).catch(async (error: unknown) => {
    if (!(await isFolder(folder))) throw error;
  });
}

async function isFolder(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  return found?.isDirectory() === true;
}

async function orUnwritable(file: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new KitError('file-unwritable', `${file}: ${reason}`, { cause: error });
  }
}
