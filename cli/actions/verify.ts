import { endedEarly, verification } from '../../contracts/api/verify/verification.ts';
import { askedFor } from '../../contracts/conformance/asked.ts';
import { type Draws, defaultDraws } from '../../contracts/conformance/cases/family.ts';
import { checkSchemeNames } from '../../contracts/options/credentials.ts';
import { runLimits } from '../../contracts/options/limits.ts';
import { jsonText } from '../../contracts/render/json-pieces.ts';
import { conformanceText } from '../../contracts/render/text/conformance-text.ts';
import { styleFor } from '../../contracts/render/text/terminal.ts';
import { makeRoomForReports, writeReports } from '../../contracts/render/write.ts';
import type { Report, Shard } from '../../contracts/report/report.ts';
import { KitError } from '../../errors.ts';
import { loadContract } from '../../spec/loading/load.ts';
import type { CommandInput } from '../command.ts';
import { readCredentials, readLimits, reportsOf, waiversOf } from '../options/shared.ts';
import { argument, baseUrl, flag, integer, refuseExtra, specSource, text, texts } from '../options/values.ts';
import { progressLine, tellElsewhere, tellUnsupported, writeAndTell } from '../output.ts';

/** `plant-store verify`, as commands/ describes it. */
export async function run(input: CommandInput): Promise<number> {
  // First: what an earlier run has written is not to pass for the result of one that does not begin.
  const reports = reportsOf(input);
  await makeRoomForReports(reports);
  refuseExtra(input, 1);
  const target = {
    baseUrl: baseUrl(argument(input, 0, 'BASE_URL')),
    credentials: readCredentials(input),
    ...readLimits(input),
    draws: readDraws(input),
    budget: integer(input, 'budget', runLimits.budget),
    shard: readShard(input),
    isRepeatable: text(input, 'seed') !== undefined,
    rate: integer(input, 'rate', runLimits.rate),
    maxFailures: integer(input, 'max-failures', runLimits.maxFailures),
    maxSeconds: integer(input, 'max-time', runLimits.maxTime),
  };
  const waivers = await waiversOf(input);
  const contract = await loadContract(specSource(input));
  checkSchemeNames(contract, target.credentials);
  tellUnsupported(contract, '--report json=FILE, under contract.unsupported');
  tellElsewhere(contract, target.baseUrl);
  const asked = askedFor(texts(input, 'only'), contract);
  const strict = flag(input, 'strict');
  const report = await watch(verification({ ...target, ...asked, contract, strict, waivers }));
  await writeAndTell(
    () => writeReports(report, reports),
    () => (flag(input, 'json') ? jsonText(report) : `${conformanceText(report, styleFor(process.stdout))}\n`),
  );
  return report.verdict.exitCode;
}

/** `2/3`: the second of three. */
function readShard(input: CommandInput): Shard | undefined {
  const given = text(input, 'shard');
  if (given === undefined) return undefined;
  const [, index = 0, of = 0] = /^(\d{1,4})\/(\d{1,4})$/.exec(given)?.map(Number) ?? [];
  if (index >= 1 && index <= of) return { index, of };
  throw new KitError(
    'option-invalid',
    `--shard ${JSON.stringify(given)}: expected I/N, such as 2/3, with I from 1 to N`,
  );
}

function readDraws(input: CommandInput): Draws {
  return {
    seed: integer(input, 'seed', runLimits.seed) ?? defaultDraws.seed,
    cases: integer(input, 'cases', runLimits.cases) ?? defaultDraws.cases,
  };
}

async function watch(events: ReturnType<typeof verification>): Promise<Report> {
  const progress = progressLine(process.stderr);
  for await (const event of events) {
    if (event.type === 'finished') {
      progress.clear();
      return event.report;
    }
    progress.count(`${event.operation} ${event.family}`, event.result === 'fault');
  }
  throw endedEarly();
}
