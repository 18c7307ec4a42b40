import { providerReport } from '../../../contracts/api/pact/reports.ts';
import { checkSchemeNames } from '../../../contracts/options/credentials.ts';
import { runLimits } from '../../../contracts/options/limits.ts';
import { brokerHeaders } from '../../../contracts/pact/broker/access.ts';
import type { ToldPact } from '../../../contracts/pact/broker/outcome.ts';
import {
  type BrokerVerificationResult,
  verifyFromBroker,
} from '../../../contracts/pact/broker/verify-from-broker.ts';
import { selected } from '../../../contracts/pact/file/select.ts';
import { type PactSources, readSources } from '../../../contracts/pact/file/sources.ts';
import { type ProviderCheck, targetOf, verifyProvider } from '../../../contracts/pact/provider/provider.ts';
import { providerData } from '../../../contracts/pact/provider/stage.ts';
import { providerText } from '../../../contracts/render/text/pact-text.ts';
import { styleFor } from '../../../contracts/render/text/terminal.ts';
import { makeRoomForReports, writeReports } from '../../../contracts/render/write.ts';
import type { JsonObject } from '../../../spec/json/exact-json.ts';
import { loadContract } from '../../../spec/loading/load.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import { printedJson, visible } from '../../../text.ts';
import type { CommandInput } from '../../command.ts';
import { pactsOf, readCredentials, readStatesUrl, reportsOf, waiversOf } from '../../options/shared.ts';
import { argument, baseUrl, flag, integer, refuseExtra, specSource, text } from '../../options/values.ts';
import { writeAndTell } from '../../output.ts';
import { brokerVerification } from './broker-options.ts';

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

/** `exitCode` is that of the interactions. Throws what is wrong beside them, once all is told. */
function concluded(result: BrokerVerificationResult, exitCode: 0 | 1 | 2): 0 | 1 | 2 {
  for (const pact of result.pacts) process.stderr.write(`${visible(pactLine(pact))}\n`);
  if (result.failure !== undefined) throw result.failure;
  if (result.pacts.length === 0)
    process.stderr.write('the broker has no pacts to verify, which --allow-no-pacts expects\n');
  return exitCode;
}

/** Beside what a machine reads of the interactions. */
function brokerData({ pacts, failure }: BrokerVerificationResult): JsonObject {
  return {
    pacts: pacts.map(({ name, file, isPending, isWip, published, refused }) => ({
      name,
      url: file ?? null,
      pending: isPending,
      wip: isWip,
      published: published ?? null,
      refused: refused ?? null,
    })),
    failure: failure === undefined ? null : `${failure.title}: ${failure.detail}`,
  };
}

function pactLine({ name, isPending, isWip, published, refused }: ToldPact): string {
  const kind = isWip ? ' (work in progress)' : isPending ? ' (pending)' : '';
  const end =
    refused === undefined
      ? published === undefined
        ? 'no result published'
        : `published as ${published}`
      : `not verified: ${refused}`;
  return `${name}${kind}: ${end}`;
}
