/** Runs the native verifier with the pacts of a broker, through the proxy, and parses the selectors for those pacts. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { KitError } from '../../../errors.ts';
import { isJsonObject, type JsonObject, parseJson, stringifyJson } from '../../../spec/json/exact-json.ts';
import { findPactBinary, runVerifier, type VerifierResult, withTemporaryFolder } from '../native/native-process.ts';
import type { PactVerificationOptions } from '../provider/verification-options.ts';
import type { VerifierEnvironment } from '../provider/verifier-environment.ts';
import type { BrokerAccess } from './broker-access.ts';
import type { BrokerProxy } from './broker-proxy.ts';

export interface BrokerVerification {
  readonly access: BrokerAccess;
  /** The pacticipant name of the implementation at the broker. */
  readonly provider: string;
  /** The version of the implementation; required to publish. */
  readonly version: string | undefined;
  readonly branch: string | undefined;
  readonly publish: boolean;
  /** Consumer version selectors; not empty, because without any the verifier ignores pending pacts. */
  readonly selectors: readonly JsonObject[];
  /** Whether pacts that no version of the branch has verified yet are pending, so that they do not fail the build. */
  readonly pending: boolean;
  /** A date: work-in-progress pacts from then on are verified too, as pending. */
  readonly wipSince: string | undefined;
  readonly buildUrl: string | undefined;
  /** Whether the run passes if there are no pacts. */
  readonly allowNoPacts: boolean;
}

interface VerifierRun {
  readonly verification: BrokerVerification;
  readonly check: PactVerificationOptions;
  readonly environment: VerifierEnvironment;
  readonly proxy: BrokerProxy;
}

export interface VerifierOutput {
  readonly exit: VerifierResult;
  readonly report: string;
}

/** The number of interactions is not known in advance; each of them has its own time limit. */
const DEFAULT_DEADLINE_MS = 1_800_000;

/** Throws `pact-verifier-failed`. */
export function runBrokerVerifier(run: VerifierRun): Promise<VerifierOutput> {
  return withTemporaryFolder('plant-store-verify-', (folder) => runInFolder(folder, run));
}

async function runInFolder(
  folder: string,
  { verification, check, environment, proxy }: VerifierRun,
): Promise<VerifierOutput> {
  const reportFile = path.join(folder, 'report.json');
  const exit = await runVerifier({
    binary: check.binary ?? findPactBinary(),
    args: [
      ...['verifier', `--broker-url=${proxy.url}`, '--retries', '1'],
      ...brokerArgs(verification),
      ...environment.args,
      ...['--json', reportFile, '--no-colour'],
    ],
    env: { PACT_BROKER_TOKEN: proxy.token },
    timeoutMs: check.deadlineMs ?? DEFAULT_DEADLINE_MS,
  });
  return { exit, report: await readFile(reportFile, 'utf8').catch(() => '') };
}

function brokerArgs(verification: BrokerVerification): readonly string[] {
  const { provider, version, branch, publish, selectors, pending, wipSince, buildUrl } = verification;
  const option = (name: string, value: string | undefined) => (value === undefined ? [] : [`--${name}=${value}`]);
  return [
    `--provider-name=${provider}`,
    ...option('provider-version', version),
    ...option('provider-branch', branch),
    ...selectors.map((selector) => `--consumer-version-selectors=${stringifyJson(selector)}`),
    ...(pending ? ['--enable-pending'] : []),
    ...option('include-wip-pacts-since', wipSince),
    ...(publish ? ['--publish', ...option('build-url', buildUrl)] : []),
  ];
}

/** What must keep working: the main branches, and everything that is deployed or released. */
export const DEFAULT_SELECTORS: readonly JsonObject[] = [{ mainBranch: true }, { deployedOrReleased: true }];

/** Fields and their types according to docs.pact.io, "Consumer version selectors". */
const SELECTOR_FIELDS: Readonly<Record<string, 'boolean' | 'string'>> = {
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
export function parseSelector(option: string): JsonObject {
  const parsed = parseJson(option);
  if (!parsed.ok || !isJsonObject(parsed.value) || Object.keys(parsed.value).length === 0)
    throw invalidSelectorError(option, 'expected a JSON object such as {"mainBranch":true}');
  for (const [name, value] of Object.entries(parsed.value)) {
    const type = Object.hasOwn(SELECTOR_FIELDS, name) ? SELECTOR_FIELDS[name] : undefined;
    if (type === undefined)
      throw invalidSelectorError(option, `"${name}" is not one of ${Object.keys(SELECTOR_FIELDS).join(', ')}`);
    if (typeof value !== type)
      throw invalidSelectorError(option, `"${name}" must be a ${type}, received ${stringifyJson(value)}`);
  }
  return parsed.value;
}

function invalidSelectorError(option: string, reason: string): KitError {
  return new KitError('option-invalid', `--selector ${option}: ${reason}`);
}
