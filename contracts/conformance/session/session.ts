/** What a run needs to send cases to an implementation: target, credentials, fresh values, connections. */
import type { KitError } from '../../../errors.ts';
import type { Operation, SecurityScheme } from '../../../spec/model/contract.ts';
import { validateCredentials } from '../../options/credentials.ts';
import { type Exchange, isSuccess, isUnreachable, type SentRequest, statusOf } from '../model/exchange.ts';
import type { HookCaseFacts } from '../model/hook-views.ts';
import type { FreshValues, RequestSpec } from '../model/request-spec.ts';
import type { CaseExchange } from '../model/sequence.ts';
import type { TestCase } from '../model/test-case.ts';
import { applyCredentials } from '../request/credentials/apply-credentials.ts';
import { selectSchemes } from '../request/credentials/security-alternatives.ts';
import { operationBaseUrl } from '../request/parameters/base-url.ts';
import { userAgentHeader } from '../request/user-agent.ts';
import { createFreshValueSource, type FreshValueSource } from '../request/values/fresh-value-source.ts';
import { targetUnreachableError } from '../transport/transport-failure.ts';
import { type AcceptedValues, createAcceptedValues } from './accepted-values.ts';
import { type Access, createAccess } from './access.ts';
import { type ConnectionChoice, type ExecutionContext, executeCase, type PreparedRequest } from './execute-case.ts';
import { createFirstCreations } from './first-creations.ts';
import { createMountEvidence } from './mount-evidence.ts';
import { createOwnDelay } from './own-delay.ts';
import { createOwnRecords, type OwnRecords } from './own-records.ts';
import { findWrittenRecord } from './record-locks.ts';
import { type BuiltRequest, replaceCredentials } from './renewed-credentials.ts';
import { createRequestHistory } from './request-history.ts';
import { unknownPath } from './response-fingerprint.ts';
import { createSharedExclusiveLock } from './shared-exclusive-lock.ts';
import type { Target } from './target.ts';
import { createTransmission } from './transmission.ts';
import { createUnknownValues, type UnknownValues } from './unknown-values.ts';

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
  const { contract, baseUrl, credentials, concurrency, freshSeed } = target;
  const { isPermitted = () => true, requestLimits } = target;
  validateCredentials(contract, credentials);
  const schemes = new Map(
    contract.operations.map((operation) => [operation.id, selectSchemes(operation, credentials)] as const),
  );
  const transmission = createTransmission(target);
  const requestCounts = new Map<string, number>();
  const ownDelay = createOwnDelay();
  const history = createRequestHistory(concurrency);
  const mountEvidence = createMountEvidence();
  const succeeded = new Set<string>();
  let isAssumedMounted = false;
  const lock = createSharedExclusiveLock();
  const fresh = createFreshValueSource(freshSeed);
  const access = createAccess({
    schemes,
    renewalFailure: () => credentials.renewal?.failure(),
    send: (operation, build) => transmission.transmitAlone(prepareRequest({ operation }, build(fresh))),
  });
  const acceptedValues = createAcceptedValues();
  const ownRecords = createOwnRecords(contract);
  const firstCreations = createFirstCreations();
  const session: Session = {
    target,
    fresh,
    schemes,
    access,
    acceptedValues,
    ownRecords,
    unknownValues: createUnknownValues(),
    requestCount: (operationId) =>
      operationId === undefined ? transmission.requestCount() : (requestCounts.get(operationId) ?? 0),
    ownDelay: delayDuring,
    describeSlowdown: () => transmission.describeSlowdown(delayDuring),
    hasResponded: transmission.hasResponded,
    currentConcurrency: transmission.currentConcurrency,
    unreachableReason: transmission.unreachableReason,
    isAnythingMounted: () => isAssumedMounted || mountEvidence.isFound(),
    assumeMounted() {
      isAssumedMounted = true;
    },
    describeEnd() {
      const reason = transmission.unreachableReason();
      if (reason === undefined || !transmission.hasResponded()) return undefined;
      const last = history.describe();
      return `the implementation became unreachable during the run (${reason})${last === '' ? '' : `, after ${last}`}`;
    },
    wasUnreachable: transmission.wasUnreachable,
    close() {
      ownDelay.stop();
      return transmission.sender.close();
    },
    recordAccepted: access.recordAccepted,
    hasAccepted: (operation) => access.findAccepted(operation) !== undefined,
    hasSucceeded: (operation) => succeeded.has(operation.id),
    hasRenamed: transmission.hasRenamed,
    send: (testCase, requestSpec) => transmission.transmit(transmission.sender, prepareRequest(testCase, requestSpec)),
    execute,
  };
  const defaultContext = {
    earlier: firstCreations,
    prepareRequest,
    transmit: transmission.transmit,
    transmitConcurrently: transmission.transmitConcurrently,
    sender: transmission.sender,
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
          firstCreations.record(operation, requestSpec, exchange);
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

/** Creates the record that the case needs first, where it has a `prepare`. */
async function prepareAndExecute(context: ExecutionContext, testCase: TestCase): Promise<readonly CaseExchange[]> {
  if (testCase.prepare === undefined) return executeCase(context, testCase);
  const prepared = await testCase.prepare(context.fresh);
  const exchanges = await executeCase(context, prepared);
  if (prepared.kind === 'request') prepared.release?.(exchanges);
  return exchanges;
}

/** The error that stops the run when the implementation is unreachable. */
export function unreachableError(target: Target, reason: string): KitError {
  return targetUnreachableError(`${target.baseUrl}: ${reason}`);
}
