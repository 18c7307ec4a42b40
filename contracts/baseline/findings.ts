/** Changes between two contracts, in the form that every stage of the gate shares. */
import type { Change } from '../../spec/diff/rules/change.ts';
import { type Contract, type Place, sourceLine } from '../../spec/model/contract.ts';
import type { Finding, Severity } from '../finding/finding.ts';
import { MANY } from '../finding/id.ts';
import { foldChanges } from './fold.ts';
import { titleOf, whyOf } from './words.ts';

/** The two contracts that were compared. */
export interface Compared {
  readonly before: Contract;
  readonly after: Contract;
}

/** Of what is breaking a fault, of what is risky advice, of what is harmless nothing; one cause is one finding. */
export function findingsOf(changes: readonly Change[], contracts: Compared): readonly Finding[] {
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

export function severityOf({ rule }: Change): Severity {
  return rule.impact === 'breaking' ? 'fault' : 'advice';
}

function findingOf(change: Change, contracts: Compared): Finding {
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
function placeOf({ after: place, operation: id }: Change, { after }: Compared): Place {
  return place ?? after.operations.find((operation) => operation.id === id)?.place ?? after.place;
}
