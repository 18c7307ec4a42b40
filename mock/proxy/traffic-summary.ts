/** Counts what the proxy has seen: operations, violations, how often; and the summary at its end. Bounded, nothing secret in it. */

import { sanitizeLine } from '../../sanitize.ts';
import type { Contract } from '../../spec/model/contract.ts';
import type { ContractViolation } from '../http/http-error.ts';
import { findSecretFields, redactViolation } from '../journal/secrets/secret-fields.ts';
import type { ObservedExchange } from './forward-exchange.ts';

export interface TrafficSummary {
  /** The base URL of the service. */
  readonly upstream: string;
  /** All requests that were passed on, and those of them that the contract knows an operation for. */
  readonly requests: number;
  readonly checked: number;
  readonly violations: number;
  /** Most frequent first. Those beyond the bound are in `violations` alone. */
  readonly groups: readonly ViolationGroup[];
  /** `POST /orders`, in the order of the contract. */
  readonly calledOperations: readonly string[];
  readonly uncalledOperations: readonly string[];
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

export interface TrafficCounter {
  readonly expectOperations: (contract: Contract) => void;
  readonly add: (observed: ObservedExchange) => void;
  readonly summary: () => TrafficSummary;
}

const MAX_GROUPS = 1_000;

export function createTrafficCounter(upstream: string): TrafficCounter {
  const groups = new Map<string, ViolationGroup>();
  const expected = new Set<string>();
  const called = new Set<string>();
  let [requests, checked, violations] = [0, 0, 0];
  const count = (group: Omit<ViolationGroup, 'count'>, key: string) => {
    violations++;
    const known = groups.get(key);
    if (known === undefined && groups.size >= MAX_GROUPS) return;
    groups.set(key, { ...(known ?? group), count: (known?.count ?? 0) + 1 });
  };
  return {
    expectOperations: ({ operations }) => {
      for (const { method, path } of operations) expected.add(`${method} ${path}`);
    },
    add: ({ operation: matched, violations: request, responseViolations: response, mask }) => {
      const operation = matched === undefined ? 'no operation' : `${matched.method} ${matched.path}`;
      const fields = findSecretFields(matched);
      requests++;
      if (matched !== undefined) checked++;
      if (matched !== undefined) called.add(operation);
      for (const [side, sideViolations] of [
        ['request', request],
        ['response', response],
      ] as const) {
        for (const violation of sideViolations) {
          const message = mask(redactViolation(violation, fields).message);
          count({ operation, side, code: violation.code, message }, violationKey(operation, side, violation));
        }
      }
    },
    summary: () => ({
      upstream,
      requests,
      checked,
      violations,
      groups: [...groups.values()].toSorted((a, b) => b.count - a.count),
      calledOperations: [...expected].filter((one) => called.has(one)),
      uncalledOperations: [...expected].filter((one) => !called.has(one)),
    }),
  };
}

/** A status that is not declared differs by its number, which only the message says. */
function violationKey(operation: string, side: string, { rule, at, message }: ContractViolation): string {
  const place = at.filter((part) => typeof part === 'string').join('.');
  return JSON.stringify([operation, side, rule, place, rule === 'status' ? message : '']);
}

/** What is told when the proxy stops: lines for a person, and whether what was seen keeps the contract. */
interface SummaryResult {
  readonly lines: readonly string[];
  /** 0 where all that was seen keeps the contract, 1 where something does not, 2 where nothing was seen. */
  readonly exitCode: 0 | 1 | 2;
}

const MAX_GROUPS_SHOWN = 20;

const MAX_UNCALLED_SHOWN = 10;

export function formatSummary(summary: TrafficSummary): SummaryResult {
  const { groups, violations, checked } = summary;
  const shown = groups.slice(0, MAX_GROUPS_SHOWN);
  const rest = violations - shown.reduce((sum, { count }) => sum + count, 0);
  const lines = [
    headline(summary),
    ...groupLines(shown),
    ...(rest === 0 ? [] : [`  and ${rest} more`]),
    ...uncalledLine(summary),
  ];
  if (violations > 0) return { lines, exitCode: 1 };
  return { lines, exitCode: checked === 0 ? 2 : 0 };
}

function headline({
  upstream,
  requests,
  calledOperations: called,
  uncalledOperations: uncalled,
  violations,
  checked,
}: TrafficSummary): string {
  if (requests === 0) return `no requests were passed on to ${upstream}: nothing is judged`;
  const all = called.length + uncalled.length;
  const result =
    violations > 0 ? plural(violations, 'violation') : checked === 0 ? 'nothing is judged' : 'no violations';
  return `${plural(requests, 'request')} passed on to ${upstream}, ${called.length} of ${plural(all, 'operation')}: ${result}`;
}

function groupLines(groups: readonly ViolationGroup[]): readonly string[] {
  return [...Map.groupBy(groups, ({ operation }) => operation)].flatMap(([operation, own]) => [
    `  ${operation}`,
    ...own.map(({ count, side, code, message }) => `    ${count}x  ${side} ${code}  ${sanitizeLine(message)}`),
  ]);
}

function uncalledLine({ uncalledOperations: uncalled, requests }: TrafficSummary): readonly string[] {
  if (uncalled.length === 0 || requests === 0) return [];
  const more = uncalled.length > MAX_UNCALLED_SHOWN ? ` and ${uncalled.length - MAX_UNCALLED_SHOWN} more` : '';
  return [`  not called: ${uncalled.slice(0, MAX_UNCALLED_SHOWN).join(', ')}${more}`];
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
