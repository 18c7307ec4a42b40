/** One kind of request: what is special about it, and the response that contract and RFCs require. */

import type { BaselineParts } from '../baseline-request.ts';
import type { Random } from '../random.ts';

export interface ProbeKind {
  readonly name: string;
  /** 2 is any success, 4 any client error, three digits exactly that status, 0 any status. */
  readonly expectedStatus: number;
  /** Prism may crash or never respond. */
  readonly isRisky?: boolean;
  /** `undefined` if it does not apply to the operation. */
  readonly make: (baseline: BaselineParts, random: Random) => BaselineParts | undefined;
}

export function withProbeHeader(baseline: BaselineParts, name: string, value: string): BaselineParts {
  return { ...baseline, headers: { ...baseline.headers, [name]: value } };
}

export function withQuery(baseline: BaselineParts, ...fields: readonly string[]): BaselineParts {
  return { ...baseline, query: [...baseline.query, ...fields] };
}
