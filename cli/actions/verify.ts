import { missingResultError, runVerification } from '../../contracts/api/verify/verification.ts';
import { defaultRandomOptions, type RandomOptions } from '../../contracts/conformance/cases/test-category.ts';
import { openCredentials } from '../../contracts/conformance/login/open-credentials.ts';
import { type Profile, parseProfile, selectProfileCategories } from '../../contracts/conformance/profiles.ts';
import { parseSelection } from '../../contracts/conformance/selection.ts';
import { validateCredentials, withLearnedSecrets } from '../../contracts/options/credentials.ts';
import { runLimits } from '../../contracts/options/number-limits.ts';
import { formatJson } from '../../contracts/render/json-chunks.ts';
import { resultText } from '../../contracts/render/text/run-summary.ts';
import { styleFor } from '../../contracts/render/text/terminal.ts';
import { prepareReportFiles, writeReports } from '../../contracts/render/write-reports.ts';
import type { Report, Shard } from '../../contracts/report/report.ts';
import { KitError } from '../../errors.ts';
import type { CommandInput } from '../command.ts';
import { finishAcceptance, readAcceptance } from '../options/acceptance-options.ts';
import { loadHookFile, openHookFile, withHookValues } from '../options/hooks.ts';
import {
  getFlag,
  getInteger,
  getString,
  getStrings,
  loadSpec,
  rejectExtraArguments,
  requireBaseUrl,
} from '../options/option-values.ts';
import { readReplayOptions } from '../options/replay-options.ts';
import { readRerunOptions } from '../options/rerun-options.ts';
import {
  readAllCredentials,
  readPermissionOptions,
  readReportTargets,
  readRunLimits,
  readWaivers,
} from '../options/shared-options.ts';
import { readSuppliedValues, withSecrets } from '../options/supplied-values.ts';
import { createProgressLine, printOtherBasePaths, printUnsupported, writeAndPrint } from '../output.ts';

/** `plant-store verify`, as commands/ describes it. */
export async function run(input: CommandInput): Promise<number> {
  // First, so that the reports of an earlier run cannot be mistaken for the result of a run that does not start.
  const reports = readReportTargets(input);
  await prepareReportFiles(reports);
  rejectExtraArguments(input, 1);
  const profile = parseProfile(getString(input, 'profile'));
  const target = {
    baseUrl: requireBaseUrl(input, 0),
    credentials: readAllCredentials(input),
    ...readRunLimits(input),
    replayOptions: readReplayOptions(input),
    randomOptions: readRandomOptions(input, profile),
    profile: profile.name,
    casesPerOperation: profile.casesPerOperation,
    budget: getInteger(input, 'budget', runLimits.budget),
    shard: readShard(input),
    isRepeatable: getString(input, 'seed') !== undefined,
    rate: getInteger(input, 'rate', runLimits.rate),
    maxFailures: getInteger(input, 'max-failures', runLimits.maxFailures),
    maxSeconds: getInteger(input, 'max-time', runLimits.maxTime) ?? profile.maxSeconds,
  };
  const waivers = await readWaivers(input);
  const acceptance = await readAcceptance(input);
  const { failOn, severities } = acceptance;
  const configured = await readSuppliedValues(input, await loadSpec(input));
  const hooks = await openHookFile(await loadHookFile(input), target.baseUrl);
  const supplied = await withHookValues(configured, hooks);
  const { contract } = supplied;
  validateCredentials(contract, target.credentials);
  printUnsupported(contract, '--report json=FILE');
  printOtherBasePaths(contract, target.baseUrl);
  const selection = parseSelection(getStrings(input, 'only'), contract);
  const selected = getFlag(input, 'with-setup') ? [] : selection.operations;
  const permission = readPermissionOptions(input, contract, selected);
  const strict = getFlag(input, 'strict');
  const categories = selectProfileCategories(profile, selection);
  const credentials = withLearnedSecrets(
    withSecrets(await openCredentials({ ...target, contract }), supplied),
    hooks?.learned,
  );
  const run = {
    ...{ ...target, credentials, ...selection, categories },
    ...{ permission, contract, strict, failOn, severities, waivers, hooks, removesRecords: true },
    rerun: readRerunOptions(input, target.credentials),
  };
  const report = await showProgress(runVerification(run));
  await writeAndPrint(
    () => writeReports(report, reports),
    () =>
      getFlag(input, 'json')
        ? formatJson(report)
        : `${resultText(report, styleFor(process.stdout), getFlag(input, 'verbose'))}\n`,
  );
  return finishAcceptance(report, acceptance);
}

/** `2/3`: the second of three. */
function readShard(input: CommandInput): Shard | undefined {
  const given = getString(input, 'shard');
  if (given === undefined) return undefined;
  const [, index = 0, of = 0] = /^(\d{1,4})\/(\d{1,4})$/.exec(given)?.map(Number) ?? [];
  if (index >= 1 && index <= of) return { index, of };
  throw new KitError(
    'option-invalid',
    `--shard ${JSON.stringify(given)}: expected I/N, such as 2/3, with I from 1 to N`,
  );
}

function readRandomOptions(input: CommandInput, { caseCount }: Profile): RandomOptions {
  return {
    seed: getInteger(input, 'seed', runLimits.seed) ?? defaultRandomOptions.seed,
    caseCount: getInteger(input, 'cases', runLimits.cases) ?? caseCount,
  };
}

async function showProgress(events: ReturnType<typeof runVerification>): Promise<Report> {
  const progress = createProgressLine(process.stderr);
  for await (const event of events) {
    if (event.type === 'finished') {
      progress.clear();
      return event.report;
    }
    progress.count(`${event.operation} ${event.category}`, event.result === 'error');
  }
  throw missingResultError();
}
