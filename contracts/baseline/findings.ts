/** Changes between two contracts, in the form that every stage of the gate shares. */
import { changeRules } from '../../spec/diff/rules/all-rules.ts';
import type { Change, ChangeRule } from '../../spec/diff/rules/change.ts';
import { type Contract, type Place, sourceLine } from '../../spec/model/contract.ts';
import { type Finding, MANY, type Severity } from '../finding/finding.ts';
import { count } from '../report/words.ts';

/** The two contracts that were compared. */
export interface ComparedContracts {
  readonly before: Contract;
  readonly after: Contract;
}

/** Of what is breaking a fault, of what is risky advice, of what is harmless nothing; one cause is one finding. */
export function findingsOf(changes: readonly Change[], contracts: ComparedContracts): readonly Finding[] {
  return foldChanges(changes.filter(({ rule }) => rule.impact !== 'harmless')).map(({ change, others }) => ({
    ...findingOf(change, contracts),
    more: others.length,
    ...(others.length === 0
      ? {}
      : {
          others: [...new Set(others.map(({ operation }) => operation))],
          fingerprint: fingerprintOfMany([change, ...others]),
        }),
  }));
}

/** Whichever comes first in the document, and of these very operations: no new one hides behind a waiver. */
function fingerprintOfMany(changes: readonly Change[]): string {
  return `${MANY}${changes.map(fingerprintOf).toSorted().join('|')}`;
}

/** No names of files, nor lines: the old contract is called otherwise in every run of CI. */
function fingerprintOf({ rule, operation, at, was, is }: Change): string {
  return [rule.id, operation, at, was, is].join(' | ');
}

function severityOf({ rule }: Change): Severity {
  return rule.impact === 'breaking' ? 'fault' : 'advice';
}

function findingOf(change: Change, contracts: ComparedContracts): Finding {
  const { rule, operation, at, before, was, is, witness } = change;
  const place = placeOf(change, contracts);
  return {
    check: rule.id,
    severity: severityOf(change),
    title: titleOf(rule),
    subject: operation,
    expected: at === '' ? was : `${at}: ${was}`,
    received: at === '' ? is : `${at}: ${is}`,
    place,
    line: sourceLine(contracts.after, place),
    ...(witness === undefined ? {} : { rule: `shown by the value ${witness}` }),
    ...(before === undefined ? {} : { otherPlace: before, otherLine: sourceLine(contracts.before, before) }),
    why: whyOf(rule),
    fingerprint: fingerprintOf(change),
    more: 0,
  };
}

/** In the new document, which is the one that can be changed: where it was, where something is gone. */
function placeOf({ after: place, operation: id }: Change, { after }: ComparedContracts): Place {
  return place ?? after.operations.find((operation) => operation.id === id)?.place ?? after.place;
}

/** Many changes of one cause: a shared schema, parameter or scheme shows in every operation that uses it. */
export interface FoldedChange {
  readonly change: Change;
  /** The same, at other operations or other parts of this one. */
  readonly others: readonly Change[];
}

/** In the order of the first of each. */
export function foldChanges(changes: readonly Change[]): readonly FoldedChange[] {
  return [...Map.groupBy(changes, causeOf).values()].flatMap(([change, ...others]) =>
    change === undefined ? [] : [{ change, others }],
  );
}

function causeOf({ rule, before, after, was, is }: Change): string {
  return JSON.stringify([rule.id, before, after, was, is]);
}

/** Who breaks, and why. */
export function whyOf({ impact, breaks, why }: ChangeRule): string {
  if (impact === 'harmless' || breaks === 'nobody') return why;
  return `${impact === 'breaking' ? 'Breaks' : 'May break'} ${breaks}. ${why}`;
}

/** `A parameter has become required` */
export function titleOf({ title }: ChangeRule): string {
  return `${title.slice(0, 1).toUpperCase()}${title.slice(1)}`;
}

/** `2 breaking changes, 1 risky, 3 harmless`: those of one cause count once. */
export function countWords(changes: readonly Change[]): string {
  const causes = foldChanges(changes);
  const of = (impact: Change['rule']['impact']) =>
    causes.filter(({ change }) => change.rule.impact === impact).length;
  return `${count(of('breaking'), 'breaking change')}, ${of('risky')} risky, ${of('harmless')} harmless`;
}

/** Those that make findings. */
export const changeChecks = changeRules
  .filter(({ impact }) => impact !== 'harmless')
  .map((rule) => ({
    id: rule.id,
    severity: rule.impact === 'breaking' ? ('fault' as const) : ('advice' as const),
    holds: `no change of this kind: ${lowered(rule.title)}`,
    title: titleOf(rule),
    why: whyOf(rule),
    restsOn: 'two versions of the contract, by the law in docs/diff.md',
  }));

function lowered(title: string): string {
  return `${title.slice(0, 1).toLowerCase()}${title.slice(1)}`;
}
