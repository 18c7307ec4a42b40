/**
 * One run of the native verifier with the pacts of a broker, through the relay, and the selectors that choose those
 * pacts.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { KitError } from '../../../errors.ts';
import { isJsonObject, type JsonObject, parseJson, stringifyJson } from '../../../spec/json/exact-json.ts';
import { inTemporaryFolder, runVerifier, type VerifierExit, verifierBinary } from '../native/process.ts';
import type { PactCheck } from '../provider/check.ts';
import type { Helpers } from '../provider/helpers.ts';
import type { BrokerAccess } from './access.ts';
import type { Relay } from './relay.ts';

export interface BrokerVerification {
  readonly access: BrokerAccess;
  /** The name of the implementation among the participants of the broker. */
  readonly provider: string;
  /** Of the implementation; needed to publish. */
  readonly version: string | undefined;
  readonly branch: string | undefined;
  readonly publish: boolean;
  /** Consumer version selectors; not empty, without them the verifier forgets about pending pacts. */
  readonly selectors: readonly JsonObject[];
  /** Pacts that no version of the branch has verified yet fail nothing. */
  readonly pending: boolean;
  /** A date: work in progress from then on is verified as well, as pending. */
  readonly wipSince: string | undefined;
  readonly buildUrl: string | undefined;
  /** That there are no pacts is a pass. */
  readonly allowNoPacts: boolean;
}

interface VerifierRun {
  readonly verification: BrokerVerification;
  readonly check: PactCheck;
  readonly helpers: Helpers;
  readonly relay: Relay;
}

export interface Verified {
  readonly exit: VerifierExit;
  readonly report: string;
}

/** How many interactions there are is not known before; each of them has a limit of its own. */
const DEADLINE_MS = 1_800_000;

/** Throws `pact-verifier-failed`. */
export function verifyOnce(run: VerifierRun): Promise<Verified> {
  return inTemporaryFolder('plant-store-verify-', (folder) => verify(folder, run));
}

async function verify(
  folder: string,
  { verification, check, helpers, relay }: VerifierRun,
): Promise<Verified> {
  const reportFile = path.join(folder, 'report.json');
  const exit = await runVerifier({
    binary: check.binary ?? verifierBinary(),
    args: [
      ...['verifier', `--broker-url=${relay.url}`, '--retries', '1'],
      ...brokerArgs(verification),
      ...helpers.args,
      ...['--json', reportFile, '--no-colour'],
    ],
    env: { PACT_BROKER_TOKEN: relay.token },
    timeoutMs: check.deadlineMs ?? DEADLINE_MS,
  });
  return { exit, report: await readFile(reportFile, 'utf8').catch(() => '') };
}

function brokerArgs(verification: BrokerVerification): readonly string[] {
  const { provider, version, branch, publish, selectors, pending, wipSince, buildUrl } = verification;
  const given = (name: string, value: string | undefined) =>
    value === undefined ? [] : [`--${name}=${value}`];
  return [
    `--provider-name=${provider}`,
    ...given('provider-version', version),
    ...given('provider-branch', branch),
    ...selectors.map((selector) => `--consumer-version-selectors=${stringifyJson(selector)}`),
    ...(pending ? ['--enable-pending'] : []),
    ...given('include-wip-pacts-since', wipSince),
    ...(publish ? ['--publish', ...given('build-url', buildUrl)] : []),
  ];
}

/** What must keep working: the main branches, and whatever is deployed or released anywhere. */
export const USUAL_SELECTORS: readonly JsonObject[] = [{ mainBranch: true }, { deployedOrReleased: true }];

/** Fields and their types by docs.pact.io, "Consumer version selectors". */
const FIELDS: Readonly<Record<string, 'boolean' | 'string'>> = {
  mainBranch: 'boolean',
  branch: 'string',
  fallbackBranch: 'string',
  matchingBranch: 'boolean',
  deployedOrReleased: 'boolean',
  deployed: 'boolean',
  released: 'boolean',
  environment: 'string',
  tag: 'string',
  fallbackTag: 'string',
  latest: 'boolean',
  consumer: 'string',
};

/** Throws `option-invalid` for anything but a JSON object of known fields. */
export function readSelector(given: string): JsonObject {
  const parsed = parseJson(given);
  if (!parsed.ok || !isJsonObject(parsed.value) || Object.keys(parsed.value).length === 0)
    throw invalid(given, 'expected a JSON object such as {"mainBranch":true}');
  for (const [name, value] of Object.entries(parsed.value)) {
    const type = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
    if (type === undefined) throw invalid(given, `"${name}" is none of ${Object.keys(FIELDS).join(', ')}`);
    if (typeof value !== type)
      throw invalid(given, `"${name}" is a ${type}, received ${stringifyJson(value)}`);
  }
  return parsed.value;
}

function invalid(given: string, why: string): KitError {
  return new KitError('option-invalid', `--selector ${given}: ${why}`);
}
