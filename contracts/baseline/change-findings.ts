/** Converts changes between two contracts into findings. */
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

/**
 * Breaking changes become errors and risky ones warnings; harmless ones are left out. Changes with one cause are one
 * finding.
 */
export function changesToFindings(changes: readonly Change[], contracts: ComparedContracts): readonly Finding[] {
  return groupChanges(changes.filter(({ rule }) => rule.impact !== 'harmless')).map(({ change, others }) => ({
    ...changeToFinding(change, contracts),
    similarCount: others.length,
    ...(others.length === 0
      ? {}
      : {
          similar: [...new Set(others.map(({ operation }) => operation))],
          fingerprint: groupFingerprint([change, ...others]),
        }),
  }));
}

/** Independent of the order in the document, but specific to these operations: a waiver does not cover a new one. */
function groupFingerprint(changes: readonly Change[]): string {
  return `${GROUP_FINGERPRINT_PREFIX}${changes.map(changeFingerprint).toSorted().join('|')}`;
}

/** No file names or lines: the path of the baseline differs between CI runs. */
function changeFingerprint({ rule, operation, at, was, is }: Change): string {
  return [rule.id, operation, at, was, is].join(' | ');
}

function changeSeverity({ rule }: Change): Severity {
  return rule.impact === 'breaking' ? 'error' : 'warning';
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
    lineText: sourceLine(contracts.after, place),
    ...(witness === undefined ? {} : { requirement: `example value: ${witness}` }),
    ...(before === undefined ? {} : { otherPlace: before, otherLineText: sourceLine(contracts.before, before) }),
    why: impactText(rule),
    fingerprint: changeFingerprint(change),
    similarCount: 0,
  };
}

/** In the new document, which is the one that can still be changed. For a deleted part: where it was. */
function changePlace({ after: place, operation: id }: Change, { after }: ComparedContracts): Place {
  return place ?? after.operations.find((operation) => operation.id === id)?.place ?? after.place;
}

/** Changes with one cause: a shared schema, parameter or scheme is reported for every operation that uses it. */
export interface ChangeGroup {
  readonly change: Change;
  /** The same change at other operations or in other parts of this one. */
  readonly others: readonly Change[];
}

/** In the order of the first change of each group. */
export function groupChanges(changes: readonly Change[]): readonly ChangeGroup[] {
  return [...Map.groupBy(changes, causeKey).values()].flatMap(([change, ...others]) =>
    change === undefined ? [] : [{ change, others }],
  );
}

function causeKey({ rule, before, after, was, is }: Change): string {
  return JSON.stringify([rule.id, before, after, was, is]);
}

/** Who is affected, and why. */
export function impactText({ impact, breaks, why }: ChangeRule): string {
  if (impact === 'harmless' || breaks === 'none') return why;
  return `${impact === 'breaking' ? 'Breaks' : 'May break'} ${breaks}. ${why}`;
}

/** `A parameter has become required` */
export function capitalizedTitle({ title }: ChangeRule): string {
  return `${title.slice(0, 1).toUpperCase()}${title.slice(1)}`;
}

/** `2 breaking changes, 1 risky, 3 harmless`: changes with one cause count once. */
export function changeCountText(changes: readonly Change[]): string {
  const causes = groupChanges(changes);
  const countOfImpact = (impact: Change['rule']['impact']) =>
    causes.filter(({ change }) => change.rule.impact === impact).length;
  return `${pluralize(countOfImpact('breaking'), 'breaking change')}, ${countOfImpact('risky')} risky, ${countOfImpact('harmless')} harmless`;
}

/** The change rules that create findings, as entries of the check catalog. */
export const changeChecks = changeRules
  .filter(({ impact }) => impact !== 'harmless')
  .map((rule) => ({
    id: rule.id,
    severity: rule.impact === 'breaking' ? ('error' as const) : ('warning' as const),
    invariant: `no change of this kind: ${lowerCaseTitle(rule.title)}`,
    title: capitalizedTitle(rule),
    why: impactText(rule),
    references: 'two versions of the contract, compared by the rules in docs/reference/breaking-changes.md',
  }));

function lowerCaseTitle(title: string): string {
  return `${title.slice(0, 1).toLowerCase()}${title.slice(1)}`;
}
