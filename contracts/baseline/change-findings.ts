/** Changes between two contracts, in the form that every stage of the gate shares. */
import { changeRules } from '../../spec/diff/rules/all-rules.ts';
import type { Change, ChangeRule } from '../../spec/diff/rules/change.ts';
import { type Contract, type Place, sourceLine } from '../../spec/model/contract.ts';
import { type Finding, GROUP_FINGERPRINT_PREFIX, type Severity } from '../finding/finding.ts';
import { pluralize } from '../report/text-format.ts';

/** The two contracts that were compared. */
export interface ComparedContracts {
  readonly before: Contract;
  readonly after: Contract;
}

/** Of what is breaking a fault, of what is risky advice, of what is harmless nothing; one cause is one finding. */
export function changesToFindings(changes: readonly Change[], contracts: ComparedContracts): readonly Finding[] {
  return groupChanges(changes.filter(({ rule }) => rule.impact !== 'harmless')).map(({ change, others }) => ({
    ...changeToFinding(change, contracts),
    more: others.length,
    ...(others.length === 0
      ? {}
      : {
          others: [...new Set(others.map(({ operation }) => operation))],
          fingerprint: groupFingerprint([change, ...others]),
        }),
  }));
}

/** Whichever comes first in the document, and of these very operations: no new one hides behind a waiver. */
function groupFingerprint(changes: readonly Change[]): string {
  return `${GROUP_FINGERPRINT_PREFIX}${changes.map(changeFingerprint).toSorted().join('|')}`;
}

/** No names of files, nor lines: the old contract is called otherwise in every run of CI. */
function changeFingerprint({ rule, operation, at, was, is }: Change): string {
  return [rule.id, operation, at, was, is].join(' | ');
}

function changeSeverity({ rule }: Change): Severity {
  return rule.impact === 'breaking' ? 'fault' : 'advice';
}

function changeToFinding(change: Change, contracts: ComparedContracts): Finding {
  const { rule, operation, at, before, was, is, witness } = change;
  const place = changePlace(change, contracts);
  return {
    check: rule.id,
    severity: changeSeverity(change),
    title: capitalizedTitle(rule),
    subject: operation,
    expected: at === '' ? was : `${at}: ${was}`,
    received: at === '' ? is : `${at}: ${is}`,
    place,
    line: sourceLine(contracts.after, place),
    ...(witness === undefined ? {} : { rule: `shown by the value ${witness}` }),
    ...(before === undefined ? {} : { otherPlace: before, otherLine: sourceLine(contracts.before, before) }),
    why: impactText(rule),
    fingerprint: changeFingerprint(change),
    more: 0,
  };
}

/** In the new document, which is the one that can be changed: where it was, where something is gone. */
function changePlace({ after: place, operation: id }: Change, { after }: ComparedContracts): Place {
  return place ?? after.operations.find((operation) => operation.id === id)?.place ?? after.place;
}

/** Many changes of one cause: a shared schema, parameter or scheme shows in every operation that uses it. */
export interface ChangeGroup {
  readonly change: Change;
  /** The same, at other operations or other parts of this one. */
  readonly others: readonly Change[];
}

/** In the order of the first of each. */
export function groupChanges(changes: readonly Change[]): readonly ChangeGroup[] {
  return [...Map.groupBy(changes, causeKey).values()].flatMap(([change, ...others]) =>
    change === undefined ? [] : [{ change, others }],
  );
}

function causeKey({ rule, before, after, was, is }: Change): string {
  return JSON.stringify([rule.id, before, after, was, is]);
}

/** Who breaks, and why. */
export function impactText({ impact, breaks, why }: ChangeRule): string {
  if (impact === 'harmless' || breaks === 'nobody') return why;
  return `${impact === 'breaking' ? 'Breaks' : 'May break'} ${breaks}. ${why}`;
}

/** `A parameter has become required` */
export function capitalizedTitle({ title }: ChangeRule): string {
  return `${title.slice(0, 1).toUpperCase()}${title.slice(1)}`;
}

/** `2 breaking changes, 1 risky, 3 harmless`: those of one cause count once. */
export function changeCountText(changes: readonly Change[]): string {
  const causes = groupChanges(changes);
  const countOfImpact = (impact: Change['rule']['impact']) =>
    causes.filter(({ change }) => change.rule.impact === impact).length;
  return `${pluralize(countOfImpact('breaking'), 'breaking change')}, ${countOfImpact('risky')} risky, ${countOfImpact('harmless')} harmless`;
}

/** Those that make findings. */
export const changeChecks = changeRules
  .filter(({ impact }) => impact !== 'harmless')
  .map((rule) => ({
    id: rule.id,
    severity: rule.impact === 'breaking' ? ('fault' as const) : ('advice' as const),
    invariant: `no change of this kind: ${lowerCaseTitle(rule.title)}`,
    title: capitalizedTitle(rule),
    why: impactText(rule),
    references: 'two versions of the contract, by the law in docs/diff.md',
  }));

function lowerCaseTitle(title: string): string {
  return `${title.slice(0, 1).toLowerCase()}${title.slice(1)}`;
}
