/**
 * Credentials that end while the pacts of a broker are verified. Each pact is looked at once, before a result of it goes
 * out, so that what the broker is told and what is told here agree.
 */
import type { PactFile } from '../file/pact-file.ts';
import type { PactCheck } from '../provider/check.ts';
import type { InteractionResult } from '../provider/interaction-result.ts';
import { type Accepted, acceptedIn, whyShutOut, withoutRefused } from '../provider/shut-out.ts';
import { verifyAgain } from '../provider/verify-pact.ts';

export interface ShutOuts {
  /** The same results; what was refused is not judged where what was accepted before is refused too. */
  heard(pact: PactFile, results: readonly InteractionResult[]): Promise<readonly InteractionResult[]>;
  /** Why what was refused of a pact says nothing; undefined where it does, and until it was heard. */
  reasonOf(pact: PactFile): string | undefined;
}

/** Expects pacts in the order in which they were verified. */
export function shutOuts(check: PactCheck): ShutOuts {
  const reasons = new Map<PactFile, string | undefined>();
  let known: Accepted | undefined;
  const again = (pact: PactFile) => verifyAgain(pact, check);
  return {
    reasonOf: (pact) => reasons.get(pact),
    async heard(pact, results) {
      const accepted = acceptedIn(pact, results) ?? known;
      known ??= accepted;
      if (!reasons.has(pact)) reasons.set(pact, await whyShutOut(results, { accepted, again }));
      const reason = reasons.get(pact);
      return reason === undefined ? results : withoutRefused(results, reason);
    },
  };
}
