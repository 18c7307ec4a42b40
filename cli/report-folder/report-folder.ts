/** `--out DIR`: writes every report format and the certificate, if any, into one folder. */
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
import { sanitizeLine } from '../../sanitize.ts';
import { symbolicLinkTarget } from '../../spec/files/symbolic-links.ts';
import { lockFolder } from './folder-lock.ts';

/** A folder for reports, cleared of those of earlier runs, and locked until the process ends. */
export interface ReportFolder {
  readonly path: string;
  /** Throws `file-unwritable`, `folder-busy`. */
  write(report: Report): Promise<WrittenReports>;
}

export interface WrittenReports {
  /** Names of the written files. */
  readonly files: readonly string[];
  /** `certificate: report/certificate.json`, or why there is none. */
  readonly certificate: string;
}

/** For reports that could not be written; the error is printed after the result. */
export const noReports: WrittenReports = { files: [], certificate: 'no reports, and no certificate' };

/** Name of the file with the output of a started implementation. */
export const LOG_FILE = 'implementation.log';

/**
 * Clears the folder before a run, so that earlier reports cannot be mistaken for its result. Throws `option-invalid`
 * when it is not a folder, `file-unwritable`, and `folder-busy`, which leaves the folder unchanged.
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
      // In a folder that cannot be locked, another run may have written a certificate for another report.
      if (result.kind === 'none') await prepareReportFiles([{ file: certificateFile }]);
      return {
        files: reports.map(({ file }) => path.basename(file)),
        certificate:
          result.kind === 'certificate'
            ? `certificate: ${certificateFile}`
            : fitToWidth(sanitizeLine(`no certificate: ${summarizeObstacles(result.obstacles)}`), MAX_LINE_WIDTH),
      };
    },
  };
}

/** An empty name would mean the current folder, which the user did not select. */
async function rejectNonFolder(folder: string): Promise<void> {
  rejectSymbolicLink(folder);
  const found = await stat(folder).catch(() => undefined);
  const isUrl = /^https?:\/\//i.test(folder);
  if (folder !== '' && !isUrl && found?.isDirectory() !== false) return;
  const problem = folder === '' ? '' : isUrl ? 'it is a URL; ' : 'it is not a folder; ';
  throw new KitError('option-invalid', `--out ${JSON.stringify(folder)}: ${problem}expected a folder`, {
    fix: 'Give a writable folder; it is created if it does not exist.',
  });
}

/** The folder that is cleared and written must be the one that was named. */
function rejectSymbolicLink(folder: string): void {
  const target = symbolicLinkTarget(folder);
  if (target === undefined) return;
  throw new KitError(
    'option-invalid',
    `--out ${JSON.stringify(folder)}: it is a link to ${target}, and links are not followed; expected a folder`,
    { fix: 'To write there, give the folder that the link points to; or remove the link.' },
  );
}

function summarizeObstacles([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first}, and ${pluralize(others.length, 'other reason')}`;
}
