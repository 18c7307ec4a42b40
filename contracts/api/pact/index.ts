/**
 * `plant-store/pact`: Pact from a program. Pacts that the tests of a consumer wrote are compared with the contract, and
 * an implementation is verified with them; a pact can be made of the contract alone.
 *
 *     const report = await comparePacts({ pacts: ['pacts'], spec: 'openapi.yaml' });
 *     assert.equal(report.verdict.kind, 'conforms', reportText(report));
 */
import { homeDocument } from '../../../spec/kit.ts';
import { contractGiven } from '../../../spec/loading/given.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import {
  address,
  checkOptions,
  document,
  flag,
  type Kind,
  number,
  someOf,
  text,
} from '../../../spec/options/option-kinds.ts';
import { checkSchemeNames } from '../../options/credentials.ts';
import { runLimits, wholeNumber } from '../../options/limits.ts';
import { baseUrl, credentialsOf, type TargetOptions, targetKinds } from '../../options/target.ts';
import { brokerHeaders } from '../../pact/broker/access.ts';
import { selected } from '../../pact/file/select.ts';
import { namedOrOwn, type PactSources, readSources } from '../../pact/file/sources.ts';
import { verifyProvider } from '../../pact/provider/provider.ts';
import { statesUrl } from '../../pact/provider/states.ts';
import { writeRecording } from '../../pact/record/destination.ts';
import { isEmpty, nothingRecorded, recordPact as pactOf, participantName } from '../../pact/record/record.ts';
import { type RecordingSummary, summaryData, summaryText } from '../../pact/record/summary.ts';
import type { Report } from '../../report/report.ts';
import { waiversFrom } from '../../waivers/read.ts';
import { comparison, providerReport } from './reports.ts';

export { type ErrorCode, KitError } from '../../../errors.ts';
export type { SpecSource } from '../../../spec/loading/given.ts';
export type { RecordingSummary } from '../../pact/record/summary.ts';
export { reportText } from '../../render/text/conformance-text.ts';
export type { ReportFormat } from '../../render/write.ts';
export { type ReportFiles, writeReport } from '../../render/write.ts';
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
  checkOptions(options, compareKinds);
  const { spec = homeDocument, pacts = [], strict = false } = options;
  const waivers = options.waivers === undefined ? [] : await waiversFrom(options.waivers);
  const contract = await contractGiven(spec);
  const sources = await readSources(
    await namedOrOwn({ named: pacts, contract, option: 'pacts' }),
    brokerHeaders(process.env),
  );
  return (await comparison({ contract, sources, strict, waivers })).report;
}

const compareKinds: Readonly<Record<keyof ComparePactsOptions, Kind>> = {
  spec: document,
  strict: flag,
  pacts: someOf(text),
  waivers: text,
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
  checkOptions(options, verifyKinds);
  const how = readHow(options);
  const waivers = options.waivers === undefined ? [] : await waiversFrom(options.waivers);
  const startedAt = new Date();
  const contract = await contractGiven(options.spec ?? homeDocument);
  checkSchemeNames(contract, how.credentials);
  const { pacts, notes } = await chosen(options, contract);
  const result = await verifyProvider({ ...how, pacts, contract });
  const { strict = false, only } = options;
  const run = { contract, baseUrl: how.baseUrl, startedAt, strict, waivers, only };
  return providerReport({ ...run, result, notes });
}

const verifyKinds: Readonly<Record<keyof VerifyPactsOptions, Kind>> = {
  ...targetKinds,
  pacts: someOf(text),
  waivers: text,
  only: text,
  states: address,
  timeout: number,
};

function readHow(options: VerifyPactsOptions) {
  const { states, timeout } = options;
  return {
    baseUrl: baseUrl(String(options.baseUrl)),
    credentials: credentialsOf(options),
    statesUrl: states === undefined ? undefined : statesUrl(String(states)).href,
    timeoutMs:
      timeout === undefined ? undefined : wholeNumber(timeout, runLimits.timeout, `timeout ${timeout}`),
  };
}

async function chosen({ pacts = [], only }: VerifyPactsOptions, contract: Contract): Promise<PactSources> {
  const sources = await readSources(
    await namedOrOwn({ named: pacts, contract, option: 'pacts' }),
    brokerHeaders(process.env),
  );
  return only === undefined ? sources : { ...sources, pacts: selected(sources.pacts, only) };
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
  checkOptions(options, recordKinds);
  const { spec = homeDocument, out } = options;
  const consumer = participantName(options.consumer, 'consumer');
  const provider = participantName(options.provider, 'provider');
  const contract = await contractGiven(spec);
  const recording = pactOf(contract, { consumer, provider });
  if (isEmpty(recording)) throw nothingRecorded(`:\n${summaryText(recording, contract).trimEnd()}`);
  const file = out === undefined ? undefined : await writeRecording(recording, out);
  return { text: recording.text, summary: summaryData(recording, contract, file) };
}

const recordKinds: Readonly<Record<keyof RecordOptions, Kind>> = {
  spec: document,
  consumer: text,
  provider: text,
  out: text,
};
