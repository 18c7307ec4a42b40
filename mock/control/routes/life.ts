/** Whether it lives, what it serves, and back to the start. */
import type { Desk } from '../desk.ts';
import { infoOf, type ServedContract, servedDocument } from '../info.ts';
import { controlDocument } from '../read-call.ts';
import { type ControlRoutes, json, nothing, numberIn, problem } from '../reply.ts';

export interface LifeRouteOptions {
  readonly desk: Desk;
  readonly served: () => readonly ServedContract[];
  /** What the contracts accept as a credential. */
  readonly token: string;
  /** Whether the control token is asked for. */
  readonly isGuarded: boolean;
}

export function lifeRoutes({ desk, served, token, isGuarded }: LifeRouteOptions): ControlRoutes {
  return {
    readHealth: async () => json(200, { status: 'ok' }),
    readReady: async () => ((await isReachable(desk)) ? json(200, { status: 'ok' }) : notReady),
    readInfo: async () => json(200, infoOf(served(), token)),
    readControlDocument: async () => {
      const { document } = (await controlDocument()).contract;
      return json(200, { ...document, security: isGuarded ? [{ controlToken: [] }] : [] });
    },
    readContract: async (call) => {
      const index = numberIn(call, 'path.index') ?? 0;
      const one = served()[index];
      if (one !== undefined) return json(200, servedDocument(one));
      return problem(404, `contract ${index}: expected one from 0 to ${served().length - 1}`, {
        fix: 'GET /__store/info lists the contracts in this order.',
      });
    },
    reset: async () => {
      await desk.reset();
      return nothing;
    },
  };
}

/** Anybody may ask, so why it is not ready is not told. */
const notReady = problem(503, 'The storage cannot be reached.', {
  fix: 'The log of the store says why; it is asked again with each request.',
  headers: { 'Retry-After': '1' },
});

async function isReachable(desk: Desk): Promise<boolean> {
  try {
    await desk.ping();
    return true;
  } catch {
    return false;
  }
}
