/**
 * Counts the operations and violations that the proxy observes, and formats the summary. Bounded and without secrets.
 */

import { sanitizeLine } from '../../sanitize.ts';
import type { Contract } from '../../spec/model/contract.ts';
import type { ContractViolation } from '../http/http-error.ts';
import { findSecretFields, redactViolation } from '../journal/secrets/secret-fields.ts';
import type { ObservedExchange } from './forward-exchange.ts';

export interface TrafficSummary {
  /** The base URL of the service. */
  readonly upstream: string;
  /** The number of forwarded requests. */
  readonly requests: number;
  /** The number of forwarded requests that match an operation of the contract. */
  readonly checked: number;
  /** The number of them that the mock responded to, because the upstream responded with 501. */
  readonly mocked: number;
  readonly violations: number;
  /** Most frequent first. Violations beyond the bound are only counted in `violations`. */
  readonly groups: readonly ViolationGroup[];
  /** `POST /orders`, in the order of the contract. */
  readonly calledOperations: readonly string[];
  readonly uncalledOperations: readonly string[];
}

/** Violations of one rule at one location; the items of a list count as one location. */
export interface ViolationGroup {
  /** `POST /orders`, or `no operation`. */
  readonly operation: string;
  readonly side: 'request' | 'response';
  readonly code: number;
  readonly count: number;
  /** The message of the first violation. */
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
  let [requests, checked, mocked, violations] = [0, 0, 0, 0];
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
    add: ({ operation: matched, violations: request, responseViolations: response, isMocked, mask }) => {
      const operation = matched === undefined ? 'no operation' : `${matched.method} ${matched.path}`;
      const fields = findSecretFields(matched);
      requests++;
      if (matched !== undefined) checked++;
      if (isMocked === true) mocked++;
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
      mocked,
      violations,
      groups: [...groups.values()].toSorted((a, b) => b.count - a.count),
      calledOperations: [...expected].filter((one) => called.has(one)),
      uncalledOperations: [...expected].filter((one) => !called.has(one)),
    }),
  };
}

/** Undeclared statuses are distinguished by the message, the only part that contains the number. */
function violationKey(operation: string, side: string, { rule, at, message }: ContractViolation): string {
  const place = at.filter((part) => typeof part === 'string').join('.');
  return JSON.stringify([operation, side, rule, place, rule === 'status' ? message : '']);
}

/** The summary when the proxy stops: lines to print, and the exit code. */
interface SummaryResult {
  readonly lines: readonly string[];
  /** 0 if all exchanges conform to the contract, 1 if any does not, 2 if there were none. */
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
    ...mockedLine(summary),
    ...uncalledLine(summary),
  ];
  if (violations > 0) return { lines, exitCode: 1 };
  return { lines, exitCode: checked === 0 ? 2 : 0 };
}

function headline({
  upstream,
  requests,
  calledOperations,
  uncalledOperations,
  violations,
  checked,
}: TrafficSummary): string {
  if (requests === 0) return `no requests were forwarded to ${upstream}: nothing was checked`;
  const all = calledOperations.length + uncalledOperations.length;
  const result =
    violations > 0 ? plural(violations, 'violation') : checked === 0 ? 'nothing was checked' : 'no violations';
  return `${plural(requests, 'request')} forwarded to ${upstream}, ${calledOperations.length} of ${plural(all, 'operation')}: ${result}`;
}

function groupLines(groups: readonly ViolationGroup[]): readonly string[] {
  return [...Map.groupBy(groups, ({ operation }) => operation)].flatMap(([operation, operationGroups]) => [
    `  ${operation}`,
    ...operationGroups.map(
      ({ count, side, code, message }) => `    ${count}x  ${side} ${code}  ${sanitizeLine(message)}`,
    ),
  ]);
}

/** They say nothing about the service. */
function mockedLine({ mocked }: TrafficSummary): readonly string[] {
  return mocked === 0 ? [] : [`  mocked: ${plural(mocked, 'response')}, because the upstream responded with 501`];
}

function uncalledLine({ uncalledOperations: uncalled, requests }: TrafficSummary): readonly string[] {
  if (uncalled.length === 0 || requests === 0) return [];
  const more = uncalled.length > MAX_UNCALLED_SHOWN ? ` and ${uncalled.length - MAX_UNCALLED_SHOWN} more` : '';
  return [`  not called: ${uncalled.slice(0, MAX_UNCALLED_SHOWN).join(', ')}${more}`];
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
