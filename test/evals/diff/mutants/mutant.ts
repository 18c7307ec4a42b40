/** A mutant: a change of a contract, labelled by reasoning. */
import type { Impact } from '../../../../spec/diff/rules/change.ts';
import type { Edit } from '../edit.ts';

export interface ContractMutant {
  /** The contract that is changed, from the root of the repository. */
  readonly contract: string;
  /** The part of a contract that it changes: a row of the table in docs/reference/breaking-changes.md. */
  readonly group: string;
  /** What is changed. */
  readonly description: string;
  readonly edits: readonly Edit[];
  readonly label: Impact;
  readonly reason: string;
  /** The only operations for which it must be reported; none for a harmless change. */
  readonly operations: readonly string[];
}

/** What is changed, how, why the label is right, and the operations if not those of the table. */
type Row = readonly [what: string, edits: Edit | readonly Edit[], because: string, on?: readonly string[]];

/** Mutants of one contract and one group, by their labels. */
export interface MutantTable {
  readonly contract: string;
  readonly group: string;
  readonly operations: readonly string[];
  readonly breaking?: readonly Row[];
  readonly risky?: readonly Row[];
  readonly harmless?: readonly Row[];
}

export function contractMutants(table: MutantTable): readonly ContractMutant[] {
  const { contract, group } = table;
  const labelled = (label: Impact) =>
    (table[label] ?? []).map(([description, edits, reason, operations = table.operations]) => ({
      contract,
      group,
      description,
      edits: 'length' in edits ? edits : [edits],
      label,
      reason,
      operations: label === 'harmless' ? [] : operations,
    }));
  return [...labelled('breaking'), ...labelled('risky'), ...labelled('harmless')];
}
