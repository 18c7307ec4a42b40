/** `verifyPacts` of the door `plant-store/pact`. */
import { homeDocument } from '../../../spec/kit.ts';
import { contractGiven } from '../../../spec/loading/given.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import {
  address,
  checkOptions,
  type Kind,
  number,
  someOf,
  text,
} from '../../../spec/options/option-kinds.ts';
import { checkSchemeNames } from '../../options/credentials.ts';
import { runLimits, wholeNumber } from '../../options/limits.ts';
import { baseUrl } from '../../options/target.ts';
import { credentialsOf, type TargetOptions, targetKinds } from '../../options/target-options.ts';
import { brokerHeaders } from '../../pact/broker/access.ts';
import { namedOrOwn } from '../../pact/file/named.ts';
import { selected } from '../../pact/file/select.ts';
import { type PactSources, readSources } from '../../pact/file/sources.ts';
import { verifyProvider } from '../../pact/provider/provider.ts';
import { statesUrl } from '../../pact/provider/state-endpoint.ts';
import type { Report } from '../../report/report.ts';
import { waiversFrom } from '../../waivers/from-file.ts';
import type { ComparePactsOptions } from './compare.ts';
import { providerReport } from './reports.ts';

export interface VerifyPactsOptions extends TargetOptions, Pick<ComparePactsOptions, 'pacts' | 'waivers'> {
  /** The interactions of this description alone; `#3` is the third of each pact. */
  readonly only?: string | undefined;
  /** Where provider states are posted to; the built-in ones do nothing. */
  readonly states?: string | URL | undefined;
  /** Milliseconds for each answer: 5,000 unless given. */
  readonly timeout?: number | undefined;
}

const kinds: Readonly<Record<keyof VerifyPactsOptions, Kind>> = {
  ...targetKinds,
  pacts: someOf(text),
  waivers: text,
  only: text,
  states: address,
  timeout: number,
};

/**
 * Verifies an implementation with pacts: Pact's own verifier makes the calls, in a process of its own. That one does not
 * hold is no error: see `verdict` of the report. Throws a KitError when nothing can be judged.
 */
export async function verifyPacts(options: VerifyPactsOptions): Promise<Report> {
  checkOptions(options, kinds);
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
