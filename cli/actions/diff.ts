import { changesStage } from '../../contracts/baseline/baseline-stage.ts';
import { toDiffData } from '../../contracts/baseline/diff-data.ts';
import { diffText } from '../../contracts/render/text/diff-text.ts';
import { styleFor } from '../../contracts/render/text/terminal.ts';
import { prepareReportFiles, writeReports } from '../../contracts/render/write-reports.ts';
import type { Report, Waiver } from '../../contracts/report/report.ts';
import { createReport } from '../../contracts/verdict/create-report.ts';
import { formatJson } from '../../sanitize.ts';
import { diffContracts } from '../../spec/diff/diff-contracts.ts';
import type { Change } from '../../spec/diff/rules/change.ts';
import { loadOverlaidContract } from '../../spec/loading/load-contract.ts';
import type { Contract } from '../../spec/model/contract.ts';
import type { CommandInput } from '../command.ts';
import { getFlag, rejectExtraArguments, requireArgument } from '../options/option-values.ts';
import { printWaivers, readReportTargets, readWaivers } from '../options/shared-options.ts';
import { writeAndPrint } from '../output.ts';

/** `plant-store diff`, as commands/ describes it. */
export async function run(input: CommandInput): Promise<number> {
  const reports = readReportTargets(input);
  await prepareReportFiles(reports);
  rejectExtraArguments(input, 2);
  const [oldDocument, newDocument] = [requireArgument(input, 0, 'OLD'), requireArgument(input, 1, 'NEW')];
  const waivers = await readWaivers(input);
  const startedAt = new Date();
  // Sequentially: when both documents are unreadable, every run reports the first one.
  const before = await loadOverlaidContract(oldDocument, [], 'compared');
  const after = await loadOverlaidContract(newDocument, [], 'compared');
  const changes = diffContracts(before, after);
  const report = reportFor({ before, after, changes, startedAt, waivers, strict: getFlag(input, 'strict') });
  const { verdict } = report;
  if (getFlag(input, 'json')) await printWaivers(report);
  await writeAndPrint(
    () => writeReports(report, reports),
    () =>
      getFlag(input, 'json')
        ? formatJson(toDiffData(changes, { before, after }, verdict))
        : diffText({ before, after, changes, report }, styleFor(process.stdout)),
  );
  return verdict.exitCode;
}

interface DiffInput {
  readonly before: Contract;
  readonly after: Contract;
  readonly changes: readonly Change[];
  readonly startedAt: Date;
  readonly waivers: readonly Waiver[];
  readonly strict: boolean;
}

/** The name of the same stage in the gate. */
const STAGE_NAME = 'breaking changes';

function reportFor({ before, after, changes, ...run }: DiffInput): Report {
  const ms = Date.now() - run.startedAt.getTime();
  const stage = { ...changesStage(changes, before, after), name: STAGE_NAME, ms };
  const baseUrl = `${before.file} -> ${after.file}`;
  return createReport({ contract: after, baseUrl, targetKind: 'files', stages: [stage], ...run });
}
