import { type Json, JsonNumber, type JsonObject } from '../json.ts';

/** One answer of the store, before it goes on the wire. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for none at all. */
  readonly body: string | undefined;
}

export interface Complaint {
  /** A JSON Pointer into the body, or `?name` of a parameter. */
  readonly pointer: string;
  readonly message: string;
}

/** What the store answers in place of a success (RFC 9457). */
export class Problem extends Error {
  readonly status: number;
  readonly complaints: readonly Complaint[] | undefined;

  constructor(status: number, message: string, complaints?: readonly Complaint[]) {
    super(message);
    this.status = status;
    this.complaints = complaints;
  }
}

export function jsonReply(status: number, body: Json, headers: Readonly<Record<string, string>> = {}): Reply {
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

export function describeProblem({ status, message, complaints }: Problem): JsonObject {
  return {
    type: `/problems/${status}`,
    title: titles[status] ?? 'Problem',
    status: new JsonNumber(status),
    detail: message,
    ...(complaints === undefined ? {} : { errors: complaints.map((complaint) => ({ ...complaint })) }),
  };
}

export function problemReply(problem: Problem): Reply {
  const body = JSON.stringify(describeProblem(problem));
  return { status: problem.status, headers: { 'content-type': 'application/problem+json' }, body };
}
