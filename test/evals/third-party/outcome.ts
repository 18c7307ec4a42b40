/** What the verifier says of a stranger: two runs against one process, since they have to agree. */
import type { RunResult } from '../../../contracts/conformance/model/run-result.ts';
import type { Finding } from '../../../contracts/finding/finding.ts';
import { verify } from '../../conformance/support.ts';
import type { ThirdPartyImplementation } from './implementations.ts';
import { type LaunchedStore, launchStore } from './launch-store.ts';

export interface ThirdPartyOutcome {
  readonly implementation: ThirdPartyImplementation;
  readonly result: RunResult;
  /** What only one of the two runs found, by fingerprint; empty when both say the same. */
  readonly differences: readonly string[];
  /** What became of the store while it was judged; undefined where it lived on. */
  readonly exitReason: string | undefined;
}

/** Of mixed case, with letters and digits, so that a comparison without case is seen. */
const token = 'Strangers-Token-7f3KpQ2x';

/** Short, since everything is on this machine and a store that hangs is waited for each time. */
const TIMEOUT_MS = 3_000;

export async function verifyImplementation(implementation: ThirdPartyImplementation): Promise<ThirdPartyOutcome> {
  const first = await launchStore(implementation.name, token);
  try {
    const result = await runVerifier(first);
    const exitReason = first.exitReason();
    const again = exitReason === undefined ? await runVerifier(first) : await verifyFresh(implementation);
    return {
      implementation,
      result,
      differences: differencesOf(result, again),
      exitReason: exitReason ?? first.exitReason(),
    };
  } finally {
    await first.stop();
  }
}

async function verifyFresh(implementation: ThirdPartyImplementation): Promise<RunResult> {
  const store = await launchStore(implementation.name, token);
  try {
    return await runVerifier(store);
  } finally {
    await store.stop();
  }
}

function runVerifier({ url: baseUrl }: LaunchedStore): Promise<RunResult> {
  return verify({ baseUrl, token, timeoutMs: TIMEOUT_MS });
}

function differencesOf(first: RunResult, second: RunResult): readonly string[] {
  const [one, two] = [fingerprintsOf(first), fingerprintsOf(second)];
  return [...one.symmetricDifference(two)].toSorted();
}

function fingerprintsOf({ findings }: RunResult): Set<string> {
  return new Set(findings.map(({ fingerprint }) => fingerprint));
}

export function errorFindings({ findings }: RunResult): readonly Finding[] {
  return findings.filter(({ severity }) => severity === 'error');
}
