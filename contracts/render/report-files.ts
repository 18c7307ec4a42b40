/** Reports as a program writes them: one file for each format that it names. */
import { checkOptions, text } from '../../spec/options/option-kinds.ts';
import type { Report } from '../report/report.ts';
import { makeRoomForReports, type ReportFormat, reportFormats, writeReports } from './write.ts';

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
