import { realpathSync } from 'node:fs';
import path from 'node:path';
import { mergeReports, type ShardReport } from '../../contracts/merge/merge.ts';
import { jsonText } from '../../contracts/render/json-pieces.ts';
import { conformanceText } from '../../contracts/render/text/conformance-text.ts';
import { styleFor } from '../../contracts/render/text/terminal.ts';
import {
  makeRoomForReports,
  type ReportTarget,
  reportsIn,
  writeReports,
} from '../../contracts/render/write.ts';
import { readReport } from '../../contracts/report/read.ts';
import type { Report } from '../../contracts/report/report.ts';
import { KitError } from '../../errors.ts';
import type { CommandInput } from '../command.ts';
import { reportsOf } from '../options/shared.ts';
import { argument, flag, text } from '../options/values.ts';
import { writeAndTell } from '../output.ts';
import { openReportFolder, type WrittenReports } from '../report-folder/report-folder.ts';

/** `plant-store merge`, as commands/ describes it. */
export async function run(input: CommandInput): Promise<number> {
  argument(input, 0, 'REPORT');
  const out = text(input, 'out');
  const reports = reportsOf(input);
  refuseOverwriting(input.positionals, [...reports, ...(out === undefined ? [] : reportsIn(out))]);
  // First: what an earlier one has written is not to pass for the result of parts that cannot be read.
  await makeRoomForReports(reports);
  const folder = out === undefined ? undefined : await openReportFolder(out);
  const parts: ShardReport[] = [];
  for (const file of input.positionals) parts.push({ file, report: await readReport(file) });
  const report = mergeReports(parts);
  await writeAndTell(
    async () => {
      await writeReports(report, reports);
      return folder?.write(report);
    },
    (written) => (flag(input, 'json') ? jsonText(report) : inWords(report, written)),
  );
  return report.verdict.exitCode;
}

function inWords(report: Report, written: WrittenReports | undefined): string {
  const lines = [
    conformanceText(report, styleFor(process.stdout)),
    ...(written === undefined ? [] : [written.certificate]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** Room is made before it is known whether the parts can be joined: nobody is to lose the report of a shard by it. */
function refuseOverwriting(parts: readonly string[], targets: readonly ReportTarget[]): void {
  const files = new Set(targets.map(({ file }) => whereabouts(file)));
  const both = parts.find((file) => files.has(whereabouts(file)));
  if (both === undefined) return;
  throw new KitError(
    'option-invalid',
    `${both} is a part, and would be written over; give another --out or --report`,
  );
}

/** Whatever links lead there. */
function whereabouts(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return path.resolve(file);
  }
}
