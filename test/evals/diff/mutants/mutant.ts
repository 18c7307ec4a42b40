/** What a mutant is: a change of a contract, labelled by reasoning. */
import type { Impact } from '../../../../spec/diff/rules/change.ts';
import type { Edit } from '../edit.ts';

export interface Mutant {
  /** The contract that is changed, from the root of the repository. */
  readonly contract: string;
  /** The part of a contract that it is about: a row of the table in docs/diff.md. */
  readonly group: string;
  /** What is changed. */
  readonly what: string;
  readonly edits: readonly Edit[];
  readonly label: Impact;
  readonly because: string;
  /** The operations of which it has to be told, and of no other; none for what is harmless. */
  readonly on: readonly string[];
}

/** What is changed, how, why the label is right, and the operations if not those of the table. */
type Row = readonly [what: string, edits: Edit | readonly Edit[], because: string, on?: readonly string[]];

/** Mutants of one contract and one group, by their labels. */
export interface Table {
  readonly contract: string;
  readonly group: string;
  readonly on: readonly string[];
  readonly breaking?: readonly Row[];
  readonly risky?: readonly Row[];
  readonly harmless?: readonly Row[];
}

export function mutantsOf(table: Table): readonly Mutant[] {
  const { contract, group } = table;
  const labelled = (label: Impact) =>
    (table[label] ?? []).map(([what, edits, because, on = table.on]) => ({
      contract,
      group,
      what,
      edits: 'length' in edits ? edits : [edits],
      label,
      because,
      on: label === 'harmless' ? [] : on,
    }));
  return [...labelled('breaking'), ...labelled('risky'), ...labelled('harmless')];
}
