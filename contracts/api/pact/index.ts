/**
 * `plant-store/pact`: Pact from a program. Compares pacts from consumer tests with the contract, verifies an
 * implementation with pacts, and generates a pact from the contract alone.
 *
 *     const report = await comparePacts({ pacts: ['pacts'], spec: 'openapi.yaml' });
 *     assert.equal(report.verdict.kind, 'conforms', reportText(report));
 */
import '../../../node-version.ts';

import { defaultDocument } from '../../../spec/kit.ts';
import { loadSpecSource } from '../../../spec/loading/spec-source.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import {
  booleanOption,
  checkOptions,
  documentOption,
  nonEmptyListOption,
  numberOption,
  type OptionType,
  stringOption,
  urlOption,
} from '../../../spec/options/option-validation.ts';
import { openCredentials } from '../../conformance/login/open-credentials.ts';
import { validateCredentials } from '../../options/credentials.ts';
import { parseInteger, runLimits } from '../../options/number-limits.ts';
import { parseBaseUrl, readCredentials, type TargetOptions, targetOptionKinds } from '../../options/target-options.ts';
import { brokerHeaders } from '../../pact/broker/broker-access.ts';
import { type PactSources, readPactSources, resolvePactSources } from '../../pact/file/pact-sources.ts';
import { selectInteractions } from '../../pact/file/select-interactions.ts';
import { parseStatesUrl } from '../../pact/provider/provider-states.ts';
import { DEFAULT_PACT_TIMEOUT_MS } from '../../pact/provider/verification-options.ts';
import { verifyProvider } from '../../pact/provider/verify-provider.ts';
import { writeRecording } from '../../pact/record/output-path.ts';
import {
  createRecording,
  isEmptyRecording,
  nothingRecordedError,
  parseParticipantName,
} from '../../pact/record/record-pact.ts';
import { type RecordingSummary, recordingSummaryText, toSummaryData } from '../../pact/record/recording-summary.ts';
import type { Report } from '../../report/report.ts';
import { loadWaivers } from '../../waivers/read-waivers.ts';
import { compareAllPacts, providerReport } from './pact-reports.ts';

export { type ErrorCode, KitError } from '../../../errors.ts';
export type { SpecSource } from '../../../spec/loading/spec-source.ts';
export type { RecordingSummary } from '../../pact/record/recording-summary.ts';
export { reportText } from '../../render/text/conformance-text.ts';
export type { ReportFormat } from '../../render/write-reports.ts';
export { type ReportFiles, writeReport } from '../../render/write-reports.ts';
export type { Report } from '../../report/report.ts';

/** Options of `comparePacts`. */
export interface ComparePactsOptions extends Pick<TargetOptions, 'spec' | 'strict'> {
  /**
   * Files, folders or URLs. Pacts at the broker of PACT_BROKER_BASE_URL are fetched with PACT_BROKER_TOKEN, as by the
   * command. Optional for the Plant Store, whose pact is part of the kit.
   */
  readonly pacts?: readonly string[] | undefined;
  /** The path of the waivers file: id, reason and expiry date of each known finding. */
  readonly waivers?: string | undefined;
}

/**
 * Compares pacts with the contract, without an implementation. A pact that does not match the contract is not an
 * exception: see `verdict` of the report. Throws a KitError for invalid options and for pacts and documents that cannot
 * be read.
 */
export async function comparePacts(options: ComparePactsOptions): Promise<Report> {
  checkOptions(options, compareOptionKinds);
  const { spec = defaultDocument, pacts = [], strict = false } = options;
  const waivers = options.waivers === undefined ? [] : await loadWaivers(options.waivers);
  const contract = await loadSpecSource(spec);
  const sources = await readPactSources(
    await resolvePactSources({ named: pacts, contract, option: 'pacts' }),
    brokerHeaders(process.env),
  );
  return (await compareAllPacts({ contract, sources, strict, waivers })).report;
}

const compareOptionKinds: Readonly<Record<keyof ComparePactsOptions, OptionType>> = {
  spec: documentOption,
  strict: booleanOption,
  pacts: nonEmptyListOption(stringOption),
  waivers: stringOption,
};

