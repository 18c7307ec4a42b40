/** `--out DIR`: every format of a report in one folder, and the certificate where there is one. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { writeCertificate } from '../contracts/certificate/write.ts';
import { fitted, WIDTH } from '../contracts/report/columns.ts';
import type { Report } from '../contracts/report/report.ts';
import { count } from '../contracts/report/words.ts';
import { makeRoomForReports, reportsIn, writeReports } from '../contracts/report/write.ts';
import { KitError } from '../errors.ts';

/** A folder for reports, emptied of those of earlier runs. */
export interface ReportFolder {
  readonly path: string;
  /** Throws `file-unwritable`. */
  write(report: Report): Promise<WrittenReports>;
}

/** What was written. */
export interface WrittenReports {
  /** The names of the files. */
  readonly files: readonly string[];
  /** `certificate: report/certificate.json`, or why there is none. */
  readonly certificate: string;
}

/** Where they could not be, which is told behind them. */
export const unwritten: WrittenReports = { files: [], certificate: 'no reports, and no certificate' };

/** What an implementation that was started has said. */
export const LOG_FILE = 'implementation.log';

/**
 * Before a run: what an earlier one wrote is not to pass for the result of this one. Throws `option-invalid` for what is
 * no folder, and `file-unwritable`.
 */
export async function openReportFolder(folder: string): Promise<ReportFolder> {
  await refuseNoFolder(folder);
  const reports = reportsIn(folder);
  const certificateFile = path.join(folder, 'certificate.json');
  const reportFile = reports.find(({ format }) => format === 'json')?.file ?? '';
  const others = [{ file: certificateFile }, { file: path.join(folder, LOG_FILE) }];
  await makeRoomForReports([...reports, ...others]);
  return {
    path: folder,
    async write(report) {
      await writeReports(report, reports);
      const issued = await writeCertificate({ reportFile, certificateFile });
      // Another run may have written one here meanwhile, which is not about this report.
      if (issued.kind === 'none') await makeRoomForReports([{ file: certificateFile }]);
      return {
        files: reports.map(({ file }) => path.basename(file)),
        certificate:
          issued.kind === 'certificate'
            ? `certificate: ${certificateFile}`
            : fitted(`no certificate: ${inShort(issued.obstacles)}`, WIDTH),
      };
    },
  };
}

/** An empty name would be the current folder, which nobody has asked for. */
async function refuseNoFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (folder !== '' && found?.isDirectory() !== false) return;
  const what = folder === '' ? '' : 'it is no folder; ';
  throw new KitError('option-invalid', `--out ${JSON.stringify(folder)}: ${what}expected a folder`, {
    fix: 'Give one that reports may be written to; where there is none it is made.',
  });
}

function inShort([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first}, and ${count(others.length, 'other reason')}`;
}
