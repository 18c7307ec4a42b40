import { realpathSync } from 'node:fs';
import path from 'node:path';
import { mergeReports, type ShardReport } from '../../contracts/merge/merge-reports.ts';
import { formatJson } from '../../contracts/render/json-chunks.ts';
import { resultText } from '../../contracts/render/text/run-summary.ts';
import { styleFor } from '../../contracts/render/text/terminal.ts';
import {
  prepareReportFiles,
  type ReportTarget,
  reportTargetsIn,
  writeReports,
} from '../../contracts/render/write-reports.ts';
import { readReport } from '../../contracts/report/read-report.ts';
import type { Report } from '../../contracts/report/report.ts';
import { KitError } from '../../errors.ts';
import type { CommandInput } from '../command.ts';
import { getFlag, getString, rejectUrl, requireArgument } from '../options/option-values.ts';
import { readReportTargets } from '../options/shared-options.ts';
import { writeAndPrint } from '../output.ts';
import { openReportFolder, type WrittenReports } from '../report-folder/report-folder.ts';

/** `plant-store merge`, as commands/ describes it. */
export async function run(input: CommandInput): Promise<number> {
  requireArgument(input, 0, 'REPORT');
  for (const file of input.positionals) rejectUrl(file, 'REPORT', 'a file');
  const out = getString(input, 'out');
  const reports = readReportTargets(input);
  rejectOverwriting(input.positionals, [...reports, ...(out === undefined ? [] : reportTargetsIn(out))]);
  // First, so that earlier reports cannot be mistaken for the result when parts cannot be read.
  await prepareReportFiles(reports);
  const folder = out === undefined ? undefined : await openReportFolder(out);
  const parts: ShardReport[] = [];
  for (const file of input.positionals) parts.push({ file, report: await readReport(file) });
  const report = mergeReports(parts);
  await writeAndPrint(
    async () => {
      await writeReports(report, reports);
      return folder?.write(report);
    },
    (written) => (getFlag(input, 'json') ? formatJson(report) : mergeText(input, report, written)),
  );
  return report.verdict.exitCode;
}

function mergeText(input: CommandInput, report: Report, written: WrittenReports | undefined): string {
  const lines = [
    resultText(report, styleFor(process.stdout), getFlag(input, 'verbose')),
    ...(written === undefined ? [] : [written.certificate]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** Targets are cleared before the parts are read, so a target must not be one of the parts. */
function rejectOverwriting(parts: readonly string[], targets: readonly ReportTarget[]): void {
  const files = new Set(targets.map(({ file }) => realPathOrResolved(file)));
  const conflict = parts.find((file) => files.has(realPathOrResolved(file)));
  if (conflict === undefined) return;
  throw new KitError(
    'option-invalid',
    `${conflict} is an input and would be overwritten; give another --out or --report`,
  );
}

/** Resolves symbolic links. */
function realPathOrResolved(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return path.resolve(file);
  }
}
