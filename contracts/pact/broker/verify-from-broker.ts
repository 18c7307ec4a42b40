/**
 * Verifies an implementation with pacts selected by a broker, and publishes the results. The native verifier does both,
 * through a proxy that validates each pact and corrects each result.
 */
import { KitError } from '../../../errors.ts';
import type { Mask } from '../../../secrets/masking.ts';
import type { PactFile } from '../file/pact-file.ts';
import { collectResults } from '../provider/collect-results.ts';
import type { InteractionResult } from '../provider/interaction-result.ts';
import { maskError } from '../provider/secret-substitution.ts';
import type { PactVerificationOptions } from '../provider/verification-options.ts';
import { startVerifierEnvironment, type VerifierEnvironment } from '../provider/verifier-environment.ts';
import { parseVerifierReport } from '../provider/verifier-report.ts';
import { assertToken, combineRuns, type ProviderResult } from '../provider/verify-provider.ts';
import { assertNoFailures } from './broker-cli.ts';
import { type BrokerProxy, startBrokerProxy } from './broker-proxy.ts';
import { createFetchedPacts, type FetchedPact, type FetchedPacts, type RejectedPact } from './fetched-pacts.ts';
import { assertAllFetched, findPublicationError, type ReportedPact, reportPacts } from './publication-outcome.ts';
import {
  correctResult,
  createLostAccessTracker,
  isResultRequest,
  type LostAccessTracker,
} from './result-publication.ts';
import { type BrokerVerification, runBrokerVerifier, type VerifierOutput } from './verifier-run.ts';

export interface BrokerVerificationResult extends ProviderResult {
  readonly pacts: readonly ReportedPact[];
  /** A problem apart from the interactions; to be thrown after they are reported. */
  readonly failure: KitError | undefined;
}

/** Throws a KitError when nothing could be checked. `ok` is meaningless if there is a `failure`. */
export async function verifyFromBroker(
  verification: BrokerVerification,
  check: PactVerificationOptions,
): Promise<BrokerVerificationResult> {
  const started = performance.now();
  if (verification.publish && verification.version === undefined)
    throw new KitError('argument-missing', '--version is missing; results are published for a version', {
      fix: 'Give the version of the implementation, for example --version "$(git rev-parse HEAD)".',
    });
  const pacts: PactFile[] = [];
  const environment = await startVerifierEnvironment(check, pacts);
  const fetchedPacts = trackPacts(verification, check, { tagPrefix: environment.tagPrefix, pacts });
  const context = {
    verification,
    check,
    environment,
    lostAccess: createLostAccessTracker(check),
  };
  const proxy = await startBrokerProxy(verification.access, createHooks(fetchedPacts, context));
  try {
    const verified = await runBrokerVerifier({ verification, check, environment, proxy }).catch((error: unknown) => {
      assertNoFailures(proxy.log);
      throw error;
    });
    return await collectResult(verified, { ...context, proxy, fetchedPacts, started });
  } catch (error) {
    throw maskError(error, (text) => environment.mask(proxy.sanitize(text)));
  } finally {
    await Promise.all([proxy.close(), environment.close()]);
  }
}

/** `pacts` grows with each accepted pact: the proxy and the state server look pacts up in it. */
function trackPacts(
  { access, provider, pending }: BrokerVerification,
  { credentials }: PactVerificationOptions,
  { tagPrefix, pacts }: { readonly tagPrefix: string; readonly pacts: PactFile[] },
): FetchedPacts {
  const onAccept = (pact: PactFile) => {
    assertToken([pact], credentials);
    pacts.push(pact);
  };
  return createFetchedPacts({ brokerUrl: access.baseUrl, provider, pending, tagPrefix, onAccept });
}

interface VerificationContext {
  readonly verification: BrokerVerification;
  readonly check: PactVerificationOptions;
  readonly environment: VerifierEnvironment;
  readonly lostAccess: LostAccessTracker;
}

function createHooks({ accepted, handleResponse }: FetchedPacts, { verification, ...context }: VerificationContext) {
  const publishing = { ...context, accepted, version: verification.version };
  return {
    onRequest: (request: Parameters<typeof correctResult>[0]) => correctResult(request, publishing),
    onResponse: handleResponse,
  };
}

interface RunContext extends VerificationContext {
  readonly proxy: BrokerProxy;
  readonly fetchedPacts: FetchedPacts;
  readonly started: number;
}

