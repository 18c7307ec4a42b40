import { providerReport } from '../../../contracts/api/pact/pact-reports.ts';
import { openCredentials } from '../../../contracts/conformance/login/open-credentials.ts';
import { connectionNotes } from '../../../contracts/options/connection-settings.ts';
import { type Credentials, validateCredentials } from '../../../contracts/options/credentials.ts';
import { runLimits } from '../../../contracts/options/number-limits.ts';
import { brokerHeaders } from '../../../contracts/pact/broker/broker-access.ts';
import type { ReportedPact } from '../../../contracts/pact/broker/publication-outcome.ts';
import { type BrokerVerificationResult, verifyFromBroker } from '../../../contracts/pact/broker/verify-from-broker.ts';
import { type PactSources, readPactSources } from '../../../contracts/pact/file/pact-sources.ts';
import { permittedInteractions } from '../../../contracts/pact/file/permitted-interactions.ts';
import { selectInteractions } from '../../../contracts/pact/file/select-interactions.ts';
import { toVerificationData } from '../../../contracts/pact/provider/provider-stage.ts';
import { DEFAULT_PACT_TIMEOUT_MS } from '../../../contracts/pact/provider/verification-options.ts';
import {
  type ProviderVerificationOptions,
  parseTarget,
  verifyProvider,
} from '../../../contracts/pact/provider/verify-provider.ts';
import { providerVerificationText } from '../../../contracts/render/text/pact-text.ts';
import { styleFor } from '../../../contracts/render/text/terminal.ts';
import { prepareReportFiles, writeReports } from '../../../contracts/render/write-reports.ts';
import { KitError } from '../../../errors.ts';
import { formatJson, sanitizeLine } from '../../../sanitize.ts';
import type { JsonObject } from '../../../spec/json/exact-json.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import type { CommandInput } from '../../command.ts';
import {
  getFlag,
  getInteger,
  getString,
  loadSpec,
  rejectExtraArguments,
  requireBaseUrl,
} from '../../options/option-values.ts';
import {
  readCredentials,
  readPactLocations,
  readPermissionOptions,
  readReportTargets,
  readStatesUrl,
  readWaivers,
} from '../../options/shared-options.ts';
import { readSuppliedValues, withSecrets } from '../../options/supplied-values.ts';
import { printRepairs, writeAndPrint } from '../../output.ts';
import { readBrokerVerification } from './broker-options.ts';

/** `plant-store pact verify`, as commands/ describes it. */
export async function run(input: CommandInput): Promise<number> {
  const reports = readReportTargets(input);
  await prepareReportFiles(reports);
  rejectExtraArguments(input, 1);
  const target = requireBaseUrl(input, 0);
  const given = await readVerifyOptions(input);
  const waivers = await readWaivers(input);
  const broker = readBrokerVerification(input);
  const startedAt = new Date();
  const contract = await loadSpec(input);
  printRepairs(contract);
  validateCredentials(contract, given.credentials);
  const permission = readPermissionOptions(input, contract);
  if (broker !== undefined && permission !== undefined) throw wholePactsError();
  const supplied = await readSuppliedValues(input, contract);
  const options = { ...given, credentials: withSecrets(await logIn(target, contract, given), supplied) };
  const check = { ...options, stateValues: supplied.byName, contract };
  const brokerResult =
    broker === undefined ? undefined : await verifyFromBroker(broker, { ...check, baseUrl: parseTarget(target) });
  const sources = brokerResult === undefined ? await readSelectedPacts(input, contract) : noPactSources;
  const permitted = permittedInteractions(sources.pacts, contract, permission);
  const [pacts, notes] = [permitted.pacts, [...sources.notes, ...permitted.notes]];
  const result = brokerResult ?? (await verifyProvider({ ...check, baseUrl: target, pacts }));
  const failure = brokerResult?.failure?.message;
  const strict = getFlag(input, 'strict');
  const only = getString(input, 'only') ?? (permitted.notes.length > 0 ? PERMITTED_ONLY : undefined);
  const run = { contract, baseUrl: target, startedAt, strict, waivers, only };
  const report = providerReport({
    ...{ ...run, result, failure },
    notes: [...notes, ...connectionNotes(options.credentials.connection, target)],
  });
  await writeAndPrint(
    () => writeReports(report, reports),
    () =>
      getFlag(input, 'json')
        ? formatJson({ ...toVerificationData(result, report), ...(brokerResult && brokerData(brokerResult)) })
        : providerVerificationText({ result, report, baseUrl: target }, styleFor(process.stdout)),
  );
  const { exitCode } = report.verdict;
  return brokerResult === undefined ? exitCode : finishBrokerVerification(brokerResult, exitCode);
}

