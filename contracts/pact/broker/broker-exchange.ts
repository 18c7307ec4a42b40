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

export interface BrokerExchange {
  readonly request: BrokerRequest;
  readonly outcome: BrokerResponse | BrokerFailure;
  /** How often the broker was asked, 0 when the relay refused. */
  readonly attempts: number;
}

export interface BrokerResponse {
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
  readonly category: 'unreachable' | 'failing' | 'unusable' | 'refused' | 'guarded';
  /** In a sentence, without credentials. */
  readonly reason: string;
}

export function isSuccessResponse({ outcome }: BrokerExchange): boolean {
  return outcome.kind === 'answer' && outcome.status >= 200 && outcome.status < 300;
}

/** The object that the broker answered; empty for anything else. */
export function responseObject({ outcome }: BrokerExchange): JsonObject {
  return outcome.kind === 'answer' && isJsonObject(outcome.json) ? outcome.json : {};
}

/** Without the query, each part decoded: `/pacticipants/my%20shop` is `['pacticipants', 'my shop']`. */
export function pathSegments({ path }: BrokerRequest): readonly string[] {
  const [route = ''] = path.split('?');
  return route.split('/').filter(Boolean).map(decodeSegment);
}

function decodeSegment(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const CREDENTIALS_FIX =
  'Set PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD, to credentials that may do this.';

/** The error of the kit for 401 and 403, whatever was asked. */
export function rejectedCredentialsError({ request, outcome }: BrokerExchange): KitError | undefined {
  if (outcome.kind !== 'answer' || (outcome.status !== 401 && outcome.status !== 403)) return undefined;
  const [route] = request.path.split('?');
  return new KitError('broker-refused', `it answers ${outcome.status} to ${request.method} ${route}`, {
    fix: CREDENTIALS_FIX,
  });
}

/**
 * What the broker says when it refuses, such as `409: Cannot change the content of the pact ...`, from whichever form
 * the broker uses for errors.
 */
export function errorText(exchange: BrokerExchange): string {
  const status = exchange.outcome.kind === 'answer' ? exchange.outcome.status : 0;
  const { errors, error, title, detail } = responseObject(exchange);
  const messages = [
    ...collectTexts(errors),
    ...collectTexts(isJsonObject(error) ? error.message : error),
    ...collectTexts(detail ?? title),
  ];
  return messages.length === 0 ? `it answers ${status}` : `it answers ${status}: ${messages.join('; ')}`;
}

/** Errors come as a list, or by field. */
function collectTexts(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  if (isJsonArray(value)) return value.flatMap(collectTexts);
  return isJsonObject(value) ? Object.values(value).flatMap(collectTexts) : [];
}
