/**
 * Verifies an implementation with the pacts that a broker chooses, and publishes the results. The native verifier does
 * both, through a relay that holds each pact and corrects each result.
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
  /** What is wrong beside the interactions: to be thrown once they are told. */
  readonly failure: KitError | undefined;
}

/** Throws a KitError when nothing could be judged. `ok` says nothing while there is a `failure`. */
export async function verifyFromBroker(
  verification: BrokerVerification,
  check: PactVerificationOptions,
): Promise<BrokerVerificationResult> {
  const started = performance.now();
  if (verification.publish && verification.version === undefined)
    throw new KitError('argument-missing', '--version is missing: results are published under one', {
      fix: 'Give the version of the implementation, such as --version "$(git rev-parse HEAD)".',
    });
  const pacts: PactFile[] = [];
  const environment = await startVerifierEnvironment(check, pacts);
  const fetchedPacts = trackPacts(verification, check, { pass: environment.tagPrefix, pacts });
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

/** `pacts` grows with what is held: the helpers look up in it what they are sent. */
function trackPacts(
  { access, provider, pending }: BrokerVerification,
  { credentials }: PactVerificationOptions,
  { pass: tagPrefix, pacts }: { readonly pass: string; readonly pacts: PactFile[] },
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

function createHooks(
  { accepted: fetchedPacts, handleResponse }: FetchedPacts,
  { verification, ...context }: VerificationContext,
) {
  const publishing = { ...context, accepted: fetchedPacts, version: verification.version };
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
    // A pact that was refused fails the verifier and has no results.
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

/** Pact by pact, in their order: what is refused once credentials have ended is not judged. */
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
 * What a new pact asks for and nobody can set up yet fails as little as what it expects. That credentials have ended is
 * no failure which a pending pact could forgive: it has not been looked at.
 */
function resolvePending(result: InteractionResult, lostAccessReason: string | undefined): InteractionResult {
  if (!result.isPending || result.status !== 'not judged') return result;
  const hasLostAccess = lostAccessReason !== undefined && result.reason === lostAccessReason;
  return hasLostAccess ? { ...result, isPending: false } : { ...result, status: 'failed' };
}

/** That nothing goes out of a pact whose credentials have ended is no fault of the broker, and told as what it is. */
function reportableExchanges({ fetchedPacts, proxy, lostAccess }: RunContext) {
  const hasLostAccess = ({ pact }: FetchedPact) => lostAccess.reasonFor(pact) !== undefined;
  const paths = new Set(fetchedPacts.accepted.filter(hasLostAccess).map(({ resultPath }) => resultPath));
  return {
    accepted: fetchedPacts.accepted.filter((one) => !hasLostAccess(one)),
    log: proxy.log.filter(
      ({ request, outcome }) =>
        !(
          outcome.kind === 'failure' &&
          outcome.category === 'refused' &&
          isResultRequest(request) &&
          paths.has(request.path)
        ),
    ),
  };
}

/** A pact that is pending may be as it is; any other has to be verified. */
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
    throw new KitError('nothing-judged', `${access.baseUrl} has no pact with ${provider} that was asked for`, {
      fix: 'Check --provider and --selector, and that the consumers have published; --allow-no-pacts where that is expected.',
    });
  const durationMs = performance.now() - started;
  return { ok: true, interactions: [], output: '', durationMs, failure: undefined };
}
