/** What failed is sent again, without the rest, before anybody is accused: what happens once may be chance. */
import { KitError } from '../../../errors.ts';
import { hasTimedOut, isUnreachable } from '../../conformance/model/exchange.ts';
import type { Finding } from '../../finding/finding.ts';
import type { PactFile } from '../file/pact-file.ts';
import { keepInteractions } from '../file/select-interactions.ts';
import type { InteractionResult } from './interaction-result.ts';

/** How to send again. */
export interface RetryOptions {
  /** Verifies a pact and gives its results, in its order. */
  verifyAgain(pact: PactFile): Promise<readonly InteractionResult[]>;
  /** The first time went out with values that an earlier run with the same seed may have left there. */
  readonly hasSeededValues: boolean;
}

const RETRIES = 2;

/** The same results; findings say how often they were seen, and that no answer came once is forgiven. */
export async function reproduceFailures(
  pact: PactFile,
  results: readonly InteractionResult[],
  { verifyAgain, hasSeededValues }: RetryOptions,
): Promise<readonly InteractionResult[]> {
  const failed = selectForRetry(results.filter(isRetryable));
  if (failed.length === 0) return results;
  const retries = await runRetries(
    keepInteractions(
      pact,
      failed.map(({ interaction }) => interaction),
    ),
    verifyAgain,
  );
  return results.map((result) => {
    const index = failed.indexOf(result);
    return index < 0
      ? result
      : applyRetries(
          result,
          retries.map((retry) => retry?.[index]),
          hasSeededValues,
        );
  });
}

/** One that was not reached may be so the next time: a supervisor starts it anew. */
function isRetryable(result: InteractionResult): boolean {
  return result.status === 'failed' || wasUnreachable(result);
}

/** Several that were waited for in vain confirm each other, and waiting again for each would take long. */
function selectForRetry(failed: readonly InteractionResult[]): readonly InteractionResult[] {
  const withoutTimeouts = failed.filter(({ exchange }) => exchange === undefined || !hasTimedOut(exchange));
  return failed.length - withoutTimeouts.length > 1 ? withoutTimeouts : failed;
}

/** Undefined where the implementation could not be reached any more. */
type RetryRun = readonly InteractionResult[] | undefined;

/** One after the other; a run in which the verifier did not do its work is none. */
async function runRetries(pact: PactFile, verifyAgain: RetryOptions['verifyAgain']): Promise<readonly RetryRun[]> {
  const runs: RetryRun[] = [];
  for (let retry = 0; retry < RETRIES; retry += 1) runs.push(...(await runOrSkip(() => verifyAgain(pact))));
  return runs;
}

async function runOrSkip(verify: () => Promise<readonly InteractionResult[]>): Promise<readonly RetryRun[]> {
  try {
    const results = await verify();
    return [results.every(wasUnreachable) ? undefined : results];
  } catch (error) {
    if (error instanceof KitError) return [];
    throw error;
  }
}

function wasUnreachable({ exchange }: InteractionResult): boolean {
  return exchange !== undefined && isUnreachable(exchange);
}

function applyRetries(
  result: InteractionResult,
  retries: readonly (InteractionResult | undefined)[],
  hasSeededValues: boolean,
): InteractionResult {
  const [first] = retries;
  if (
    (hasSeededValues || hasNoResponse(result)) &&
    first !== undefined &&
    retries.every((one) => one?.status === 'passed')
  )
    return {
      ...first,
      notes: [
        ...first.notes,
        `not reproduced: ${failureReason(result)}; then it held ${retries.length} of ${retries.length} times`,
      ],
    };
  const findings = result.findings.map((finding) => addReproduction(finding, retries));
  return { ...result, findings };
}

/** That may be the network's doing; an answer that was given was given. */
function hasNoResponse({ exchange }: InteractionResult): boolean {
  return exchange?.outcome.kind === 'failure';
}

function failureReason({ exchange }: InteractionResult): string {
  return exchange?.outcome.kind === 'failure'
    ? exchange.outcome.failure.reason
    : 'it failed with the values of the seed, which an earlier run may have left there';
}

function addReproduction(finding: Finding, retries: readonly (InteractionResult | undefined)[]): Finding {
  const { evidence, fingerprint } = finding;
  if (evidence === undefined) return finding;
  const reproduced = retries.filter((one) =>
    one?.findings.some((retryFinding) => retryFinding.fingerprint === fingerprint),
  ).length;
  const becameUnreachable = reproduced === 0 && retries.includes(undefined);
  return {
    ...finding,
    evidence: {
      ...evidence,
      confirmation: { seen: reproduced + 1, sent: retries.length + 1, gone: becameUnreachable },
    },
  };
}
