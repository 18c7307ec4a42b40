/** Sends prepared requests: on which connection, after which others, how often, and what that shows about the target. */
import { type Exchange, isClosedReuse, isTooLarge, isUnreachable, type SentRequest } from '../model/exchange.ts';
import { operationBaseUrl } from '../request/parameters/base-url.ts';
import { decodeContent } from '../transport/decode-content.ts';
import { createSender, type Sender } from '../transport/sender.ts';
import { createAdaptiveConcurrency } from './adaptive-concurrency.ts';
import type { ConcurrentRequest, PreparedRequest } from './execute-case.ts';
import { createHookedSend } from './hooked-send.ts';
import { createLatency, type Latency } from './latency.ts';
import { createRecordLocks } from './record-locks.ts';
import { createRenamedRecords, type RenamedRecords } from './renamed-records.ts';
import { createRenewingSend } from './renewed-credentials.ts';
import { createRateLimiter, createRetryPolicy, isIdempotent, mayResend, type RetryPolicy } from './retry-policy.ts';
import type { Target } from './target.ts';

type Transport = Pick<Sender, 'send'>;

export interface Transmission extends Pick<RetryPolicy, 'unreachableReason' | 'wasUnreachable'> {
  /** The connections that all requests share. */
  readonly sender: Sender;
  /** After the earlier writes of the same record. */
  transmit(transport: Transport, prepared: PreparedRequest): Promise<Exchange>;
  /** All of them concurrently, and after the earlier writes of their records. */
  transmitConcurrently(requests: readonly ConcurrentRequest[]): Promise<readonly Exchange[]>;
  /** On a new connection: earlier requests on a reused connection may influence the response. */
  transmitAlone(prepared: PreparedRequest): Promise<Exchange>;
  /** The number of requests sent so far. */
  requestCount(): number;
  /** At least one HTTP response has arrived. */
  hasResponded(): boolean;
  readonly hasRenamed: RenamedRecords['hasRenamed'];
  readonly currentConcurrency: () => number;
  readonly describeSlowdown: Latency['describe'];
}

export function createTransmission({
  contract,
  baseUrl,
  credentials,
  timeoutMs,
  concurrency,
  ...target
}: Target): Transmission {
  const { isPermitted = () => true } = target;
  const hookedSend = createHookedSend(target.hooks, { contract, isPermitted, withhold: withheldExchange });
  const { origin } = new URL(baseUrl);
  const sender = createSender({ origin, connections: concurrency, timeoutMs, connection: credentials.connection });
  const awaitRateLimit = createRateLimiter(target.rate);
  const sendRenewing = createRenewingSend(credentials.renewal);
  const latency = createLatency();
  const retryPolicy = createRetryPolicy();
  const adaptiveConcurrency = createAdaptiveConcurrency(concurrency);
  const recordLocks = createRecordLocks();
  const renamedRecords = createRenamedRecords(contract);
  let requestCount = 0;
  let hasResponded = false;
  /** The server has closed a shared connection without announcing it: requests that cannot be resent avoid them. */
  let closesReused = false;
  return {
    sender,
    transmit,
    transmitConcurrently,
    transmitAlone: (prepared) => sendAlone(prepared, transmit),
    requestCount: () => requestCount,
    hasResponded: () => hasResponded,
    unreachableReason: retryPolicy.unreachableReason,
    wasUnreachable: retryPolicy.wasUnreachable,
    hasRenamed: renamedRecords.hasRenamed,
    currentConcurrency: adaptiveConcurrency.current,
    describeSlowdown: latency.describe,
  };

  async function sendAlone(request: PreparedRequest, transmitOn: typeof transmit): Promise<Exchange> {
    const connection = sender.openConnection();
    try {
      return await transmitOn(connection, request);
    } finally {
      await connection.close();
    }
  }

  function transmit(transport: Transport, prepared: PreparedRequest): Promise<Exchange> {
    return recordLocks.run(writtenRecords([prepared]), () => transmitNow(transport, prepared));
  }

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
  async function transmitNow(transport: Transport, prepared: PreparedRequest): Promise<Exchange> {
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
  async function transmitOnOpen(transport: Transport, prepared: PreparedRequest): Promise<Exchange> {
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
  async function transmitOnce(transport: Transport, prepared: PreparedRequest): Promise<Exchange> {
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
}

function withheldExchange(request: SentRequest): Exchange {
  const reason = 'it was not sent, because the run may not request the operation, or no more often';
  return { request, outcome: { kind: 'failure', failure: { kind: 'withheld', reason } }, ms: 0 };
}
