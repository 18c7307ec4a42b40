export interface FieldProblem {
  readonly name: string;
  readonly problem: string;
}

interface DeskErrorDetails {
  readonly status: number;
  /** Small letters and dashes. */
  readonly code: string;
  readonly title: string;
  readonly fields?: readonly FieldProblem[];
}

/** The desk does not do what is asked. */
export class DeskError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: readonly FieldProblem[];

  constructor({ status, code, title, fields = [] }: DeskErrorDetails) {
    super(title);
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

export function invalidField(name: string, problem: string): DeskError {
  const fields = [{ name, problem }];
  return new DeskError({ status: 400, code: 'wrong-field', title: `${name} ${problem}.`, fields });
}

export function malformedRequest(title: string): DeskError {
  return new DeskError({ status: 400, code: 'malformed', title });
}
