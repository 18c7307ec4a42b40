import { providerReport } from '../../../contracts/api/pact/reports.ts';
import { checkSchemeNames } from '../../../contracts/options/credentials.ts';
import { runLimits } from '../../../contracts/options/limits.ts';
import { brokerHeaders } from '../../../contracts/pact/broker/access.ts';
import { verifyFromBroker } from '../../../contracts/pact/broker/verify-from-broker.ts';
import { selected } from '../../../contracts/pact/file/select.ts';
import { type PactSources, readSources } from '../../../contracts/pact/file/sources.ts';
import { type ProviderCheck, targetOf, verifyProvider } from '../../../contracts/pact/provider/provider.ts';
import { providerData } from '../../../contracts/pact/provider/stage.ts';
import { providerText } from '../../../contracts/render/text/pact-verify-text.ts';
import { styleFor } from '../../../contracts/render/text/terminal.ts';
import { makeRoomForReports, writeReports } from '../../../contracts/render/write.ts';
import { loadContract } from '../../../spec/loading/load.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import { printedJson, visible } from '../../../text.ts';
import type { CommandInput } from '../../command.ts';
import { reportsOf } from '../../options/report-options.ts';
import { readStatesUrl } from '../../options/states-option.ts';
import { readCredentials } from '../../options/target.ts';
import { argument, baseUrl, flag, integer, refuseExtra, specSource, text } from '../../options/values.ts';
import { waiversOf } from '../../options/waivers-option.ts';
import { writeAndTell } from '../../output/write-and-tell.ts';
import { brokerVerification } from './broker-options.ts';
import { brokerData, concluded } from './broker-outcome.ts';
import { pactsOf } from './pact-options.ts';

/** `plant-store pact verify`, as commands/ describes it. */
export async function run(input: CommandInput): Promise<number> {
  const reports = reportsOf(input);
  await makeRoomForReports(reports);
  refuseExtra(input, 1);
  const target = baseUrl(argument(input, 0, 'BASE_URL'));
  const how = await readHow(input);
  const waivers = await waiversOf(input);
  const broker = brokerVerification(input);
  const startedAt = new Date();
  const contract = await loadContract(specSource(input));
  checkSchemeNames(contract, how.credentials);
  const brokered =
    broker === undefined
      ? undefined
      : await verifyFromBroker(broker, { ...how, baseUrl: targetOf(target), contract });
  const { pacts, notes } = brokered === undefined ? await chosenPacts(input, contract) : noSources;
  const result = brokered ?? (await verifyProvider({ ...how, baseUrl: target, pacts, contract }));
  const failure = brokered?.failure?.message;
  const strict = flag(input, 'strict');
  const only = text(input, 'only');
  const run = { contract, baseUrl: target, startedAt, strict, waivers, only };
  const report = providerReport({ ...run, result, failure, notes });
  await writeAndTell(
    () => writeReports(report, reports),
    () =>
      flag(input, 'json')
        ? printedJson({ ...providerData(result, report), ...(brokered && brokerData(brokered)) })
        : providerText({ result, report, baseUrl: target }, styleFor(process.stdout)),
  );
  const { exitCode } = report.verdict;
  return brokered === undefined ? exitCode : concluded(brokered, exitCode);
}

/** Of a broker, which chooses them itself. */
const noSources: PactSources = { pacts: [], notes: [] };

async function chosenPacts(input: CommandInput, contract: Contract): Promise<PactSources> {
  const { pacts, notes } = await readSources(await pactsOf(input, contract), brokerHeaders(process.env));
  for (const note of notes) process.stderr.write(`note: ${visible(note)}\n`);
  const only = text(input, 'only');
  return { pacts: only === undefined ? pacts : selected(pacts, only), notes };
}

type How = Pick<ProviderCheck, 'credentials' | 'timeoutMs' | 'statesUrl'>;

async function readHow(input: CommandInput): Promise<How> {
  return {
    credentials: readCredentials(input),
    timeoutMs: integer(input, 'timeout', runLimits.timeout),
    statesUrl: await readStatesUrl(input),
  };
}
