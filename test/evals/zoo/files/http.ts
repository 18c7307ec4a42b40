/** One exchange as a file service sees it; the server itself is that of the desk. */
import { createHash } from 'node:crypto';
import type { DeskRequest, DeskResponse } from '../desk/http.ts';
import { type Json, JsonNumber } from '../json.ts';

export { DeskEarlyResponse as EarlyResponse, head, listenOnPort, withDeskHeader as withHeader } from '../desk/http.ts';
export type FilesRequest = DeskRequest;
export type FilesResponse = DeskResponse;

export interface FieldError {
  /** A JSON Pointer into the body, or `?name` of a parameter. */
  readonly pointer: string;
  readonly message: string;
}

interface FilesProblemDetails {
  readonly errors?: readonly FieldError[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** The service does not do what is requested (RFC 9457). */
export class FilesProblem extends Error {
  readonly status: number;
  readonly errors: readonly FieldError[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, { errors = [], headers = {} }: FilesProblemDetails = {}) {
    super(message);
    this.status = status;
    this.errors = errors;
    this.headers = headers;
  }
}

export function badParameter(name: string): FilesProblem {
  const message = 'It does not have the form that the contract gives it.';
  return new FilesProblem(400, `${name}: ${message}`, { errors: [{ pointer: `?${name}`, message }] });
}

export function notFound(what: string): FilesProblem {
  return new FilesProblem(404, `There is no such ${what}.`);
}

export function jsonResponse(status: number, value: Json, headers: FilesResponse['headers'] = {}): FilesResponse {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) };
}

export function respondToProblem({ status, message, errors, headers }: FilesProblem): FilesResponse {
  const details = errors.map(({ pointer, message: text }) => ({ pointer, message: text }));
  const body = { type: `/problems/${status}`, title: message, status: new JsonNumber(status), errors: details };
  const challenge = status === 401 ? { 'www-authenticate': 'ApiKey realm="vault"' } : {};
  return jsonResponse(status, body, { 'content-type': 'application/problem+json', ...challenge, ...headers });
}

export function hashOf(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

export function strongTag(content: string | Buffer): string {
  return `"${hashOf(content).slice(0, 20)}"`;
}
