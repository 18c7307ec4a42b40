/** What was asked of the broker through the relay and what came of it: the truth behind any exit code. */
import { isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';

export interface Asked {
  /** Upper case. */
  readonly method: string;
  /** Below the broker's base URL, with the query. */
  readonly path: string;
  readonly body: Buffer;
}

export interface Relayed {
  readonly asked: Asked;
  readonly outcome: BrokerAnswer | BrokerFailure;
  /** How often the broker was asked, 0 when the relay refused. */
  readonly tries: number;
}

export interface BrokerAnswer {
  readonly kind: 'answer';
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
  /** Undefined for what is no JSON. */
  readonly json: Json | undefined;
}

export interface BrokerFailure {
  readonly kind: 'failure';
  /**
   * `unreachable`: no answer at all; `failing`: 5xx or 429 to the end; `unusable`: an answer that nothing can rest on;
   * `refused`: what the client asked for was not passed on; `guarded`: a pact that cannot be verified, told elsewhere.
   */
  readonly because: 'unreachable' | 'failing' | 'unusable' | 'refused' | 'guarded';
  /** In a sentence, without credentials. */
  readonly reason: string;
}

export function isSuccess({ outcome }: Relayed): boolean {
  return outcome.kind === 'answer' && outcome.status >= 200 && outcome.status < 300;
}

/** The object that the broker answered; empty for anything else. */
export function answered({ outcome }: Relayed): JsonObject {
  return outcome.kind === 'answer' && isJsonObject(outcome.json) ? outcome.json : {};
}

/** Without the query, each part decoded: `/pacticipants/my%20shop` is `['pacticipants', 'my shop']`. */
export function segments({ path }: Asked): readonly string[] {
  const [route = ''] = path.split('?');
  return route.split('/').filter(Boolean).map(decoded);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
