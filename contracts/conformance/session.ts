/** What one run against one implementation needs to send a case: the target, the credentials, fresh values, a connection. */
import { setTimeout } from 'node:timers/promises';
import { KitError } from '../../errors.ts';
import type { Contract, Operation, SecurityScheme } from '../../spec/contract.ts';
import { headerOf } from '../headers.ts';
import type { Case, Draft, Fresh } from './case.ts';
import { type Credentials, checkSchemeNames, schemesFor, withCredentials } from './credentials.ts';
import { type Exchange, isLimited, isUnreachable, type SentRequest } from './exchange.ts';
import { type FreshSource, freshSource } from './fresh.ts';
import { createSender, type Sender } from './send.ts';

export interface Target {
  readonly contract: Contract;
  /** Without a trailing slash; a base path included. */
  readonly baseUrl: string;
  readonly credentials: Credentials;
  /** For one exchange. */
  readonly timeoutMs: number;
  /** Requests under way at once. */
  readonly concurrency: number;
}

export interface Session {
  readonly target: Target;
  readonly fresh: FreshSource;
  readonly schemes: ReadonlyMap<string, readonly SecurityScheme[]>;
  send(tried: Pick<Case, 'operation'>, draft: Draft): Promise<Exchange>;
  /** The same on a connection of its own that has had time to settle, after a request that was accepted. */
  sendSettled(tried: Pick<Case, 'operation'>, draft: Draft): Promise<Exchange>;
  /** Tells of a request that the implementation accepts. */
  accepted(operation: Operation, build: (fresh: Fresh) => Draft): void;
  /** Why the implementation, which was there, cannot be reached any more; undefined while it can. */
  gone(): string | undefined;
  /** How many requests were sent so far. */
  sent(): number;
  close(): Promise<void>;
}

/** Throws `credentials-missing` and `option-invalid` before anything is sent. */
export function openSession(target: Target): Session {
  const { contract, baseUrl, credentials, timeoutMs, concurrency } = target;
  checkSchemeNames(contract, credentials);
  const schemes = new Map(
    contract.operations.map((operation) => [operation.id, schemesFor(operation, credentials)] as const),
  );
  const sender: Sender = createSender({
    origin: new URL(baseUrl).origin,
    connections: concurrency,
    timeoutMs,
  });
  let sent = 0;
  let gone: string | undefined;
  const fresh = freshSource();
  const acceptable = new Map<string, (fresh: Fresh) => Draft>();
  return {
    target,
    fresh,
    schemes,
    sent: () => sent,
    gone: () => gone,
    close: () => sender.close(),
    accepted: (operation, build) => void acceptable.set(operation.id, build),
    async send(tried, draft) {
      const exchange = await sendPatiently(sender, requestOf(tried, draft));
      if (isUnreachable(exchange)) gone = exchange.outcome.failure.reason;
      return exchange;
    },
    sendSettled(tried, draft) {
      const before = acceptable.get(tried.operation.id)?.(fresh);
      return sender.sendSettled(
        requestOf(tried, draft),
        before === undefined ? undefined : requestOf(tried, before),
      );
    },
  };

  function requestOf({ operation }: Pick<Case, 'operation'>, draft: Draft): SentRequest {
    sent++;
    const { path, headers } = withCredentials(draft, schemes.get(operation.id) ?? [], credentials);
    const body = typeof draft.body === 'string' ? Buffer.from(draft.body) : draft.body;
    return {
      method: operation.method,
      url: `${baseUrl}${path}`,
      headers,
      body,
      delivery: draft.delivery ?? 'whole',
    };
  }
}

/** In milliseconds: a supervisor may be starting it anew. */
const PATIENCE = [200, 600];

/** How long a 429 is waited for: as its Retry-After says in seconds, within reason. */
const LONGEST_WAIT_MS = 5_000;
const MOST_WAITS = 3;

async function sendPatiently(sender: Sender, request: SentRequest): Promise<Exchange> {
  let exchange = await sendToLiving(sender, request);
  for (let waits = 0; waits < MOST_WAITS && isLimited(exchange); waits++) {
    await setTimeout(retryAfterMs(exchange));
    exchange = await sendToLiving(sender, request);
  }
  return exchange;
}

function retryAfterMs({ outcome }: Exchange): number {
  const header = outcome.kind === 'answer' ? headerOf(outcome.answer.headers, 'retry-after') : undefined;
  const seconds = /^\d+$/.test(header ?? '') ? Number(header) : 1;
  return Math.min(seconds * 1000, LONGEST_WAIT_MS);
}

async function sendToLiving(sender: Sender, request: SentRequest): Promise<Exchange> {
  let exchange = await sender.send(request);
  for (const ms of PATIENCE) {
    if (!isUnreachable(exchange)) return exchange;
    await setTimeout(ms);
    exchange = await sender.send(request);
  }
  return exchange;
}

/** Stops the run: the implementation cannot be reached at all. */
export function unreachable(target: Target, reason: string): KitError {
  return new KitError('target-unreachable', `${target.baseUrl}: ${reason}`);
}
