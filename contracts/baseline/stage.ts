/** The breaking changes against the contract that clients rely on until now, as a stage of a report. */

import { diffContracts } from '../../spec/diff/diff.ts';
import { nameOf, notCompared } from '../../spec/diff/operations/callbacks.ts';
import type { Change } from '../../spec/diff/rules/change.ts';
import { isNotCompared } from '../../spec/diff/rules/schema-rules.ts';
import type { Contract } from '../../spec/model/contract.ts';
import type { Finding } from '../finding/finding.ts';
import type { StageReport, TriedUnit } from '../report/stage.ts';
import { findingsOf } from './findings.ts';
import { groupOf, groupsOf, groupsOfCall } from './groups.ts';
import { countWords } from './words.ts';

export type BaselineStage = Omit<StageReport<Finding>, 'name' | 'ms'>;

/** `before` is the baseline. */
export function baselineStage(before: Contract, after: Contract): BaselineStage {
  return stageOfChanges(diffContracts(before, after), before, after);
}

/** Of changes that are known already. */
export function stageOfChanges(changes: readonly Change[], before: Contract, after: Contract): BaselineStage {
  const findings = findingsOf(changes, { before, after });
  return {
    status: findings.some(({ severity }) => severity === 'fault') ? 'failed' : 'passed',
    summary: `${countWords(changes)} since ${before.file}`,
    tried: triedUnits(changes, before),
    findings,
    notes: notCompared(before, after),
    unattempted: undoneIn(changes),
  };
}

/** Schemas that the comparison gave up on: what it found of the others is not the whole answer. */
function undoneIn(changes: readonly Change[]): readonly string[] {
  const undone = changes.filter(({ rule }) => isNotCompared(rule));
  return [...new Set(undone.map(({ operation, at, is }) => `not compared: ${at} of ${operation}: ${is}`))];
}

/** Each operation that clients know × what there is to keep of it; what is broken has its own line by its finding. */
function triedUnits(changes: readonly Change[], { operations, calls = [] }: Contract): readonly TriedUnit[] {
  const broken = new Set(
    changes
      .filter(({ rule }) => rule.impact === 'breaking' || isNotCompared(rule))
      .map((change) => keyOf(change.operation, groupOf(change))),
  );
  const groups = operations.map((operation) => [operation.id, groupsOf(operation, calls)] as const);
  const webhooks = calls
    .filter(({ of }) => of === undefined)
    .map((call) => [nameOf(call), groupsOfCall(call)] as const);
  return [...groups, ...webhooks].flatMap(([subject, parts]) =>
    parts
      .filter(({ name }) => !broken.has(keyOf(subject, name)))
      .map(({ name, parts: count }) => ({ subject, check: name, count })),
  );
}

function keyOf(operation: string, group: string): string {
  return `${operation} ${group}`;
}
