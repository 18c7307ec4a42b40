/** Reads and validates the options of `verify`. */
import { KitError } from '../../../errors.ts';
import type { Contract } from '../../../spec/model/contract.ts';
import { readSeverities } from '../../catalog/parse-severities.ts';
import { defaultRandomOptions } from '../../conformance/cases/test-category.ts';
import { parseProfile, selectProfileCategories } from '../../conformance/profiles.ts';
import { parseSelection } from '../../conformance/selection.ts';
import { parseFailOn, rejectNewWithoutWaivers } from '../../options/fail-on.ts';
import { DEFAULT_TIMEOUT_MS, defaultConcurrency, parseInteger, runLimits } from '../../options/number-limits.ts';
import { readPermission } from '../../options/permitted-operations.ts';
import { parseBaseUrl, readCredentials } from '../../options/target-options.ts';
import type { Shard } from '../../report/report.ts';
import { loadWaivers } from '../../waivers/read-waivers.ts';
import type { ConfiguredOptions } from './configured-options.ts';
import type { VerificationRunOptions } from './verification.ts';
import type { VerifyOptions } from './verify-options.ts';

/** Completes the options with the contract. */
type CreateRun = (contract: Contract) => VerificationRunOptions;

/**
 * Reads and validates the options before anything else is read or sent. The result is completed with the contract
 * later. Throws `option-invalid`, `target-invalid` and the errors of `loadWaivers`.
 */
export async function readRunOptions({
  options: rawOptions,
  waivers: configuredWaivers,
}: ConfiguredOptions): Promise<CreateRun> {
  const { strict = false, only = [], withSetup = false, include, exclude, readOnly, shard, waivers } = rawOptions;
  const { failOn, severity = {} } = rawOptions;
  const profile = parseProfile(rawOptions.profile, 'profile');
  rejectNewWithoutWaivers(failOn, waivers !== undefined || configuredWaivers !== undefined, '');
  const seed = readNumber(rawOptions, 'seed');
  const isRepeatable = seed !== undefined;
  if (shard !== undefined) checkShard(shard);
  const run = {
    baseUrl: parseBaseUrl(String(rawOptions.baseUrl)),
    credentials: readCredentials(rawOptions),
    timeoutMs: readNumber(rawOptions, 'timeout') ?? DEFAULT_TIMEOUT_MS,
    concurrency: readNumber(rawOptions, 'concurrency') ?? defaultConcurrency({ isRepeatable }),
    rate: readNumber(rawOptions, 'rate'),
    randomOptions: {
      seed: seed ?? defaultRandomOptions.seed,
      caseCount: readNumber(rawOptions, 'cases') ?? profile.caseCount,
    },
    profile: profile.name,
    casesPerOperation: profile.casesPerOperation,
    isRepeatable,
    budget: readNumber(rawOptions, 'budget'),
    shard,
    maxFailures: readNumber(rawOptions, 'maxFailures'),
    maxSeconds: readNumber(rawOptions, 'maxTime') ?? profile.maxSeconds,
    strict,
    failOn: failOn === undefined ? undefined : parseFailOn(failOn, 'failOn'),
    severities: readSeverities(Object.entries(severity), 'severity'),
    waivers: waivers === undefined ? (configuredWaivers ?? []) : await loadWaivers(waivers),
  };
  return (contract) => {
    const selection = parseSelection(only, contract, 'only');
    const categories = selectProfileCategories(profile, selection, '');
    const selected = withSetup ? [] : selection.operations;
    const permission = readPermission(contract, { include, exclude, readOnly, selected }, '');
    return { ...run, ...selection, categories, permission, contract, removesRecords: true };
  };
}

function readNumber(rawOptions: VerifyOptions, name: keyof typeof runLimits): number | undefined {
  const value = rawOptions[name];
  return value === undefined ? undefined : parseInteger(value, runLimits[name], `${name} ${value}`);
}

function checkShard({ index, of }: Shard): void {
  if (Number.isInteger(index) && Number.isInteger(of) && index >= 1 && index <= of) return;
  throw new KitError('option-invalid', 'shard: expected { index, of } with index from 1 to of');
}