/** Options of `verifyPacts`. */
export interface VerifyPactsOptions extends TargetOptions, Pick<ComparePactsOptions, 'pacts' | 'waivers'> {
  /** Only the interactions with this description; `#3` selects the third interaction of each pact. */
  readonly only?: string | undefined;
  /** Where provider states are posted to; without it the built-in provider states do nothing. */
  readonly states?: string | URL | undefined;
  /** Time limit of each response in milliseconds; default 5,000. */
  readonly timeout?: number | undefined;
}

/**
 * Verifies an implementation with pacts: Pact's own verifier sends the requests, in a separate process. A failed
 * interaction is not an exception: see `verdict` of the report. Throws a KitError when nothing can be checked.
 */
export async function verifyPacts(options: VerifyPactsOptions): Promise<Report> {
  checkOptions(options, verifyOptionKinds);
  const target = readTargetOptions(options);
  const waivers = options.waivers === undefined ? [] : await loadWaivers(options.waivers);
  const startedAt = new Date();
  const contract = await loadSpecSource(options.spec ?? defaultDocument);
  validateCredentials(contract, target.credentials);
  const { timeoutMs = DEFAULT_PACT_TIMEOUT_MS } = target;
  const credentials = await openCredentials({ ...target, timeoutMs, contract });
  const { pacts, notes } = await selectPacts(options, contract);
  const result = await verifyProvider({ ...target, credentials, pacts, contract });
  const { strict = false, only } = options;
  const run = { contract, baseUrl: target.baseUrl, startedAt, strict, waivers, only };
  return providerReport({ ...run, result, notes });
}

const verifyOptionKinds: Readonly<Record<keyof VerifyPactsOptions, OptionType>> = {
  ...targetOptionKinds,
  pacts: nonEmptyListOption(stringOption),
  waivers: stringOption,
  only: stringOption,
  states: urlOption,
  timeout: numberOption,
};

function readTargetOptions(options: VerifyPactsOptions) {
  const { states, timeout } = options;
  return {
    baseUrl: parseBaseUrl(String(options.baseUrl)),
    credentials: readCredentials(options),
    statesUrl: states === undefined ? undefined : parseStatesUrl(String(states)).href,
    timeoutMs: timeout === undefined ? undefined : parseInteger(timeout, runLimits.timeout, `timeout ${timeout}`),
  };
}

async function selectPacts({ pacts = [], only }: VerifyPactsOptions, contract: Contract): Promise<PactSources> {
  const sources = await readPactSources(
    await resolvePactSources({ named: pacts, contract, option: 'pacts' }),
    brokerHeaders(process.env),
  );
  return only === undefined ? sources : { ...sources, pacts: selectInteractions(sources.pacts, only) };
}

/** Options of `recordPact`. */
export interface RecordOptions extends Pick<TargetOptions, 'spec'> {
  /** Default: `generated-from-` and the title of the document. */
  readonly consumer?: string | undefined;
  /** Default: the title of the document. */
  readonly provider?: string | undefined;
  /**
   * Where to write the pact: a file, or a folder, in which it is named `CONSUMER-PROVIDER.json`. Not written by
   * default.
   */
  readonly out?: string | undefined;
}

/** A pact generated from the contract alone. */
export interface RecordedPact {
  /** The pact as JSON (Pact specification version 4); the same bytes for the same contract. */
  readonly text: string;
  /** What was recorded, and what was omitted and why. */
  readonly summary: RecordingSummary;
}

/**
 * Generates a pact from the contract alone, to verify an implementation with; it expresses the needs of no consumer.
 * Throws a KitError for invalid options, a document that cannot be read, a contract without recordable interactions,
 * and a file that cannot be written.
 */
export async function recordPact(options: RecordOptions = {}): Promise<RecordedPact> {
  checkOptions(options, recordOptionKinds);
  const { spec = defaultDocument, out } = options;
  const consumer = parseParticipantName(options.consumer, 'consumer');
  const provider = parseParticipantName(options.provider, 'provider');
  const contract = await loadSpecSource(spec);
  const recording = createRecording(contract, { consumer, provider });
  if (isEmptyRecording(recording))
    throw nothingRecordedError(`:\n${recordingSummaryText(recording, contract).trimEnd()}`);
  const file = out === undefined ? undefined : await writeRecording(recording, out);
  return { text: recording.text, summary: toSummaryData(recording, contract, file) };
}

const recordOptionKinds: Readonly<Record<keyof RecordOptions, OptionType>> = {
  spec: documentOption,
  consumer: stringOption,
  provider: stringOption,
  out: stringOption,
};
