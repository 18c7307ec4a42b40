/** `plant-store verify` as a user starts it: from nothing to the verdict. */
import { type ProcessTime, timeUntilExit } from '../../measuring/fresh-process.ts';
import { median, medianOrNull } from '../../measuring/statistics.ts';
import { resolvePath } from '../../servers.ts';
import type { VerifierFigure } from './figure.ts';
import type { BenchStore } from './store.ts';

const ROUNDS = 5;

/** Medians, after a round that does not count. */
export async function timeToVerdict({ url, token }: BenchStore): Promise<VerifierFigure> {
  const args = [resolvePath('../../../cli/plant-store.cjs'), 'verify', url];
  const rounds: ProcessTime[] = [];
  for (let round = 0; round <= ROUNDS; round++)
    rounds.push(await timeUntilExit({ args, env: { ...process.env, PLANT_STORE_TOKEN: token } }));
  const [, ...counted] = rounds;
  const cpu = medianOrNull(counted.map(({ cpuMs }) => cpuMs));
  return {
    measured: 'a fresh process to its verdict',
    seconds: median(counted.map(({ wallMs }) => wallMs)) / 1000,
    cpuSeconds: cpu === null ? null : cpu / 1000,
  };
}
