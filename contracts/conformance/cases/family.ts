/** A family of cases: one kind of mutation, generated for any operation. */
import type { Case } from '../case.ts';
import type { Twin } from '../twin.ts';

export interface Family {
  /** As in case ids and `--only`. */
  readonly name: string;
  /** One line for people. */
  readonly summary: string;
  /** Nothing for an operation that the family does not apply to. */
  generate(twin: Twin): Generator<Case>;
}
