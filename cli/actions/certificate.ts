import { existsSync } from 'node:fs';
import path from 'node:path';
import {
  checkCertificate,
  isFromOtherVersion,
  kitVersionOf,
  readCertificate,
} from '../../contracts/certificate/check-certificate.ts';
import { type CertificateCheck, certificateCheckText } from '../../contracts/certificate/check-certificate-text.ts';
import { mockServerNotice } from '../../contracts/certificate/issue-certificate.ts';
import { styleFor } from '../../contracts/render/text/terminal.ts';
import { readReportFile } from '../../contracts/report/read-report.ts';
import { isoDate } from '../../contracts/waivers/read-waivers.ts';
import { KitError } from '../../errors.ts';
import { formatJson } from '../../sanitize.ts';
import { loadOverlaidContract } from '../../spec/loading/load-contract.ts';
import type { CommandInput } from '../command.ts';
import { getFlag, getString, rejectExtraArguments, rejectUrl, requireArgument } from '../options/option-values.ts';

/** `plant-store certificate`, as commands/ describes it. */
export async function run(input: CommandInput): Promise<number> {
  rejectExtraArguments(input, 1);
  const result = await checkCertificateFile(input);
  process.stdout.write(
    getFlag(input, 'json')
      ? formatJson(certificateData(result))
      : `${certificateCheckText(result, styleFor(process.stdout))}\n`,
  );
  return result.differences.length === 0 ? 0 : 1;
}

async function checkCertificateFile(input: CommandInput): Promise<CertificateCheck> {
  const file = requireArgument(input, 0, 'FILE');
  rejectUrl(file, 'FILE', 'a file');
  const reportFile = getString(input, 'report');
  if (reportFile !== undefined) rejectUrl(reportFile, '--report', 'a file');
  const certificate = await readCertificate(file);
  const report = await readReportFile(reportFile ?? findReport(file));
  const spec = getString(input, 'spec');
  const refRoot = getString(input, 'ref-root');
  const contract = spec === undefined ? undefined : await loadOverlaidContract(spec, [], { refRoot });
  const differences = checkCertificate({ certificate, report, contract, today: isoDate(new Date()) });
  const { targetKind } = report.report;
  const notes = [
    ...(contract === undefined ? ['the contract was not compared with a document; give one with --spec'] : []),
    ...(isFromOtherVersion(certificate)
      ? [`issued by version ${kitVersionOf(certificate)} of the kit; its wording and zoo figures are not compared`]
      : []),
    ...(targetKind === 'mock server' ? [mockServerNotice] : []),
  ];
  return { file, certificate, differences, notes };
}

/** The `report.json` in the same folder. Throws `report-unreadable` when there is none. */
function findReport(file: string): string {
  const reportFile = path.join(path.dirname(file), 'report.json');
  if (existsSync(reportFile)) return reportFile;
  throw new KitError('report-unreadable', `${reportFile}: no such file`, {
    fix: 'Put the report.json of the same run in the same folder, or give it with --report.',
  });
}

function certificateData({ file, differences, notes }: CertificateCheck) {
  return { certificate: file, valid: differences.length === 0, differences, notes };
}
