/** The changes between two contracts as a changelog: a section for each operation, the most important changes first. */
import type { Change, Impact } from '../../../spec/diff/rules/change.ts';
import { type Contract, type Place, sourceLine } from '../../../spec/model/contract.ts';
import { type ComparedContracts, capitalizedTitle, groupChanges } from '../../baseline/change-findings.ts';
import { clientAction } from './client-action.ts';

/** The levels of oasdiff: breaking, risky and harmless. */
export type ChangeLevel = 'ERR' | 'WARN' | 'INFO';

const levels: Readonly<Record<Impact, ChangeLevel>> = { breaking: 'ERR', risky: 'WARN', harmless: 'INFO' };
const levelOrder: readonly ChangeLevel[] = ['ERR', 'WARN', 'INFO'];

export interface Changelog {
  readonly before: Contract;
  readonly after: Contract;
  /** Changes with one cause count once. */
  readonly counts: Readonly<Record<ChangeLevel, number>>;
  readonly sections: readonly ChangelogSection[];
  /** What was not compared. */
  readonly notes: readonly string[];
}

export interface ChangelogSection {
  /** `GET /things (listThings)`, or the name of a webhook. */
  readonly title: string;
  readonly entries: readonly ChangelogEntry[];
}

export interface ChangelogEntry {
  readonly level: ChangeLevel;
  readonly title: string;
  readonly id: string;
  /** The part of the operation; empty for the whole operation. */
  readonly at: string;
  readonly was: string;
  readonly is: string;
  readonly before: QuotedLine | undefined;
  readonly after: QuotedLine | undefined;
  /** A value that only one of the versions accepts. */
  readonly example: string | undefined;
  /** Why it breaks clients, and what the provider should do instead. */
  readonly why: string;
  /** What developers of clients have to do; undefined for a harmless change. */
  readonly action: string | undefined;
  /** Other operations with the same change. */
  readonly alsoIn: readonly string[];
}

export interface QuotedLine {
  readonly place: Place;
  readonly text: string;
}

/** Shared changes are listed once, at the first operation that has them. */
export function createChangelog(
  changes: readonly Change[],
  { before, after }: ComparedContracts,
  notes: readonly string[],
): Changelog {
  const groups = groupChanges(changes);
  const byOperation = Map.groupBy(groups, ({ change }) => change.operation);
  const toEntries = (list: typeof groups) =>
    list
      .map(({ change, others }) => toEntry(change, others, { before, after }))
      .toSorted((a, b) => levelOrder.indexOf(a.level) - levelOrder.indexOf(b.level));
  const countLevel = (impact: Impact) => groups.filter(({ change }) => change.rule.impact === impact).length;
  return {
    before,
    after,
    counts: { ERR: countLevel('breaking'), WARN: countLevel('risky'), INFO: countLevel('harmless') },
    sections: [...byOperation].map(([operation, list]) => ({
      title: operationTitle(operation, { before, after }),
      entries: toEntries(list),
    })),
    notes,
  };
}

function operationTitle(id: string, { before, after }: ComparedContracts): string {
  const found = [...before.operations, ...after.operations].find((operation) => operation.id === id);
  if (found === undefined) return id;
  const target = `${found.method} ${found.path}`;
  return target === id ? target : `${target} (${id})`;
}

function toEntry(change: Change, others: readonly Change[], contracts: ComparedContracts): ChangelogEntry {
  const { rule, operation, at, was, is, before, after, witness } = change;
  return {
    level: levels[rule.impact],
    title: capitalizedTitle(rule),
    id: rule.id,
    ...{ at, was, is },
    before: quote(contracts.before, before),
    after: quote(contracts.after, after),
    example: witness,
    why: rule.why,
    action: clientAction(change),
    alsoIn: [...new Set(others.map((other) => other.operation))].filter((other) => other !== operation),
  };
}

function quote(contract: Contract, place: Place | undefined): QuotedLine | undefined {
  return place === undefined ? undefined : { place, text: sourceLine(contract, place) };
}

/** `Things 1 to 2` */
export function changelogTitle({ before, after }: Changelog): string {
  const name = after.title === '' ? before.title : after.title;
  return `${name} ${before.version} to ${after.version}`.trim();
}

export const levelNames: Readonly<Record<ChangeLevel, string>> = { ERR: 'breaking', WARN: 'risky', INFO: 'harmless' };
