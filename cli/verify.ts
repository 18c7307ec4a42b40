import { type Draws, defaultDraws } from '../contracts/conformance/cases/family.ts';
import type { RunResult } from '../contracts/conformance/result.ts';
import { runConformance } from '../contracts/conformance/run.ts';
import type { Shard } from '../contracts/conformance/shard.ts';
import { conformanceStage } from '../contracts/report/conformance-stage.ts';
import { conformanceText } from '../contracts/report/conformance-text.ts';
import { jsonText } from '../contracts/report/json-pieces.ts';
import { reportOf } from '../contracts/report/report.ts';
import { styleFor } from '../contracts/report/style.ts';
import { makeRoomForReports, writeReports } from '../contracts/report/write.ts';
import { KitError } from '../errors.ts';
import { loadContract } from '../spec/load.ts';
import type { CommandInput } from './command.ts';
import { askedFor } from './only.ts';
import { argument, baseUrl, flag, integer, refuseExtra, specSource, text, texts } from './options.ts';
import { progressLine } from './progress.ts';
import { reportsOf } from './report-options.ts';
import { readCredentials, readLimits } from './target.ts';
import { tellElsewhere } from './tell-elsewhere.ts';
import { tellUnsupported } from './tell-unsupported.ts';
import { waiversOf } from './waivers-option.ts';

/** `plant-store verify`, as commands/ describes it. */
export async function run(input: CommandInput): Promise<number> {
  refuseExtra(input, 1);
  // First: what an earlier run has written is not to pass for the result of one that does not begin.
  const reports = reportsOf(input);
  await makeRoomForReports(reports);
  const target = {
    baseUrl: baseUrl(argument(input, 0, 'BASE_URL')),
    credentials: readCredentials(input),
    ...readLimits(input),
    draws: readDraws(input),
    budget: integer(input, 'budget', { min: 1 }),
    shard: readShard(input),
    isRepeatable: text(input, 'seed') !== undefined,
    rate: integer(input, 'rate', { min: 1, max: 1_000_000 }),
    maxFailures: integer(input, 'max-failures', { min: 1 }),
    maxSeconds: integer(input, 'max-time', { min: 1, max: 86_400 }),
  };
  const waivers = await waiversOf(input);
  const contract = await loadContract(specSource(input));
  tellUnsupported(contract, '--report json=FILE, under contract.unsupported');
  tellElsewhere(contract, target.baseUrl);
  const startedAt = new Date();
  const result = await watch(
    runConformance({ ...target, ...askedFor(texts(input, 'only'), contract), contract }),
  );
  const report = reportOf({
    contract,
    baseUrl: target.baseUrl,
    targetKind: 'implementation',
    startedAt,
    stages: [conformanceStage(contract, result)],
    strict: flag(input, 'strict'),
    shard: target.shard,
    waivers,
  });
  await writeReports(report, reports);
  process.stdout.write(
    flag(input, 'json') ? jsonText(report) : `${conformanceText(report, styleFor(process.stdout))}\n`,
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
    seed: integer(input, 'seed', { min: 0, max: 2 ** 31 - 1 }) ?? defaultDraws.seed,
    cases: integer(input, 'cases', { min: 0, max: 1_000_000 }) ?? defaultDraws.cases,
  };
}

async function watch(events: ReturnType<typeof runConformance>): Promise<RunResult> {
  const progress = progressLine(process.stderr);
  for await (const event of events) {
    if (event.type === 'finished') {
      progress.clear();
      return event.result;
    }
    progress.count(`${event.operation} ${event.family}`, event.result === 'fault');
  }
  throw new KitError('nothing-judged', 'the run ended without a result');
}
