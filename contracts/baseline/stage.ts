/** The breaking changes against the contract that clients rely on until now, as a stage of a report. */
import type { Contract, Operation } from '../../spec/contract.ts';
import type { Change } from '../../spec/diff/change.ts';
import { diffContracts, notCompared } from '../../spec/diff/diff.ts';
import type { Finding } from '../finding.ts';
import type { StageReport, TriedUnit } from '../report/stage-report.ts';
import { findingsOf } from './findings.ts';
import { groupOf, groupsOf } from './groups.ts';
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
    unattempted: [],
  };
}

/** Each operation that clients know × what there is to keep of it; what is broken has its own line by its finding. */
function triedUnits(changes: readonly Change[], { operations }: Contract): readonly TriedUnit[] {
  const broken = new Set(
    changes
      .filter(({ rule }) => rule.impact === 'breaking')
      .map((change) => keyOf(change.operation, groupOf(change))),
  );
  return operations.flatMap((operation) =>
    groupsOf(operation)
      .filter(({ name }) => !broken.has(keyOf(operation.id, name)))
      .map(({ name, parts }) => ({ subject: operation.id, check: name, count: parts })),
  );
}

function keyOf(operation: Operation['id'], group: string): string {
  return `${operation} ${group}`;
}