async function collectResult(
  { exit, report }: VerifierOutput,
  runContext: RunContext,
): Promise<BrokerVerificationResult> {
  const { verification, check, environment, proxy, fetchedPacts, started } = runContext;
  const { log } = proxy;
  assertAllFetched(fetchedPacts, log, exit);
  const rejection = rejectionError(fetchedPacts.rejected);
  if (fetchedPacts.accepted.length === 0) {
    if (rejection !== undefined) throw rejection;
    return { ...emptyResult(runContext), pacts: reportPacts(fetchedPacts, log, proxy.sanitize) };
  }
  const collected = collectResults({
    pacts: fetchedPacts.accepted.map(({ pact, isPending }) => ({ pact, isPending })),
    reports: parseVerifierReport(report),
    // A rejected pact fails the verifier and has no results.
    exit: fetchedPacts.rejected.length === 0 ? exit : { ...exit, exitCode: 0 },
    environment,
    options: check,
  });
  const results = await applyLostAccess(collected, runContext);
  const sanitize = (text: string) => environment.mask(proxy.sanitize(text));
  const output = sanitize(exit.output);
  const pacts = reportPacts(fetchedPacts, log, sanitize);
  const failure =
    rejection ?? findPublicationError({ ...reportableExchanges(runContext), publish: verification.publish, results });
  const result = combineRuns([{ results, output }], started);
  return {
    ...result,
    ok: result.ok && failure === undefined,
    pacts,
    failure: failure && maskKitError(failure, sanitize),
  };
}

function maskKitError({ code, detail, fix, where }: KitError, mask: Mask): KitError {
  return new KitError(code, mask(detail), { fix, ...(where === undefined ? {} : { where }) });
}

/** For each pact in order: interactions that were rejected after the credentials expired become unchecked. */
async function applyLostAccess(
  collected: readonly InteractionResult[],
  { fetchedPacts, lostAccess }: RunContext,
): Promise<readonly InteractionResult[]> {
  const results: InteractionResult[] = [];
  for (const { pact } of fetchedPacts.accepted) {
    const pactResults = collected.slice(results.length, results.length + pact.interactions.length);
    const checked = await lostAccess.applyTo(pact, pactResults);
    results.push(...checked.map((one) => resolvePending(one, lostAccess.reasonFor(pact))));
  }
  return results;
}

/**
 * A pending pact may also require a state that cannot be set up yet, which counts as a failure that is forgiven.
 * Expired credentials are not forgiven: the interaction was not checked.
 */
function resolvePending(result: InteractionResult, lostAccessReason: string | undefined): InteractionResult {
  if (!result.isPending || result.status !== 'not checked') return result;
  const hasLostAccess = lostAccessReason !== undefined && result.reason === lostAccessReason;
  return hasLostAccess ? { ...result, isPending: false } : { ...result, status: 'failed' };
}

/**
 * Leaves out pacts whose credentials expired: that their results were not published is not the broker's failure, and it
 * is reported with its own reason.
 */
function reportableExchanges({ fetchedPacts, proxy, lostAccess }: RunContext) {
  const hasLostAccess = ({ pact }: FetchedPact) => lostAccess.reasonFor(pact) !== undefined;
  const paths = new Set(fetchedPacts.accepted.filter(hasLostAccess).map(({ resultPath }) => resultPath));
  return {
    accepted: fetchedPacts.accepted.filter((one) => !hasLostAccess(one)),
    log: proxy.log.filter(
      ({ request, outcome }) =>
        !(
          outcome.kind === 'failure' &&
          outcome.category === 'blocked' &&
          isResultRequest(request) &&
          paths.has(request.path)
        ),
    ),
  };
}

/** A pending pact may be invalid; any other must be verified. */
function rejectionError(rejected: readonly RejectedPact[]): KitError | undefined {
  const [first] = [...rejected.filter(({ isPending }) => !isPending), ...rejected.filter(isInternalError)];
  return first?.error;
}

function isInternalError({ error }: RejectedPact): boolean {
  return error.code !== 'pact-unverifiable' && error.code !== 'pact-unreadable';
}

function emptyResult({ verification, fetchedPacts, started }: RunContext): Omit<BrokerVerificationResult, 'pacts'> {
  const { provider, allowNoPacts, access } = verification;
  if (!allowNoPacts || fetchedPacts.rejected.length > 0)
    throw new KitError('nothing-checked', `${access.baseUrl} has no pact for ${provider} that matches the selectors`, {
      fix: 'Check --provider and --selector, and that the consumers have published their pacts. If no pacts are expected, use --allow-no-pacts.',
    });
  const durationMs = performance.now() - started;
  return { ok: true, interactions: [], output: '', durationMs, failure: undefined };
}
