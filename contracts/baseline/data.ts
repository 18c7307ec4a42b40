/** A comparison for machines: what `plant-store diff --json` prints. */
import { notCompared } from '../../spec/diff/operations/callbacks.ts';
import type { Change } from '../../spec/diff/rules/change.ts';
import type { Contract, Place } from '../../spec/model/contract.ts';
import type { Verdict } from '../report/report.ts';
import type { ComparedContracts } from './findings.ts';

/** The old and the new one, each change with both places, and how it ends. */
export interface DiffData {
  readonly before: ContractName;
  readonly after: ContractName;
  readonly exitCode: Verdict['exitCode'];
  /** Changes of each kind, waived ones too; one cause may be told at several operations. */
  readonly breaking: number;
  readonly risky: number;
  readonly harmless: number;
  readonly changes: readonly ChangeData[];
  /** What was left out, in words. */
  readonly notes: readonly string[];
}

type ContractName = Pick<Contract, 'file' | 'sha256' | 'title' | 'version' | 'openapi'>;

export interface ChangeData extends Omit<Change, 'rule' | 'before' | 'after'> {
  readonly id: string;
  readonly impact: Change['rule']['impact'];
  readonly breaks: Change['rule']['breaks'];
  readonly title: string;
  readonly why: string;
  /** Null for what is new. */
  readonly before: Place | null;
  /** Null for what is gone. */
  readonly after: Place | null;
}

export function diffData(
  changes: readonly Change[],
  { before, after }: ComparedContracts,
  { exitCode }: Verdict,
): DiffData {
  const of = (impact: Change['rule']['impact']) =>
    changes.filter(({ rule }) => rule.impact === impact).length;
  return {
    before: nameOf(before),
    after: nameOf(after),
    exitCode,
    breaking: of('breaking'),
    risky: of('risky'),
    harmless: of('harmless'),
    changes: changes.map(changeData),
    notes: notCompared(before, after),
  };
}

function nameOf({ file, sha256, title, version, openapi }: Contract): ContractName {
  return { file, sha256, title, version, openapi };
}

function changeData({ rule, before, after, ...rest }: Change): ChangeData {
  return { ...rule, ...rest, before: before ?? null, after: after ?? null };
}
