/** An attack is a value: what is sent and how, what has to come of it, and why that is right. */
import type { AttackBytes, RawConnection } from './wire/connection.ts';

export interface Attack {
  /** What is sent; unique. */
  readonly name: string;
  /** Where it is written that the store has to do so, or what it would cost if it did not. */
  readonly reason: string;
  /** On one connection, or by whoever sends it: then the answers of the connection that it gives count. */
  readonly sends: AttackBytes | AttackScript;
  readonly expected: AttackOutcome;
}

export type AttackScript = (store: AttackTarget) => Promise<RawConnection>;

/** The store as an attacker sees it. */
export interface AttackTarget {
  /** A new connection. It need not be closed. */
  open(): Promise<RawConnection>;
  /** As `open`, without TLS where the store has it. */
  openWithoutTls(): Promise<RawConnection>;
}

export interface AttackOutcome {
  /** Of the answers in order, `100 Continue` among them. */
  readonly statuses: readonly number[];
  /** An open connection is tried: the next request on it is answered, and nothing else is. */
  readonly connection: 'open' | 'closed';
  /** The last body fits this. */
  readonly bodyPattern?: RegExp | undefined;
}

export interface AttackTheme {
  readonly name: string;
  /** What is sent, in the words of the table. */
  readonly sends: string;
  /** Of those that are started; the usual one unless told. */
  readonly store?: StoreName;
  /** One after another: each takes all that the store has. */
  readonly isSequential?: boolean;
  readonly attacks: readonly Attack[];
}

export type StoreName = 'usual' | 'impatient' | 'narrow' | 'forms' | 'guarded' | 'workers' | 'tls' | 'proxy';

/** Answered like any other request, and the connection goes on. */
export function open(status: number, bodyPattern?: RegExp): AttackOutcome {
  return { statuses: [status], connection: 'open', bodyPattern };
}

/** The last thing on its connection. */
export function closed(status: number, bodyPattern?: RegExp): AttackOutcome {
  return { statuses: [status], connection: 'closed', bodyPattern };
}

/** No answer that an attacker could make anything of. */
export const dropped: AttackOutcome = { statuses: [], connection: 'closed' };

export function onConnection(script: (connection: RawConnection) => Promise<unknown>): AttackScript {
  return async (store) => {
    const connection = await store.open();
    await script(connection);
    return connection;
  };
}
