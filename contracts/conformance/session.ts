/** What one run against one implementation needs to send a case: the target, the credentials, fresh values, connections. */
import { setTimeout } from 'node:timers/promises';
import { KitError } from '../../errors.ts';
import type { Contract, Operation, SecurityScheme } from '../../spec/contract.ts';
import { headerOf } from '../headers.ts';
import type { Case, Draft, Fresh } from './case.ts';
import { type Credentials, checkSchemeNames, schemesFor, withCredentials } from './credentials.ts';
import { type Exchange, isLimited, isUnreachable, type SentRequest } from './exchange.ts';
import { type FreshSource, freshSource } from './fresh.ts';
import { play, type Scene } from './play.ts';
import { createPacer } from './transport/pacer.ts';
import { createSender, type Sender } from './transport/send.ts';

export interface Target {
  readonly contract: Contract;
  /** Without a trailing slash; a base path included. */
  readonly baseUrl: string;
  readonly credentials: Credentials;
  /** For one exchange. */
  readonly timeoutMs: number;
  /** Requests under way at once. */
  readonly concurrency: number;
  /** Requests a second at the most; no limit when undefined. */
  readonly rate?: number | undefined;
}

export interface Session {
  readonly target: Target;
  readonly fresh: FreshSource;
  readonly schemes: ReadonlyMap<string, readonly SecurityScheme[]>;
  send(tried: Pick<Case, 'operation'>, draft: Draft): Promise<Exchange>;
  /** Builds a case and sends it, with its company. Never empty. */
  play(tried: Case): Promise<readonly Scene[]>;
  /** The same on a new connection. */
  playAlone(tried: Case): Promise<readonly Scene[]>;
  /** The same on a connection of its own that has had time to settle, after a request that was accepted. */
  playSettled(tried: Case): Promise<readonly Scene[]>;
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
  const { contract, baseUrl, credentials, timeoutMs, concurrency, rate } = target;
  checkSchemeNames(contract, credentials);
  const schemes = new Map(
    contract.operations.map((operation) => [operation.id, schemesFor(operation, credentials)] as const),
  );
  const { origin } = new URL(baseUrl);
  const sender = createSender({ origin, connections: concurrency, timeoutMs });
  const pace = createPacer(rate);
  let sent = 0;
  let gone: string | undefined;
  const fresh = freshSource();
  const acceptable = new Map<string, (fresh: Fresh) => Draft>();
  const session: Session = {
    target,
    fresh,
    schemes,
    sent: () => sent,
    gone: () => gone,
    close: () => sender.close(),
    accepted: (operation, build) => void acceptable.set(operation.id, build),
    send: (tried, draft) => transmit(sender, requestOf(tried, draft)),
    play: (tried) => play(stage, tried),
    playAlone: (tried) => play({ ...stage, isAlone: true }, tried),
    playSettled: (tried) => play({ ...stage, settleAfter: acceptable.get(tried.operation.id) }, tried),
  };
  const stage = { fresh, requestOf, transmit, sender };
  return session;

  async function transmit(over: Pick<Sender, 'send'>, request: SentRequest): Promise<Exchange> {
    const exchange = await sendPatiently(over, request);
    if (isUnreachable(exchange)) gone = exchange.outcome.failure.reason;
    return exchange;
  }

  async function sendPatiently(over: Pick<Sender, 'send'>, request: SentRequest): Promise<Exchange> {
    let exchange = await sendToLiving(over, request);
    for (let waits = 0; waits < MOST_WAITS && isLimited(exchange); waits++) {
      await setTimeout(retryAfterMs(exchange, Date.now()));
      exchange = await sendToLiving(over, request);
    }
    return exchange;
  }

  async function sendToLiving(over: Pick<Sender, 'send'>, request: SentRequest): Promise<Exchange> {
    let exchange = await sendOnce(over, request);
    for (const ms of PATIENCE) {
      if (!isUnreachable(exchange)) return exchange;
      await setTimeout(ms);
      exchange = await sendOnce(over, request);
    }
    return exchange;
  }

  async function sendOnce(over: Pick<Sender, 'send'>, request: SentRequest): Promise<Exchange> {
    sent++;
    await pace();
    return over.send(request);
  }

  function requestOf({ operation }: Pick<Case, 'operation'>, draft: Draft): SentRequest {
    const { path, headers, body } = withCredentials(draft, schemes.get(operation.id) ?? [], credentials);
    return {
      method: draft.method ?? operation.method,
      url: `${baseUrl}${path}`,
      headers,
      body: typeof body === 'string' ? Buffer.from(body) : body,
      delivery: draft.delivery ?? 'whole',
    };
  }
}

/** In milliseconds: a supervisor may be starting it anew. */
const PATIENCE = [200, 600];

/** How long a 429 is waited for: as its Retry-After says, in seconds or as a date, within reason. */
const LONGEST_WAIT_MS = 5_000;
const MOST_WAITS = 3;

function retryAfterMs({ outcome }: Exchange, now: number): number {
  const header = outcome.kind === 'answer' ? headerOf(outcome.answer.headers, 'retry-after') : undefined;
  const asked = /^\d+$/.test(header ?? '') ? Number(header) * 1000 : Date.parse(header ?? '') - now;
  return Math.min(Math.max(Number.isNaN(asked) ? 1_000 : asked, 0), LONGEST_WAIT_MS);
}

/** Stops the run: the implementation cannot be reached at all. */
export function unreachable(target: Target, reason: string): KitError {
  return new KitError('target-unreachable', `${target.baseUrl}: ${reason}`);
}
