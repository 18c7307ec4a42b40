/** A program with one fault in it, which some test has to notice. */

export interface Mutant {
  /** From the root of the mutated files, with slashes. */
  readonly file: string;
  /** The function, constant or type at the top level that it changes. */
  readonly functionName: string;
  /** The operator, or for one made by hand what goes wrong. */
  readonly description: string;
  /** Offsets into the source: `from` stands there. */
  readonly start: number;
  readonly end: number;
  readonly from: string;
  readonly to: string;
}

export type Named = Pick<Mutant, 'file' | 'functionName' | 'description' | 'from' | 'to'>;

/** The same wherever the change stands in its function. */
export function mutantName({ file, functionName, description, from, to }: Named): string {
  return [file, functionName, description, from, to].join(' | ');
}

export function applyMutant(source: string, { start, end, to }: Mutant): string {
  return `${source.slice(0, start)}${to}${source.slice(end)}`;
}
