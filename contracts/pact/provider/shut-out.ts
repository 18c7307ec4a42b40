/** Credentials that were accepted expire or are revoked in the middle of a verification: what they are then refused is nobody's fault. */
import { isRefusal, isSuccess, statusOf } from '../../conformance/model/exchange.ts';
import type { Interaction } from '../file/interaction.ts';
import type { PactFile } from '../file/pact-file.ts';
import { withOnly } from '../file/select.ts';
import type { InteractionResult } from './interaction-result.ts';

/** An interaction with our credentials that was answered with a success, as the consumer expects. */
export interface Accepted {
  readonly pact: PactFile;
  readonly interaction: Interaction;
}

export function acceptedIn(pact: PactFile, results: readonly InteractionResult[]): Accepted | undefined {
  const result = results.find(
    ({ status, isAuthorised, exchange }) =>
      status === 'passed' && isAuthorised && exchange !== undefined && isSuccess(statusOf(exchange) ?? 0),
  );
  return result === undefined ? undefined : { pact, interaction: result.interaction };
}

export interface AccessCheck {
  /** Undefined where none is known. */
  readonly accepted: Accepted | undefined;
  /** Verifies a pact and gives its results, in its order. */
  again(pact: PactFile): Promise<readonly InteractionResult[]>;
}

/** The same results; what was refused is not judged where what was accepted before is refused too. */
export async function unlessShutOut(
  results: readonly InteractionResult[],
  looking: AccessCheck,
): Promise<readonly InteractionResult[]> {
  const reason = await whyShutOut(results, looking);
  return reason === undefined ? results : withoutRefused(results, reason);
}

/** In words; undefined where nothing was refused, or what was accepted before still is. Sends nothing but where it was. */
export async function whyShutOut(
  results: readonly InteractionResult[],
  { accepted, again }: AccessCheck,
): Promise<string | undefined> {
  if (accepted === undefined || !results.some(isRefused)) return undefined;
  const [now] = await again(withOnly(accepted.pact, [accepted.interaction]));
  if (now?.exchange === undefined || !isRefusal(statusOf(now.exchange) ?? 0)) return undefined;
  return `the credentials are no longer accepted: "${accepted.interaction.description}" held before, and is answered ${statusOf(now.exchange)} now; give some that outlive the run, such as a new token in PLANT_STORE_TOKEN`;
}

/** The same results, of which those that were refused are not judged. */
export function withoutRefused(
  results: readonly InteractionResult[],
  reason: string,
): readonly InteractionResult[] {
  return results.map((result) => (isRefused(result) ? unjudged(result, reason) : result));
}

function isRefused({ status, isAuthorised, exchange }: InteractionResult): boolean {
  return status === 'failed' && isAuthorised && exchange !== undefined && isRefusal(statusOf(exchange) ?? 0);
}

function unjudged(result: InteractionResult, reason: string): InteractionResult {
  return { ...result, status: 'not judged', reason, mismatches: [], breaches: [], findings: [] };
}
