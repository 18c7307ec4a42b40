/** Sends a case: one request through the shared connections, or several on separate connections. */
import { setTimeout as pause, setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { addCookies, headerValues } from '../../http/headers.ts';
import { showsExpectedState } from '../checking/run-checks.ts';
import { type Exchange, hasTimedOut } from '../model/exchange.ts';
import type { FreshValues, RequestSpec } from '../model/request-spec.ts';
import type { CaseExchange, EarlierCreations, ExecutedStep, Step } from '../model/sequence.ts';
import type { AccompaniedRequests, RequestCase, SequenceCase, TestCase } from '../model/test-case.ts';
import { executeSteps } from '../stateful/execute-steps.ts';
import type { Connection, Sender } from '../transport/sender.ts';
import type { HookedRequest } from './hooked-send.ts';
import type { RenewableRequest } from './renewed-credentials.ts';

export interface PreparedRequest extends RenewableRequest, HookedRequest {
  /** The record that it writes; undefined when it reads or creates one. */
  readonly writtenRecord: string | undefined;
  /** The run may not request the operation that it could reach. */
  readonly isWithheld: boolean;
  /** Call when the request is sent, and call the returned function with its exchange. */
  start(): (exchange: Exchange) => void;
}

/** A request, and the connection that it is sent on. */
export interface ConcurrentRequest {
  readonly transport: Pick<Sender, 'send'>;
  readonly prepared: PreparedRequest;
}

export interface ExecutionContext {
  readonly fresh: FreshValues;
  /** What the run has created so far. */
  readonly earlier: EarlierCreations;
  readonly sender: Sender;
  prepareRequest(testCase: TestCase, requestSpec: RequestSpec): PreparedRequest;
  /** After the earlier writes of the same record. */
  transmit(transport: Pick<Sender, 'send'>, request: PreparedRequest): Promise<Exchange>;
  /** All at the same time, also where they write the same record. */
  transmitConcurrently(requests: readonly ConcurrentRequest[]): Promise<readonly Exchange[]>;
  readonly connectionChoice: ConnectionChoice;
  /** Multiplies the pauses of sequences. */
  readonly pauseFactor: number;
}

/** A connection of the pool, a new one, or one that stays idle before each request. */
export type ConnectionChoice = 'shared' | 'new' | IdleConnection;

interface IdleConnection {
  /** In milliseconds: a server that closes idle connections has time to do so. */
  readonly idleMs: number;
  /** Sent first on the connection; undefined when no accepted request is known. */
  readonly warmUpRequest: ((fresh: FreshValues) => RequestSpec) | undefined;
}

export async function executeCase(context: ExecutionContext, testCase: TestCase): Promise<readonly CaseExchange[]> {
  if (testCase.kind === 'sequence') return executeSequence(context, testCase);
  const { sendMode } = testCase;
  if (sendMode?.kind === 'concurrent') return executeConcurrently(context, testCase, sendMode.count);
  if (sendMode?.kind === 'same request') return executeRepeatedly(context, testCase, sendMode.count);
  if (sendMode?.kind === 'accompanied') return executeAccompanied(context, testCase, sendMode);
  if (sendMode?.kind === 'sequential') return executeSequentially(context, testCase, sendMode.count);
  if (sendMode !== undefined || context.connectionChoice !== 'shared')
    return [await executeOnOwnConnection(context, testCase)];
  const requestSpec = testCase.buildRequest(context.fresh);
  const exchange = await context.transmit(context.sender, context.prepareRequest(testCase, requestSpec));
  return [{ requestSpec, exchange, precedingExchanges: [] }];
}

/** Through the shared connections, or all steps on one separate connection. */
async function executeSequence(context: ExecutionContext, testCase: SequenceCase): Promise<readonly CaseExchange[]> {
  const connection = context.connectionChoice === 'shared' ? undefined : context.sender.openConnection();
  const send = ({ operation, requestSpec }: Step) =>
    context.transmit(connection ?? context.sender, context.prepareRequest({ ...testCase, operation }, requestSpec));
  try {
    const isFulfilled = (step: Step, exchange: Exchange) => showsExpectedState(testCase, step, exchange);
    const steps = await executeSteps(testCase.sequence.generateSteps(context.fresh, context.earlier), {
      send,
      isFulfilled,
      pauseFactor: context.pauseFactor,
    });
    return steps.map((executed, index) => exchangeOfStep(executed, steps.slice(0, index)));
  } finally {
    await connection?.close();
  }
}

function exchangeOfStep(executed: ExecutedStep, previousSteps: readonly ExecutedStep[]): CaseExchange {
  const { step, exchange, fulfilledAfterMs } = executed;
  const fulfilled = fulfilledAfterMs === undefined ? {} : { fulfilledAfterMs };
  return {
    requestSpec: step.requestSpec,
    exchange,
    precedingExchanges: [],
    step,
    previousSteps,
    ...fulfilled,
  };
}

async function executeOnOwnConnection(context: ExecutionContext, testCase: RequestCase): Promise<CaseExchange> {
  const connection = context.sender.openConnection();
  try {
    await warmUp(context, testCase, connection);
    return await executeOnConnection(context, testCase, connection);
  } finally {
    await connection.close();
  }
}

/** A server that closes idle connections has done so by then, and the request does not race with the close. */
async function waitWhileIdle({ connectionChoice }: ExecutionContext): Promise<void> {
  if (typeof connectionChoice === 'string') return;
  const { idleMs } = connectionChoice;
  for (let waits = 0; waits < MAX_IDLE_WAITS; waits++) {
    const start = performance.now();
    await pause(idleMs);
    // On a busy machine the connection's end may have arrived without being read.
    await yieldToEventLoop();
    if (performance.now() - start < idleMs + MAX_TIMER_DELAY_MS) return;
  }
}

/** A wait that ends this much late shows that the machine was busy, so the server's timer may be late too. */
const MAX_TIMER_DELAY_MS = 20;
const MAX_IDLE_WAITS = 5;

/** It may write a record, so it waits for other writes of that record too. */
async function warmUp(context: ExecutionContext, testCase: TestCase, connection: Connection): Promise<void> {
  const { connectionChoice, fresh } = context;
  const warmUpRequest = typeof connectionChoice === 'string' ? undefined : connectionChoice.warmUpRequest;
  if (warmUpRequest !== undefined)
    await context.transmit(connection, context.prepareRequest(testCase, warmUpRequest(fresh)));
}

/** Over connections that are open already: opening one takes longer than a response. */
async function executeConcurrently(
  context: ExecutionContext,
  testCase: RequestCase,
  count: number,
): Promise<readonly CaseExchange[]> {
  return withOpenConnections(context, testCase, count, async (connections) => {
    const requests = connections.map((transport) => {
      const requestSpec = testCase.buildRequest(context.fresh);
      return { transport, requestSpec, prepared: context.prepareRequest(testCase, requestSpec) };
    });
    const exchanges = await context.transmitConcurrently(requests);
    return exchanges.flatMap((exchange, index) => {
      const request = requests[index];
      if (request === undefined) return [];
      const concurrentWrites = requests.filter((other) => other !== request && writeSameRecord(other, request));
      return [
        {
          requestSpec: request.requestSpec,
          exchange,
          precedingExchanges: [],
          concurrentWrites: concurrentWrites.map(({ requestSpec }) => requestSpec),
        },
      ];
    });
  });
}

/** One request on several connections at the same time. */
async function executeRepeatedly(
  context: ExecutionContext,
  testCase: RequestCase,
  count: number,
): Promise<readonly CaseExchange[]> {
  return withOpenConnections(context, testCase, count, async (connections) => {
    const requestSpec = testCase.buildRequest(context.fresh);
    const requests = connections.map((transport) => {
      return { transport, prepared: context.prepareRequest(testCase, requestSpec) };
    });
    const exchanges = await context.transmitConcurrently(requests);
    return exchanges.map((exchange) => {
      const repeatedExchanges = exchanges.filter((other) => other !== exchange);
      return { requestSpec, exchange, precedingExchanges: [], repeatedExchanges };
    });
  });
}

/** Each request right after one of the others. */
async function executeAccompanied(
  context: ExecutionContext,
  testCase: RequestCase,
  { count, buildOther }: AccompaniedRequests,
): Promise<readonly CaseExchange[]> {
  return withOpenConnections(context, testCase, count * 2, async (connections) => {
    const requests = connections.map((transport, index) => {
      const isOther = index % 2 === 0;
      const requestSpec = isOther ? buildOther(context.fresh) : testCase.buildRequest(context.fresh);
      return { transport, requestSpec, isOther, prepared: context.prepareRequest(testCase, requestSpec) };
    });
    const exchanges = await context.transmitConcurrently(requests);
    return exchanges.flatMap((exchange, index) => {
      const request = requests[index];
      if (request === undefined || request.isOther) return [];
      return [{ requestSpec: request.requestSpec, exchange, precedingExchanges: [] }];
    });
  });
}

async function withOpenConnections<Result>(
  context: ExecutionContext,
  testCase: RequestCase,
  count: number,
  use: (connections: readonly Connection[]) => Promise<Result>,
): Promise<Result> {
  const connections = Array.from({ length: count }, () => context.sender.openConnection());
  try {
    for (const connection of connections) {
      const { outcome } = await context.transmit(
        connection,
        context.prepareRequest(testCase, testCase.buildRequest(context.fresh)),
      );
      if (outcome.kind === 'failure') break;
    }
    await waitWhileIdle(context);
    return await use(connections);
  } finally {
    await Promise.all(connections.map((connection) => connection.close()));
  }
}

function writeSameRecord(one: ConcurrentRequest, other: ConcurrentRequest): boolean {
  const { writtenRecord } = one.prepared;
  return writtenRecord !== undefined && writtenRecord === other.prepared.writtenRecord;
}

async function executeSequentially(
  context: ExecutionContext,
  testCase: RequestCase,
  count: number,
): Promise<readonly CaseExchange[]> {
  const connection = context.sender.openConnection();
  const exchanges: CaseExchange[] = [];
  try {
    for (let time = 0; time < count; time++) {
      const caseExchange = await executeOnConnection(context, testCase, connection);
      exchanges.push(caseExchange);
      // A timeout or broken connection has been seen; the remaining requests would show nothing more.
      if (caseExchange.exchange.outcome.kind === 'failure') break;
    }
  } finally {
    await connection.close();
  }
  return exchanges;
}

async function executeOnConnection(
  context: ExecutionContext,
  testCase: RequestCase,
  connection: Connection,
): Promise<CaseExchange> {
  const { sendMode } = testCase;
  const requestSpec = testCase.buildRequest(context.fresh);
  const precedingExchanges: Exchange[] = [];
  const preceding = sendMode?.kind === 'preceded' ? sendMode : undefined;
  for (const precedingRequest of preceding?.buildRequests(requestSpec, context.fresh) ?? []) {
    await waitWhileIdle(context);
    const exchange = await context.transmit(connection, context.prepareRequest(testCase, precedingRequest));
    if (hasTimedOut(exchange))
      return { requestSpec: precedingRequest, exchange, precedingExchanges, isPreceding: true };
    precedingExchanges.push(exchange);
  }
  await waitWhileIdle(context);
  const request = context.prepareRequest(testCase, requestSpec);
  const exchange = await context.transmit(
    connection,
    preceding?.keepsCookies ? withCookies(request, precedingExchanges) : request,
  );
  return {
    requestSpec,
    exchange: sendMode?.kind === 'watched' ? await connection.watchAfter(exchange) : exchange,
    precedingExchanges,
  };
}

/** Added when the request is sent, so that the request shown in reports contains no session cookie. */
function withCookies(prepared: PreparedRequest, precedingExchanges: readonly Exchange[]): PreparedRequest {
  const setCookies = precedingExchanges.flatMap(({ outcome }) =>
    outcome.kind === 'response' ? headerValues(outcome.response.headers, 'set-cookie') : [],
  );
  if (setCookies.length === 0) return prepared;
  const { request } = prepared;
  const cookie = setCookies.map((setCookie) => setCookie.split(';')[0]).join('; ');
  return { ...prepared, request: { ...request, headers: addCookies(request.headers, cookie) } };
}
