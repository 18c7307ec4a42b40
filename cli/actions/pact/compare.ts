import { comparison } from '../../../contracts/api/pact/reports.ts';
import { brokerHeaders } from '../../../contracts/pact/broker/access.ts';
import type { CompareResult } from '../../../contracts/pact/compare/findings.ts';
import { compareData } from '../../../contracts/pact/compare/stage.ts';
import { readSources } from '../../../contracts/pact/file/sources.ts';
import { waiverLines } from '../../../contracts/render/text/finding-blocks.ts';
import { compareText } from '../../../contracts/render/text/pact-text.ts';
import { styleFor } from '../../../contracts/render/text/terminal.ts';
import { makeRoomForReports, writeReports } from '../../../contracts/render/write.ts';
import { forgivenIn, type Report } from '../../../contracts/report/report.ts';
import { loadContract } from '../../../spec/loading/load.ts';
import { printedJson, visible } from '../../../text.ts';
import type { CommandInput } from '../../command.ts';
import { pactsOf, reportsOf, tellWaivers, waiversOf } from '../../options/shared.ts';
import { flag, refuseExtra, specSource } from '../../options/values.ts';
import { writeAndTell } from '../../output.ts';

/** `plant-store pact compare`, as commands/ describes it. */
export async function run(input: CommandInput): Promise<number> {
  const reports = reportsOf(input);
  await makeRoomForReports(reports);
  refuseExtra(input, 0);
  const waivers = await waiversOf(input);
  const contract = await loadContract(specSource(input));
  const sources = await readSources(await pactsOf(input, contract), brokerHeaders(process.env));
  for (const note of sources.notes) process.stderr.write(`note: ${visible(note)}\n`);
  const strict = flag(input, 'strict');
  const { results, report } = await comparison({ contract, sources, strict, waivers });
  const forgiven = forgivenIn(report);
  if (flag(input, 'json')) await tellWaivers(report);
  await writeAndTell(
    () => writeReports(report, reports),
    () =>
      flag(input, 'json')
        ? printedJson(results.map((one) => compareData(one, forgiven)))
        : inWords(results, report),
  );
  return report.verdict.exitCode;
}

function inWords(results: readonly CompareResult[], report: Report): string {
  const style = styleFor(process.stdout);
  const forgiven = forgivenIn(report);
  const { contract, strict } = report;
  const told = results.map((result) =>
    compareText({ result, specFile: contract.file, strict, forgiven }, style),
  );
  const waivers = waiverLines(report, style);
  return [told.join('\n'), ...(waivers.length === 0 ? [] : ['', ...waivers, ''])].join('\n');
}
