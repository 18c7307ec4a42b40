/** Writes the certificate of a run beside its report. */
import { KitError } from '../../errors.ts';
import { writeWhole } from '../../spec/files/whole-file.ts';
import { readReportFile } from '../report/read-report.ts';
import { certificateOf, certificateText, type Issued } from './certificate.ts';

/** Where the report is, and where its certificate goes. */
export interface CertificateFiles {
  readonly reportFile: string;
  readonly certificateFile: string;
}

/**
 * Made of the bytes that were written, so that it is about the file that people get. Where there is none, nothing is
 * written. Throws `file-unwritable`.
 */
export async function writeCertificate({ reportFile, certificateFile }: CertificateFiles): Promise<Issued> {
  const issued = await issuedFor(reportFile);
  if (issued.kind === 'none') return issued;
  await writeWhole(certificateFile, certificateText(issued.certificate));
  return issued;
}

/** A report that is too large to be read back has its verdict all the same. */
async function issuedFor(reportFile: string): Promise<Issued> {
  try {
    return certificateOf(await readReportFile(reportFile));
  } catch (error) {
    if (!(error instanceof KitError)) throw error;
    return { kind: 'none', obstacles: [`the report cannot be read back: ${error.detail}`] };
  }
}
