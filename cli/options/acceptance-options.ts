/** Options to accept a service with known findings: what fails a run, and the baseline. */
import type { ChosenSeverities } from '../../contracts/finding/chosen-severities.ts';
import { type FailOn, failOnValues, parseFailOn, rejectNewWithoutWaivers } from '../../contracts/options/fail-on.ts';
import type { Report } from '../../contracts/report/report.ts';
import { isJsonArray } from '../../spec/json/exact-json.ts';
import type { CommandInput, OptionSpec } from '../command.ts';
import { getString, getStrings, rejectUrl } from './option-values.ts';

/** Of the commands that run all checks of an implementation. */
export const acceptanceOptions = {
  'fail-on': {
    type: 'string',
    value: 'WHAT',
    help: `which findings fail the run: ${failOnValues.join(', ')}; "new" are errors that --waivers does not hold (default: error)`,
  },
  severity: {
    type: 'string',
    multiple: true,
    value: 'CHECK=SEVERITY',
    help: 'findings of this check are an error, a warning, or off (repeatable)',
  },
  'write-baseline': {
    type: 'string',
    value: 'FILE',
    help: 'write all findings of now as waivers, for --waivers; the exit code is then 0',
  },
} as const satisfies Record<string, OptionSpec>;

interface Acceptance {
  readonly failOn: FailOn | undefined;
  readonly severities: ChosenSeverities;
  readonly baselineFile: string | undefined;
}

/** Call before a run. Throws `option-invalid` and `file-unwritable`. */
export async function readAcceptance(input: CommandInput): Promise<Acceptance> {
  const given = getString(input, 'fail-on');
  const failOn = given === undefined ? undefined : parseFailOn(given, '--fail-on');
  const hasOwnWaivers = isJsonArray(input.configuration?.value['waivers']);
  rejectNewWithoutWaivers(failOn, hasOwnWaivers || getString(input, 'waivers') !== undefined);
  return { failOn, severities: await readSeverities(input), baselineFile: await readBaselineFile(input) };
}

async function readSeverities(input: CommandInput): Promise<ChosenSeverities> {
  const given = getStrings(input, 'severity');
  if (given.length === 0) return [];
  const { parseSeverities } = await import('../../contracts/catalog/parse-severities.ts');
  return parseSeverities(given);
}

async function readBaselineFile(input: CommandInput): Promise<string | undefined> {
  const file = getString(input, 'write-baseline');
  if (file === undefined) return undefined;
  rejectUrl(file, '--write-baseline', 'a file');
  const { checkWritableFile } = await import('../../contracts/render/write-reports.ts');
  await checkWritableFile(file);
  return file;
}

/** Writes the baseline, if one was requested, and returns the exit code of the command. */
export async function finishAcceptance(report: Report, { baselineFile }: Acceptance): Promise<number> {
  const { exitCode } = report.verdict;
  if (baselineFile === undefined) return exitCode;
  const { BASELINE_DAYS, reasonNoBaseline, writeBaseline } = await import('../../contracts/waivers/write-baseline.ts');
  const reason = reasonNoBaseline(report);
  if (reason !== undefined) {
    process.stderr.write(`baseline: not written, because ${reason}\n`);
    return exitCode;
  }
  const description = await writeBaseline(report, baselineFile);
  process.stderr.write(
    `baseline: ${description} in ${baselineFile}, known for ${BASELINE_DAYS} days; give it with --waivers\n`,
  );
  return 0;
}
