import { compareAllPacts } from '../../../contracts/api/pact/pact-reports.ts';
import { brokerHeaders } from '../../../contracts/pact/broker/broker-access.ts';
import { toComparisonData } from '../../../contracts/pact/compare/compare-stage.ts';
import type { CompareResult } from '../../../contracts/pact/compare/findings.ts';
import { readPactSources } from '../../../contracts/pact/file/pact-sources.ts';
import { waiverLines } from '../../../contracts/render/text/finding-blocks.ts';
import { pactComparisonText } from '../../../contracts/render/text/pact-text.ts';
import { styleFor } from '../../../contracts/render/text/terminal.ts';
import { prepareReportFiles, writeReports } from '../../../contracts/render/write-reports.ts';
import { type Report, waiverLookup } from '../../../contracts/report/report.ts';
import { formatJson, sanitizeLine } from '../../../sanitize.ts';
import type { CommandInput } from '../../command.ts';
import { getFlag, loadSpec, rejectExtraArguments } from '../../options/option-values.ts';
import { printWaivers, readPactLocations, readReportTargets, readWaivers } from '../../options/shared-options.ts';
import { printRepairs, writeAndPrint } from '../../output.ts';

/** `plant-store pact compare`, as commands/ describes it. */
export async function run(input: CommandInput): Promise<number> {
  const reports = readReportTargets(input);
  await prepareReportFiles(reports);
  rejectExtraArguments(input, 0);
  const waivers = await readWaivers(input);
  const contract = await loadSpec(input);
  printRepairs(contract);
  const sources = await readPactSources(await readPactLocations(input, contract), brokerHeaders(process.env));
  for (const note of sources.notes) process.stderr.write(`note: ${sanitizeLine(note)}\n`);
  const strict = getFlag(input, 'strict');
  const { results, report } = await compareAllPacts({ contract, sources, strict, waivers });
  const waived = waiverLookup(report);
  if (getFlag(input, 'json')) await printWaivers(report);
  await writeAndPrint(
    () => writeReports(report, reports),
    () =>
      getFlag(input, 'json')
        ? formatJson(results.map((one) => toComparisonData(one, waived)))
        : comparisonText(results, report),
  );
  return report.verdict.exitCode;
}

function comparisonText(results: readonly CompareResult[], report: Report): string {
  const style = styleFor(process.stdout);
  const waived = waiverLookup(report);
  const { contract, strict } = report;
  const resultTexts = results.map((result) =>
    pactComparisonText({ result, specFile: contract.file, strict, findWaiver: waived }, style),
  );
  const waivers = waiverLines(report, style);
  return [resultTexts.join('\n'), ...(waivers.length === 0 ? [] : ['', ...waivers, ''])].join('\n');
}
