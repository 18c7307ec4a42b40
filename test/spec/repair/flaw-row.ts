/** One row of the tables of flaws. */

/** Where the flaw is in the document. */
export type FlawedPart = 'schema' | 'property' | 'parameters' | 'responses' | 'operation' | 'scheme' | 'document';

/**
 * The lines are those below the key of the part, without indentation; `#!` marks the line that is reported, as `what`.
 * `below` is the pointer of a value after the repair, from the part on; `/../` stands for the part around it.
 */
export type FlawRow = readonly [
  flaw: string,
  part: FlawedPart,
  lines: string,
  what: string,
  below: string,
  value: unknown,
];

/** The path of the flawed operation has it. */
export const idParameter = '{name: id, in: path, required: true, schema: {type: string}}';
