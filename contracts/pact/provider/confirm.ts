/** What failed is sent again, without the rest, before anybody is accused: what happens once may be chance. */
import { KitError } from '../../../errors.ts';
import { hasTimedOut, isUnreachable } from '../../conformance/model/exchange.ts';
import type { Finding } from '../../finding/finding.ts';
import type { PactFile } from '../file/pact-file.ts';
import { withOnly } from '../file/select.ts';
import type { InteractionResult } from './interaction-result.ts';

/** How to send again. */
export interface Again {
  /** Verifies a pact and gives its results, in its order. */
  again(pact: PactFile): Promise<readonly InteractionResult[]>;
  /** The first time went out with values that an earlier run with the same seed may have left there. */
  readonly isSeeded: boolean;
}

const REPEATS = 2;

/** The same results; findings say how often they were seen, and that no answer came once is forgiven. */
export async function confirmed(
  pact: PactFile,
  results: readonly InteractionResult[],
  { again, isSeeded }: Again,
): Promise<readonly InteractionResult[]> {
  const failed = worthRepeating(results.filter(isOpen));
  if (failed.length === 0) return results;
  const repeats = await repeat(
    withOnly(
      pact,
      failed.map(({ interaction }) => interaction),
    ),
    again,
  );
  return results.map((result) => {
    const index = failed.indexOf(result);
    return index < 0
      ? result
      : weighed(
          result,
          repeats.map((run) => run?.[index]),
          isSeeded,
        );
  });
}

/** One that was not reached may be so the next time: a supervisor starts it anew. */
function isOpen(result: InteractionResult): boolean {
  return result.status === 'failed' || isGone(result);
}

/** Several that were waited for in vain confirm each other, and waiting again for each would take long. */
function worthRepeating(failed: readonly InteractionResult[]): readonly InteractionResult[] {
  const answered = failed.filter(({ exchange }) => exchange === undefined || !hasTimedOut(exchange));
  return failed.length - answered.length > 1 ? answered : failed;
}

/** Undefined where the implementation could not be reached any more. */
type Repeat = readonly InteractionResult[] | undefined;

/** One after the other; a run in which the verifier did not do its work is none. */
async function repeat(pact: PactFile, again: Again['again']): Promise<readonly Repeat[]> {
  const runs: Repeat[] = [];
  for (let run = 0; run < REPEATS; run += 1) runs.push(...(await orNone(() => again(pact))));
  return runs;
}

async function orNone(work: () => Promise<readonly InteractionResult[]>): Promise<readonly Repeat[]> {
  try {
    const results = await work();
    return [results.every(isGone) ? undefined : results];
  } catch (error) {
    if (error instanceof KitError) return [];
    throw error;
  }
}

function isGone({ exchange }: InteractionResult): boolean {
  return exchange !== undefined && isUnreachable(exchange);
}

function weighed(
  result: InteractionResult,
  repeats: readonly (InteractionResult | undefined)[],
  isSeeded: boolean,
): InteractionResult {
  const [first] = repeats;
  if (
    (isSeeded || isUnanswered(result)) &&
    first !== undefined &&
    repeats.every((one) => one?.status === 'passed')
  )
    return {
      ...first,
      silent: [
        ...first.silent,
        `not reproduced: ${reasonOf(result)}; then it held ${repeats.length} of ${repeats.length} times`,
      ],
    };
  const findings = result.findings.map((finding) => counted(finding, repeats));
  return { ...result, findings };
}

/** That may be the network's doing; an answer that was given was given. */
function isUnanswered({ exchange }: InteractionResult): boolean {
  return exchange?.outcome.kind === 'failure';
}

function reasonOf({ exchange }: InteractionResult): string {
  return exchange?.outcome.kind === 'failure'
    ? exchange.outcome.failure.reason
    : 'it failed with the values of the seed, which an earlier run may have left there';
}

function counted(finding: Finding, repeats: readonly (InteractionResult | undefined)[]): Finding {
  const { evidence, fingerprint } = finding;
  if (evidence === undefined) return finding;
  const seen = repeats.filter((one) =>
    one?.findings.some((other) => other.fingerprint === fingerprint),
  ).length;
  const gone = seen === 0 && repeats.includes(undefined);
  return {
    ...finding,
    evidence: { ...evidence, confirmation: { seen: seen + 1, sent: repeats.length + 1, gone } },
  };
}
