import { type Budget, defaultBudget } from '../contracts/conformance/cases/family.ts';
import type { RunResult } from '../contracts/conformance/result.ts';
import { runConformance } from '../contracts/conformance/run.ts';
import { DEFAULT_MAX_SECONDS } from '../contracts/conformance/stop.ts';
import { conformanceText } from '../contracts/report/conformance-text.ts';
import { conformanceReport } from '../contracts/report/report.ts';
import { styleFor } from '../contracts/report/style.ts';
import { makeRoomForReports, writeReports } from '../contracts/report/write.ts';
import { KitError } from '../errors.ts';
import { loadContract } from '../spec/load.ts';
import { visible } from '../text.ts';
import type { Command, CommandInput } from './command.ts';
import { argument, baseUrl, flag, integer, refuseExtra, specSource, texts } from './options.ts';
import { progressLine } from './progress.ts';
import { reportOption, reportsOf } from './report-options.ts';
import { readCredentials, readLimits, targetOptions } from './target.ts';

export const command: Command = {
  name: 'verify',
  summary: 'Judge an implementation: does it keep the contract?',
  usage: 'plant-store verify BASE_URL [options]',
  examples: [
    'PLANT_STORE_TOKEN=... plant-store verify http://127.0.0.1:4010',
    'plant-store verify https://plants.example.com/v1 --spec openapi.yaml --report junit=report/verify.xml',
    'plant-store verify http://127.0.0.1:8080 --only credentials --only wrong-types --strict',
    'plant-store verify http://127.0.0.1:8080 --seed 7 --cases 5000 --rate 200',
  ],
  options: {
    ...targetOptions,
    strict: { type: 'boolean', help: 'advice fails too' },
    only: {
      type: 'string',
      multiple: true,
      value: 'FAMILY',
      help: 'run only this family of cases; plant-store explain lists them',
    },
    cases: {
      type: 'string',
      value: 'N',
      help: `bodies to draw at random for each operation (default ${defaultBudget.cases})`,
    },
    seed: { type: 'string', value: 'N', help: `the seed of these draws (default ${defaultBudget.seed})` },
    rate: { type: 'string', value: 'N', help: 'requests a second at the most (default: no limit)' },
    'max-failures': { type: 'string', value: 'N', help: 'stop after so many different faults' },
    'max-time': {
      type: 'string',
      value: 'SECONDS',
      help: `stop after so long (default ${DEFAULT_MAX_SECONDS})`,
    },
    report: reportOption,
  },
  run,
};

async function run(input: CommandInput): Promise<number> {
  refuseExtra(input, 1);
  const target = {
    baseUrl: baseUrl(argument(input, 0, 'BASE_URL')),
    credentials: readCredentials(input),
    ...readLimits(input),
    only: texts(input, 'only'),
    budget: readBudget(input),
    rate: integer(input, 'rate', { min: 1, max: 1_000_000 }),
    maxFailures: integer(input, 'max-failures', { min: 1 }),
    maxSeconds: integer(input, 'max-time', { min: 1, max: 86_400 }),
  };
  const reports = reportsOf(input);
  await makeRoomForReports(reports);
  const contract = await loadContract(specSource(input));
  const result = await watch(runConformance({ ...target, contract }));
  const report = conformanceReport({
    contract,
    baseUrl: target.baseUrl,
    result,
    strict: flag(input, 'strict'),
  });
  await writeReports(report, reports);
  const style = styleFor(process.stdout);
  const words = {
    result,
    verdict: report.verdict,
    contractName: visible(`${contract.title} ${contract.version}`),
    baseUrl: target.baseUrl,
  };
  process.stdout.write(
    flag(input, 'json') ? `${JSON.stringify(report, null, 2)}\n` : `${conformanceText(words, style)}\n`,
  );
  return report.verdict.exitCode;
}

function readBudget(input: CommandInput): Budget {
  return {
    seed: integer(input, 'seed', { min: 0, max: 2 ** 31 - 1 }) ?? defaultBudget.seed,
    cases: integer(input, 'cases', { min: 0, max: 1_000_000 }) ?? defaultBudget.cases,
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
