/**
 * Exchanges with the broker through the proxy, which are more reliable than the client's exit code, and descriptions of
 * errors.
 */
import { KitError } from '../../../errors.ts';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../spec/json/exact-json.ts';

export interface BrokerRequest {
  /** Upper case. */
  readonly method: string;
  /** Relative to the broker's base URL, with the query. */
  readonly path: string;
  readonly body: Buffer;
}

export interface BrokerExchange {
  readonly request: BrokerRequest;
  readonly outcome: BrokerResponse | BrokerFailure;
  /** How often the request was sent; 0 if the proxy blocked it. */
  readonly attempts: number;
}

export interface BrokerResponse {
  readonly kind: 'response';
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
  /** Undefined if the body is not JSON. */
  readonly json: Json | undefined;
}

export interface BrokerFailure {
  readonly kind: 'failure';
  /**
   * `unreachable`: no response; `failing`: 5xx or 429 after all retries; `unusable`: a response that cannot be relied
   * on; `blocked`: the proxy did not forward the client's request; `rejected pact`: a pact that cannot be verified,
   * which is reported with its own error.
   */
  readonly category: 'unreachable' | 'failing' | 'unusable' | 'blocked' | 'rejected pact';
  /** One sentence, without credentials. */
  readonly reason: string;
}

export function isSuccessResponse({ outcome }: BrokerExchange): boolean {
  return outcome.kind === 'response' && outcome.status >= 200 && outcome.status < 300;
}

/** The JSON object of the response; empty for anything else. */
export function responseObject({ outcome }: BrokerExchange): JsonObject {
  return outcome.kind === 'response' && isJsonObject(outcome.json) ? outcome.json : {};
}

/** Without the query, each segment decoded: `/pacticipants/my%20shop` is `['pacticipants', 'my shop']`. */
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
  'Set PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD, to credentials with this permission.';

/** The error for 401 and 403, for any request. */
export function rejectedCredentialsError({ request, outcome }: BrokerExchange): KitError | undefined {
  if (outcome.kind !== 'response' || (outcome.status !== 401 && outcome.status !== 403)) return undefined;
  const [route] = request.path.split('?');
  return new KitError('broker-rejected', `it responds with ${outcome.status} to ${request.method} ${route}`, {
    fix: CREDENTIALS_FIX,
  });
}

/**
 * The broker's error message, such as `409: Cannot change the content of the pact ...`, in any of its error formats.
 */
export function errorText(exchange: BrokerExchange): string {
  const status = exchange.outcome.kind === 'response' ? exchange.outcome.status : 0;
  const { errors, error, title, detail } = responseObject(exchange);
  const messages = [
    ...collectTexts(errors),
    ...collectTexts(isJsonObject(error) ? error.message : error),
    ...collectTexts(detail ?? title),
  ];
  return messages.length === 0 ? `it responds with ${status}` : `it responds with ${status}: ${messages.join('; ')}`;
}

/** Errors are an array, or an object by field. */
function collectTexts(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  if (isJsonArray(value)) return value.flatMap(collectTexts);
  return isJsonObject(value) ? Object.values(value).flatMap(collectTexts) : [];
}
