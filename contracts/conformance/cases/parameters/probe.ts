import type { Json } from '../../../../spec/json/exact-json.ts';
import type { Parameter } from '../../../../spec/model/contract.ts';
import type { Expectation, OpenAnswer } from '../../model/draft.ts';

/** One value of a parameter to send. */
export interface ParameterProbe {
  /** Unique within the parameter. */
  readonly name: string;
  /** Completes "the query parameter is". */
  readonly words: string;
  readonly expectation: Expectation;
  readonly value: Json;
  /** As in `ParameterValue`. */
  readonly written?: string;
  readonly open?: readonly OpenAnswer[];
  /** Of the schema, where it rests on one. */
  readonly keyword?: string;
}

/** A valid value that no example of the contract is like: it may mean something that the schema does not tell. */
export const unusual: readonly OpenAnswer[] = (['declared client error', 400, 404, 422] as const).map(
  (status) => ({
    status,
    because: 'the value may mean something that its schema does not tell',
  }),
);

/** The name of a record that may not exist. */
export const mayNotBeThere: readonly OpenAnswer[] = [
  { status: 404, because: 'a path that fits no resource may be not found', isExpected: true },
];

/** Whether a text can be sent in this place, and means the same to everybody there. */
export function canCarry({ in: where }: Parameter, text: string): boolean {
  if (where === 'header') return /^[!-~]([ -~]*[!-~])?$/.test(text);
  if (where === 'cookie') return /^[\w.-]+$/.test(text);
  if (where === 'path') return !/^\.{0,2}$|[/\\\x00-\x1f\x7f]/.test(text);
  return text !== '';
}
