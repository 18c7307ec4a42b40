/** An attack is a value: what is sent and how, what has to come of it, and why that is right. */
import type { Bytes, Wire } from './wire/wire.ts';

export interface Attack {
  /** What is sent; unique. */
  readonly name: string;
  /** Where it is written that the store has to do so, or what it would cost if it did not. */
  readonly why: string;
  /** On one connection, or by whoever sends it: then the answers of the connection that it gives count. */
  readonly sends: Bytes | Play;
  readonly gets: Outcome;
}

export type Play = (store: Opponent) => Promise<Wire>;

/** The store as an attacker sees it. */
export interface Opponent {
  /** A new connection. It need not be closed. */
  open(): Promise<Wire>;
  /** As `open`, without TLS where the store has it. */
  openBare(): Promise<Wire>;
}

export interface Outcome {
  /** Of the answers in order, `100 Continue` among them. */
  readonly statuses: readonly number[];
  /** An open connection is tried: the next request on it is answered, and nothing else is. */
  readonly leaves: 'open' | 'closed';
  /** The last body fits this. */
  readonly shows?: RegExp | undefined;
}

export interface Theme {
  readonly name: string;
  /** What is sent, in the words of the table. */
  readonly sends: string;
  /** Of those that are started; the usual one unless told. */
  readonly store?: StoreName;
  /** One after another: each takes all that the store has. */
  readonly inTurn?: boolean;
  readonly attacks: readonly Attack[];
}

export type StoreName = 'usual' | 'impatient' | 'narrow' | 'forms' | 'guarded' | 'workers' | 'tls' | 'proxy';

/** Answered like any other request, and the connection goes on. */
export function open(status: number, shows?: RegExp): Outcome {
  return { statuses: [status], leaves: 'open', shows };
}

/** The last thing on its connection. */
export function closed(status: number, shows?: RegExp): Outcome {
  return { statuses: [status], leaves: 'closed', shows };
}

/** No answer that an attacker could make anything of. */
export const dropped: Outcome = { statuses: [], leaves: 'closed' };

export function over(play: (wire: Wire) => Promise<unknown>): Play {
  return async (store) => {
    const wire = await store.open();
    await play(wire);
    return wire;
  };
}
