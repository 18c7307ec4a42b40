/** Whether we are still let in: credentials expire or are revoked, and callers are banned, all in the middle of a run. */
import type { Operation, SecurityScheme } from '../../../spec/model/contract.ts';
import type { Draft, Fresh } from '../model/draft.ts';
import { type Exchange, isLimited, isSuccess, statusOf } from '../model/exchange.ts';

export interface Access {
  /** Tells of a request that is about to go out: the operation that it is of, and whether its credentials are right. */
  sending(operation: Operation, isRight: boolean): (exchange: Exchange) => void;
  /** Tells of a request that the implementation accepts. */
  accepted(operation: Operation, build: Build): void;
  acceptable(operation: Operation): Build | undefined;
  /** With these credentials something was turned away, and nothing accepted since. */
  isDoubtful(operation: Operation): boolean;
  /** One operation for each kind of credentials with which nothing was accepted since something was turned away. */
  unproved(): readonly Operation[];
  /** Sends what was accepted before. Where it is turned away too, that is so since then. */
  lookAgain(operation: Operation, moment: Moment): Promise<void>;
  /** Why nothing can be judged any more; undefined while what was accepted still is. */
  closed(): string | undefined;
}

type Build = (fresh: Fresh) => Draft;

export interface EntryOptions {
  readonly schemes: ReadonlyMap<string, readonly SecurityScheme[]>;
  send(operation: Operation, build: Build): Promise<Exchange>;
}

/** One that is turned away may be chance. */
const LOOKS = 3;

export function createEntry({ schemes, send }: EntryOptions): Access {
  const acceptable = new Map<Operation, Build>();
  const doubtful = new Map<string, number>();
  const unproved = new Map<string, { readonly at: number; readonly operation: Operation }>();
  let clock = 0;
  let closed: string | undefined;
  return {
    accepted: (operation, build) => void acceptable.set(operation, build),
    acceptable: (operation) => acceptable.get(operation),
    isDoubtful: (operation) => doubtful.has(namesOf(operation)),
    unproved: () => [...unproved.values()].map(({ operation }) => operation),
    closed: () => closed,
    sending(operation, isRight) {
      const begun = ++clock;
      return (exchange) => note(exchange, { operation, isRight, begun });
    },
    async lookAgain(operation, moment) {
      const known = candidates(operation);
      for (let look = 0; look < LOOKS && known.length > 0; look++) {
        const [other, build] = known[look % known.length] ?? [];
        if (other === undefined || build === undefined) return;
        const exchange = await send(other, build);
        if (!isTurnedAway(exchange) && !isLimited(exchange)) return;
        const isSecured = (schemes.get(other.id) ?? []).length > 0;
        if (look === LOOKS - 1) closed ??= closedBecause(other, { exchange, isSecured, ...moment });
      }
    },
  };

  function note(exchange: Exchange, sent: Sent): void {
    const names = namesOf(sent.operation);
    if (isTurnedAway(exchange)) {
      unproved.set(names, { at: ++clock, operation: sent.operation });
      if (sent.isRight) doubtful.set(names, clock);
      return;
    }
    // What went out before that came back says nothing of the time after it.
    const isLater = sent.begun > (unproved.get(names)?.at ?? 0);
    if (!sent.isRight || !isLater || !isSuccess(statusOf(exchange) ?? 0)) return;
    doubtful.delete(names);
    unproved.delete(names);
  }

  /** That of the operation itself first, then those of others that the same credentials open. */
  function candidates(operation: Operation): readonly (readonly [Operation, Build])[] {
    const names = namesOf(operation);
    const isOwn = ([one]: readonly [Operation, Build]) => one === operation;
    const alike = [...acceptable].filter(([one]) => namesOf(one) === names);
    return [...alike.filter(isOwn), ...alike.filter((one) => !isOwn(one))];
  }

  function namesOf({ id }: Operation): string {
    return JSON.stringify((schemes.get(id) ?? []).map(({ name }) => name).toSorted());
  }
}

interface Sent {
  readonly operation: Operation;
  readonly isRight: boolean;
  readonly begun: number;
}

/** Who is not known, who may not, and who is sent to a page for signing in. */
const statuses: ReadonlySet<number> = new Set([401, 403, 302, 303, 307]);

export function isTurnedAway(exchange: Exchange): boolean {
  return statuses.has(statusOf(exchange) ?? 0);
}

/** When that was first seen, in words. */
interface Moment {
  readonly since: string;
  /** The id of the case. */
  readonly after?: string;
}

interface Closed extends Moment {
  readonly exchange: Exchange;
  /** Credentials go with it. */
  readonly isSecured: boolean;
}

/** The way out comes early: lines are cut where there is little room. */
function closedBecause({ method, path }: Operation, { exchange, isSecured, since, after }: Closed): string {
  const what = isSecured
    ? 'the credentials are no longer accepted'
    : 'the implementation turns its caller away';
  const fix = isSecured
    ? 'give a token that outlives the run (PLANT_STORE_TOKEN), or lift what bans the caller'
    : 'lift what bans it';
  const then = after === undefined ? '' : `after ${after}, `;
  const seen = `${then}a valid ${method} ${path}, accepted before, is answered ${statusOf(exchange)}`;
  return `stopped: ${what} since ${since}: ${fix}; ${seen}`;
}
