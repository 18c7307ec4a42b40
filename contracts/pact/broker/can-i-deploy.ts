/**
 * Queries whether a version can be deployed. The result is yes only if both the broker's response and the client's exit
 * code say so.
 */
import { KitError } from '../../../errors.ts';
import type { Mask } from '../../../secrets/masking.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';
import { type BrokerAccess, maskOf } from './broker-access.ts';
import { type BrokerRun, runBrokerCommand } from './broker-cli.ts';
import { type BrokerExchange, errorText, isSuccessResponse, pathSegments, responseObject } from './broker-exchange.ts';

export interface DeployQuery {
  readonly access: BrokerAccess;
  readonly pacticipant: string;
  readonly version: string;
  readonly environment: string;
  /** How often to repeat the query while results are missing; default 0. */
  readonly retries?: number | undefined;
  /** Seconds between two queries; default 10. */
  readonly intervalSeconds?: number | undefined;
}

export interface DeployResult {
  readonly ok: boolean;
  /** The last response of the broker. */
  readonly matrix: DeployMatrix;
  /** The table that the client prints, with the broker's own addresses. */
  readonly table: string;
}

const RETRY_INTERVAL_S = 10;

/** Maximum time of one query, including the proxy's retries. */
const QUERY_TIMEOUT_MS = 60_000;

/** Throws a KitError if the query failed. */
export async function canIDeploy(deployQuery: DeployQuery): Promise<DeployResult> {
  const { access, pacticipant, version, environment, retries = 0, intervalSeconds = RETRY_INTERVAL_S } = deployQuery;
  rejectLeadingDash({ pacticipant, version });
  const run = await runBrokerCommand({
    access,
    args: [
      'can-i-deploy',
      // The client only finds these options if the value is a separate argument.
      ...['--pacticipant', pacticipant, '--version', version],
      `--to-environment=${environment}`,
      // With JSON output, the client always exits with 0.
      '--output=table',
      ...(retries === 0 ? [] : [`--retry-while-unknown=${retries}`, `--retry-interval=${intervalSeconds}`]),
    ],
    timeoutMs: (retries + 1) * (QUERY_TIMEOUT_MS + intervalSeconds * 1_000),
  });
  const exchange = run.log.findLast(({ request: { path } }) => path.startsWith('/matrix'));
  if (exchange === undefined)
    throw new KitError('broker-cli-failed', `it did not query the broker:\n${run.output.trim()}`);
  assertSameQuery(exchange, deployQuery);
  if (!isSuccessResponse(exchange))
    throw new KitError('broker-rejected', errorText(exchange), {
      fix: `Check that the broker knows the environment "${environment}": pact broker list-environments`,
    });
  const matrix = parseMatrix(exchange);
  if (matrix.deployable === true) assertRelevantRows(matrix, deployQuery);
  return checkExitCode(maskedMatrix(matrix, maskOf(access)), run);
}

/**
 * The client does not recognize these two options with `=`, and would read a value with a leading dash as an option.
 */
function rejectLeadingDash(values: Readonly<Record<string, string>>): void {
  const [name, value] = Object.entries(values).find(([, one]) => one.startsWith('-')) ?? [];
  if (name === undefined) return;
  throw new KitError('option-invalid', `--${name} ${JSON.stringify(value)}: the value starts with a dash`, {
    fix: 'The Pact Broker client would read it as an option. Query the broker directly: GET /matrix.',
  });
}

function checkExitCode(matrix: DeployMatrix, { exitCode, stdout, output }: BrokerRun): DeployResult {
  const ok = matrix.deployable === true;
  if (ok === (exitCode === 0)) return { ok, matrix, table: stdout.trim() };
  throw new KitError(
    'broker-cli-failed',
    `it ended with exit code ${exitCode}, but the response of the broker is ${ok ? 'yes' : 'no'}:\n${output.trim()}`,
  );
}

/** Rejects the response to a query with other parameters. */
function assertSameQuery({ request }: BrokerExchange, { pacticipant, version, environment }: DeployQuery): void {
  const query = new URLSearchParams(request.path.split('?')[1]);
  const expected = { 'q[][pacticipant]': pacticipant, 'q[][version]': version, environment };
  const isSame = Object.entries(expected).every(([name, value]) => {
    const actual = query.getAll(name);
    return actual.length === 1 && actual[0] === value;
  });
  const hasIgnoreFilter = [...query.keys()].some((name) => name.startsWith('ignore'));
  if (isSame && !hasIgnoreFilter && pathSegments(request).length === 1) return;
  throw new KitError('broker-cli-failed', `it sent a different query than requested: ${request.path}`);
}

