import { changesStage } from '../../contracts/baseline/baseline-stage.ts';
import { toDiffData } from '../../contracts/baseline/diff-data.ts';
import { type DiffFailOn, parseDiffFailOn } from '../../contracts/options/fail-on.ts';
import { createChangelog } from '../../contracts/render/changelog/changelog-data.ts';
import { checkChangelogFile, writeChangelog } from '../../contracts/render/changelog/write-changelog.ts';
import { diffText } from '../../contracts/render/text/diff-text.ts';
import { styleFor } from '../../contracts/render/text/terminal.ts';
import { prepareReportFiles, type ReportTarget, writeReports } from '../../contracts/render/write-reports.ts';
import type { Report, Waiver } from '../../contracts/report/report.ts';
import { createReport } from '../../contracts/verdict/create-report.ts';
import { KitError } from '../../errors.ts';
import { formatJson } from '../../sanitize.ts';
import { diffContracts } from '../../spec/diff/diff-contracts.ts';
import type { Change } from '../../spec/diff/rules/change.ts';
import { loadOverlaidContract } from '../../spec/loading/load-contract.ts';
import type { Contract } from '../../spec/model/contract.ts';
import type { CommandInput } from '../command.ts';
import {
  getFlag,
  getString,
  getStrings,
  rejectExtraArguments,
  rejectUrl,
  requireArgument,
} from '../options/option-values.ts';
import { printWaivers, readReportTargets, readWaivers } from '../options/shared-options.ts';
import { writeAndPrint } from '../output.ts';

/** `plant-store diff`, as commands/ describes it. */
export async function run(input: CommandInput): Promise<number> {
  const reports = readReportTargets(input);
  const changelogs = readChangelogFiles(input, reports);
  const failOn = readFailOn(input);
  await prepareReportFiles([...reports, ...changelogs.map((file) => ({ file }))]);
  rejectExtraArguments(input, 2);
  const [oldDocument, newDocument] = [requireArgument(input, 0, 'OLD'), requireArgument(input, 1, 'NEW')];
  const waivers = await readWaivers(input);
  const startedAt = new Date();
  // Sequentially: when both documents are unreadable, every run reports the first one.
  const before = await loadVersion(input, oldDocument);
  const after = await loadVersion(input, newDocument);
  const changes = diffContracts(before, after);
  const strict = getFlag(input, 'strict');
  const report = reportFor({ before, after, changes, startedAt, waivers, strict, failOn });
  const failsForAny = failOn === 'info' && changes.length > 0 && report.verdict.exitCode === 0;
  const exitCode = failsForAny ? 1 : report.verdict.exitCode;
  if (getFlag(input, 'json')) await printWaivers(report);
  await writeAndPrint(
    async () => {
      await writeReports(report, reports);
      const notes = report.stages.flatMap((stage) => stage.notes);
      const changelog = createChangelog(changes, { before, after }, notes);
      for (const file of changelogs) await writeChangelog(changelog, file);
    },
    () =>
      getFlag(input, 'json')
        ? formatJson(toDiffData(changes, { before, after }, exitCode))
        : diffText({ before, after, changes, report, failsForAny }, styleFor(process.stdout)),
  );
  return exitCode;
}

/** One of the two may be a URL or in Git, where there is no other folder. */
function loadVersion(input: CommandInput, document: string): Promise<Contract> {
  const isFile = !/^(?:https?:\/\/|git:)/i.test(document);
  const refRoot = isFile ? getString(input, 'ref-root') : undefined;
  return loadOverlaidContract(document, [], { acceptsEmpty: true, refRoot });
}

function readFailOn(input: CommandInput): DiffFailOn | undefined {
  const given = getString(input, 'fail-on');
  return given === undefined ? undefined : parseDiffFailOn(given);
}

/** Throws `option-invalid`. */
function readChangelogFiles(input: CommandInput, reports: readonly ReportTarget[]): readonly string[] {
  const files = getStrings(input, 'changelog');
  for (const file of files) {
    rejectUrl(file, '--changelog', 'a file');
    checkChangelogFile(file, '--changelog');
  }
  const all = [...files, ...reports.map(({ file }) => file)];
  const duplicate = files.find((file) => all.filter((other) => other === file).length > 1);
  if (duplicate === undefined) return files;
  throw new KitError('option-invalid', `--changelog names ${duplicate}, which is also written by another option`);
}

interface DiffInput {
  readonly before: Contract;
  readonly after: Contract;
  readonly changes: readonly Change[];
  readonly startedAt: Date;
  readonly waivers: readonly Waiver[];
  readonly strict: boolean;
  readonly failOn: DiffFailOn | undefined;
}

/** The name of the same stage in the gate. */
const STAGE_NAME = 'breaking changes';

function reportFor({ before, after, changes, failOn, ...run }: DiffInput): Report {
  const ms = Date.now() - run.startedAt.getTime();
  const stage = { ...changesStage(changes, before, after), name: STAGE_NAME, ms };
  const baseUrl = `${before.file} -> ${after.file}`;
  // Of harmless changes a report has no findings.
  const reportedFailOn = failOn === 'info' ? 'warning' : failOn;
  return createReport({
    contract: after,
    baseUrl,
    targetKind: 'files',
    stages: [stage],
    failOn: reportedFailOn,
    ...run,
  });
}
