/**
 * `plant-store/pact`: Pact from a program. Pacts that the tests of a consumer wrote are compared with the contract, and
 * an implementation is verified with them; a pact can be made of the contract alone.
 *
 *     const report = await comparePacts({ pacts: ['pacts'], spec: 'openapi.yaml' });
 *     assert.equal(report.verdict.kind, 'conforms', reportText(report));
 */
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
import { validateCredentials } from '../../options/credentials.ts';
import { parseInteger, runLimits } from '../../options/number-limits.ts';
import { parseBaseUrl, readCredentials, type TargetOptions, targetOptionKinds } from '../../options/target-options.ts';
import { brokerHeaders } from '../../pact/broker/broker-access.ts';
import { type PactSources, readPactSources, resolvePactSources } from '../../pact/file/pact-sources.ts';
import { selectInteractions } from '../../pact/file/select-interactions.ts';
import { parseStatesUrl } from '../../pact/provider/provider-states.ts';
import { verifyProvider } from '../../pact/provider/verify-provider.ts';
import { writeRecording } from '../../pact/record/output-path.ts';
import {
  isEmptyRecording,
  nothingRecordedError,
  createRecording as pactOf,
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

/** What `comparePacts` can be told. */
export interface ComparePactsOptions extends Pick<TargetOptions, 'spec' | 'strict'> {
  /**
   * Files, folders of them, URLs; that of a broker is asked with PACT_BROKER_TOKEN, as by the command. May be left out
   * for the Plant Store, whose consumer the kit has.
   */
  readonly pacts?: readonly string[] | undefined;
  /** The path of a file with findings that are known: id, reason and last day of each. */
  readonly waivers?: string | undefined;
}

/**
 * Holds pacts against the contract, without an implementation. That they do not fit is no error: see `verdict` of the
 * report. Throws a KitError for options that cannot be, and pacts and documents that cannot be read.
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

/** What `verifyPacts` can be told. */
export interface VerifyPactsOptions extends TargetOptions, Pick<ComparePactsOptions, 'pacts' | 'waivers'> {
  /** The interactions of this description alone; `#3` is the third of each pact. */
  readonly only?: string | undefined;
  /** Where provider states are posted to; the built-in ones do nothing. */
  readonly states?: string | URL | undefined;
  /** Milliseconds for each answer: 5,000 unless given. */
  readonly timeout?: number | undefined;
}

/**
 * Verifies an implementation with pacts: Pact's own verifier makes the calls, in a process of its own. That one does not
 * hold is no error: see `verdict` of the report. Throws a KitError when nothing can be judged.
 */
export async function verifyPacts(options: VerifyPactsOptions): Promise<Report> {
  checkOptions(options, verifyOptionKinds);
  const target = readTargetOptions(options);
  const waivers = options.waivers === undefined ? [] : await loadWaivers(options.waivers);
  const startedAt = new Date();
  const contract = await loadSpecSource(options.spec ?? defaultDocument);
  validateCredentials(contract, target.credentials);
  const { pacts, notes } = await selectPacts(options, contract);
  const result = await verifyProvider({ ...target, pacts, contract });
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

/** What `recordPact` can be told. */
export interface RecordOptions extends Pick<TargetOptions, 'spec'> {
  /** `generated-from-` and the title of the document unless given. */
  readonly consumer?: string | undefined;
  /** The title of the document unless given. */
  readonly provider?: string | undefined;
  /** Where to write it: a file, or a folder, which gets `CONSUMER-PROVIDER.json`. It is not written unless given. */
  readonly out?: string | undefined;
}

/** A pact that was made from the contract alone. */
export interface RecordedPact {
  /** The pact, version 4 of the specification, as JSON; the same bytes for the same contract. */
  readonly text: string;
  /** What is in it, and what is left out and why. */
  readonly summary: RecordingSummary;
}

/**
 * Makes a pact of the contract alone, to verify an implementation with; no consumer stands behind it. Throws a KitError
 * for options that cannot be, a document that cannot be read, one of which nothing can be recorded, and a file that cannot be written.
 */
export async function recordPact(options: RecordOptions = {}): Promise<RecordedPact> {
  checkOptions(options, recordOptionKinds);
  const { spec = defaultDocument, out } = options;
  const consumer = parseParticipantName(options.consumer, 'consumer');
  const provider = parseParticipantName(options.provider, 'provider');
  const contract = await loadSpecSource(spec);
  const recording = pactOf(contract, { consumer, provider });
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
