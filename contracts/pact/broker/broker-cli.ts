/** Runs the native broker client through the proxy. */
import { KitError } from '../../../errors.ts';
import { findPactBinary, runBrokerCli } from '../native/native-process.ts';
import type { BrokerAccess } from './broker-access.ts';
import { type BrokerExchange, type BrokerFailure, rejectedCredentialsError } from './broker-exchange.ts';
import { startBrokerProxy } from './broker-proxy.ts';
import type { ProxyHooks } from './proxy-request.ts';

export interface BrokerCommand {
  readonly access: BrokerAccess;
  /** The arguments of `pact broker`, without the address of the broker. */
  readonly args: readonly string[];
  readonly hooks?: ProxyHooks;
  /** Milliseconds for the whole run; default 120,000. */
  readonly timeoutMs?: number;
}

export interface BrokerRun {
  readonly exitCode: 0 | 1;
  /** The output of the client, with the broker's own addresses and without secrets. */
  readonly stdout: string;
  readonly output: string;
  readonly log: readonly BrokerExchange[];
}

const RUN_TIMEOUT_MS = 120_000;

/**
 * Throws `broker-unreachable`, `broker-rejected` or `broker-unusable` if an exchange with the broker failed, and
 * `broker-cli-failed` if the client itself failed. The caller interprets the exit code.
 */
export async function runBrokerCommand({ access, args, hooks, timeoutMs }: BrokerCommand): Promise<BrokerRun> {
  const proxy = await startBrokerProxy(access, hooks);
  try {
    const exit = await runBrokerCli({
      binary: access.binary ?? findPactBinary(),
      // The proxy already retries.
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

/** Throws the first failure between the proxy and the broker, which explains all that follow. */
export function assertNoFailures(log: readonly BrokerExchange[]): void {
  for (const one of log) {
    if (one.outcome.kind === 'failure' && one.outcome.category !== 'rejected pact')
      throw failureError(one.outcome, one);
    const credentialsError = rejectedCredentialsError(one);
    if (credentialsError !== undefined) throw credentialsError;
  }
}

const errorCodes = {
  unreachable: 'broker-unreachable',
  failing: 'broker-unreachable',
  unusable: 'broker-unusable',
  blocked: 'broker-rejected',
  'rejected pact': 'pact-unverifiable',
} as const;

function failureError({ category, reason }: BrokerFailure, { request, attempts }: BrokerExchange): KitError {
  const [route] = request.path.split('?');
  const attemptsText = attempts > 1 ? `, ${attempts} attempts` : '';
  return new KitError(errorCodes[category], `${reason} (${request.method} ${route}${attemptsText})`);
}
