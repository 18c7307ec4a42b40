import { brokerHeaders } from '../../contracts/pact/broker/access.ts';
import type { CompareResult } from '../../contracts/pact/compare/compare-finding.ts';
import { comparison } from '../../contracts/pact/compare/comparison.ts';
import { compareData } from '../../contracts/pact/compare/data.ts';
import { compareText } from '../../contracts/pact/compare/text.ts';
import { readSources } from '../../contracts/pact/file/sources.ts';
import { styleFor } from '../../contracts/report/style.ts';
import { makeRoomForReports, writeReports } from '../../contracts/report/write.ts';
import type { Contract } from '../../spec/contract.ts';
import { loadContract } from '../../spec/load.ts';
import { visible } from '../../text.ts';
import type { CommandInput } from '../command.ts';
import { flag, refuseExtra, specSource } from '../options.ts';
import { reportsOf } from '../report-options.ts';
import { writeAndTell } from '../write-and-tell.ts';
import { pactsOf } from './pact-options.ts';

/** `plant-store pact compare`, as commands/ describes it. */
export async function run(input: CommandInput): Promise<number> {
  const reports = reportsOf(input);
  await makeRoomForReports(reports);
  refuseExtra(input, 0);
  const contract = await loadContract(specSource(input));
  const sources = await readSources(await pactsOf(input, contract), brokerHeaders(process.env));
  for (const note of sources.notes) process.stderr.write(`note: ${visible(note)}\n`);
  const strict = flag(input, 'strict');
  const { results, report } = await comparison({ contract, sources, strict });
  await writeAndTell(
    () => writeReports(report, reports),
    () =>
      flag(input, 'json')
        ? `${JSON.stringify(results.map(compareData), null, 2)}\n`
        : inWords(results, contract, strict),
  );
  return report.verdict.exitCode;
}

function inWords(results: readonly CompareResult[], contract: Contract, strict: boolean): string {
  const style = styleFor(process.stdout);
  return results.map((result) => compareText({ result, specFile: contract.file, strict }, style)).join('\n');
}
