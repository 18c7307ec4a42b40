/** Several servers under the same load, one after the other in rounds, so that a slow moment of the machine hits all of them. */
import type { Burst, Felt } from './driver.ts';
import { type Call, type Launched, launch } from './launch.ts';
import { type LoadProcess, startLoadProcess } from './load-process.ts';
import { plants, type Server } from './servers.ts';

export interface Effort {
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
  /** For each kind of call, what each round felt. */
  readonly felt: ReadonlyMap<string, readonly Felt[]>;
  /** MB. */
  readonly peak: number | null;
}

export interface Load {
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
  const running: Running[] = [];
  const notes: string[] = [];
  try {
    for (const server of load.servers) {
      const started = await startOf(server, load);
      if (typeof started === 'string') notes.push(started);
      else running.push(started);
    }
    for (const one of running) await warmUp(driver, one, load);
    for (let round = 0; round < load.effort.rounds; round++) await roundOf(driver, running, load);
    const loaded = running.filter(({ failed }) => failed === undefined).map(loadedOf);
    return { loaded, notes: [...notes, ...running.flatMap(({ failed }) => failed ?? [])] };
  } finally {
    for (const { launched } of running) await launched.stop();
    await driver.stop();
  }
}

interface Running {
  readonly server: Server;
  readonly launched: Launched;
  readonly felt: Map<string, Felt[]>;
  /** Why it is left alone from now on. */
  failed?: string;
}

const START_MS = 60_000;

async function startOf(server: Server, { calls }: Load): Promise<Running | string> {
  const [call] = calls.values();
  if (call === undefined) throw new Error('there is no call');
  const program = (port: number) => server.program({ port, document: plants });
  try {
    const launched = await launch({ program, call, timeoutMs: START_MS });
    return { server, launched, felt: new Map() };
  } catch (error) {
    return `${server.name} was left out: ${error instanceof Error ? error.message : error}.`;
  }
}

async function warmUp(driver: LoadProcess, one: Running, { calls, effort }: Load): Promise<void> {
  for (const call of calls.values()) await sendTo(driver, one, { call, ...effort, ...effort.warmUp });
}

async function roundOf(driver: LoadProcess, running: readonly Running[], load: Load): Promise<void> {
  for (const [kind, call] of load.calls) {
    for (const one of running) {
      const felt = await sendTo(driver, one, { call, ...load.effort });
      if (felt !== undefined) one.felt.set(kind, [...(one.felt.get(kind) ?? []), felt]);
    }
  }
}

type Sent = Pick<Burst, 'call' | 'connections' | 'requests' | 'seconds'>;

async function sendTo(driver: LoadProcess, one: Running, sent: Sent): Promise<Felt | undefined> {
  if (one.failed !== undefined) return undefined;
  const { call, connections, requests, seconds } = sent;
  const { url, pid } = one.launched;
  const felt = await driver.send({ url, pid, call, connections, requests, seconds });
  if (!('failed' in felt)) return felt;
  one.failed = `${one.server.name} was left out: under the load, ${felt.failed}.`;
  return undefined;
}

function loadedOf({ server, launched, felt }: Running): Loaded {
  return { server, start: launched, felt, peak: launched.peak() };
}
