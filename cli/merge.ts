import path from 'node:path';
import { mergeReports } from '../contracts/merge.ts';
import { conformanceText } from '../contracts/report/conformance-text.ts';
import { jsonText } from '../contracts/report/json-pieces.ts';
import { readReport } from '../contracts/report/read-report.ts';
import { styleFor } from '../contracts/report/style.ts';
import { makeRoomForReports, type ReportTarget, reportsIn, writeReports } from '../contracts/report/write.ts';
import { KitError } from '../errors.ts';
import type { CommandInput } from './command.ts';
import { argument, flag, text } from './options.ts';
import { openReportFolder } from './report-folder.ts';
import { reportsOf } from './report-options.ts';

/** `plant-store merge`, as commands/ describes it. */
export async function run(input: CommandInput): Promise<number> {
  argument(input, 0, 'REPORT');
  const parts = await Promise.all(
    input.positionals.map(async (file) => ({ file, report: await readReport(file) })),
  );
  const out = text(input, 'out');
  const reports = reportsOf(input);
  refuseOverwriting(input.positionals, [...reports, ...(out === undefined ? [] : reportsIn(out))]);
  await makeRoomForReports(reports);
  const folder = out === undefined ? undefined : await openReportFolder(out);
  const report = mergeReports(parts);
  await writeReports(report, reports);
  await folder?.write(report);
  process.stdout.write(
    flag(input, 'json') ? jsonText(report) : `${conformanceText(report, styleFor(process.stdout))}\n`,
  );
  return report.verdict.exitCode;
}

/** Room is made before it is known whether the parts can be joined: nobody is to lose the report of a shard by it. */
function refuseOverwriting(parts: readonly string[], targets: readonly ReportTarget[]): void {
  const files = new Set(targets.map(({ file }) => path.resolve(file)));
  const both = parts.find((file) => files.has(path.resolve(file)));
  if (both === undefined) return;
  throw new KitError(
    'option-invalid',
    `${both} is a part, and would be written over; give another --out or --report`,
  );
}
