export interface Problem {
  readonly name: string;
  readonly problem: string;
}

interface Reason {
  readonly status: number;
  /** Small letters and dashes. */
  readonly code: string;
  readonly title: string;
  readonly fields?: readonly Problem[];
}

/** The desk does not do what is asked. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: readonly Problem[];

  constructor({ status, code, title, fields = [] }: Reason) {
    super(title);
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

export function wrongField(name: string, problem: string): Refusal {
  const fields = [{ name, problem }];
  return new Refusal({ status: 400, code: 'wrong-field', title: `${name} ${problem}.`, fields });
}

export function malformed(title: string): Refusal {
  return new Refusal({ status: 400, code: 'malformed', title });
}
