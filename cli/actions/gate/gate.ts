import path from 'node:path';
import { defaultRandomOptions } from '../../../contracts/conformance/cases/test-category.ts';
import { parseProfile } from '../../../contracts/conformance/profiles.ts';
import { gateStageNames, runGate } from '../../../contracts/gate/gate.ts';
import { validateCredentials, validateIsolated, withLearnedSecrets } from '../../../contracts/options/credentials.ts';
import { runLimits } from '../../../contracts/options/number-limits.ts';
import { brokerHeaders } from '../../../contracts/pact/broker/broker-access.ts';
import { formatJson } from '../../../contracts/render/json-chunks.ts';
import { gateText } from '../../../contracts/render/text/gate-text.ts';
import { lineWidth, styleFor } from '../../../contracts/render/text/terminal.ts';
import type { Report } from '../../../contracts/report/report.ts';
import { sanitizeLine } from '../../../sanitize.ts';
import { isDefaultContract } from '../../../spec/kit.ts';
import type { CommandInput } from '../../command.ts';
import { finishAcceptance, readAcceptance } from '../../options/acceptance-options.ts';
import { createHookSecrets, loadHookFile, openHookFile, withHookValues } from '../../options/hooks.ts';
import {
  getFlag,
  getInteger,
  getString,
  getStrings,
  rejectEmptyOptions,
  rejectExtraArguments,
} from '../../options/option-values.ts';
import { readReplayOptions } from '../../options/replay-options.ts';
import { readRerunOptions } from '../../options/rerun-options.ts';
import { readPermissionOptions, readRunLimits, readStatesUrl } from '../../options/shared-options.ts';
import { readSuppliedValues, withSecrets } from '../../options/supplied-values.ts';
import { printOtherBasePaths, printUnsupported, writeAndPrint } from '../../output.ts';
import { noReports, openReportFolder, type ReportFolder } from '../../report-folder/report-folder.ts';
import { isOutputShared } from '../../shared-output.ts';
import { reportGateProgress } from './gate-progress.ts';
import { type FailedPreparation, loadGateContract, prepareGate } from './prepare.ts';
import { type GateTarget, readTarget, withHookSecrets } from './target.ts';

/** `plant-store gate`, as commands/ describes it. */
export async function run(input: CommandInput): Promise<number> {
  // First, so that the reports of an earlier run cannot be mistaken for the result of a run that does not start.
  const folder = await openReportFolder(getString(input, 'out') ?? 'report');
  rejectExtraArguments(input, 1);
  rejectEmptyOptions(input);
  const hookSecrets = createHookSecrets();
  const plan = withHookSecrets(readTarget(input), hookSecrets);
  const limits = await readGateOptions(input);
  const acceptance = await readAcceptance(input);
  const loaded = await loadGateContract(input, plan, folder.path);
  if ('error' in loaded) return reportFailedPreparation(input, folder, loaded);
  const { contract } = loaded;
  if (plan.kind !== 'mock server') {
    validateCredentials(contract, plan.credentials);
    validateIsolated(contract, plan.credentials);
  }
  const permission = readPermissionOptions(input, contract);
  const configured = await readSuppliedValues(input, contract);
  const loadedHooks = await loadHookFile(input);
  printUnsupported(contract, `${folder.path}/report.json`);
  const prepared = await prepareGate({ input, plan, contract, folder: folder.path });
  if ('error' in prepared) return reportFailedPreparation(input, folder, prepared);
  const { target, ...preparedOptions } = prepared;
  printOtherBasePaths(contract, target.baseUrl);
  const hooks = await openHookFile(loadedHooks, target.baseUrl, hookSecrets);
  const supplied = await closeOnError(target, () => withHookValues(configured, hooks));
  const credentials = withLearnedSecrets(withSecrets(target.credentials, supplied), hooks?.learned);
  const report = await runGateOnTarget(
    { ...target, credentials },
    {
      ...limits,
      ...preparedOptions,
      ...{ failOn: acceptance.failOn, severities: acceptance.severities },
      ...{
        permission,
        contract,
        hooks,
        replayOptions: readReplayOptions(input),
        rerun: readRerunOptions(input, target.credentials),
      },
      suppliedContract: supplied.contract,
      stateValues: supplied.byName,
      outDir: folder.path,
    },
  );
  await writeGateReport(input, folder, report);
  return finishAcceptance(report, acceptance);
}

/** A hook that fails must not leave the implementation behind. */
async function closeOnError<Result>(target: GateTarget, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    await target.close();
    throw error;
  }
}

/** Writes the report, then throws the error. */
async function reportFailedPreparation(
  input: CommandInput,
  folder: ReportFolder,
  { report, error }: FailedPreparation,
): Promise<never> {
  await writeGateReport(input, folder, report);
  throw error;
}

async function writeGateReport(input: CommandInput, folder: ReportFolder, report: Report): Promise<void> {
  const style = styleFor(process.stdout);
  const width = lineWidth(process.stdout);
  await writeAndPrint(
    () => folder.write(report),
    (written = noReports) =>
      getFlag(input, 'json')
        ? formatJson(report)
        : `${gateText({ report, folder: folder.path, ...written, width, hasStages: isOutputShared() }, style)}\n`,
  );
}

async function readGateOptions(input: CommandInput) {
  const seed = getInteger(input, 'seed', runLimits.seed);
  const { name, categories, caseCount, casesPerOperation, maxSeconds } = parseProfile(getString(input, 'profile'));
  return {
    ...{ profile: name, categories, casesPerOperation, maxSeconds },
    ...readRunLimits(input),
    strict: getFlag(input, 'strict'),
    randomOptions: { seed: seed ?? defaultRandomOptions.seed, caseCount },
    budget: getInteger(input, 'budget', runLimits.budget),
    isRepeatable: seed !== undefined,
    pactFiles: getStrings(input, 'pact'),
    statesUrl: await readStatesUrl(input),
    headersForUrl: brokerHeaders(process.env),
    userLinter: await readUserLinter(input),
  };
}

/** Says that the file is run, since it may have plugins. */
async function readUserLinter(input: CommandInput) {
  const file = getString(input, 'lint');
  if (file === undefined) return undefined;
  const { loadUserLinter } = await import('../../../contracts/lint/redocly.ts');
  process.stderr.write(`lint: ${sanitizeLine(file)}\n`);
  return loadUserLinter(file);
}

type GateRunOptions = Omit<Parameters<typeof runGate>[0], keyof GateTarget | 'consumerOutDir'> & {
  readonly outDir: string;
};

/** Closes the target in any case. */
async function runGateOnTarget(target: GateTarget, { outDir, ...options }: GateRunOptions): Promise<Report> {
  const consumerOutDir = isDefaultContract(options.contract) ? path.join(outDir, 'pacts') : undefined;
  try {
    return await reportGateProgress(runGate({ ...options, ...target, consumerOutDir }), {
      names: gateStageNames,
      hasWaivers: (options.waivers ?? []).length > 0,
      isOutputShared: isOutputShared(),
    });
  } finally {
    await target.close();
  }
}
