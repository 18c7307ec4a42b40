/**
 * What was asked of the broker through the relay and what came of it: the truth behind any exit code. What it refuses,
 * in words.
 */
import { KitError } from '../../../errors.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';

export interface BrokerRequest {
  /** Upper case. */
  readonly method: string;
  /** Below the broker's base URL, with the query. */
  readonly path: string;
  readonly body: Buffer;
}

export interface Relayed {
  readonly asked: BrokerRequest;
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
export function segments({ path }: BrokerRequest): readonly string[] {
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

const CREDENTIALS =
  'Set PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD, to credentials that may do this.';

/** The error of the kit for 401 and 403, whatever was asked. */
export function refusedCredentials({ asked, outcome }: Relayed): KitError | undefined {
  if (outcome.kind !== 'answer' || (outcome.status !== 401 && outcome.status !== 403)) return undefined;
  const [route] = asked.path.split('?');
  return new KitError('broker-refused', `it answers ${outcome.status} to ${asked.method} ${route}`, {
    fix: CREDENTIALS,
  });
}

/**
 * What the broker says when it refuses, such as `409: Cannot change the content of the pact ...`, from whichever form
 * the broker uses for errors.
 */
export function refusal(relayed: Relayed): string {
  const status = relayed.outcome.kind === 'answer' ? relayed.outcome.status : 0;
  const { errors, error, title, detail } = answered(relayed);
  const said = [
    ...texts(errors),
    ...texts(isJsonObject(error) ? error.message : error),
    ...texts(detail ?? title),
  ];
  return said.length === 0 ? `it answers ${status}` : `it answers ${status}: ${said.join('; ')}`;
}

/** Errors come as a list, or by field. */
function texts(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  if (isJsonArray(value)) return value.flatMap(texts);
  return isJsonObject(value) ? Object.values(value).flatMap(texts) : [];
}
