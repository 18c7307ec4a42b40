/**
 * Several servers under the same load, each for a while without a rest, in turns with the first of them: its figures of the
 * same seconds are what those of the others are compared with.
 */
import type { Burst, Failed, Felt } from '../measuring/driver.ts';
import { type Call, type Launched, launch } from '../measuring/launch.ts';
import { type LoadProcess, startLoadProcess } from '../measuring/load-process.ts';
import { plants, type Server } from '../servers.ts';

export interface Effort {
  /** Of each kind of call, besides one that does not count. */
  readonly rounds: number;
  readonly connections: number;
  /** A burst ends with the one or the other. */
  readonly requests: number;
  readonly seconds: number;
  /** With each kind of call before anything counts, for compilers to settle. */
  readonly warmUp: { readonly requests: number; readonly seconds: number };
}

export interface Loaded {
  readonly server: Server;
  readonly start: Pick<Launched, 'ready' | 'answered' | 'first'>;
  /** For each kind of call. */
  readonly rounds: ReadonlyMap<string, readonly Round[]>;
  /** MB. */
  readonly peak: number | null;
}

/** Two bursts, one right after the other; of the first server one alone, which is compared with itself. */
export interface Round {
  readonly felt: Felt;
  /** By the first server. */
  readonly beside: Felt;
}

export interface Load {
  /** The first keeps running, and takes turns with the others. */
  readonly servers: readonly Server[];
  /** By kind; the first is the one to start with. */
  readonly calls: ReadonlyMap<string, Call>;
  readonly effort: Effort;
}

/** Those that did not start, or failed under the load, are left out, with a sentence for each. */
export async function underLoad(load: Load): Promise<{
  readonly loaded: readonly Loaded[];
  readonly notes: readonly string[];
}> {
  const driver = startLoadProcess();
  const found: (Loaded | string)[] = [];
  let first: Running | undefined;
  try {
    for (const server of load.servers) {
      const one = await startOf(server, load);
      if (typeof one === 'string') {
        found.push(one);
        continue;
      }
      first ??= one;
      found.push(await measured({ load, driver, one, first }));
    }
  } finally {
    await first?.launched.stop();
    await driver.stop();
  }
  return {
    loaded: found.filter((one) => typeof one !== 'string'),
    notes: found.filter((one) => typeof one === 'string'),
  };
}

interface Running {
  readonly server: Server;
  readonly launched: Launched;
}

const START_MS = 60_000;

async function startOf(server: Server, { calls }: Load): Promise<Running | string> {
  const [call] = calls.values();
  if (call === undefined) throw new Error('there is no call');
  const program = (port: number) => server.program({ port, document: plants });
  try {
    return { server, launched: await launch({ program, call, timeoutMs: START_MS }) };
  } catch (error) {
    return `${server.name} was left out: ${error instanceof Error ? error.message : error}.`;
  }
}

interface Turn {
  readonly load: Load;
  readonly driver: LoadProcess;
  readonly one: Running;
  readonly first: Running;
}

/** Ends it when it was measured, unless it is the one that the others are compared with. */
async function measured(turn: Turn): Promise<Loaded | string> {
  const { server, launched } = turn.one;
  try {
    const rounds = await allRounds(turn);
    return 'failed' in rounds
      ? `${server.name} was left out: under the load, ${rounds.failed}.`
      : { server, start: launched, rounds, peak: launched.peak() };
  } finally {
    if (turn.one !== turn.first) await launched.stop();
  }
}

async function allRounds(turn: Turn): Promise<Map<string, readonly Round[]> | Failed> {
  const { calls, effort } = turn.load;
  for (const call of calls.values()) {
    const felt = await burst(turn, turn.one, { call, ...effort.warmUp });
    if ('failed' in felt) return felt;
  }
  const rounds = new Map<string, readonly Round[]>();
  for (const [kind, call] of calls) {
    const ofKind = await roundsOf(turn, call);
    if ('failed' in ofKind) return ofKind;
    rounds.set(kind, ofKind);
  }
  return rounds;
}

/** Without the first, before which one of the two has rested. */
async function roundsOf(turn: Turn, call: Call): Promise<readonly Round[] | Failed> {
  const { one, first, load } = turn;
  const rounds: Round[] = [];
  for (let round = 0; round <= load.effort.rounds; round++) {
    const felt = await burst(turn, one, { call, ...load.effort });
    if ('failed' in felt) return felt;
    const beside = one === first ? felt : await burst(turn, first, { call, ...load.effort });
    if ('failed' in beside) return beside;
    if (round > 0) rounds.push({ felt, beside });
  }
  return rounds;
}

type Length = Pick<Burst, 'call' | 'requests' | 'seconds'>;

function burst({ driver, load }: Turn, { launched }: Running, length: Length): Promise<Felt | Failed> {
  const { call, requests, seconds } = length;
  const { url, pid } = launched;
  return driver.send({ url, pid, call, requests, seconds, connections: load.effort.connections });
}
