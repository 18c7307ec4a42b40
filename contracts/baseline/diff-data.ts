/** The JSON that `plant-store diff --json` prints. */
import { listNotCompared } from '../../spec/diff/operations/callbacks.ts';
import type { Change } from '../../spec/diff/rules/change.ts';
import type { Contract, Place } from '../../spec/model/contract.ts';
import type { Verdict } from '../report/report.ts';
import type { ComparedContracts } from './change-findings.ts';

/** Both contracts, each change with its place in both, and the exit code. */
export interface DiffData {
  readonly before: ContractSummary;
  readonly after: ContractSummary;
  readonly exitCode: Verdict['exitCode'];
  /** Number of changes of each impact, including waived ones; one cause can be counted for several operations. */
  readonly breaking: number;
  readonly risky: number;
  readonly harmless: number;
  readonly changes: readonly ChangeData[];
  /** Descriptions of what was not compared. */
  readonly notes: readonly string[];
}

type ContractSummary = Pick<Contract, 'file' | 'sha256' | 'title' | 'version' | 'openapi'>;

export interface ChangeData extends Omit<Change, 'rule' | 'before' | 'after'> {
  readonly id: string;
  readonly impact: Change['rule']['impact'];
  readonly breaks: Change['rule']['breaks'];
  readonly title: string;
  readonly why: string;
  /** Null for an addition. */
  readonly before: Place | null;
  /** Null for a deletion. */
  readonly after: Place | null;
}

export function toDiffData(
  changes: readonly Change[],
  { before, after }: ComparedContracts,
  { exitCode }: Verdict,
): DiffData {
  const countOfImpact = (impact: Change['rule']['impact']) =>
    changes.filter(({ rule }) => rule.impact === impact).length;
  return {
    before: contractSummary(before),
    after: contractSummary(after),
    exitCode,
    breaking: countOfImpact('breaking'),
    risky: countOfImpact('risky'),
    harmless: countOfImpact('harmless'),
    changes: changes.map(toChangeData),
    notes: listNotCompared(before, after),
  };
}

function contractSummary({ file, sha256, title, version, openapi }: Contract): ContractSummary {
  return { file, sha256, title, version, openapi };
}

function toChangeData({ rule, before, after, ...rest }: Change): ChangeData {
  return { ...rule, ...rest, before: before ?? null, after: after ?? null };
}
