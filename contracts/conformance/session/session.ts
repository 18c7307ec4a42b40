/** What one run against one implementation needs to send a case: the target, the credentials, fresh values, connections. */
import type { KitError } from '../../../errors.ts';
import type { Contract, Operation, SecurityScheme } from '../../../spec/model/contract.ts';
import { type Credentials, checkSchemeNames } from '../../options/credentials.ts';
import type { Case } from '../model/case.ts';
import type { Draft, Fresh } from '../model/draft.ts';
import { type Exchange, isTooLarge, type SentRequest } from '../model/exchange.ts';
import type { Scene } from '../model/sequence.ts';
import { schemesFor } from '../request/credentials/alternatives.ts';
import { withCredentials } from '../request/credentials/place.ts';
import { baseUrlFor } from '../request/parameters/base-url.ts';
import { type FreshSource, freshSource } from '../request/values/fresh-source.ts';
import { createSender, type Sender } from '../transport/send.ts';
import { notReached } from '../transport/transport-failure.ts';
import { type Access, createEntry } from './entry.ts';
import { createPacer, createPatience } from './patience.ts';
import { type Connection, type PreparedRequest, play, type Sending } from './play.ts';
import { createTurns } from './turns.ts';

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
export type ExecutionMode =
  | 'first'
  | 'again'
  | 'hastily'
  | 'exclusively'
  | 'alone'
  | { readonly idleMs: number };

export interface Session {
  readonly target: Target;
  readonly fresh: FreshSource;
  readonly schemes: ReadonlyMap<string, readonly SecurityScheme[]>;
  send(tried: Pick<Case, 'operation'>, draft: Draft): Promise<Exchange>;
  /** Builds a case and sends it, with its company; while nothing else is under way where it asks for that. Never empty. */
  execute(tried: Case, mode?: ExecutionMode): Promise<readonly Scene[]>;
  /** Tells of a request that the implementation accepts. */
  accepted(operation: Operation, build: (fresh: Fresh) => Draft): void;
  /** Whether one was told of. */
  accepts(operation: Operation): boolean;
  /** Whether we are still let in. */
  readonly entry: Access;
  /** Why the implementation, which was there, cannot be reached any more; undefined while it can. */
  gone(): string | undefined;
  /** It could not be reached for a while, and came back. */
  wasAway(): boolean;
  /** A whole HTTP answer has come, whatever it said. */
  hasAnswered(): boolean;
  /** How many requests were sent so far. */
  sent(): number;
  close(): Promise<void>;
}

/** Throws `credentials-missing` and `option-invalid` before anything is sent. */
export function openSession(target: Target): Session {
  const { contract, baseUrl, credentials, timeoutMs, concurrency, rate, freshSeed } = target;
  checkSchemeNames(contract, credentials);
  const schemes = new Map(
    contract.operations.map((operation) => [operation.id, schemesFor(operation, credentials)] as const),
  );
  const { origin } = new URL(baseUrl);
  const sender = createSender({ origin, connections: concurrency, timeoutMs });
  const pace = createPacer(rate);
  let sent = 0;
  let hasAnswered = false;
  const patience = createPatience();
  const turns = createTurns();
  const fresh = freshSource(freshSeed);
  const entry = createEntry({
    schemes,
    send: (operation, build) => sendAlone(requestOf({ operation }, build(fresh))),
  });
  const session: Session = {
    target,
    fresh,
    schemes,
    entry,
    sent: () => sent,
    hasAnswered: () => hasAnswered,
    gone: patience.gone,
    wasAway: patience.wasAway,
    close: () => sender.close(),
    accepted: entry.accepted,
    accepts: (operation) => entry.acceptable(operation) !== undefined,
    send: (tried, draft) => transmit(sender, requestOf(tried, draft)),
    execute,
  };
  const usual = { requestOf, transmit, sender, connection: 'shared', isHasty: false } as const;
  return session;

  function execute(tried: Case, mode: ExecutionMode = 'first'): Promise<readonly Scene[]> {
    if (mode === 'first') {
      // Before it waits for its turn: the order of the cases is the same each time, the order of their turns is not.
      const own = { ...usual, fresh: fresh.reserve(tried) };
      const played = () => playReady(own, tried);
      return tried.inPeace ? turns.alone(played) : turns.share(played);
    }
    const again = () => ({ ...usual, fresh: fresh.reserveAgain(tried) });
    switch (mode) {
      case 'again':
        return turns.share(() => playReady(again(), tried));
      case 'hastily':
        return turns.share(() => playReady({ ...again(), isHasty: true }, tried));
      case 'exclusively':
        return turns.alone(() => playReady(again(), tried));
      case 'alone':
        return playReady({ ...again(), connection: 'new' }, tried);
      default:
        return playReady({ ...again(), connection: idleFor(mode.idleMs, tried) }, tried);
    }
  }

  function idleFor(idleMs: number, { operation }: Case): Connection {
    return { idleMs, opening: entry.acceptable(operation) };
  }

  /** On a new connection: what was sent before on a kept one may have a part in the answer. */
  async function sendAlone(request: PreparedRequest): Promise<Exchange> {
    const line = sender.open();
    try {
      return await transmit(line, request);
    } finally {
      await line.close();
    }
  }

  /** Counts, and keeps the pace. */
  async function transmit(
    over: Pick<Sender, 'send'>,
    { request, begin }: PreparedRequest,
  ): Promise<Exchange> {
    const sendOnce = (again: SentRequest) => {
      sent++;
      const paced = pace();
      return paced === undefined ? over.send(again) : paced.then(() => over.send(again));
    };
    const note = begin();
    const exchange = await patience.send(sendOnce, request);
    note(exchange);
    hasAnswered ||= exchange.outcome.kind === 'answer' || isTooLarge(exchange);
    return exchange;
  }

  function requestOf({ operation }: Pick<Case, 'operation'>, draft: Draft): PreparedRequest {
    const { path, headers, body } = withCredentials(draft, schemes.get(operation.id) ?? [], credentials);
    const request: SentRequest = {
      method: draft.method ?? operation.method,
      url: `${baseUrlFor(operation, contract, baseUrl)}${path}`,
      headers,
      body: typeof body === 'string' ? Buffer.from(body) : body,
      delivery: draft.delivery ?? 'whole',
    };
    return { request, begin: () => entry.sending(operation, draft.credentials === 'right') };
  }
}

/** What the case is about is made first, where it is one of its own. */
function playReady(stage: Sending, tried: Case): Promise<readonly Scene[]> {
  return tried.kind === 'sequence' || tried.ready === undefined
    ? play(stage, tried)
    : tried.ready(stage.fresh).then((ready) => play(stage, ready));
}

/** Stops the run: the implementation cannot be reached at all. */
export function unreachable(target: Target, reason: string): KitError {
  return notReached(`${target.baseUrl}: ${reason}`);
}
