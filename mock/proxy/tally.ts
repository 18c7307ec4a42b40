/** Counts what the proxy has seen: operations, violations, how often; and the summary at its end. Bounded, nothing secret in it. */
import type { Contract } from '../../spec/model/contract.ts';
import { visible } from '../../text.ts';
import type { Fault } from '../http/refusals.ts';
import { keptFault, secretFieldsOf } from '../journal/secrets/fields.ts';
import type { Observed } from './outcome.ts';

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

/** What is told when the proxy stops: lines for a person, and whether what was seen keeps the contract. */
interface Verdict {
  readonly lines: readonly string[];
  /** 0 where all that was seen keeps the contract, 1 where something does not, 2 where nothing was seen. */
  readonly exitCode: 0 | 1 | 2;
}

const MOST_SHOWN = 20;

const MOST_UNSEEN = 10;

export function summarise(summary: Summary): Verdict {
  const { groups, violations, judged } = summary;
  const shown = groups.slice(0, MOST_SHOWN);
  const rest = violations - shown.reduce((sum, { count }) => sum + count, 0);
  const lines = [
    headline(summary),
    ...groupLines(shown),
    ...(rest === 0 ? [] : [`  and ${rest} more`]),
    ...unseenLine(summary),
  ];
  if (violations > 0) return { lines, exitCode: 1 };
  return { lines, exitCode: judged === 0 ? 2 : 0 };
}

function headline({ upstream, requests, seen, unseen, violations, judged }: Summary): string {
  if (requests === 0) return `no requests were passed on to ${upstream}: nothing is judged`;
  const all = seen.length + unseen.length;
  const verdict =
    violations > 0 ? plural(violations, 'violation') : judged === 0 ? 'nothing is judged' : 'no violations';
  return `${plural(requests, 'request')} passed on to ${upstream}, ${seen.length} of ${plural(all, 'operation')}: ${verdict}`;
}

function groupLines(groups: readonly ViolationGroup[]): readonly string[] {
  return [...Map.groupBy(groups, ({ operation }) => operation)].flatMap(([operation, own]) => [
    `  ${operation}`,
    ...own.map(({ count, side, code, message }) => `    ${count}x  ${side} ${code}  ${visible(message)}`),
  ]);
}

function unseenLine({ unseen, requests }: Summary): readonly string[] {
  if (unseen.length === 0 || requests === 0) return [];
  const more = unseen.length > MOST_UNSEEN ? ` and ${unseen.length - MOST_UNSEEN} more` : '';
  return [`  not called: ${unseen.slice(0, MOST_UNSEEN).join(', ')}${more}`];
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
