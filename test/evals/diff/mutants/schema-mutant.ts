/**
 * Mutants of schemas, each in both directions. Their labels follow from values: one that only the old schema takes is gone,
 * one that only the new one takes has come; mutants.test.ts has both judged by the validator of spec/.
 */
import type { Impact } from '../../../../spec/diff/rules/change.ts';
import { type Json, stringifyJson } from '../../../../spec/json/exact-json.ts';
import type { Direction } from '../../../../spec/model/schema.ts';
import { set } from '../edit.ts';
import type { Mutant } from './mutant.ts';

export interface SchemaRow {
  readonly what: string;
  /** The property of `Sent` and of `Given` that gets another schema. */
  readonly of: string;
  readonly to: Json;
  /** Valid by the old schema alone. */
  readonly gone?: Json;
  /** Valid by the new schema alone. */
  readonly come?: Json;
  /** Where a convention or a keyword that judges no value says otherwise than the values do. */
  readonly request?: Label;
  readonly response?: Label;
}

export type Label = readonly [label: Impact, because: string];

export interface SchemaTable {
  readonly contract: string;
  readonly group: string;
  readonly rows: readonly SchemaRow[];
}

const schemaOf = { request: 'Sent', response: 'Given' };

export function schemaMutantsOf({ contract, group, rows }: SchemaTable): readonly Mutant[] {
  const mutant = (row: SchemaRow, direction: Direction): Mutant => {
    const [label, because] = row[direction] ?? byValues(row, direction);
    return {
      contract,
      group: `${group}, ${direction}`,
      what: `${row.what} in the ${direction}`,
      edits: [set(`/components/schemas/${schemaOf[direction]}/properties/${row.of}`, row.to)],
      label,
      because,
      on: label === 'harmless' ? [] : ['keepThing'],
    };
  };
  return rows.flatMap((row) => [mutant(row, 'request'), mutant(row, 'response')]);
}

/** The law: a request must not lose values, an answer must not gain any. */
function byValues({ gone, come }: SchemaRow, direction: Direction): Label {
  const [value, what] =
    direction === 'request'
      ? [gone, 'a client may send it, and it is taken no more']
      : [come, 'a client may be answered it, and never was before'];
  if (value !== undefined) return ['breaking', `${stringifyJson(value)}: ${what}`];
  const other = direction === 'request' ? come : gone;
  if (other === undefined) return ['harmless', 'the same values are valid'];
  const why = direction === 'request' ? 'is taken too, and nobody has to send it' : 'is answered no more';
  return ['harmless', `${stringifyJson(other)} ${why}`];
}
