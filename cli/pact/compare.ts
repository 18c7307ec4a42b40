import { brokerHeaders } from '../../contracts/pact/broker/access.ts';
import { comparePact } from '../../contracts/pact/compare/compare.ts';
import type { CompareResult } from '../../contracts/pact/compare/compare-finding.ts';
import { compareData } from '../../contracts/pact/compare/data.ts';
import { compareStageOf } from '../../contracts/pact/compare/stage.ts';
import { compareText } from '../../contracts/pact/compare/text.ts';
import { readSources } from '../../contracts/pact/file/sources.ts';
import { reportOf } from '../../contracts/report/report.ts';
import { styleFor } from '../../contracts/report/style.ts';
import { makeRoomForReports, writeReports } from '../../contracts/report/write.ts';
import type { Contract } from '../../spec/contract.ts';
import { loadContract } from '../../spec/load.ts';
import { visible } from '../../text.ts';
import type { CommandInput } from '../command.ts';
import { flag, refuseExtra, specSource } from '../options.ts';
import { reportsOf } from '../report-options.ts';
import { pactsOf } from './pact-options.ts';

/** `plant-store pact compare`, as commands/ describes it. */
export async function run(input: CommandInput): Promise<number> {
  refuseExtra(input, 0);
  const reports = reportsOf(input);
  await makeRoomForReports(reports);
  const contract = await loadContract(specSource(input));
  const { pacts, notes } = await readSources(await pactsOf(input, contract), brokerHeaders(process.env));
  for (const note of notes) process.stderr.write(`note: ${visible(note)}\n`);
  const startedAt = new Date();
  const start = performance.now();
  const results: CompareResult[] = [];
  for (const pact of pacts) results.push(await comparePact(pact, contract));
  const stage = { ...compareStageOf(results), name: STAGE, ms: Math.round(performance.now() - start), notes };
  const target = results.map(({ pactFile }) => pactFile).join(', ');
  const strict = flag(input, 'strict');
  const report = reportOf({
    contract,
    baseUrl: target,
    targetKind: 'files',
    startedAt,
    stages: [stage],
    strict,
  });
  await writeReports(report, reports);
  process.stdout.write(
    flag(input, 'json')
      ? `${JSON.stringify(results.map(compareData), null, 2)}\n`
      : inWords(results, contract, strict),
  );
  return report.verdict.exitCode;
}

/** As the gate calls it. */
const STAGE = 'pact × contract';

function inWords(results: readonly CompareResult[], contract: Contract, strict: boolean): string {
  const style = styleFor(process.stdout);
  return results.map((result) => compareText({ result, specFile: contract.file, strict }, style)).join('\n');
}
