/** What a run needs to send cases to an implementation: target, credentials, fresh values, connections. */
import type { KitError } from '../../../errors.ts';
import type { Contract, Operation, SecurityScheme } from '../../../spec/model/contract.ts';
import { type Credentials, validateCredentials } from '../../options/credentials.ts';
import { type Exchange, isTooLarge, type SentRequest } from '../model/exchange.ts';
import type { FreshValues, RequestSpec } from '../model/request-spec.ts';
import type { CaseExchange } from '../model/sequence.ts';
import type { TestCase } from '../model/test-case.ts';
import { applyCredentials } from '../request/credentials/apply-credentials.ts';
import { selectSchemes } from '../request/credentials/security-alternatives.ts';
import { operationBaseUrl } from '../request/parameters/base-url.ts';
import { createFreshValueSource, type FreshValueSource } from '../request/values/fresh-value-source.ts';
import { createSender, type Sender } from '../transport/sender.ts';
import { targetUnreachableError } from '../transport/transport-failure.ts';
import { type Access, createAccess } from './access.ts';
import { type ConnectionChoice, type ExecutionContext, executeCase, type PreparedRequest } from './execute-case.ts';
import { createRateLimiter, createRetryPolicy } from './retry-policy.ts';
import { createSharedExclusiveLock } from './shared-exclusive-lock.ts';

export interface Target {
  readonly contract: Contract;
  /**
   * Without a trailing slash, including a base path. It replaces the contract's first server: see `operationBaseUrl`.
   */
  readonly baseUrl: string;
  readonly credentials: Credentials;
  /** Time limit for one exchange. */
  readonly timeoutMs: number;
  /** Maximum number of concurrent requests. */
  readonly concurrency: number;
  /** Maximum number of requests per second; no limit when undefined. */
  readonly rate?: number | undefined;
  /** The same seed gives the same fresh values; without it each run has new ones, which no implementation has. */
  readonly freshSeed?: string | undefined;
}

/**
 * How a case is sent. `first`: the default. `repeat`: once more (the case, or a simpler one in its place). `without
 * pauses`: repeated without waiting for an eventually consistent implementation. `exclusive`: repeated while no other
 * case runs. `new connection`: repeated on a new connection. `idleMs`: repeated on a connection that was idle for so
 * long after an accepted request.
 */
export type ExecutionMode =
  | 'first'
  | 'repeat'
  | 'without pauses'
  | 'exclusive'
  | 'new connection'
  | { readonly idleMs: number };

export interface Session {
  readonly target: Target;
  readonly fresh: FreshValueSource;
  readonly schemes: ReadonlyMap<string, readonly SecurityScheme[]>;
  send(testCase: Pick<TestCase, 'operation'>, requestSpec: RequestSpec): Promise<Exchange>;
  /** Builds a case and sends its requests; while no other case runs if it is exclusive. The result is never empty. */
  execute(testCase: TestCase, mode?: ExecutionMode): Promise<readonly CaseExchange[]>;
  /** Records a request that the implementation accepts. */
  recordAccepted(operation: Operation, build: (fresh: FreshValues) => RequestSpec): void;
  /** Whether an accepted request of the operation was recorded. */
  hasAccepted(operation: Operation): boolean;
  readonly access: Access;
  /** Why the implementation is unreachable; undefined while it is reachable. */
  unreachableReason(): string | undefined;
  /** It was unreachable for a while and came back. */
  wasUnreachable(): boolean;
  /** At least one HTTP response has arrived. */
  hasResponded(): boolean;
  /** Number of requests sent so far. */
  requestCount(): number;
  close(): Promise<void>;
}

