/** The bad sides of a broker, or of what stands in front of it. */
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { stringifyJson } from '../../../../spec/json/exact-json.ts';
import type { Answered } from './request.ts';

export interface Misbehaviour {
  fits(method: string, path: string): boolean;
  /** How often it still happens. */
  times: number;
  readonly how: How;
}

export type How =
  /** Answers this in place of the work. */
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  /** Does the work, and answers late. */
  | { readonly delayMs: number }
  /** Does the work, and sends half of the JSON. */
  | 'truncated'
  /** Closes the connection without an answer. */
  | 'reset';

export async function misbehaving(
  misbehaviour: Misbehaviour,
  response: ServerResponse,
  answer: () => Answered,
): Promise<void> {
  const { how } = misbehaviour;
  misbehaviour.times -= 1;
  if (how === 'reset') return void response.destroy();
  if (how !== 'truncated' && 'status' in how)
    return void response.writeHead(how.status, how.headers).end(how.body);
  const { status, document } = answer();
  const text = stringifyJson(document);
  if (how !== 'truncated') await pause(how.delayMs);
  response.writeHead(status, { 'content-type': 'application/hal+json;charset=utf-8' });
  response.end(how === 'truncated' ? text.slice(0, text.length / 2) : text);
}
