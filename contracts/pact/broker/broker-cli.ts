/** One run of the native broker client through the relay. */
import { KitError } from '../../../errors.ts';
import { runBrokerCli, verifierBinary } from '../native/process.ts';
import type { BrokerAccess } from './access.ts';
import { startRelay } from './relay.ts';
import type { Edits } from './relay-one.ts';
import { type BrokerFailure, type Relayed, refusedCredentials } from './relayed.ts';

export interface BrokerCommand {
  readonly access: BrokerAccess;
  /** Behind `pact broker`, without the address of the broker. */
  readonly args: readonly string[];
  readonly edits?: Edits;
  /** Milliseconds for the whole run; 120 000 unless told. */
  readonly timeoutMs?: number;
}

export interface BrokerRun {
  readonly exitCode: 0 | 1;
  /** What it printed, with the broker's own addresses and without secrets. */
  readonly stdout: string;
  readonly output: string;
  readonly log: readonly Relayed[];
}

const RUN_LIMIT_MS = 120_000;

/**
 * Throws `broker-unreachable`, `broker-refused` or `broker-unusable` when nothing can rest on what the broker did, and
 * `broker-cli-failed` when the client itself has failed. What its exit code is worth is for the command to say.
 */
export async function runBroker({ access, args, edits, timeoutMs }: BrokerCommand): Promise<BrokerRun> {
  const relay = await startRelay(access, edits);
  try {
    const exit = await runBrokerCli({
      binary: access.binary ?? verifierBinary(),
      // The relay has asked often enough.
      args: ['broker', ...args, '--broker-base-url', relay.url, '--retries', '1'],
      env: { PACT_BROKER_TOKEN: relay.token },
      timeoutMs: timeoutMs ?? RUN_LIMIT_MS,
    });
    refuseTrouble(relay.log);
    return {
      exitCode: exit.exitCode,
      stdout: relay.shown(exit.stdout),
      output: relay.shown(exit.output),
      log: [...relay.log],
    };
  } catch (error) {
    refuseTrouble(relay.log);
    if (!(error instanceof KitError)) throw error;
    throw new KitError(error.code, relay.shown(error.detail), { fix: error.fix });
  } finally {
    await relay.close();
  }
}

/** The first thing that went wrong between the relay and the broker explains all that follows. */
export function refuseTrouble(log: readonly Relayed[]): void {
  for (const one of log) {
    if (one.outcome.kind === 'failure' && one.outcome.because !== 'guarded') throw trouble(one.outcome, one);
    const refusal = refusedCredentials(one);
    if (refusal !== undefined) throw refusal;
  }
}

const CODES = {
  unreachable: 'broker-unreachable',
  failing: 'broker-unreachable',
  unusable: 'broker-unusable',
  refused: 'broker-refused',
  guarded: 'pact-unverifiable',
} as const;

function trouble({ because, reason }: BrokerFailure, { asked, tries }: Relayed): KitError {
  const [route] = asked.path.split('?');
  const often = tries > 1 ? `, asked ${tries} times` : '';
  return new KitError(CODES[because], `${reason} (${asked.method} ${route}${often})`);
}
