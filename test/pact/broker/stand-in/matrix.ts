/** Whether a version may go to an environment, from the results and deployments of the stub. */
import type { Json, JsonObject } from '../../../../spec/json/exact-json.ts';
import { pacticipantUrl, pactUrl, resultUrl, versionUrl } from './documents.ts';
import {
  type BrokerState,
  findVersion,
  isDeployed,
  isResultOf,
  type PacticipantVersion,
  type Publication,
  type VerificationResult,
  versionsWith,
} from './state.ts';

export interface DeployQuestion {
  readonly pacticipant: string;
  readonly version: string;
  readonly environment: string;
}

interface Row {
  readonly publication: Publication;
  readonly providerVersion: string | undefined;
  readonly result: VerificationResult | undefined;
}

export function matrixDocument(base: string, state: BrokerState, question: DeployQuestion): JsonObject {
  const version = findVersion(state, question.pacticipant, question.version);
  const rows = version === undefined ? [] : rowsFor(state, version, question.environment);
  const count = (success: boolean | undefined) => rows.filter((one) => one.result?.success === success).length;
  const deployable = version === undefined ? false : verdict(rows);
  const reason = version === undefined ? noVersion(question) : reasonFor(rows, question.environment);
  return {
    summary: { deployable, reason, success: count(true), failed: count(false), unknown: count(undefined) },
    notices: [{ type: deployable === true ? 'success' : 'error', text: reason }],
    matrix: rows.map((row) => rowDocument(base, state, row)),
  };
}

/** As a consumer it needs each provider in the environment, as a provider it must satisfy the consumers there. */
function rowsFor(state: BrokerState, version: PacticipantVersion, environment: string): readonly Row[] {
  const { pacticipant, number } = version;
  const promised = state.publications.filter((one) => one.consumer === pacticipant && one.version === number);
  const asConsumer = promised.flatMap((publication): Row[] => {
    const there = versionsWith(state, publication.provider, (one) => isDeployed(state, one, environment));
    if (there.length === 0) return [{ publication, providerVersion: undefined, result: undefined }];
    return there.map((provider) => rowOf(state, publication, provider.number));
  });
  const demanded = state.publications.filter((one) => {
    const consumer = findVersion(state, one.consumer, one.version);
    return one.provider === pacticipant && consumer !== undefined && isDeployed(state, consumer, environment);
  });
  return [...asConsumer, ...demanded.map((publication) => rowOf(state, publication, number))];
}

function rowOf(state: BrokerState, publication: Publication, providerVersion: string): Row {
  const result = state.results.findLast(
    (one) => isResultOf(one, publication) && one.providerVersion === providerVersion,
  );
  return { publication, providerVersion: result === undefined ? undefined : providerVersion, result };
}

/** Null while a result is missing; true where nothing is integrated. */
function verdict(rows: readonly Row[]): boolean | null {
  if (rows.some(({ result }) => result === undefined)) return null;
  return rows.every(({ result }) => result?.success === true);
}

function noVersion({ pacticipant, version }: DeployQuestion): string {
  return `No pacts or verifications have been published for version ${version} of ${pacticipant}`;
}

function reasonFor(rows: readonly Row[], environment: string): string {
  if (rows.length === 0) return 'There are no missing dependencies';
  const between = ({ publication: { consumer, version, provider } }: Row) =>
    `version ${version} of ${consumer} and the version of ${provider} currently deployed to ${environment}`;
  const missing = rows.filter(({ result }) => result === undefined);
  const failed = rows.filter(({ result }) => result?.success === false);
  const reasons = [
    ...missing.map((row) => `There is no verified pact between ${between(row)}`),
    ...failed.map((row) => `The verification for the pact between ${between(row)} failed`),
  ];
  return reasons.length === 0 ? 'All required verification results are published and successful' : reasons.join('\n');
}

function rowDocument(base: string, state: BrokerState, { publication, providerVersion, result }: Row): JsonObject {
  const { consumer, provider, version } = publication;
  const participant = (name: string, number: string | undefined): Json => ({
    name,
    version: number === undefined ? null : versionDocument(base, state, { pacticipant: name, number }),
    _links: { self: { href: pacticipantUrl(base, name) } },
  });
  return {
    consumer: participant(consumer, version),
    provider: participant(provider, providerVersion),
    pact: { _links: { self: { href: pactUrl(base, publication) } } },
    verificationResult:
      result === undefined
        ? null
        : { success: result.success, _links: { self: { href: resultUrl(base, publication, result) } } },
  };
}

function versionDocument(
  base: string,
  state: BrokerState,
  { pacticipant, number }: { readonly pacticipant: string; readonly number: string },
): JsonObject {
  const branches = [...(findVersion(state, pacticipant, number)?.branches ?? [])];
  return {
    number,
    branch: branches.at(-1) ?? null,
    _links: { self: { href: versionUrl(base, { pacticipant, number }) } },
  };
}
