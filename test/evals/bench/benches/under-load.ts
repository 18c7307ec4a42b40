/**
 * Several servers under the same load, each for a while without a rest, in turns with the first of them: its figures of the
 * same seconds are what those of the others are compared with.
 */

import { type FirstRequest, type LaunchedServer, launchServer } from '../measuring/launch-server.ts';
import type { LoadBurst, LoadFailure, LoadMeasurement } from '../measuring/load-driver.ts';
import { type LoadProcess, startLoadProcess } from '../measuring/load-process.ts';
import { type BenchServer, plantStoreDocument } from '../servers.ts';

export interface LoadSettings {
  /** Of each kind of call, besides one that does not count. */
  readonly rounds: number;
  readonly connections: number;
  /** A burst ends with the one or the other. */
  readonly requests: number;
  readonly seconds: number;
  /** With each kind of call before anything counts, for compilers to settle. */
  readonly warmUp: { readonly requests: number; readonly seconds: number };
}

export interface LoadedServer {
  readonly server: BenchServer;
  readonly start: Pick<LaunchedServer, 'ready' | 'responded' | 'first'>;
  /** For each kind of call. */
  readonly rounds: ReadonlyMap<string, readonly Round[]>;
  /** MB. */
  readonly peak: number | null;
}

/** Two bursts, one right after the other; of the first server one alone, which is compared with itself. */
export interface Round {
  readonly measured: LoadMeasurement;
  /** By the first server. */
  readonly baseline: LoadMeasurement;
}

export interface LoadPlan {
  /** The first keeps running, and takes turns with the others. */
  readonly servers: readonly BenchServer[];
  /** By kind; the first is the one to start with. */
  readonly calls: ReadonlyMap<string, FirstRequest>;
  readonly settings: LoadSettings;
}

/** Those that did not start, or failed under the load, are left out, with a sentence for each. */
export async function measureUnderLoad(plan: LoadPlan): Promise<{
  readonly loaded: readonly LoadedServer[];
  readonly notes: readonly string[];
}> {
  const driver = startLoadProcess();
  const results: (LoadedServer | string)[] = [];
  let first: RunningServer | undefined;
  try {
    for (const server of plan.servers) {
      const one = await startServer(server, plan);
      if (typeof one === 'string') {
        results.push(one);
        continue;
      }
      first ??= one;
      results.push(await measureServer({ load: plan, driver, server: one, first }));
    }
  } finally {
    await first?.launched.stop();
    await driver.stop();
  }
  return {
    loaded: results.filter((one) => typeof one !== 'string'),
    notes: results.filter((one) => typeof one === 'string'),
  };
}

interface RunningServer {
  readonly server: BenchServer;
  readonly launched: LaunchedServer;
}

const START_TIMEOUT_MS = 60_000;

async function startServer(server: BenchServer, { calls }: LoadPlan): Promise<RunningServer | string> {
  const [call] = calls.values();
  if (call === undefined) throw new Error('there is no call');
  const program = (port: number) => server.program({ port, document: plantStoreDocument });
  try {
    return { server, launched: await launchServer({ program, call, timeoutMs: START_TIMEOUT_MS }) };
  } catch (error) {
    return `${server.name} was left out: ${error instanceof Error ? error.message : error}.`;
  }
}

interface ServerTurn {
  readonly load: LoadPlan;
  readonly driver: LoadProcess;
  readonly server: RunningServer;
  readonly first: RunningServer;
}

/** Ends it when it was measured, unless it is the one that the others are compared with. */
async function measureServer(turn: ServerTurn): Promise<LoadedServer | string> {
  const { server, launched } = turn.server;
  try {
    const rounds = await runAllRounds(turn);
    return 'reason' in rounds
      ? `${server.name} was left out: under the load, ${rounds.reason}.`
      : { server, start: launched, rounds, peak: launched.peakMemory() };
  } finally {
    if (turn.server !== turn.first) await launched.stop();
  }
}

async function runAllRounds(turn: ServerTurn): Promise<Map<string, readonly Round[]> | LoadFailure> {
  const { calls, settings } = turn.load;
  for (const call of calls.values()) {
    const measurement = await burst(turn, turn.server, { call, ...settings.warmUp });
    if ('reason' in measurement) return measurement;
  }
  const rounds = new Map<string, readonly Round[]>();
  for (const [kind, call] of calls) {
    const ofKind = await runRounds(turn, call);
    if ('reason' in ofKind) return ofKind;
    rounds.set(kind, ofKind);
  }
  return rounds;
}

/** Without the first, before which one of the two has rested. */
async function runRounds(turn: ServerTurn, call: FirstRequest): Promise<readonly Round[] | LoadFailure> {
  const { server, first, load: plan } = turn;
  const rounds: Round[] = [];
  for (let round = 0; round <= plan.settings.rounds; round++) {
    const measurement = await burst(turn, server, { call, ...plan.settings });
    if ('reason' in measurement) return measurement;
    const baseline = server === first ? measurement : await burst(turn, first, { call, ...plan.settings });
    if ('reason' in baseline) return baseline;
    if (round > 0) rounds.push({ measured: measurement, baseline });
  }
  return rounds;
}

type BurstSize = Pick<LoadBurst, 'call' | 'requests' | 'seconds'>;

function burst(
  { driver, load: plan }: ServerTurn,
  { launched }: RunningServer,
  length: BurstSize,
): Promise<LoadMeasurement | LoadFailure> {
  const { call, requests, seconds } = length;
  const { url, pid } = launched;
  return driver.send({ url, pid, call, requests, seconds, connections: plan.settings.connections });
}
