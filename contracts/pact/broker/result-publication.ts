/**
 * Corrects verification results on their way to the broker. The verifier only knows what the pact expects: a success
 * becomes a failure if a response violates the contract, and a result that nothing supports is not published.
 */
import { KitError } from '../../../errors.ts';
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJsonBytes,
  stringifyJson,
} from '../../../spec/json/exact-json.ts';
import type { Interaction } from '../file/interaction.ts';
import type { PactFile } from '../file/pact-file.ts';
import { collectPactResults } from '../provider/collect-results.ts';
import type { InteractionResult } from '../provider/interaction-result.ts';
import {
  type AcceptedInteraction,
  excludeRejected,
  findAccepted,
  findLostAccessReason,
} from '../provider/lost-access.ts';
import type { PactVerificationOptions } from '../provider/verification-options.ts';
import type { VerifierEnvironment } from '../provider/verifier-environment.ts';
import { type InteractionReport, noResponseMismatch } from '../provider/verifier-report.ts';
import { verifyAgain } from '../provider/verify-pact.ts';
import { combineRuns } from '../provider/verify-provider.ts';
import type { BrokerFailure, BrokerRequest } from './broker-exchange.ts';
import type { FetchedPact } from './fetched-pacts.ts';
import { replaceStrings } from './link-rewriter.ts';

interface ResultContext {
  readonly accepted: readonly FetchedPact[];
  readonly environment: VerifierEnvironment;
  readonly check: PactVerificationOptions;
  readonly lostAccess: LostAccessTracker;
  /** The version of the provider. */
  readonly version: string | undefined;
}

/** Leaves other requests unchanged, but blocks the version of an implementation that cannot be reached. */
export async function correctResult(
  request: BrokerRequest,
  context: ResultContext,
): Promise<BrokerRequest | BrokerFailure> {
  if (!isResultRequest(request))
    return isUnreachableProvider(request, context) ? rejectedFailure('the implementation does not respond') : request;
  const index = context.accepted.findIndex(({ resultPath }) => resultPath === request.path);
  const fetchedPact = context.accepted[index];
  const parsed = parseJsonBytes(request.body);
  if (fetchedPact === undefined || !parsed.ok || !isJsonObject(parsed.value))
    return rejectedFailure('the verifier tried to publish a result for a pact that it was not given');
  const payload = parsed.value;
  if (payload.providerApplicationVersion !== context.version)
    return rejectedFailure('the verifier tried to publish a result for another version of the provider');
  const { environment, check, lostAccess } = context;
  const reports = parseReports(payload, fetchedPact.pact);
  const checked = await lostAccess.applyTo(
    fetchedPact.pact,
    collectPactResults(fetchedPact, index, { reports, environment, options: check }),
  );
  const lostAccessReason = lostAccess.reasonFor(fetchedPact.pact);
  const isReported = fetchedPact.isPending && lostAccessReason === undefined;
  const blockReason = whyNotReported(checked) ?? (isReported ? undefined : whyUnchecked(checked));
  if (blockReason !== undefined)
    return rejectedFailure(`no result is published for ${fetchedPact.name}: ${blockReason}`);
  const corrected =
    payload.success === true
      ? addFailures(payload, checked, fetchedPact.pact)
      : withoutResults(
          checked.filter(({ reason }) => reason !== undefined && reason === lostAccessReason),
          payload,
          fetchedPact.pact,
        );
  return { ...request, body: Buffer.from(maskPayload(stringifyJson(corrected), environment)) };
}

/**
 * The verifier publishes the branch of a version before its result; a version that the broker knows might become
 * deployable.
 */
function isUnreachableProvider({ method }: BrokerRequest, { environment: { recorded } }: ResultContext): boolean {
  return (
    method === 'PUT' &&
    recorded.length > 0 &&
    recorded.every(({ exchange: { outcome } }) => outcome.kind === 'failure' && outcome.failure.kind === 'unreachable')
  );
}

export function isResultRequest({ method, path }: BrokerRequest): boolean {
  return method === 'POST' && path.endsWith('/verification-results');
}

function rejectedFailure(reason: string): BrokerFailure {
  return { kind: 'failure', category: 'blocked', reason };
}

/**
 * The result of each interaction in the payload. An interaction that it does not name counts as failed, unless the
 * whole pact succeeded.
 */
function parseReports({ success, testResults }: JsonObject, pact: PactFile): readonly InteractionReport[] {
  const reported = isJsonArray(testResults) ? testResults.filter(isJsonObject) : [];
  return pact.interactions.map((interaction) => {
    const { description } = interaction;
    const result = reported.find((one) => isResultOf(interaction, one, pact));
    const ok = success === true || result?.success === true;
    return { description, ok, mismatches: ok ? [] : [noResponseMismatch('see the result')] };
  });
}

