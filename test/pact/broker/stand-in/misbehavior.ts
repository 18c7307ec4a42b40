/** Failures of a broker or of a proxy in front of it. */
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { stringifyJson } from '../../../../spec/json/exact-json.ts';
import type { BrokerResponse } from './request.ts';

export interface Misbehavior {
  matches(method: string, path: string): boolean;
  /** How often it still happens. */
  times: number;
  readonly response: MisbehaviorResponse;
}

export type MisbehaviorResponse =
  /** Returns this response instead. */
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  /** Handles the request and responds late. */
  | { readonly delayMs: number }
  /** Handles the request and sends truncated JSON. */
  | 'truncated'
  /** Closes the connection without a response. */
  | 'reset';

export async function misbehave(
  misbehavior: Misbehavior,
  response: ServerResponse,
  respond: () => BrokerResponse,
): Promise<void> {
  const { response: misbehaviorResponse } = misbehavior;
  misbehavior.times -= 1;
  if (misbehaviorResponse === 'reset') return void response.destroy();
  if (misbehaviorResponse !== 'truncated' && 'status' in misbehaviorResponse)
    return void response
      .writeHead(misbehaviorResponse.status, misbehaviorResponse.headers)
      .end(misbehaviorResponse.body);
  const { status, document } = respond();
  const text = stringifyJson(document);
  if (misbehaviorResponse !== 'truncated') await pause(misbehaviorResponse.delayMs);
  response.writeHead(status, { 'content-type': 'application/hal+json;charset=utf-8' });
  response.end(misbehaviorResponse === 'truncated' ? text.slice(0, text.length / 2) : text);
}
