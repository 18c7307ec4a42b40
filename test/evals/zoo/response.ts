import type { ServerResponse } from 'node:http';
import type { Json } from './json.ts';

/** One answer of the store, before it goes on the wire. */
export interface StoreResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: string | Buffer;
  /** Puts the answer on the wire in a way of its own. */
  readonly deliver?: (response: ServerResponse, storeResponse: StoreResponse) => void;
}

export type RejectionReason =
  | 'path'
  | 'method'
  | 'credentials'
  | 'media-type'
  | 'no-body'
  | 'too-large'
  | 'encoding'
  | 'syntax'
  | 'not-an-object'
  | 'id'
  | 'name'
  | 'tag'
  | 'unexpected';

/** The request is not one that the store takes. */
export class RequestError extends Error {
  readonly reason: RejectionReason;

  constructor(reason: RejectionReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** A stage ends the exchange with an answer of its own. */
export class EarlyResponse extends Error {
  readonly response: StoreResponse;

  constructor(response: StoreResponse) {
    super('the exchange ends here');
    this.response = response;
  }
}

export function jsonResponse(status: number, body: Json): StoreResponse {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

export function textResponse(status: number, body: string): StoreResponse {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body };
}

export function htmlResponse(status: number, title: string): StoreResponse {
  const body = `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}

/** Nothing is answered, the connection stays open. */
export const noResponse: StoreResponse = { status: 200, headers: {}, body: '', deliver: () => undefined };

/** Nothing is answered, the connection ends. */
export const closedConnection: StoreResponse = { ...noResponse, deliver: (response) => response.destroy() };

export const serverError: StoreResponse = htmlResponse(500, 'Internal Server Error');

/** What an uncaught exception in a handler becomes in most frameworks. */
export function throwServerError(): never {
  throw new EarlyResponse(serverError);
}