function isResultOf(interaction: Interaction, reported: JsonObject, pact: PactFile): boolean {
  const id = brokerInteractionId(interaction, pact);
  return id === undefined ? reported.interactionDescription === interaction.description : reported.interactionId === id;
}

/** Removes the results of these interactions and keeps the other failures. */
function withoutResults(excluded: readonly InteractionResult[], payload: JsonObject, pact: PactFile): JsonObject {
  if (excluded.length === 0 || !isJsonArray(payload.testResults)) return payload;
  const testResults = payload.testResults.filter(
    (reported) =>
      !isJsonObject(reported) || !excluded.some(({ interaction }) => isResultOf(interaction, reported, pact)),
  );
  return { ...payload, testResults };
}

/** An unreachable implementation, or one that rejects all credentials, neither passes nor fails. */
function whyNotReported(checked: readonly InteractionResult[]): string | undefined {
  try {
    combineRuns([{ results: checked, output: '' }], 0);
  } catch (error) {
    if (error instanceof KitError) return `${error.title}: ${error.detail}`;
    throw error;
  }
  return undefined;
}

/** Not used for pending pacts: their results are published anyway, since they fail no build. */
function whyUnchecked(checked: readonly InteractionResult[]): string | undefined {
  const unchecked = checked.find(({ status }) => status === 'not checked');
  if (unchecked === undefined || checked.some(({ status }) => status === 'failed')) return undefined;
  return `"${unchecked.interaction.description}" was not checked: ${unchecked.reason}`;
}

function addFailures(payload: JsonObject, checked: readonly InteractionResult[], pact: PactFile): JsonObject {
  const failed = checked.filter(({ status }) => status !== 'passed');
  if (failed.length === 0) return payload;
  const reported = isJsonArray(payload.testResults) ? payload.testResults.filter(isJsonObject) : [];
  const ids = failed.map(({ interaction }) => brokerInteractionId(interaction, pact));
  const passed = reported.filter(({ interactionId }) => !ids.includes(interactionId));
  const failures = failed.map((one, index) => failureEntry(one, ids[index]));
  return { ...payload, success: false, testResults: [...passed, ...failures] };
}

/** The broker's id of the interaction. */
function brokerInteractionId({ index }: Interaction, { value }: PactFile): Json | undefined {
  const entry = isJsonArray(value.interactions) ? value.interactions[index] : undefined;
  return isJsonObject(entry) ? entry._id : undefined;
}

/** In the verifier's own format for failures. */
function failureEntry(one: InteractionResult, id: Json | undefined): JsonObject {
  const messages = [
    ...one.mismatches.map(({ message }) => message),
    ...one.violations.map(({ violation }) => {
      return `The response violates the contract: received ${violation.received}; the contract says ${violation.expected}`;
    }),
  ];
  return {
    ...(id === undefined ? {} : { interactionId: id }),
    interactionDescription: one.interaction.description,
    success: false,
    exceptions: messages.map((message) => ({ message })),
  };
}

/** Responses may contain credentials, and the broker stores what is published. */
function maskPayload(text: string, { mask }: VerifierEnvironment): string {
  return replaceStrings(text, ({ path, value }) => {
    const isReported = path.includes('mismatches') || path.includes('exceptions');
    const shown = isReported ? mask(value) : value;
    return shown === value ? undefined : shown;
  });
}

/**
 * Detects credentials that expire while the pacts of a broker are verified. Each pact is checked once, before its
 * result is published, so that the published result and the report agree.
 */
export interface LostAccessTracker {
  /**
   * Returns the results. Rejected interactions become unchecked if an interaction that was accepted before is rejected
   * too.
   */
  applyTo(pact: PactFile, results: readonly InteractionResult[]): Promise<readonly InteractionResult[]>;
  /**
   * Why rejected interactions of a pact are inconclusive; undefined if they are conclusive or the pact was not checked
   * yet.
   */
  reasonFor(pact: PactFile): string | undefined;
}

/** Call `applyTo` in the order in which the pacts were verified. */
export function createLostAccessTracker(check: PactVerificationOptions): LostAccessTracker {
  const reasons = new Map<PactFile, string | undefined>();
  let lastAccepted: AcceptedInteraction | undefined;
  const verifySubset = (pact: PactFile) => verifyAgain(pact, check);
  return {
    reasonFor: (pact) => reasons.get(pact),
    async applyTo(pact, results) {
      const accepted = findAccepted(pact, results) ?? lastAccepted;
      lastAccepted ??= accepted;
      if (!reasons.has(pact))
        reasons.set(pact, await findLostAccessReason(results, { accepted, verifyAgain: verifySubset }));
      const reason = reasons.get(pact);
      return reason === undefined ? results : excludeRejected(results, reason);
    },
  };
}
