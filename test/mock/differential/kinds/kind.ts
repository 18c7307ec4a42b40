/** One kind of request: what is special about it, and what contract and RFCs demand of the answer. */

import type { BaselineParts } from '../baseline-request.ts';
import type { Random } from '../random.ts';

export interface ProbeKind {
  readonly name: string;
  /** 2 stands for a success, 4 for a client error, three digits for that status alone; 0 for whatever both make of it. */
  readonly expectedStatus: number;
  /** Prism may die of it, or never answer. */
  readonly isRisky?: boolean;
  /** `undefined` where the operation has nothing to do it to. */
  readonly make: (baseline: BaselineParts, random: Random) => BaselineParts | undefined;
}

export function withProbeHeader(baseline: BaselineParts, name: string, value: string): BaselineParts {
  return { ...baseline, headers: { ...baseline.headers, [name]: value } };
}

export function withQuery(baseline: BaselineParts, ...fields: readonly string[]): BaselineParts {
  return { ...baseline, query: [...baseline.query, ...fields] };
}
