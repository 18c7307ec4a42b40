/** Writes a report in the formats that are asked for, each by its writer: report in, files out. */
import { lstat, mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { KitError } from '../../errors.ts';
import {
  checkOutputFile,
  prepareOutputFile,
  removeOutputFile,
  writeFileAtomically,
} from '../../spec/files/atomic-write.ts';
import { rejectSymbolicLinks } from '../../spec/files/symbolic-links.ts';
import { checkOptions, stringOption } from '../../spec/options/option-validation.ts';
import type { Report } from '../report/report.ts';
import { jsonChunks } from './json-chunks.ts';

interface FormatDefinition {
  /** In a folder of all reports. */
  readonly fileName: string;
  /** Imported when asked for. */
  readonly loadWriter: () => Promise<(report: Report) => string | Iterable<string>>;
}

const formats = {
  json: { fileName: 'report.json', loadWriter: async () => jsonChunks },
  junit: {
    fileName: 'junit.xml',
    loadWriter: async () => (await import('./junit/junit-report.ts')).junitXml,
  },
  html: {
    fileName: 'report.html',
    loadWriter: async () => (await import('./html/html-report.ts')).htmlReport,
  },
  sarif: {
    fileName: 'report.sarif',
    loadWriter: async () => (await import('./sarif/sarif-report.ts')).sarifLog,
  },
  har: { fileName: 'failures.har', loadWriter: async () => (await import('./har.ts')).createHar },
  summary: {
    fileName: 'summary.md',
    loadWriter: async () => (await import('./github/job-summary.ts')).jobSummary,
  },
  annotations: {
    fileName: 'annotations.txt',
    loadWriter: async () => (await import('./github/annotations.ts')).formatAnnotations,
  },
  /** Of the JSON report. */
  schema: {
    fileName: 'report.schema.json',
    loadWriter: async () => (await import('../report/read-report.ts')).reportSchema,
  },
} as const satisfies Record<string, FormatDefinition>;

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
export function reportTargetsIn(folder: string): readonly ReportTarget[] {
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
export async function prepareReportFiles(targets: readonly Pick<ReportTarget, 'file'>[]): Promise<void> {
  for (const { file } of targets) {
    await withUnwritableError(file, async () => {
      rejectSymbolicLinks(path.dirname(file));
      await createFolder(path.dirname(file));
      if (prepareOutputFile(file) !== 'file') return;
      // A run may take an hour: that nothing can be written is to be told before it.
      checkOutputFile(file);
      removeOutputFile(file);
    });
  }
}

/** Where there is none. Throws `file-unwritable`. */
export async function createReportFolder(folder: string): Promise<void> {
  await withUnwritableError(folder, async () => {
    rejectSymbolicLinks(folder);
    await createFolder(folder);
  });
}

/** All or none: where one cannot be written, the others are taken away again. Throws `file-unwritable`. */
export async function writeReports(report: Report, targets: readonly ReportTarget[]): Promise<void> {
  try {
    for (const { format, file } of targets) {
      const write = await formats[format].loadWriter();
      await writeFileAtomically(file, write(report));
    }
  } catch (error) {
    for (const { file } of targets) await removeFile(file);
    throw error;
  }
}

/** What is no file, such as a link to /dev/stdout, stays. */
async function removeFile(file: string): Promise<void> {
  const stats = await lstat(file).catch(() => undefined);
  if (stats?.isFile()) await rm(file, { force: true }).catch(() => {});
}

/** Step by step: mkdir's own `recursive` never ends where a file system says ENOENT to every name, as /proc does. */
async function createFolder(folder: string): Promise<void> {
  if (await isFolder(folder)) return;
  await createFolder(path.dirname(folder));
  await mkdir(folder).catch(async (error: unknown) => {
    if (!(await isFolder(folder))) throw error;
  });
}

async function isFolder(file: string): Promise<boolean> {
  const stats = await stat(file).catch(() => undefined);
  return stats?.isDirectory() === true;
}

async function withUnwritableError(file: string, action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (error instanceof KitError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new KitError('file-unwritable', `${file}: ${reason}`, { cause: error });
  }
}

/** `{ junit: 'report/verify.xml', html: 'report/verify.html' }` */
export type ReportFiles = { readonly [Format in ReportFormat]?: string };

const reportFileKinds = Object.fromEntries(reportFormats.map((format) => [format, stringOption]));

/** Makes the folders; what is there is replaced. All or none. Throws `option-invalid` and `file-unwritable`. */
export async function writeReport(report: Report, files: ReportFiles): Promise<void> {
  checkOptions(files, reportFileKinds);
  const targets = reportFormats.flatMap((format) => {
    const file = files[format];
    return file === undefined ? [] : [{ format, file }];
  });
  await prepareReportFiles(targets);
  await writeReports(report, targets);
}
