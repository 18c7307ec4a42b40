/** The breaking-changes stage: compares the contract with the one that clients currently rely on. */
import { diffContracts } from '../../spec/diff/diff-contracts.ts';
import { callLabel, listNotCompared } from '../../spec/diff/operations/callbacks.ts';
import type { Change } from '../../spec/diff/rules/change.ts';
import { isNotComparedRule } from '../../spec/diff/rules/schema-rules.ts';
import type { Contract, Operation, OutgoingCall } from '../../spec/model/contract.ts';
import type { Finding } from '../finding/finding.ts';
import type { AttemptedCheck, StageReport } from '../report/stage-report.ts';
import { changeCountText, changesToFindings } from './change-findings.ts';

type BaselineStageReport = Omit<StageReport<Finding>, 'name' | 'ms'>;

/** `before` is the baseline. */
export function compareWithBaseline(before: Contract, after: Contract): BaselineStageReport {
  return changesStage(diffContracts(before, after), before, after);
}

/** Creates the stage from changes that were already computed. */
export function changesStage(changes: readonly Change[], before: Contract, after: Contract): BaselineStageReport {
  const findings = changesToFindings(changes, { before, after });
  return {
    status: findings.some(({ severity }) => severity === 'error') ? 'failed' : 'passed',
    summary: `${changeCountText(changes)} since ${before.file}`,
    attemptedChecks: attemptedChecks(changes, before),
    findings,
    notes: listNotCompared(before, after),
    unattempted: incompleteComparisons(changes),
  };
}

/** Schemas that could not be compared completely, so the list of their changes may be incomplete. */
function incompleteComparisons(changes: readonly Change[]): readonly string[] {
  const incomplete = changes.filter(({ rule }) => isNotComparedRule(rule));
  return [...new Set(incomplete.map(({ operation, at, is }) => `not compared: ${at} of ${operation}: ${is}`))];
}

/**
 * Each operation of the baseline × each of its parts. Parts with breaking changes are left out: they are listed by
 * their findings.
 */
function attemptedChecks(
  changes: readonly Change[],
  { operations, outgoingCalls = [] }: Contract,
): readonly AttemptedCheck[] {
  const broken = new Set(
    changes
      .filter(({ rule }) => rule.impact === 'breaking' || isNotComparedRule(rule))
      .map((change) => groupKey(change.operation, changedPart(change))),
  );
  const groups = operations.map((operation) => [operation.id, operationParts(operation, outgoingCalls)] as const);
  const webhooks = outgoingCalls
    .filter(({ callbackOf }) => callbackOf === undefined)
    .map((call) => [callLabel(call), callParts(call)] as const);
  return [...groups, ...webhooks].flatMap(([subject, parts]) =>
    parts
      .filter(({ name }) => !broken.has(groupKey(subject, name)))
      .map(({ name, count }) => ({ subject, check: name, count })),
  );
}

function groupKey(operation: string, group: string): string {
  return `${operation} ${group}`;
}

/** The parts of an operation that a client relies on. */
type OperationPart = 'operation' | 'servers' | 'security' | 'parameters' | 'request body' | 'responses' | 'callbacks';

interface PartCount {
  readonly name: OperationPart;
  readonly count: number;
}

/** The parts of an operation and how many elements each has; `calls` are the outgoing calls of the contract. */
function operationParts(operation: Operation, calls: readonly OutgoingCall[]): readonly PartCount[] {
  const groups: readonly PartCount[] = [
    { name: 'operation', count: 1 },
    { name: 'security', count: 1 },
    ...messageParts(operation),
    { name: 'callbacks', count: calls.filter(({ callbackOf }) => callbackOf === operation.id).length },
  ];
  return groups.filter(({ count }) => count > 0);
}

/** The parts of a webhook. */
function callParts({ operation }: OutgoingCall): readonly PartCount[] {
  const groups: readonly PartCount[] = [
    { name: 'operation', count: 1 },
    { name: 'security', count: 1 },
    ...messageParts(operation),
  ];
  return groups.filter(({ count }) => count > 0);
}

function messageParts({ parameters, requestBody, responses }: Operation): readonly PartCount[] {
  return [
    { name: 'parameters', count: parameters.length },
    { name: 'request body', count: requestBody === undefined ? 0 : 1 },
    { name: 'responses', count: responses.length },
  ];
}

/** The part that a change affects. */
function changedPart({ at }: Change): OperationPart {
  if (at === '') return 'operation';
  const [first = ''] = at.split(' ');
  if (first === 'servers' || first === 'security') return first;
  if (first === 'callback') return 'callbacks';
  if (first === 'response') return 'responses';
  return at.startsWith('request body') ? 'request body' : 'parameters';
}
