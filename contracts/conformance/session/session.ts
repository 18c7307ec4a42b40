/** What a run needs to send cases to an implementation: target, credentials, fresh values, connections. */
import type { KitError } from '../../../errors.ts';
import type { Contract, Operation, SecurityScheme } from '../../../spec/model/contract.ts';
import type { HookRun } from '../../hooks/hook-run.ts';
import { type Credentials, validateCredentials } from '../../options/credentials.ts';
import {
  type Exchange,
  isClosedReuse,
  isSuccess,
  isTooLarge,
  isUnreachable,
  type SentRequest,
  statusOf,
} from '../model/exchange.ts';
import type { HookCaseFacts } from '../model/hook-views.ts';
import type { ReplayOptions } from '../model/replay-options.ts';
import type { FreshValues, RequestSpec } from '../model/request-spec.ts';
import type { CaseExchange } from '../model/sequence.ts';
import type { TestCase } from '../model/test-case.ts';
import { applyCredentials } from '../request/credentials/apply-credentials.ts';
import { selectSchemes } from '../request/credentials/security-alternatives.ts';
import { operationBaseUrl } from '../request/parameters/base-url.ts';
import { userAgentHeader } from '../request/user-agent.ts';
import { createFreshValueSource, type FreshValueSource } from '../request/values/fresh-value-source.ts';
import { decodeContent } from '../transport/decode-content.ts';
import { createSender, type Sender } from '../transport/sender.ts';
import { targetUnreachableError } from '../transport/transport-failure.ts';
import { type AcceptedValues, createAcceptedValues } from './accepted-values.ts';
import { type Access, createAccess } from './access.ts';
import { createAdaptiveConcurrency } from './adaptive-concurrency.ts';
import {
  type ConcurrentRequest,
  type ConnectionChoice,
  type ExecutionContext,
  executeCase,
  type PreparedRequest,
} from './execute-case.ts';
import { createHookedSend } from './hooked-send.ts';
import { createLatency } from './latency.ts';
import { createMountEvidence } from './mount-evidence.ts';
import { createOwnDelay } from './own-delay.ts';
import { createOwnRecords, type OwnRecords } from './own-records.ts';
import { createRecordLocks, findWrittenRecord } from './record-locks.ts';
import { createRenamedRecords } from './renamed-records.ts';
import { type BuiltRequest, createRenewingSend, replaceCredentials } from './renewed-credentials.ts';
import type { RequestGuard } from './request-guard.ts';
import { createRequestHistory } from './request-history.ts';
import { unknownPath } from './response-fingerprint.ts';
import { createRateLimiter, createRetryPolicy, isIdempotent, mayResend } from './retry-policy.ts';
import { createSharedExclusiveLock } from './shared-exclusive-lock.ts';
import { createUnknownValues, type UnknownValues } from './unknown-values.ts';

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
  /**
   * Multiplies the time that an implementation gets to show what was written; 1 by default. Tests of implementations
   * that need none shorten it.
   */
  readonly pauseFactor?: number | undefined;
  /** The same seed gives the same fresh values; without it each run has new ones, which no implementation has. */
  readonly freshSeed?: string | undefined;
  /** Whether a request may be sent; all may be when undefined. */
  readonly isPermitted?: RequestGuard | undefined;
  /** The hooks of the user. */
  readonly hooks?: HookRun | undefined;
  /** The maximum number of requests to an operation, by its id; no limit for the others. */
  readonly requestLimits?: ReadonlyMap<string, number> | undefined;
  /** What the command `replay` needs to read the same document and values, besides `--spec`. */
  readonly replayOptions?: ReplayOptions | undefined;
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
  /** Whether any request to the operation has succeeded. */
  hasSucceeded(operation: Operation): boolean;
  /** Whether a write of the operation has given a record another name. */
  hasRenamed(operation: Operation): boolean;
  readonly access: Access;
  /** The values of the bodies that were accepted so far. */
  readonly acceptedValues: AcceptedValues;
  readonly ownRecords: OwnRecords;
  /** Optional properties whose valid values only the implementation knows. */
  readonly unknownValues: UnknownValues;
  /** Why the implementation is unreachable; undefined while it is reachable. */
  unreachableReason(): string | undefined;
  /** It was unreachable for a while and came back. */
  wasUnreachable(): boolean;
  /** At least one HTTP response has arrived. */
  hasResponded(): boolean;
  /** Why and after which requests the implementation became unreachable; undefined if it did not. */
  describeEnd(): string | undefined;
  /** Whether a response showed that the base URL has at least one of the operations. */
  isAnythingMounted(): boolean;
  /** Call when that was found out in another way. */
  assumeMounted(): void;
  /** Which operations became slower during the run. */
  describeSlowdown(): readonly string[];
  /** How many cases may be sent at the same time for now: fewer while the implementation cannot keep up. */
  currentConcurrency(): number;
  /** Number of requests sent so far, of one operation or of all. */
  requestCount(operationId?: string): number;
  /** Milliseconds by which the verifier itself was late during the exchange. */
  ownDelay(exchange: Exchange): number;
  close(): Promise<void>;
}

