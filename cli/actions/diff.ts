import { diffData } from '../../contracts/baseline/data.ts';
import { stageOfChanges } from '../../contracts/baseline/stage.ts';
import { diffText } from '../../contracts/render/text/diff-text.ts';
import { styleFor } from '../../contracts/render/text/terminal.ts';
import { makeRoomForReports, writeReports } from '../../contracts/render/write.ts';
import type { Report, Waiver } from '../../contracts/report/report.ts';
import { reportOf } from '../../contracts/verdict/make-report.ts';
import { diffContracts } from '../../spec/diff/diff.ts';
import type { Change } from '../../spec/diff/rules/change.ts';
import { loadContract } from '../../spec/loading/load.ts';
import type { Contract } from '../../spec/model/contract.ts';
import { printedJson } from '../../text.ts';
import type { CommandInput } from '../command.ts';
import { reportsOf, tellWaivers, waiversOf } from '../options/shared.ts';
import { argument, flag, refuseExtra } from '../options/values.ts';
import { writeAndTell } from '../output.ts';

/** `plant-store diff`, as commands/ describes it. */
export async function run(input: CommandInput): Promise<number> {
  const reports = reportsOf(input);
  await makeRoomForReports(reports);
  refuseExtra(input, 2);
  const [old, fresh] = [argument(input, 0, 'OLD'), argument(input, 1, 'NEW')];
  const waivers = await waiversOf(input);
  const startedAt = new Date();
  // One after the other: of two that cannot be read the first is told, in every run.
  const before = await loadContract(old);
  const after = await loadContract(fresh);
  const changes = diffContracts(before, after);
  const report = reportFor({ before, after, changes, startedAt, waivers, strict: flag(input, 'strict') });
  const { verdict } = report;
  if (flag(input, 'json')) await tellWaivers(report);
  await writeAndTell(
    () => writeReports(report, reports),
    () =>
      flag(input, 'json')
        ? printedJson(diffData(changes, { before, after }, verdict))
        : diffText({ before, after, changes, report }, styleFor(process.stdout)),
  );
  return verdict.exitCode;
}

interface Comparison {
  readonly before: Contract;
  readonly after: Contract;
  readonly changes: readonly Change[];
  readonly startedAt: Date;
  readonly waivers: readonly Waiver[];
  readonly strict: boolean;
}

/** As the gate calls it. */
const STAGE = 'breaking changes';

function reportFor({ before, after, changes, ...run }: Comparison): Report {
  const ms = Date.now() - run.startedAt.getTime();
  const stage = { ...stageOfChanges(changes, before, after), name: STAGE, ms };
  const baseUrl = `${before.file} -> ${after.file}`;
  return reportOf({ contract: after, baseUrl, targetKind: 'files', stages: [stage], ...run });
}
