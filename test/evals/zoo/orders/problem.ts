/** Errors of the shop (RFC 9457). */
import { JsonNumber, type JsonObject } from '../json.ts';
import type { ToolViolation } from '../tools/response.ts';
import type { ShopReply } from './http.ts';

export interface ProblemDetails {
  readonly violations?: readonly ToolViolation[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Further members of the body. */
  readonly members?: JsonObject;
}

/** What the shop returns in place of a success. */
export class ShopProblem extends Error {
  readonly status: number;
  readonly details: ProblemDetails;

  constructor(status: number, message: string, details: ProblemDetails = {}) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

const titles: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  412: 'Precondition failed',
  413: 'Content too large',
  415: 'Unsupported media type',
  422: 'Unprocessable content',
  429: 'Too many requests',
};

export function problemReply({ status, message, details }: ShopProblem): ShopReply {
  const { violations, headers = {}, members = {} } = details;
  const body: JsonObject = {
    title: titles[status] ?? 'Problem',
    status: new JsonNumber(status),
    detail: message,
    ...(violations === undefined ? {} : { errors: violations.map((violation) => ({ ...violation })) }),
    ...members,
  };
  return { status, headers: { 'content-type': 'application/problem+json', ...headers }, body: JSON.stringify(body) };
}

/** What an uncaught exception becomes in most frameworks. */
export const internalError: ShopReply = {
  status: 500,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: '<!DOCTYPE html><title>Internal Server Error</title>',
};