/** Throws `credentials-missing` and `option-invalid` before anything is sent. */
export function openSession(target: Target): Session {
  const { contract, baseUrl, credentials, timeoutMs, concurrency, rate, freshSeed } = target;
  const { isPermitted = () => true, requestLimits } = target;
  const hookedSend = createHookedSend(target.hooks, { contract, isPermitted, withhold: withheldExchange });
  validateCredentials(contract, credentials);
  const schemes = new Map(
    contract.operations.map((operation) => [operation.id, selectSchemes(operation, credentials)] as const),
  );
  const { origin } = new URL(baseUrl);
  const sender = createSender({ origin, connections: concurrency, timeoutMs, connection: credentials.connection });
  const awaitRateLimit = createRateLimiter(rate);
  const sendRenewing = createRenewingSend(credentials.renewal);
  let requestCount = 0;
  const requestCounts = new Map<string, number>();
  const ownDelay = createOwnDelay();
  const latency = createLatency();
  let hasResponded = false;
  /** The server has closed a shared connection without announcing it: requests that cannot be resent avoid them. */
  let closesReused = false;
  const retryPolicy = createRetryPolicy();
  const adaptiveConcurrency = createAdaptiveConcurrency(concurrency);
  const history = createRequestHistory(concurrency);
  const mountEvidence = createMountEvidence();
  const succeeded = new Set<string>();
  let isAssumedMounted = false;
  const lock = createSharedExclusiveLock();
  const recordLocks = createRecordLocks();
  const renamedRecords = createRenamedRecords(contract);
  const fresh = createFreshValueSource(freshSeed);
  const access = createAccess({
    schemes,
    renewalFailure: () => credentials.renewal?.failure(),
    send: (operation, build) => sendAlone(prepareRequest({ operation }, build(fresh)), transmit),
  });
  const acceptedValues = createAcceptedValues();
  const ownRecords = createOwnRecords(contract);
  const session: Session = {
    target,
    fresh,
    schemes,
    access,
    acceptedValues,
    ownRecords,
    unknownValues: createUnknownValues(),
    requestCount: (operationId) => (operationId === undefined ? requestCount : (requestCounts.get(operationId) ?? 0)),
    ownDelay: delayDuring,
    describeSlowdown: () => latency.describe(delayDuring),
    hasResponded: () => hasResponded,
    currentConcurrency: adaptiveConcurrency.current,
    unreachableReason: retryPolicy.unreachableReason,
    isAnythingMounted: () => isAssumedMounted || mountEvidence.isFound(),
    assumeMounted() {
      isAssumedMounted = true;
    },
    describeEnd() {
      const reason = retryPolicy.unreachableReason();
      if (reason === undefined || !hasResponded) return undefined;
      const last = history.describe();
      return `the implementation became unreachable during the run (${reason})${last === '' ? '' : `, after ${last}`}`;
    },
    wasUnreachable: retryPolicy.wasUnreachable,
    close() {
      ownDelay.stop();
      return sender.close();
    },
    recordAccepted: access.recordAccepted,
    hasAccepted: (operation) => access.findAccepted(operation) !== undefined,
    hasSucceeded: (operation) => succeeded.has(operation.id),
    hasRenamed: renamedRecords.hasRenamed,
    send: (testCase, requestSpec) => transmit(sender, prepareRequest(testCase, requestSpec)),
    execute,
  };
  const defaultContext = {
    prepareRequest,
    transmit,
    transmitConcurrently,
    sender,
    connectionChoice: 'shared',
    pauseFactor: target.pauseFactor ?? 1,
  } as const;
  return session;

  function delayDuring({ sentAt = Date.now(), ms }: Pick<Exchange, 'sentAt' | 'ms'>): number {
    const start = sentAt - performance.timeOrigin;
    return ownDelay.between(start, start + ms);
  }

  function execute(testCase: TestCase, mode: ExecutionMode = 'first'): Promise<readonly CaseExchange[]> {
    if (mode === 'first') {
      // Reserved before waiting for the lock: the order of the cases is deterministic, the order of the lock is not.
      const firstContext = { ...defaultContext, fresh: fresh.reserve(testCase) };
      const execution = () => prepareAndExecute(firstContext, testCase);
      // What a request before it left behind must not reach another one first.
      const isExclusive = testCase.isExclusive || testCase.sendMode?.kind === 'preceded';
      return isExclusive ? lock.runExclusive(execution) : lock.runShared(execution);
    }
    const repeatContext = () => ({ ...defaultContext, fresh: fresh.reserveForRepeat(testCase) });
    switch (mode) {
      case 'repeat':
        return lock.runShared(() => prepareAndExecute(repeatContext(), testCase));
      case 'without pauses':
        return lock.runShared(() => prepareAndExecute({ ...repeatContext(), pauseFactor: 0 }, testCase));
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
  async function sendAlone(request: PreparedRequest, transmitOn: typeof transmit): Promise<Exchange> {
    const connection = sender.openConnection();
    try {
      return await transmitOn(connection, request);
    } finally {
      await connection.close();
    }
  }

  /** After the earlier writes of the same record. */
  function transmit(transport: Pick<Sender, 'send'>, prepared: PreparedRequest): Promise<Exchange> {
    return recordLocks.run(writtenRecords([prepared]), () => transmitNow(transport, prepared));
  }

  /** All of them concurrently, and after the earlier writes of their records. */
  function transmitConcurrently(requests: readonly ConcurrentRequest[]): Promise<readonly Exchange[]> {
    const prepared = requests.map((request) => request.prepared);
    return recordLocks.run(writtenRecords(prepared), () =>
      Promise.all(requests.map((request) => transmitNow(request.transport, request.prepared))),
    );
  }

  function writtenRecords(requests: readonly PreparedRequest[]): readonly string[] {
    return requests.flatMap(({ writtenRecord }) => writtenRecord ?? []);
  }

  /** To the current name of the record, and finds out whether it gives it another one. */
  async function transmitNow(transport: Pick<Sender, 'send'>, prepared: PreparedRequest): Promise<Exchange> {
    const exchange = await sendRenewing({ ...prepared, request: renamedRecords.locate(prepared.request) }, (request) =>
      transmitOnOpen(transport, { ...prepared, request }),
    );
    return renamedRecords.follow(prepared, exchange, (request) => {
      const path = request.url.slice(operationBaseUrl(prepared.operation, contract, baseUrl).length);
      const isWithheld = !isPermitted({ method: request.method, path, headers: request.headers });
      return transmitOnOpen(sender, { ...prepared, request, isWithheld, start: () => () => {} });
    });
  }

  /** On a new connection if the server has closed the shared one, which it may do after any response. */
  async function transmitOnOpen(transport: Pick<Sender, 'send'>, prepared: PreparedRequest): Promise<Exchange> {
    const isShared = transport === sender;
    if (isShared && closesReused && !isIdempotent(prepared.request.method)) return sendAlone(prepared, transmitOnce);
    const exchange = await transmitOnce(transport, prepared);
    if (!isShared || !isClosedReuse(exchange)) return exchange;
    closesReused = true;
    if (!mayResend(exchange)) return exchange;
    const hadCrashed = retryPolicy.wasUnreachable();
    const resent = await sendAlone(prepared, transmitOnce);
    // A crash closes connections too.
    const hasCrashed = isUnreachable(resent) || retryPolicy.wasUnreachable() !== hadCrashed;
    return hasCrashed ? exchange : { ...resent, wasResent: true };
  }

  /** Counts the request, and applies the rate limit and the retry policy. */
  async function transmitOnce(transport: Pick<Sender, 'send'>, prepared: PreparedRequest): Promise<Exchange> {
    const { request, operationId, isWithheld, start } = prepared;
    if (isWithheld) return withheldExchange(request);
    const sendDecoded = (sentRequest: SentRequest) => transport.send(sentRequest).then(decodeContent);
    const sendHooked = (sentRequest: SentRequest) =>
      hookedSend === undefined ? sendDecoded(sentRequest) : hookedSend(prepared, sentRequest, sendDecoded);
    const sendOnce = (sentRequest: SentRequest) => {
      requestCount++;
      const delay = awaitRateLimit();
      return delay === undefined ? sendHooked(sentRequest) : delay.then(() => sendHooked(sentRequest));
    };
    const recordResult = start();
    const exchange = await retryPolicy.send(sendOnce, request);
    recordResult(exchange);
    adaptiveConcurrency.record(exchange);
    latency.record(operationId, exchange);
    hasResponded ||= exchange.outcome.kind === 'response' || isTooLarge(exchange);
    return exchange;
  }

  function prepareRequest(
    testCase: Pick<TestCase, 'operation'> & Partial<HookCaseFacts>,
    requestSpec: RequestSpec,
  ): PreparedRequest {
    const { operation, id } = testCase;
    const operationBase = operationBaseUrl(operation, contract, baseUrl);
    const operationSchemes = schemes.get(operation.id) ?? [];
    const build = (): BuiltRequest => {
      const { path, ...parts } = applyCredentials(requestSpec, operationSchemes, credentials);
      return { ...parts, url: `${operationBase}${path}` };
    };
    const version = credentials.renewal?.version;
    const built = build();
    const { url, headers, body } = built;
    const request: SentRequest = {
      method: requestSpec.method ?? operation.method,
      url,
      headers: [...headers, ...userAgentHeader({ ...requestSpec, headers })],
      body: typeof body === 'string' ? Buffer.from(body) : body,
      delivery: requestSpec.delivery ?? 'whole',
    };
    const { path: shownPath } = requestSpec;
    const isLimitReached = (requestCounts.get(operation.id) ?? 0) >= (requestLimits?.get(operation.id) ?? Infinity);
    return {
      request,
      isWithheld: isLimitReached || !isPermitted({ method: request.method, path: shownPath, headers }),
      operation,
      requestSpec,
      caseFacts: hasCaseFacts(testCase) ? testCase : undefined,
      baseUrl: operationBase,
      operationId: operation.id,
      hasValidCredentials: requestSpec.credentials === 'right' && operationSchemes.length > 0,
      withCurrentCredentials: (one) =>
        credentials.renewal?.version === version ? one : replaceCredentials(one, built, build()),
      writtenRecord: findWrittenRecord(contract, { operation, method: request.method, path: requestSpec.path }),
      start() {
        requestCounts.set(operation.id, (requestCounts.get(operation.id) ?? 0) + 1);
        const recordAccess = access.beginRequest(operation, requestSpec.credentials === 'right');
        return (exchange) => {
          recordAccess(exchange);
          acceptedValues.record(operation.id, requestSpec, exchange);
          ownRecords.record(operation, requestSpec, exchange);
          mountEvidence.record(operation, exchange);
          if (requestSpec.path !== unknownPath && isSuccess(statusOf(exchange) ?? 0)) succeeded.add(operation.id);
          if (!isUnreachable(exchange))
            history.record({ method: request.method, path: shownPath, caseId: id }, exchange);
        };
      },
    };
  }
}

function hasCaseFacts(facts: Partial<HookCaseFacts>): facts is HookCaseFacts {
  return facts.id !== undefined && facts.category !== undefined;
}

function withheldExchange(request: SentRequest): Exchange {
  const reason = 'it was not sent, because the run may not request the operation, or no more often';
  return { request, outcome: { kind: 'failure', failure: { kind: 'withheld', reason } }, ms: 0 };
}

/** Creates the record that the case needs first, where it has a `prepare`. */
async function prepareAndExecute(context: ExecutionContext, testCase: TestCase): Promise<readonly CaseExchange[]> {
  if (testCase.prepare === undefined) return executeCase(context, testCase);
  return executeCase(context, await testCase.prepare(context.fresh));
}

/** The error that stops the run when the implementation is unreachable. */
export function unreachableError(target: Target, reason: string): KitError {
  return targetUnreachableError(`${target.baseUrl}: ${reason}`);
}
