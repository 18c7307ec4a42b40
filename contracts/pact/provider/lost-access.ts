/**
 * Detects credentials that expire or are revoked during a verification: later rejections say nothing about the
 * implementation.
 */
import { isAccessDenied, isSuccess, statusOf } from '../../conformance/model/exchange.ts';
import type { Interaction } from '../file/interaction.ts';
import type { PactFile } from '../file/pact-file.ts';
import { keepInteractions } from '../file/select-interactions.ts';
import type { InteractionResult } from './interaction-result.ts';

/** A passed interaction with real credentials and a success status. */
export interface AcceptedInteraction {
  readonly pact: PactFile;
  readonly interaction: Interaction;
}

export function findAccepted(pact: PactFile, results: readonly InteractionResult[]): AcceptedInteraction | undefined {
  const result = results.find(
    ({ status, hasRealCredentials, exchange }) =>
      status === 'passed' && hasRealCredentials && exchange !== undefined && isSuccess(statusOf(exchange) ?? 0),
  );
  return result === undefined ? undefined : { pact, interaction: result.interaction };
}

export interface AccessCheck {
  /** Undefined if there is none. */
  readonly accepted: AcceptedInteraction | undefined;
  /** Verifies a pact and returns its results, in order. */
  verifyAgain(pact: PactFile): Promise<readonly InteractionResult[]>;
}

/**
 * Returns the results; rejected interactions become unchecked if an interaction that was accepted before is rejected
 * now.
 */
export async function checkLostAccess(
  results: readonly InteractionResult[],
  accessCheck: AccessCheck,
): Promise<readonly InteractionResult[]> {
  const reason = await findLostAccessReason(results, accessCheck);
  return reason === undefined ? results : excludeRejected(results, reason);
}

/**
 * The reason why rejections are inconclusive; undefined if nothing was rejected or the credentials still work. Sends a
 * request only if there are rejections.
 */
export async function findLostAccessReason(
  results: readonly InteractionResult[],
  { accepted, verifyAgain }: AccessCheck,
): Promise<string | undefined> {
  if (accepted === undefined || !results.some(isRejected)) return undefined;
  const [repeated] = await verifyAgain(keepInteractions(accepted.pact, [accepted.interaction]));
  if (repeated?.exchange === undefined || !isAccessDenied(statusOf(repeated.exchange) ?? 0)) return undefined;
  return `the credentials are no longer accepted: "${accepted.interaction.description}" passed before and is now rejected with ${statusOf(repeated.exchange)}; use credentials that stay valid for the whole run, for example a new token in PLANT_STORE_TOKEN`;
}

/** Returns the results with rejected interactions changed to unchecked. */
export function excludeRejected(results: readonly InteractionResult[], reason: string): readonly InteractionResult[] {
  return results.map((result) => (isRejected(result) ? toUnchecked(result, reason) : result));
}

function isRejected({ status, hasRealCredentials, exchange }: InteractionResult): boolean {
  return status === 'failed' && hasRealCredentials && exchange !== undefined && isAccessDenied(statusOf(exchange) ?? 0);
}

function toUnchecked(result: InteractionResult, reason: string): InteractionResult {
  return { ...result, status: 'not checked', reason, mismatches: [], violations: [], findings: [] };
}
