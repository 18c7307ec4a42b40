/** `--out DIR`: every format of a report in one folder, and the certificate where there is one. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { writeCertificate } from '../../contracts/certificate/issue-certificate.ts';
import { fitToWidth, MAX_LINE_WIDTH } from '../../contracts/render/text/terminal.ts';
import {
  createReportFolder,
  prepareReportFiles,
  reportTargetsIn,
  writeReports,
} from '../../contracts/render/write-reports.ts';
import type { Report } from '../../contracts/report/report.ts';
import { pluralize } from '../../contracts/report/text-format.ts';
import { KitError } from '../../errors.ts';
import { symbolicLinkTarget } from '../../spec/files/symbolic-links.ts';
import { lockFolder } from './folder-lock.ts';

/** A folder for reports, emptied of those of earlier runs, and held until the process ends. */
export interface ReportFolder {
  readonly path: string;
  /** Throws `file-unwritable`, `folder-busy`. */
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
export const noReports: WrittenReports = { files: [], certificate: 'no reports, and no certificate' };

/** What an implementation that was started has said. */
export const LOG_FILE = 'implementation.log';

/**
 * Before a run: what an earlier one wrote is not to pass for the result of this one. Throws `option-invalid` for what is
 * no folder, `file-unwritable`, and `folder-busy`, with all that is there left as it is.
 */
export async function openReportFolder(folder: string): Promise<ReportFolder> {
  await rejectNonFolder(folder);
  await createReportFolder(folder);
  const lock = lockFolder(folder);
  const reports = reportTargetsIn(folder);
  const certificateFile = path.join(folder, 'certificate.json');
  const reportFile = reports.find(({ format }) => format === 'json')?.file ?? '';
  const others = [{ file: certificateFile }, { file: path.join(folder, LOG_FILE) }];
  await prepareReportFiles([...reports, ...others]);
  return {
    path: folder,
    async write(report) {
      lock.renew();
      await writeReports(report, reports);
      const result = await writeCertificate({ reportFile, certificateFile });
      // Into a folder that cannot be held another run may have written one, which is not about this report.
      if (result.kind === 'none') await prepareReportFiles([{ file: certificateFile }]);
      return {
        files: reports.map(({ file }) => path.basename(file)),
        certificate:
          result.kind === 'certificate'
            ? `certificate: ${certificateFile}`
            : fitToWidth(`no certificate: ${summarizeObstacles(result.obstacles)}`, MAX_LINE_WIDTH),
      };
    },
  };
}

/** An empty name would be the current folder, which nobody has asked for. */
async function rejectNonFolder(folder: string): Promise<void> {
  rejectSymbolicLink(folder);
  const found = await stat(folder).catch(() => undefined);
  if (folder !== '' && found?.isDirectory() !== false) return;
  const problem = folder === '' ? '' : 'it is no folder; ';
  throw new KitError('option-invalid', `--out ${JSON.stringify(folder)}: ${problem}expected a folder`, {
    fix: 'Give one that reports may be written to; where there is none it is made.',
  });
}

/** Wherever it is: what is emptied and written has to be the folder that was named. */
function rejectSymbolicLink(folder: string): void {
  const target = symbolicLinkTarget(folder);
  if (target === undefined) return;
  throw new KitError(
    'option-invalid',
    `--out ${JSON.stringify(folder)}: it is a link to ${target}, which is not followed; expected a folder`,
    { fix: 'Name the folder that it leads to, if reports are meant to go there, or remove the link.' },
  );
}

function summarizeObstacles([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first}, and ${pluralize(others.length, 'other reason')}`;
}