/**
 * Each row of the matrix must contain the queried version, as consumer or as provider; other results say nothing about
 * it.
 */
function assertRelevantRows({ rows }: DeployMatrix, { pacticipant, version }: DeployQuery): void {
  // Brokers may compare names case-insensitively.
  const isQueried = (name: string, number: string | undefined) =>
    name.toLowerCase() === pacticipant.toLowerCase() && number === version;
  const other = rows.find(
    ({ consumer, consumerVersion, provider, providerVersion }) =>
      !isQueried(consumer, consumerVersion) && !isQueried(provider, providerVersion),
  );
  if (other === undefined) return;
  const { consumer, consumerVersion, provider, providerVersion } = other;
  throw new KitError(
    'broker-unusable',
    `it reports ${pacticipant} ${version} as deployable, based on a result of ${consumer} ${consumerVersion ?? '(no version)'} with ${provider} ${providerVersion ?? '(no version)'}`,
  );
}

/** The broker's response to "can I deploy": its rows and its verdict. */
interface DeployMatrix {
  /** Undefined while results are missing. */
  readonly deployable: boolean | undefined;
  /** A sentence from the broker. */
  readonly reason: string;
  readonly rows: readonly DeployMatrixRow[];
}

export interface DeployMatrixRow {
  readonly consumer: string;
  readonly consumerVersion: string | undefined;
  readonly provider: string;
  /** Undefined if no known version could have verified the pact. */
  readonly providerVersion: string | undefined;
  /** Undefined if there is no result. */
  readonly success: boolean | undefined;
}

/** Throws `broker-unusable` if the response has no verdict, or a verdict that contradicts its rows. */
function parseMatrix(matrixExchange: BrokerExchange): DeployMatrix {
  const { summary, matrix } = responseObject(matrixExchange);
  if (!isJsonObject(summary) || !isJsonArray(matrix) || !isNullableBoolean(summary.deployable))
    throw new KitError('broker-unusable', 'its response does not say whether the version is deployable');
  // Rows that the broker marks as ignored count too: the query did not ask to ignore any.
  const rows = matrix.filter(isJsonObject).map(parseRow);
  const deployable = summary.deployable ?? undefined;
  if (deployable === true && (rows.some(({ success }) => success !== true) || countsFailures(summary)))
    throw new KitError('broker-unusable', 'it reports a version as deployable but lists missing or failed results');
  return { deployable, rows, reason: typeof summary.reason === 'string' ? summary.reason : '' };
}

/** Masks credentials in every text. */
function maskedMatrix({ deployable, reason, rows }: DeployMatrix, mask: Mask): DeployMatrix {
  return {
    deployable,
    reason: mask(reason),
    rows: rows.map(({ consumer, consumerVersion, provider, providerVersion, success }) => ({
      consumer: mask(consumer),
      consumerVersion: consumerVersion && mask(consumerVersion),
      provider: mask(provider),
      providerVersion: providerVersion && mask(providerVersion),
      success,
    })),
  };
}

/** The counts also include results that are in no row. */
function countsFailures({ failed, unknown }: JsonObject): boolean {
  return [failed, unknown].some((count) => count !== undefined && Number(count) !== 0);
}

function isNullableBoolean(value: Json | undefined): value is boolean | null {
  return value === null || typeof value === 'boolean';
}

function parseRow({ consumer, provider, verificationResult }: JsonObject): DeployMatrixRow {
  const success = isJsonObject(verificationResult) ? verificationResult.success : undefined;
  return {
    consumer: participantName(consumer) ?? 'unknown',
    consumerVersion: participantVersion(consumer),
    provider: participantName(provider) ?? 'unknown',
    providerVersion: participantVersion(provider),
    success: typeof success === 'boolean' ? success : undefined,
  };
}

function participantName(participant: Json | undefined): string | undefined {
  return isJsonObject(participant) && typeof participant.name === 'string' ? participant.name : undefined;
}

function participantVersion(participant: Json | undefined): string | undefined {
  const version = isJsonObject(participant) ? participant.version : undefined;
  return isJsonObject(version) && typeof version.number === 'string' ? version.number : undefined;
}
