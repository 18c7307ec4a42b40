import type { ServerResponse } from 'node:http';
import type { Json } from './json.ts';

/** One answer of the store, before it goes on the wire. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: string | Buffer;
  /** Puts the answer on the wire in a way of its own. */
  readonly deliver?: (response: ServerResponse, reply: Reply) => void;
}

export type Reason =
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
export class Refusal extends Error {
  readonly reason: Reason;

  constructor(reason: Reason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** A stage ends the exchange with an answer of its own. */
export class Interruption extends Error {
  readonly reply: Reply;

  constructor(reply: Reply) {
    super('the exchange ends here');
    this.reply = reply;
  }
}

export function jsonReply(status: number, body: Json): Reply {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

export function textReply(status: number, body: string): Reply {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body };
}

export function htmlReply(status: number, title: string): Reply {
  const body = `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}

/** Nothing is answered, the connection stays open. */
export const silence: Reply = { status: 200, headers: {}, body: '', deliver: () => undefined };

/** Nothing is answered, the connection ends. */
export const hangUp: Reply = { ...silence, deliver: (response) => response.destroy() };

export const crashed: Reply = htmlReply(500, 'Internal Server Error');

/** What an uncaught exception in a handler becomes in most frameworks. */
export function crash(): never {
  throw new Interruption(crashed);
}
