/** One exchange as the calendar service sees it; the server itself is that of the desk. */
import { createHash } from 'node:crypto';
import type { DeskRequest, DeskResponse } from '../desk/http.ts';
import { type Json, JsonNumber } from '../json.ts';

export { DeskEarlyResponse as EarlyResponse, head, listenOnPort } from '../desk/http.ts';
export type CalendarRequest = DeskRequest;
export type CalendarResponse = DeskResponse;

export interface CalendarFieldError {
  /** A JSON Pointer into the body, or `?name` of a parameter. */
  readonly pointer: string;
  readonly message: string;
}

interface CalendarProblemDetails {
  readonly errors?: readonly CalendarFieldError[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** The service does not do what is requested (RFC 9457). */
export class CalendarProblem extends Error {
  readonly status: number;
  readonly errors: readonly CalendarFieldError[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, { errors = [], headers = {} }: CalendarProblemDetails = {}) {
    super(message);
    this.status = status;
    this.errors = errors;
    this.headers = headers;
  }
}

export function badParameter(name: string): CalendarProblem {
  const message = 'It does not have the form that the contract gives it.';
  return new CalendarProblem(400, `${name}: ${message}`, { errors: [{ pointer: `?${name}`, message }] });
}

export function notFound(what: string): CalendarProblem {
  return new CalendarProblem(404, `There is no such ${what}.`);
}

export function jsonResponse(status: number, value: Json, headers: CalendarResponse['headers'] = {}): CalendarResponse {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) };
}

export const noContent: CalendarResponse = { status: 204, headers: {}, body: '' };

export function respondToProblem({ status, message, errors, headers }: CalendarProblem): CalendarResponse {
  const details = errors.map(({ pointer, message: text }) => ({ pointer, message: text }));
  const body = { type: `/problems/${status}`, title: message, status: new JsonNumber(status), errors: details };
  const challenge = status === 401 ? { 'www-authenticate': 'Bearer realm="calendars"' } : {};
  return jsonResponse(status, body, { 'content-type': 'application/problem+json', ...challenge, ...headers });
}

export function strongTag(content: string): string {
  return `"${createHash('sha256').update(content).digest('hex').slice(0, 20)}"`;
}