/** Throws `credentials-missing` and `option-invalid` before anything is sent. */
export function openSession(target: Target): Session {
  const { contract, baseUrl, credentials, timeoutMs, concurrency, rate, freshSeed } = target;
  validateCredentials(contract, credentials);
  const schemes = new Map(
    contract.operations.map((operation) => [operation.id, selectSchemes(operation, credentials)] as const),
  );
  const { origin } = new URL(baseUrl);
  const sender = createSender({ origin, connections: concurrency, timeoutMs });
  const awaitRateLimit = createRateLimiter(rate);
  let requestCount = 0;
  let hasResponded = false;
  const retryPolicy = createRetryPolicy();
  const lock = createSharedExclusiveLock();
  const fresh = createFreshValueSource(freshSeed);
  const access = createAccess({
    schemes,
    send: (operation, build) => sendAlone(prepareRequest({ operation }, build(fresh))),
  });
  const session: Session = {
    target,
    fresh,
    schemes,
    access,
    requestCount: () => requestCount,
    hasResponded: () => hasResponded,
    unreachableReason: retryPolicy.unreachableReason,
    wasUnreachable: retryPolicy.wasUnreachable,
    close: () => sender.close(),
    recordAccepted: access.recordAccepted,
    hasAccepted: (operation) => access.findAccepted(operation) !== undefined,
    send: (testCase, requestSpec) => transmit(sender, prepareRequest(testCase, requestSpec)),
    execute,
  };
  const defaultContext = {
    prepareRequest,
    transmit,
    sender,
    connectionChoice: 'shared',
    skipsPauses: false,
  } as const;
  return session;

  function execute(testCase: TestCase, mode: ExecutionMode = 'first'): Promise<readonly CaseExchange[]> {
    if (mode === 'first') {
      // Reserved before waiting for the lock: the order of the cases is deterministic, the order of the lock is not.
      const firstContext = { ...defaultContext, fresh: fresh.reserve(testCase) };
      const execution = () => prepareAndExecute(firstContext, testCase);
      return testCase.isExclusive ? lock.runExclusive(execution) : lock.runShared(execution);
    }
    const repeatContext = () => ({ ...defaultContext, fresh: fresh.reserveForRepeat(testCase) });
    switch (mode) {
      case 'repeat':
        return lock.runShared(() => prepareAndExecute(repeatContext(), testCase));
      case 'without pauses':
        return lock.runShared(() => prepareAndExecute({ ...repeatContext(), skipsPauses: true }, testCase));
      case 'exclusive':
        return lock.runExclusive(() => prepareAndExecute(repeatContext(), testCase));
      case 'new connection':
        return prepareAndExecute({ ...repeatContext(), connectionChoice: 'new' }, testCase);
      default:
        return prepareAndExecute(
          { ...repeatContext(), connectionChoice: idleConnection(mode.idleMs, testCase) },
          testCase,
        );
    }
  }

  function idleConnection(idleMs: number, { operation }: TestCase): ConnectionChoice {
    return { idleMs, warmUpRequest: access.findAccepted(operation) };
  }

  /** On a new connection: earlier requests on a reused connection may influence the response. */
  async function sendAlone(request: PreparedRequest): Promise<Exchange> {
    const connection = sender.openConnection();
    try {
      return await transmit(connection, request);
    } finally {
      await connection.close();
    }
  }

  /** Counts the request, and applies the rate limit and the retry policy. */
  async function transmit(transport: Pick<Sender, 'send'>, { request, start }: PreparedRequest): Promise<Exchange> {
    const sendOnce = (sentRequest: SentRequest) => {
      requestCount++;
      const delay = awaitRateLimit();
      return delay === undefined ? transport.send(sentRequest) : delay.then(() => transport.send(sentRequest));
    };
    const recordResult = start();
    const exchange = await retryPolicy.send(sendOnce, request);
    recordResult(exchange);
    hasResponded ||= exchange.outcome.kind === 'response' || isTooLarge(exchange);
    return exchange;
  }

  function prepareRequest({ operation }: Pick<TestCase, 'operation'>, requestSpec: RequestSpec): PreparedRequest {
    const { path, headers, body } = applyCredentials(requestSpec, schemes.get(operation.id) ?? [], credentials);
    const request: SentRequest = {
      method: requestSpec.method ?? operation.method,
      url: `${operationBaseUrl(operation, contract, baseUrl)}${path}`,
      headers,
      body: typeof body === 'string' ? Buffer.from(body) : body,
      delivery: requestSpec.delivery ?? 'whole',
    };
    return { request, start: () => access.beginRequest(operation, requestSpec.credentials === 'right') };
  }
}

/** Creates the record that the case needs first, where it has a `prepare`. */
function prepareAndExecute(context: ExecutionContext, testCase: TestCase): Promise<readonly CaseExchange[]> {
  return testCase.kind === 'sequence' || testCase.prepare === undefined
    ? executeCase(context, testCase)
    : testCase.prepare(context.fresh).then((ready) => executeCase(context, ready));
}

/** The error that stops the run when the implementation is unreachable. */
export function unreachableError(target: Target, reason: string): KitError {
  return targetUnreachableError(`${target.baseUrl}: ${reason}`);
}
