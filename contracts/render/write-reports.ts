/** Writes a report in the selected formats, each with a separate writer. */
import { readdirSync } from 'node:fs';
import { lstat, mkdir, rm, rmdir, stat } from 'node:fs/promises';
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
import { issueFilePattern } from './markdown/issue-file.ts';

/** The writer is imported only if the format is selected. */
interface FileFormat {
  /** In a folder of all reports. */
  readonly fileName: string;
  readonly loadWriter: () => Promise<(report: Report) => string | Iterable<string>>;
}

/** A folder of files. */
interface FolderFormat {
  readonly fileName: string;
  readonly loadFolderWriter: () => Promise<(report: Report) => readonly WrittenFile[]>;
}

interface WrittenFile {
  readonly name: string;
  readonly text: string;
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
  csv: { fileName: 'findings.csv', loadWriter: async () => (await import('./csv.ts')).findingsCsv },
  /** A file for each cause. */
  issues: {
    fileName: 'issues',
    loadFolderWriter: async () => (await import('./markdown/issues.ts')).issueFiles,
  },
  /** The schema of the JSON report. */
  schema: {
    fileName: 'report.schema.json',
    loadWriter: async () => (await import('../report/read-report.ts')).reportSchema,
  },
} as const satisfies Record<string, FileFormat | FolderFormat>;

/** By name, as in `--report`. */
export type ReportFormat = keyof typeof formats;

/** All formats. */
export const reportFormats: readonly ReportFormat[] = [
  'html',
  'json',
  'junit',
  'sarif',
  'har',
  'summary',
  'annotations',
  'issues',
  'csv',
  'schema',
];

/** Every format in one folder, under its default name. */
export function reportTargetsIn(folder: string): readonly ReportTarget[] {
  return reportFormats.map((format) => ({ format, file: path.join(folder, formats[format].fileName) }));
}

/** One report to write. */
export interface ReportTarget {
  readonly format: ReportFormat;
  /** Of some formats a folder. */
  readonly file: string;
}

/** A report, or another file of the kit. */
type OutputTarget = Pick<ReportTarget, 'file'> & Partial<ReportTarget>;

/** The files of an earlier report that the target may have left. */
export function staleFiles({ format, file }: OutputTarget): readonly string[] {
  if (format === undefined || !isFolderFormat(format)) return [file];
  return namesIn(file)
    .filter((name) => issueFilePattern.test(name))
    .map((name) => path.join(file, name));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isFolderFormat(format: ReportFormat): boolean {
  return 'loadFolderWriter' in formats[format];
}

/**
 * Before a run: creates the folders and deletes the reports of an earlier run, which could be mistaken for the result
 * of a run that ends without a report. Throws `file-unwritable`.
 */
export async function prepareReportFiles(targets: readonly OutputTarget[]): Promise<void> {
  for (const target of targets) {
    const { file, format } = target;
    if (format !== undefined && isFolderFormat(format)) {
      await createReportFolder(file);
      await withUnwritableError(file, async () => checkOutputFile(path.join(file, '01.md')));
      for (const stale of staleFiles(target)) await removeFile(stale);
      // Without causes there is no folder.
      await rmdir(file).catch(() => {});
      continue;
    }
    await withUnwritableError(file, async () => {
      rejectSymbolicLinks(path.dirname(file));
      await createFolder(path.dirname(file));
      if (prepareOutputFile(file) !== 'file') return;
      // A run may take an hour: report an unwritable file before it starts.
      checkOutputFile(file);
      removeOutputFile(file);
    });
  }
}

/** Before a run, for a file that stays as it is until the end. Throws `file-unwritable`. */
export async function checkWritableFile(file: string): Promise<void> {
  await withUnwritableError(file, async () => {
    rejectSymbolicLinks(path.dirname(file));
    await createFolder(path.dirname(file));
    if (prepareOutputFile(file) === 'file') checkOutputFile(file);
  });
}

/** Creates the folder if it does not exist. Throws `file-unwritable`. */
export async function createReportFolder(folder: string): Promise<void> {
  await withUnwritableError(folder, async () => {
    rejectSymbolicLinks(folder);
    await createFolder(folder);
  });
}

/** All or none: if one cannot be written, the others are deleted. Throws `file-unwritable`. */
export async function writeReports(report: Report, targets: readonly ReportTarget[]): Promise<void> {
  try {
    for (const { format, file } of targets) await writeTarget(report, formats[format], file);
  } catch (error) {
    for (const target of targets) for (const file of staleFiles(target)) await removeFile(file);
    throw error;
  }
}

async function writeTarget(report: Report, format: FileFormat | FolderFormat, file: string): Promise<void> {
  if ('loadWriter' in format) return writeFileAtomically(file, (await format.loadWriter())(report));
  const files = (await format.loadFolderWriter())(report);
  if (files.length > 0) await createReportFolder(file);
  for (const { name, text } of files) await writeFileAtomically(path.join(file, name), text);
}

/** Anything but a regular file stays, such as a link to /dev/stdout. */
async function removeFile(file: string): Promise<void> {
  const stats = await lstat(file).catch(() => undefined);
  if (stats?.isFile()) await rm(file, { force: true }).catch(() => {});
}

/**
 * Creates one folder after the other: mkdir's `recursive` option never ends if a file system reports ENOENT for every
 * name, as /proc does.
 */
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

/** Creates the folders and replaces existing files. All or none. Throws `option-invalid` and `file-unwritable`. */
export async function writeReport(report: Report, files: ReportFiles): Promise<void> {
  checkOptions(files, reportFileKinds);
  const targets = reportFormats.flatMap((format) => {
    const file = files[format];
    return file === undefined ? [] : [{ format, file }];
  });
  await prepareReportFiles(targets);
  await writeReports(report, targets);
}
