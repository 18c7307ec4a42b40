/** Writes reports to files. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { KitError } from '../../errors.ts';
import { junitXml } from './junit.ts';
import type { Report } from './report.ts';

const formats = {
  json: (report: Report) => `${JSON.stringify(report, null, 2)}\n`,
  junit: junitXml,
} as const;

export type ReportFormat = keyof typeof formats;

export const reportFormats: readonly ReportFormat[] = ['json', 'junit'];

export interface ReportTarget {
  readonly format: ReportFormat;
  readonly file: string;
}

/** Throws `file-unwritable`. Folders are made as needed. */
export async function writeReports(report: Report, targets: readonly ReportTarget[]): Promise<void> {
  for (const { format, file } of targets) {
    try {
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, formats[format](report));
    } catch (error) {
      throw new KitError(
        'file-unwritable',
        `${file}: ${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      );
    }
  }
}
