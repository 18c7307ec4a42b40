/** Sends failed interactions again, without the others, to see whether failures are reproducible. */
import { KitError } from '../../../errors.ts';
import { hasTimedOut, isUnreachable } from '../../conformance/model/exchange.ts';
import type { Finding } from '../../finding/finding.ts';
import type { PactFile } from '../file/pact-file.ts';
import { keepInteractions } from '../file/select-interactions.ts';
import type { InteractionResult } from './interaction-result.ts';

/** How to verify again. */
export interface RetryOptions {
  /** Verifies a pact and returns its results, in order. */
  verifyAgain(pact: PactFile): Promise<readonly InteractionResult[]>;
  /**
   * The first attempt used values from a seed, which an earlier run with the same seed may have left in the
   * implementation.
   */
  readonly hasSeededValues: boolean;
}

const RETRIES = 2;

/**
 * Returns the results. Findings state how often they were reproduced; a missing response that is not reproduced is
 * dropped.
 */
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

/** An unreachable implementation may be reachable again, for example after a restart. */
function isRetryable(result: InteractionResult): boolean {
  return result.status === 'failed' || wasUnreachable(result);
}

/** Several timeouts confirm each other, and repeating each of them would take long. */
function selectForRetry(failed: readonly InteractionResult[]): readonly InteractionResult[] {
  const withoutTimeouts = failed.filter(({ exchange }) => exchange === undefined || !hasTimedOut(exchange));
  return failed.length - withoutTimeouts.length > 1 ? withoutTimeouts : failed;
}

/** Undefined if the implementation could not be reached any more. */
type RetryRun = readonly InteractionResult[] | undefined;

/** Sequential; a run in which the verifier itself fails does not count. */
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
        `not reproduced: ${failureReason(result)}; it then passed ${retries.length}/${retries.length} times`,
      ],
    };
  const findings = result.findings.map((finding) => addReproduction(finding, retries));
  return { ...result, findings };
}

/** A missing response may be caused by the network; a received response is not. */
function hasNoResponse({ exchange }: InteractionResult): boolean {
  return exchange?.outcome.kind === 'failure';
}

function failureReason({ exchange }: InteractionResult): string {
  return exchange?.outcome.kind === 'failure'
    ? exchange.outcome.failure.reason
    : 'it failed with the seeded values, which may exist from an earlier run';
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
      reproduction: { reproduced: reproduced + 1, attempts: retries.length + 1, isUnreachable: becameUnreachable },
    },
  };
}