const PERMITTED_ONLY = 'those of the permitted operations';

function wholePactsError(): KitError {
  return new KitError(
    'option-invalid',
    '--include, --exclude and --read-only cannot be combined with --broker: a broker accepts results only for whole pacts',
    {
      fix: 'Verify pacts from files (--pact), or leave out the restrictions; those of plant-store.yaml with --no-config.',
    },
  );
}

/** With a broker, which selects the pacts itself. */
const noPactSources: PactSources = { pacts: [], notes: [] };

async function readSelectedPacts(input: CommandInput, contract: Contract): Promise<PactSources> {
  const { pacts, notes } = await readPactSources(await readPactLocations(input, contract), brokerHeaders(process.env));
  for (const note of notes) process.stderr.write(`note: ${sanitizeLine(note)}\n`);
  const only = getString(input, 'only');
  return { pacts: only === undefined ? pacts : selectInteractions(pacts, only), notes };
}

type VerifyOptions = Pick<ProviderVerificationOptions, 'credentials' | 'timeoutMs' | 'statesUrl'>;

function logIn(
  baseUrl: string,
  contract: Contract,
  { credentials, timeoutMs = DEFAULT_PACT_TIMEOUT_MS }: VerifyOptions,
): Promise<Credentials> {
  return openCredentials({ baseUrl, contract, credentials, timeoutMs });
}

async function readVerifyOptions(input: CommandInput): Promise<VerifyOptions> {
  return {
    credentials: readCredentials(input),
    timeoutMs: getInteger(input, 'timeout', runLimits.timeout),
    statesUrl: await readStatesUrl(input),
  };
}

/** `exitCode`: that of the interactions. Throws the failure of the broker verification after printing the results. */
function finishBrokerVerification(result: BrokerVerificationResult, exitCode: 0 | 1 | 2): 0 | 1 | 2 {
  for (const pact of result.pacts) process.stderr.write(`${sanitizeLine(pactLine(pact))}\n`);
  if (result.failure !== undefined) throw result.failure;
  if (result.pacts.length === 0)
    process.stderr.write('the broker has no pacts to verify; --allow-no-pacts accepts this\n');
  return exitCode;
}

/** The broker's part of the JSON output. */
function brokerData({ pacts, failure }: BrokerVerificationResult): JsonObject {
  return {
    pacts: pacts.map(({ name, file, isPending, isWorkInProgress, published, rejectionReason }) => ({
      name,
      url: file ?? null,
      pending: isPending,
      wip: isWorkInProgress,
      published: published ?? null,
      rejectionReason: rejectionReason ?? null,
    })),
    failure: failure === undefined ? null : `${failure.title}: ${failure.detail}`,
  };
}

function pactLine({ name, isPending, isWorkInProgress, published, rejectionReason }: ReportedPact): string {
  const kind = isWorkInProgress ? ' (work in progress)' : isPending ? ' (pending)' : '';
  const outcome =
    rejectionReason === undefined
      ? published === undefined
        ? 'no result published'
        : `published as ${published}`
      : `not verified: ${rejectionReason}`;
  return `${name}${kind}: ${outcome}`;
}
