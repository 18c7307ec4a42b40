/** Writes a report in the formats that are asked for, each by its writer: report in, files out. */
import { lstat, mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { KitError } from '../../errors.ts';
import { refuseLinks } from '../../spec/files/symbolic-links.ts';
import { clearPlace, openPlace, tryPlace, writeWhole } from '../../spec/files/whole-file.ts';
import { checkOptions, text } from '../../spec/options/option-kinds.ts';
import type { Report } from '../report/report.ts';
import { jsonPieces } from './json-pieces.ts';

interface Format {
  /** In a folder of all reports. */
  readonly fileName: string;
  /** Imported when asked for. */
  readonly writer: () => Promise<(report: Report) => string | Iterable<string>>;
}

const formats = {
  json: { fileName: 'report.json', writer: async () => jsonPieces },
  junit: { fileName: 'junit.xml', writer: async () => (await import('./junit/junit.ts')).junitXml },
  html: { fileName: 'report.html', writer: async () => (await import('./html/html.ts')).htmlReport },
  sarif: { fileName: 'report.sarif', writer: async () => (await import('./sarif/sarif.ts')).sarifLog },
  har: { fileName: 'failures.har', writer: async () => (await import('./har.ts')).harLog },
  summary: { fileName: 'summary.md', writer: async () => (await import('./github/summary.ts')).jobSummary },
  annotations: {
    fileName: 'annotations.txt',
    writer: async () => (await import('./github/annotations.ts')).annotations,
  },
  /** Of the JSON report. */
  schema: {
    fileName: 'report.schema.json',
    writer: async () => (await import('../report/read.ts')).reportSchema,
  },
} as const satisfies Record<string, Format>;

/** By name, as in `--report`. */
export type ReportFormat = keyof typeof formats;

/** All that there are. */
export const reportFormats: readonly ReportFormat[] = [
  'html',
  'json',
  'junit',
  'sarif',
  'har',
  'summary',
  'annotations',
  'schema',
];

/** Every format in one folder, under its usual name. */
export function reportsIn(folder: string): readonly ReportTarget[] {
  return reportFormats.map((format) => ({ format, file: path.join(folder, formats[format].fileName) }));
}

/** One report to write. */
export interface ReportTarget {
  readonly format: ReportFormat;
  readonly file: string;
}

/**
 * Before a run: makes the folders and takes away what an earlier run wrote, which would else pass for the result of
 * one that ends without a report. Throws `file-unwritable`.
 */
export async function makeRoomForReports(targets: readonly Pick<ReportTarget, 'file'>[]): Promise<void> {
  for (const { file } of targets) {
    await orUnwritable(file, async () => {
      refuseLinks(path.dirname(file));
      await makeFolder(path.dirname(file));
      if (openPlace(file) !== 'file') return;
      // A run may take an hour: that nothing can be written is to be told before it.
      tryPlace(file);
      clearPlace(file);
    });
  }
}

/** Where there is none. Throws `file-unwritable`. */
export async function makeReportFolder(folder: string): Promise<void> {
  await orUnwritable(folder, async () => {
    refuseLinks(folder);
    await makeFolder(folder);
  });
}

/** All or none: where one cannot be written, the others are taken away again. Throws `file-unwritable`. */
export async function writeReports(report: Report, targets: readonly ReportTarget[]): Promise<void> {
  try {
    for (const { format, file } of targets) {
      const write = await formats[format].writer();
      await writeWhole(file, write(report));
    }
  } catch (error) {
    for (const { file } of targets) await removed(file);
    throw error;
  }
}

/** What is no file, such as a link to /dev/stdout, stays. */
async function removed(file: string): Promise<void> {
  const found = await lstat(file).catch(() => undefined);
  if (found?.isFile()) await rm(file, { force: true }).catch(() => {});
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
    if (error instanceof KitError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new KitError('file-unwritable', `${file}: ${reason}`, { cause: error });
  }
}

/** `{ junit: 'report/verify.xml', html: 'report/verify.html' }` */
export type ReportFiles = { readonly [Format in ReportFormat]?: string };

const kinds = Object.fromEntries(reportFormats.map((format) => [format, text]));

/** Makes the folders; what is there is replaced. All or none. Throws `option-invalid` and `file-unwritable`. */
export async function writeReport(report: Report, files: ReportFiles): Promise<void> {
  checkOptions(files, kinds);
  const targets = reportFormats.flatMap((format) => {
    const file = files[format];
    return file === undefined ? [] : [{ format, file }];
  });
  await makeRoomForReports(targets);
  await writeReports(report, targets);
}
