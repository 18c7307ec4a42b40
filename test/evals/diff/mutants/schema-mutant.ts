/**
 * Mutants of schemas, each in both directions. Their labels follow from values that only the old or only the new schema
 * accepts; mutant-labels.test.ts checks these with the validator of spec/.
 */
import type { Impact } from '../../../../spec/diff/rules/change.ts';
import { type Json, stringifyJson } from '../../../../spec/json/exact-json.ts';
import type { Direction } from '../../../../spec/model/schema.ts';
import { set } from '../edit.ts';
import type { ContractMutant } from './mutant.ts';

export interface SchemaRow {
  readonly description: string;
  /** The property of `Sent` and of `Given` that gets another schema. */
  readonly of: string;
  readonly to: Json;
  /** Valid by the old schema alone. */
  readonly validBeforeOnly?: Json;
  /** Valid by the new schema alone. */
  readonly validAfterOnly?: Json;
  /** If a convention, or a keyword that validates nothing, decides differently from the values. */
  readonly request?: ExpectedImpact;
  readonly response?: ExpectedImpact;
}

export type ExpectedImpact = readonly [label: Impact, because: string];

export interface SchemaTable {
  readonly contract: string;
  readonly group: string;
  readonly rows: readonly SchemaRow[];
}

const schemaOf = { request: 'Sent', response: 'Given' };

export function schemaMutantsOf({ contract, group, rows }: SchemaTable): readonly ContractMutant[] {
  const mutant = (row: SchemaRow, direction: Direction): ContractMutant => {
    const [label, reason] = row[direction] ?? impactByValues(row, direction);
    return {
      contract,
      group: `${group}, ${direction}`,
      description: `${row.description} in the ${direction}`,
      edits: [set(`/components/schemas/${schemaOf[direction]}/properties/${row.of}`, row.to)],
      label,
      reason,
      operations: label === 'harmless' ? [] : ['keepThing'],
    };
  };
  return rows.flatMap((row) => [mutant(row, 'request'), mutant(row, 'response')]);
}

/** The rules: a request must not lose values, a response must not gain any. */
function impactByValues({ validBeforeOnly, validAfterOnly }: SchemaRow, direction: Direction): ExpectedImpact {
  const [value, text] =
    direction === 'request'
      ? [validBeforeOnly, 'a client may send it, and it is no longer accepted']
      : [validAfterOnly, 'a client may get it, which was not possible before'];
  if (value !== undefined) return ['breaking', `${stringifyJson(value)}: ${text}`];
  const other = direction === 'request' ? validAfterOnly : validBeforeOnly;
  if (other === undefined) return ['harmless', 'the same values are valid'];
  const why = direction === 'request' ? 'is accepted too, and no client has to send it' : 'is no longer returned';
  return ['harmless', `${stringifyJson(other)} ${why}`];
}
