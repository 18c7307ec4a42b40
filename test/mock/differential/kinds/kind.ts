/** One kind of request: what is special about it, and what contract and RFCs demand of the answer. */
import type { Random } from '../random.ts';
import type { Twin } from '../twin.ts';

export interface Kind {
  readonly name: string;
  /** 2 stands for a success, 4 for a client error, three digits for that status alone; 0 for whatever both make of it. */
  readonly demands: number;
  /** Prism may die of it, or never answer. */
  readonly isRisky?: boolean;
  /** `undefined` where the operation has nothing to do it to. */
  readonly make: (twin: Twin, random: Random) => Twin | undefined;
}

export function withHeader(twin: Twin, name: string, value: string): Twin {
  return { ...twin, headers: { ...twin.headers, [name]: value } };
}

export function withQuery(twin: Twin, ...fields: readonly string[]): Twin {
  return { ...twin, query: [...twin.query, ...fields] };
}
