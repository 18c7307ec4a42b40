/** What one run against one implementation needs to send a case: the target, the credentials, fresh values, a connection. */
import { setTimeout } from 'node:timers/promises';
import { KitError } from '../../errors.ts';
import type { Contract, SecurityScheme } from '../../spec/contract.ts';
import type { Case, Draft } from './case.ts';
import { type Credentials, checkSchemeNames, schemesFor, withCredentials } from './credentials.ts';
import { type Exchange, isUnreachable, type SentRequest } from './exchange.ts';
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
  return {
    target,
    fresh: freshSource(),
    schemes,
    sent: () => sent,
    gone: () => gone,
    close: () => sender.close(),
    async send(tried, draft) {
      sent++;
      const { path, headers } = withCredentials(draft, schemes.get(tried.operation.id) ?? [], credentials);
      const body = typeof draft.body === 'string' ? Buffer.from(draft.body) : draft.body;
      const { delivery = 'whole' } = draft;
      const exchange = await sendPatiently(sender, {
        method: tried.operation.method,
        url: `${baseUrl}${path}`,
        headers,
        body,
        delivery,
      });
      if (isUnreachable(exchange)) gone = exchange.outcome.failure.reason;
      return exchange;
    },
  };
}

/** In milliseconds: a supervisor may be starting it anew. */
const PATIENCE = [200, 600];

async function sendPatiently(sender: Sender, request: SentRequest): Promise<Exchange> {
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
