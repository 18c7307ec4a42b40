/** What one run against one implementation needs to send a case: the target, the credentials, fresh values, connections. */
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
  /** Without a trailing slash; a base path included. That of the contract's first server: see `baseUrlFor`. */
  readonly baseUrl: string;
  readonly credentials: Credentials;
  /** For one exchange. */
  readonly timeoutMs: number;
  /** Requests under way at once. */
  readonly concurrency: number;
  /** Requests a second at the most; no limit when undefined. */
  readonly rate?: number | undefined;
  /** The same gives the same fresh values; without it each run has its own, which a store cannot know already. */
  readonly freshSeed?: string | undefined;
}

/**
 * How a case is sent: for the first time unless told, or once more (or a simpler one in its place). `hastily`: without a
 * pause, so that a store that takes a moment is given none. `exclusively`: while nothing else is under way. `alone`: on a
 * new connection. `idleMs`: on one of its own that is idle for so long after a request that was accepted.
 */
export type ExecutionMode = 'first' | 'again' | 'hastily' | 'exclusively' | 'alone' | { readonly idleMs: number };

export interface Session {
  readonly target: Target;
  readonly fresh: FreshValueSource;
  readonly schemes: ReadonlyMap<string, readonly SecurityScheme[]>;
  send(testCase: Pick<TestCase, 'operation'>, requestSpec: RequestSpec): Promise<Exchange>;
  /** Builds a case and sends it, with its company; while nothing else is under way where it asks for that. Never empty. */
  execute(testCase: TestCase, mode?: ExecutionMode): Promise<readonly CaseExchange[]>;
  /** Tells of a request that the implementation accepts. */
  recordAccepted(operation: Operation, build: (fresh: FreshValues) => RequestSpec): void;
  /** Whether one was told of. */
  hasAccepted(operation: Operation): boolean;
  /** Whether we are still let in. */
  readonly access: Access;
  /** Why the implementation, which was there, cannot be reached any more; undefined while it can. */
  unreachableReason(): string | undefined;
  /** It could not be reached for a while, and came back. */
  wasUnreachable(): boolean;
  /** A whole HTTP answer has come, whatever it said. */
  hasResponded(): boolean;
  /** How many requests were sent so far. */
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
      // Before it waits for its turn: the order of the cases is the same each time, the order of their turns is not.
      const firstContext = { ...defaultContext, fresh: fresh.reserve(testCase) };
      const execution = () => prepareAndExecute(firstContext, testCase);
      return testCase.isExclusive ? lock.runExclusive(execution) : lock.runShared(execution);
    }
    const repeatContext = () => ({ ...defaultContext, fresh: fresh.reserveForRepeat(testCase) });
    switch (mode) {
      case 'again':
        return lock.runShared(() => prepareAndExecute(repeatContext(), testCase));
      case 'hastily':
        return lock.runShared(() => prepareAndExecute({ ...repeatContext(), skipsPauses: true }, testCase));
      case 'exclusively':
        return lock.runExclusive(() => prepareAndExecute(repeatContext(), testCase));
      case 'alone':
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

  /** On a new connection: what was sent before on a kept one may have a part in the answer. */
  async function sendAlone(request: PreparedRequest): Promise<Exchange> {
    const connection = sender.openConnection();
    try {
      return await transmit(connection, request);
    } finally {
      await connection.close();
    }
  }

  /** Counts, and keeps the pace. */
  async function transmit(transport: Pick<Sender, 'send'>, { request, start }: PreparedRequest): Promise<Exchange> {
    const sendOnce = (repeatContext: SentRequest) => {
      requestCount++;
      const delay = awaitRateLimit();
      return delay === undefined ? transport.send(repeatContext) : delay.then(() => transport.send(repeatContext));
    };
    const recordResult = start();
    const exchange = await retryPolicy.send(sendOnce, request);
    recordResult(exchange);
    hasResponded ||= exchange.outcome.kind === 'answer' || isTooLarge(exchange);
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

/** What the case is about is made first, where it is one of its own. */
function prepareAndExecute(stage: ExecutionContext, testCase: TestCase): Promise<readonly CaseExchange[]> {
  return testCase.kind === 'sequence' || testCase.prepare === undefined
    ? executeCase(stage, testCase)
    : testCase.prepare(stage.fresh).then((ready) => executeCase(stage, ready));
}

/** Stops the run: the implementation cannot be reached at all. */
export function unreachableError(target: Target, reason: string): KitError {
  return targetUnreachableError(`${target.baseUrl}: ${reason}`);
}
