/** Credentials that were accepted expire or are revoked in the middle of a verification: what they are then refused is nobody's fault. */
import { isAccessDenied, isSuccess, statusOf } from '../../conformance/model/exchange.ts';
import type { Interaction } from '../file/interaction.ts';
import type { PactFile } from '../file/pact-file.ts';
import { keepInteractions } from '../file/select-interactions.ts';
import type { InteractionResult } from './interaction-result.ts';

/** An interaction with our credentials that was answered with a success, as the consumer expects. */
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
  /** Undefined where none is known. */
  readonly accepted: AcceptedInteraction | undefined;
  /** Verifies a pact and gives its results, in its order. */
  verifyAgain(pact: PactFile): Promise<readonly InteractionResult[]>;
}

/** The same results; what was refused is not judged where what was accepted before is refused too. */
export async function checkLostAccess(
  results: readonly InteractionResult[],
  accessCheck: AccessCheck,
): Promise<readonly InteractionResult[]> {
  const reason = await findLostAccessReason(results, accessCheck);
  return reason === undefined ? results : excludeRejected(results, reason);
}

/** In words; undefined where nothing was refused, or what was accepted before still is. Sends nothing but where it was. */
export async function findLostAccessReason(
  results: readonly InteractionResult[],
  { accepted, verifyAgain }: AccessCheck,
): Promise<string | undefined> {
  if (accepted === undefined || !results.some(isRejected)) return undefined;
  const [repeated] = await verifyAgain(keepInteractions(accepted.pact, [accepted.interaction]));
  if (repeated?.exchange === undefined || !isAccessDenied(statusOf(repeated.exchange) ?? 0)) return undefined;
  return `the credentials are no longer accepted: "${accepted.interaction.description}" held before, and is answered ${statusOf(repeated.exchange)} now; give some that outlive the run, such as a new token in PLANT_STORE_TOKEN`;
}

/** The same results, of which those that were refused are not judged. */
export function excludeRejected(results: readonly InteractionResult[], reason: string): readonly InteractionResult[] {
  return results.map((result) => (isRejected(result) ? toUnchecked(result, reason) : result));
}

function isRejected({ status, hasRealCredentials, exchange }: InteractionResult): boolean {
  return status === 'failed' && hasRealCredentials && exchange !== undefined && isAccessDenied(statusOf(exchange) ?? 0);
}

function toUnchecked(result: InteractionResult, reason: string): InteractionResult {
  return { ...result, status: 'not judged', reason, mismatches: [], violations: [], findings: [] };
}
