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

export interface ChangeData {
  readonly id: string;
  readonly impact: Change['rule']['impact'];
  /** Who is affected. */
  readonly affects: 'clients' | 'servers' | 'none';
  readonly title: string;
  readonly why: string;
  /** The id of the operation in the old contract; in the new one if it was added. */
  readonly operation: string;
  /** The part of the operation: `query limit`, `response 200 body.id`; empty for the whole operation. */
  readonly location: string;
  /** Null for an addition. */
  readonly before: Place | null;
  /** Null for a deletion. */
  readonly after: Place | null;
  /** The old and the new state as text: `optional`, `required`. */
  readonly previous: string;
  readonly current: string;
  /** An example value as JSON, which is valid in only one of the versions. */
  readonly counterexample?: string | undefined;
}

export function toDiffData(
  changes: readonly Change[],
  { before, after }: ComparedContracts,
  exitCode: Verdict['exitCode'],
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

function toChangeData({ rule, operation, at, before, after, was, is, witness }: Change): ChangeData {
  const { id, impact, breaks, title, why } = rule;
  return {
    id,
    impact,
    affects: breaks,
    title,
    why,
    operation,
    location: at,
    before: before ?? null,
    after: after ?? null,
    previous: was,
    current: is,
    ...(witness === undefined ? {} : { counterexample: witness }),
  };
}
