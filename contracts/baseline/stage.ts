/** The breaking changes against the contract that clients rely on until now, as a stage of a report. */
import { diffContracts } from '../../spec/diff/diff.ts';
import { nameOf, notCompared } from '../../spec/diff/operations/callbacks.ts';
import type { Change } from '../../spec/diff/rules/change.ts';
import { isNotCompared } from '../../spec/diff/rules/schema-rules.ts';
import type { Call, Contract, Operation } from '../../spec/model/contract.ts';
import type { Finding } from '../finding/finding.ts';
import type { StageReport, TriedUnit } from '../report/stage.ts';
import { countWords, findingsOf } from './findings.ts';

type BaselineStage = Omit<StageReport<Finding>, 'name' | 'ms'>;

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

/** The parts of an operation that a client relies on. */
type Group = 'operation' | 'servers' | 'security' | 'parameters' | 'request body' | 'responses' | 'callbacks';

interface Parts {
  readonly name: Group;
  readonly parts: number;
}

/** Those that an operation has, and of how many parts each is; `calls` are those of the contract. */
function groupsOf(operation: Operation, calls: readonly Call[]): readonly Parts[] {
  const groups: readonly Parts[] = [
    { name: 'operation', parts: 1 },
    { name: 'security', parts: 1 },
    ...messagesOf(operation),
    { name: 'callbacks', parts: calls.filter(({ of }) => of === operation.id).length },
  ];
  return groups.filter(({ parts }) => parts > 0);
}

/** Those of a webhook. */
function groupsOfCall({ operation }: Call): readonly Parts[] {
  const groups: readonly Parts[] = [
    { name: 'operation', parts: 1 },
    { name: 'security', parts: 1 },
    ...messagesOf(operation),
  ];
  return groups.filter(({ parts }) => parts > 0);
}

function messagesOf({ parameters, requestBody, responses }: Operation): readonly Parts[] {
  return [
    { name: 'parameters', parts: parameters.length },
    { name: 'request body', parts: requestBody === undefined ? 0 : 1 },
    { name: 'responses', parts: responses.length },
  ];
}

/** The part that a change is of. */
function groupOf({ at }: Change): Group {
  if (at === '') return 'operation';
  const [first = ''] = at.split(' ');
  if (first === 'servers' || first === 'security') return first;
  if (first === 'callback') return 'callbacks';
  if (first === 'response') return 'responses';
  return at.startsWith('request body') ? 'request body' : 'parameters';
}
