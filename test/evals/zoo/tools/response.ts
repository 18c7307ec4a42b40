import { type Json, JsonNumber, type JsonObject } from '../json.ts';

/** One answer of the store, before it goes on the wire. */
export interface ToolResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for none at all. */
  readonly body: string | undefined;
}

export interface ToolViolation {
  /** A JSON Pointer into the body, or `?name` of a parameter. */
  readonly pointer: string;
  readonly message: string;
}

/** What the store answers in place of a success (RFC 9457). */
export class ToolProblem extends Error {
  readonly status: number;
  readonly violations: readonly ToolViolation[] | undefined;

  constructor(status: number, message: string, violations?: readonly ToolViolation[]) {
    super(message);
    this.status = status;
    this.violations = violations;
  }
}

export function jsonToolResponse(
  status: number,
  body: Json,
  headers: Readonly<Record<string, string>> = {},
): ToolResponse {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

const titles: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'The key is missing or wrong',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  413: 'The body is too large',
  415: 'Unsupported media type',
  422: 'The body is not valid',
  500: 'Internal error',
};

export function describeProblem({ status, message, violations }: ToolProblem): JsonObject {
  return {
    type: `/problems/${status}`,
    title: titles[status] ?? 'Problem',
    status: new JsonNumber(status),
    detail: message,
    ...(violations === undefined ? {} : { errors: violations.map((violation) => ({ ...violation })) }),
  };
}

export function problemResponse(problem: ToolProblem): ToolResponse {
  const body = JSON.stringify(describeProblem(problem));
  return { status: problem.status, headers: { 'content-type': 'application/problem+json' }, body };
}
