/** What the library knows: its tools, loans and members, in memory. */
import type { JsonObject } from '../json.ts';

export interface Tool {
  readonly id: bigint;
  readonly createdAt: string;
  readonly fields: JsonObject;
}

export interface ToolLoan {
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

export interface LibraryState {
  readonly tools: Map<bigint, Tool>;
  /** All of them, the oldest first. */
  readonly loans: Map<string, ToolLoan>;
  readonly members: Map<string, Member>;
  /** Counts up with every tool. */
  createdTools: bigint;
}

/** The first identifier is beyond what a double holds, and odd, so that rounding shows. */
export const firstId = 2n ** 53n + 1n;

export function emptyLibrary(): LibraryState {
  return { tools: new Map(), loans: new Map(), members: new Map(), createdTools: 0n };
}
