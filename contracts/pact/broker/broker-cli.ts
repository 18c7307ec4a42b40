/** One run of the native broker client through the relay. */
import { KitError } from '../../../errors.ts';
import { findPactBinary, runBrokerCli } from '../native/native-process.ts';
import type { BrokerAccess } from './broker-access.ts';
import { type BrokerExchange, type BrokerFailure, rejectedCredentialsError } from './broker-exchange.ts';
import { startBrokerProxy } from './broker-proxy.ts';
import type { ProxyHooks } from './proxy-request.ts';

export interface BrokerCommand {
  readonly access: BrokerAccess;
  /** Behind `pact broker`, without the address of the broker. */
  readonly args: readonly string[];
  readonly hooks?: ProxyHooks;
  /** Milliseconds for the whole run; 120 000 unless told. */
  readonly timeoutMs?: number;
}

export interface BrokerRun {
  readonly exitCode: 0 | 1;
  /** What it printed, with the broker's own addresses and without secrets. */
  readonly stdout: string;
  readonly output: string;
  readonly log: readonly BrokerExchange[];
}

const RUN_TIMEOUT_MS = 120_000;

/**
 * Throws `broker-unreachable`, `broker-refused` or `broker-unusable` when nothing can rest on what the broker did, and
 * `broker-cli-failed` when the client itself has failed. What its exit code is worth is for the command to say.
 */
export async function runBrokerCommand({ access, args, hooks, timeoutMs }: BrokerCommand): Promise<BrokerRun> {
  const proxy = await startBrokerProxy(access, hooks);
  try {
    const exit = await runBrokerCli({
      binary: access.binary ?? findPactBinary(),
      // The relay has asked often enough.
      args: ['broker', ...args, '--broker-base-url', proxy.url, '--retries', '1'],
      env: { PACT_BROKER_TOKEN: proxy.token },
      timeoutMs: timeoutMs ?? RUN_TIMEOUT_MS,
    });
    assertNoFailures(proxy.log);
    return {
      exitCode: exit.exitCode,
      stdout: proxy.sanitize(exit.stdout),
      output: proxy.sanitize(exit.output),
      log: [...proxy.log],
    };
  } catch (error) {
    assertNoFailures(proxy.log);
    if (!(error instanceof KitError)) throw error;
    throw new KitError(error.code, proxy.sanitize(error.detail), { fix: error.fix });
  } finally {
    await proxy.close();
  }
}

/** The first thing that went wrong between the relay and the broker explains all that follows. */
export function assertNoFailures(log: readonly BrokerExchange[]): void {
  for (const one of log) {
    if (one.outcome.kind === 'failure' && one.outcome.category !== 'guarded') throw failureError(one.outcome, one);
    const credentialsError = rejectedCredentialsError(one);
    if (credentialsError !== undefined) throw credentialsError;
  }
}

const errorCodes = {
  unreachable: 'broker-unreachable',
  failing: 'broker-unreachable',
  unusable: 'broker-unusable',
  refused: 'broker-refused',
  guarded: 'pact-unverifiable',
} as const;

function failureError({ category, reason }: BrokerFailure, { request, attempts }: BrokerExchange): KitError {
  const [route] = request.path.split('?');
  const attemptsText = attempts > 1 ? `, asked ${attempts} times` : '';
  return new KitError(errorCodes[category], `${reason} (${request.method} ${route}${attemptsText})`);
}
