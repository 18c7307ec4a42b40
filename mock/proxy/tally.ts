/** Counts what the proxy has seen: which operations, which violations, how often. Bounded, and with nothing secret in it. */
import type { Contract } from '../../spec/model/contract.ts';
import { keptFault } from '../journal/secrets/faults.ts';
import { secretFieldsOf } from '../journal/secrets/fields.ts';
import type { Fault } from '../refusals.ts';
import type { Observed } from './observed.ts';

export interface Summary {
  /** The base URL of the service. */
  readonly upstream: string;
  /** All requests that were passed on, and those of them that the contract knows an operation for. */
  readonly requests: number;
  readonly judged: number;
  readonly violations: number;
  /** Most frequent first. Those beyond the bound are in `violations` alone. */
  readonly groups: readonly ViolationGroup[];
  /** `POST /orders`, in the order of the contract. */
  readonly seen: readonly string[];
  readonly unseen: readonly string[];
}

/** Violations of one rule at one place; the items of a list are one place. */
export interface ViolationGroup {
  /** `POST /orders`, or `no operation`. */
  readonly operation: string;
  readonly side: 'request' | 'response';
  readonly code: number;
  readonly count: number;
  /** Of the first. */
  readonly message: string;
}

export interface Tally {
  readonly expect: (contract: Contract) => void;
  readonly add: (observed: Observed) => void;
  readonly summary: () => Summary;
}

const MOST_GROUPS = 1_000;

export function createTally(upstream: string): Tally {
  const groups = new Map<string, ViolationGroup>();
  const expected = new Set<string>();
  const seen = new Set<string>();
  let [requests, judged, violations] = [0, 0, 0];
  const count = (group: Omit<ViolationGroup, 'count'>, key: string) => {
    violations++;
    const known = groups.get(key);
    if (known === undefined && groups.size >= MOST_GROUPS) return;
    groups.set(key, { ...(known ?? group), count: (known?.count ?? 0) + 1 });
  };
  return {
    expect: ({ operations }) => {
      for (const { method, path } of operations) expected.add(`${method} ${path}`);
    },
    add: ({ operation: found, violations: request, answerViolations: response, mask }) => {
      const operation = found === undefined ? 'no operation' : `${found.method} ${found.path}`;
      const fields = secretFieldsOf(found);
      requests++;
      if (found !== undefined) judged++;
      if (found !== undefined) seen.add(operation);
      for (const [side, faults] of [
        ['request', request],
        ['response', response],
      ] as const) {
        for (const fault of faults) {
          const message = mask(keptFault(fault, fields).message);
          count({ operation, side, code: fault.code, message }, keyOf(operation, side, fault));
        }
      }
    },
    summary: () => ({
      upstream,
      requests,
      judged,
      violations,
      groups: [...groups.values()].toSorted((a, b) => b.count - a.count),
      seen: [...expected].filter((one) => seen.has(one)),
      unseen: [...expected].filter((one) => !seen.has(one)),
    }),
  };
}

/** A status that is not declared differs by its number, which only the message says. */
function keyOf(operation: string, side: string, { rule, at, message }: Fault): string {
  const place = at.filter((part) => typeof part === 'string').join('.');
  return JSON.stringify([operation, side, rule, place, rule === 'status' ? message : '']);
}
