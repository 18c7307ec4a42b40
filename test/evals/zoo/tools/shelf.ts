/** What the library knows: its tools, loans and members, in memory. */
import type { JsonObject } from '../json.ts';

export interface Tool {
  readonly id: bigint;
  readonly createdAt: string;
  readonly fields: JsonObject;
}

export interface Loan {
  /** A UUID in lower case. */
  readonly id: string;
  readonly toolId: bigint;
  readonly fields: JsonObject;
}

export interface Member {
  readonly id: string;
  readonly since: string;
  readonly fields: JsonObject;
}

export interface Shelf {
  readonly tools: Map<bigint, Tool>;
  /** All of them, the oldest first. */
  readonly loans: Map<string, Loan>;
  readonly members: Map<string, Member>;
  /** Counts up with every tool. */
  tick: bigint;
}

/** The first identifier is beyond what a double holds, and odd, so that rounding shows. */
export const firstId = 2n ** 53n + 1n;

export function emptyShelf(): Shelf {
  return { tools: new Map(), loans: new Map(), members: new Map(), tick: 0n };
}
