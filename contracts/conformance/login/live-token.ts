/** A token that is replaced before it expires, and after it was rejected. */
import { KitError } from '../../../errors.ts';
import type { ObtainedToken, TokenSource } from './obtained-token.ts';

export interface LiveToken {
  readonly token: string;
  /** All tokens so far, also those that refresh others. */
  secrets(): readonly string[];
  isDue(): boolean;
  /** Never rejects; concurrent calls share one request. Resolves to whether there is another token. */
  renew(): Promise<boolean>;
  failure(): string | undefined;
}

/** In milliseconds, of a clock that never goes back. */
export type Clock = () => number;

/** Throws `login-failed`. */
export async function obtainLiveToken(obtain: TokenSource, clock: Clock): Promise<LiveToken> {
  const requestedAt = clock();
  let current = await obtain();
  let dueAt = requestedAt + usableMs(current);
  const secrets = new Set(secretsOf(current));
  let failure: string | undefined;
  let renewal: Promise<boolean> | undefined;

  async function replace(): Promise<boolean> {
    const startedAt = clock();
    try {
      const next = await obtain(current);
      const isOther = next.token !== current.token;
      current = next;
      for (const secret of secretsOf(next)) secrets.add(secret);
      dueAt = startedAt + usableMs(next);
      failure = undefined;
      return isOther;
    } catch (error) {
      if (!(error instanceof KitError)) throw error;
      failure = error.detail;
      dueAt = clock() + RETRY_MS;
      return false;
    } finally {
      renewal = undefined;
    }
  }

  return {
    get token() {
      return current.token;
    },
    secrets: () => [...secrets],
    isDue: () => clock() >= dueAt,
    renew() {
      renewal ??= replace();
      return renewal;
    },
    failure: () => failure,
  };
}

/** Until a failed renewal is tried again: the endpoint may be busy. */
const RETRY_MS = 5_000;

/** A request that is sent before that arrives in time, unless the lifetime is very short. */
const MARGIN_MS = 30_000;

function usableMs({ lifetime }: ObtainedToken): number {
  if (lifetime === undefined) return Number.POSITIVE_INFINITY;
  const ms = lifetime * 1000;
  return ms - Math.min(MARGIN_MS, ms / 4);
}

function secretsOf({ token, refreshToken }: ObtainedToken): readonly string[] {
  return refreshToken === undefined ? [token] : [token, refreshToken];
}
