/** What the verifier says of a stranger: two runs against one process, since they have to agree. */
import type { RunResult } from '../../../contracts/conformance/model/result.ts';
import type { Finding } from '../../../contracts/finding/finding.ts';
import { verify } from '../../conformance/support.ts';
import { type Launched, launch } from './launch.ts';
import type { Stranger } from './strangers.ts';

export interface Outcome {
  readonly stranger: Stranger;
  readonly result: RunResult;
  /** What only one of the two runs found, by fingerprint; empty when both say the same. */
  readonly differences: readonly string[];
  /** What became of the store while it was judged; undefined where it lived on. */
  readonly ended: string | undefined;
}

/** Of mixed case, with letters and digits, so that a comparison without case is seen. */
const token = 'Strangers-Token-7f3KpQ2x';

/** Short, since everything is on this machine and a store that hangs is waited for each time. */
const TIMEOUT_MS = 3_000;

export async function outcomeOf(stranger: Stranger): Promise<Outcome> {
  const first = await launch(stranger.name, token);
  try {
    const result = await judge(first);
    const ended = first.ended();
    const again = ended === undefined ? await judge(first) : await afresh(stranger);
    return { stranger, result, differences: differencesOf(result, again), ended: ended ?? first.ended() };
  } finally {
    await first.stop();
  }
}

async function afresh(stranger: Stranger): Promise<RunResult> {
  const store = await launch(stranger.name, token);
  try {
    return await judge(store);
  } finally {
    await store.stop();
  }
}

function judge({ url: baseUrl }: Launched): Promise<RunResult> {
  return verify({ baseUrl, token, timeoutMs: TIMEOUT_MS });
}

function differencesOf(first: RunResult, second: RunResult): readonly string[] {
  const [one, two] = [fingerprintsOf(first), fingerprintsOf(second)];
  return [...one.symmetricDifference(two)].toSorted();
}

function fingerprintsOf({ findings }: RunResult): Set<string> {
  return new Set(findings.map(({ fingerprint }) => fingerprint));
}

export function faultsOf({ findings }: RunResult): readonly Finding[] {
  return findings.filter(({ severity }) => severity === 'fault');
}
