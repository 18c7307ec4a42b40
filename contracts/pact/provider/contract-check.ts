/**
 * Checks an exchange against the contract, in addition to what the pact expects: a pact only covers what its consumer
 * uses. The checks are those of the conformance run, so that one error has the same finding everywhere.
 */
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { isEqualJson, isJsonArray, isJsonObject, type Json, parseJsonBytes } from '../../../spec/json/exact-json.ts';
import { findMediaType, findResponse, isJsonType, type Operation, type Place } from '../../../spec/model/contract.ts';
import { validate } from '../../../spec/validation/validate.ts';
import { runChecks } from '../../conformance/checking/run-checks.ts';
import type { Check, Violation } from '../../conformance/checks/check.ts';
import { createdIsEchoed } from '../../conformance/checks/created-is-echoed.ts';
import { statusDeclared } from '../../conformance/checks/status-declared.ts';
import { validAccepted } from '../../conformance/checks/valid-accepted.ts';
import { type Exchange, isAccessDenied, statusOf } from '../../conformance/model/exchange.ts';
import type { Expectation, RequestSpec } from '../../conformance/model/request-spec.ts';
import type { CaseFacts } from '../../conformance/model/test-case.ts';
import { headerValue } from '../../http/headers.ts';
import type { BodyPath } from '../../http/json-path.ts';
import { requiresCredential } from '../../options/credentials.ts';
import { sendsCredentials } from '../file/find-operation.ts';
import type { Interaction } from '../file/interaction.ts';
import type { RecordedExchange } from './verification-options.ts';

/** A violation of the contract by a response. */
export interface ContractViolation {
  readonly check: Check;
  readonly violation: Violation;
}

interface ContractCheckInput extends CheckedRequest {
  /** The path of the base URL, without a trailing slash. */
  readonly basePath: string;
}

interface CheckedRequest {
  readonly interaction: Interaction;
  readonly operation: Operation;
  readonly recorded: RecordedExchange;
  /** The first place in the contract that a parameter of the request violates. */
  readonly invalidParameter?: Place | undefined;
}

/** Empty if the response conforms or the contract is silent. Warnings are left to the conformance run. */
export function checkContract(input: ContractCheckInput): readonly ContractViolation[] {
  const { interaction, operation, recorded, basePath } = input;
  const decodedExchange = decodeContent(recorded.exchange);
  const exchange = { ...decodedExchange, request: { ...decodedExchange.request, ...recorded.sentRequest } };
  const requestSpec = toRequestSpec(exchange, basePath);
  const withoutSecrets = toRequestSpec(decodedExchange, basePath);
  const expected = expectedBehavior(input, requestSpec);
  const { violations } = runChecks(toCase(operation, interaction, expected), requestSpec, exchange);
  return violations
    .filter(({ check, violation }) => (violation.severity ?? check.severity) === 'error')
    .filter((contractViolation) => !isCredentialDifference(contractViolation, requestSpec, withoutSecrets))
    .flatMap((contractViolation) => filterViolation(contractViolation, { interaction, operation, exchange }));
}

/** A response need not return a credential, and a difference in one must not be shown. */
function isCredentialDifference(
  { check, violation: { responsePart } }: ContractViolation,
  sentSpec: RequestSpec,
  withoutSecrets: RequestSpec,
): boolean {
  if (check.id !== createdIsEchoed.id || responsePart?.in !== 'body' || !('path' in responsePart)) return false;
  const [sentValue, recordedValue] = [sentSpec, withoutSecrets].map(({ value }) =>
    valueBelow(value, responsePart.path),
  );
  return sentValue !== undefined && recordedValue !== undefined && !isEqualJson(sentValue, recordedValue);
}

function valueBelow(value: Json | undefined, path: BodyPath): Json | undefined {
  return path.reduce<Json | undefined>((inner, step) => {
    if (isJsonArray(inner)) return inner[Number(step)];
    return isJsonObject(inner) && Object.hasOwn(inner, step) ? inner[step] : undefined;
  }, value);
}

interface ViolationContext {
  readonly interaction: Interaction;
  readonly operation: Operation;
  readonly exchange: Exchange;
}

/**
 * A provider state may be why a valid request is rejected, and the contract does not describe states. Such a rejection
 * is no violation here; only the status must be declared.
 */
function filterViolation(
  contractViolation: ContractViolation,
  context: ViolationContext,
): readonly ContractViolation[] {
  if (contractViolation.check.id === 'no-server-error') return isExpectedError(context) ? [] : [contractViolation];
  if (contractViolation.check.id !== validAccepted.id || !mayDependOnState(context)) return [contractViolation];
  const { operation, exchange, interaction } = context;
  const status = statusOf(exchange) ?? 0;
  // One of several credentials may be invalid deliberately.
  if (isAccessDenied(status) && isAccessDenied(interaction.response.status)) return [];
  if (findResponse(operation, status) !== undefined) return [];
  const declared = operation.responses.map((declaredResponse) => declaredResponse.status).join(', ');
  const violation: Violation = {
    expected: `a declared status: ${declared}`,
    received: `status ${status}`,
    responsePart: { in: 'status' },
    place: operation.place,
    key: `accept ${status}`,
  };
  return [{ check: statusDeclared, violation }];
}

/** A server error that the contract declares and the consumer expects in a certain state. */
function isExpectedError({ interaction, operation, exchange }: ViolationContext): boolean {
  const status = statusOf(exchange) ?? 0;
  return interaction.response.status === status && findResponse(operation, status) !== undefined;
}

function mayDependOnState({ interaction, operation, exchange }: ViolationContext): boolean {
  if (interaction.response.status >= 300) return true;
  return (operation.path.includes('{') || requiresState(interaction)) && stateStatuses.has(statusOf(exchange) ?? 0);
}

/** Generated pacts name a state for every operation, and mark those that matter. */
function requiresState({ states }: Interaction): boolean {
  return states.some(({ params }) => params.needsState === true || params.operationId === undefined);
}

/** Not Found, Conflict, Gone, Precondition Failed, Locked. */
const stateStatuses = new Set([404, 409, 410, 412, 423]);

function toCase(
  operation: Operation,
  { description }: Interaction,
  { expectation, place }: ExpectedBehavior,
): CaseFacts {
  return {
    id: description,
    operation,
    category: 'pact',
    expectation,
    mutation: description,
    place,
    topic: description,
    tolerated: [],
    constantPart: undefined,
  };
}

function toRequestSpec({ request: { url, headers, body } }: Exchange, basePath: string): RequestSpec {
  const { pathname, search } = new URL(url);
  const value = body === undefined || body.length === 0 ? undefined : parseJsonBody(body);
  return { path: `${pathname.slice(basePath.length)}${search}`, headers, body, value, credentials: 'right' };
}

function parseJsonBody(body: Uint8Array): Json | undefined {
  const parsed = parseJsonBytes(body);
  return parsed.ok ? parsed.value : undefined;
}

/** The response that the contract requires for the request that was actually sent. */
interface ExpectedBehavior {
  readonly expectation: Expectation;
  /** The place in the contract that requires it. */
  readonly place: Place;
}

function expectedBehavior(
  { interaction, operation, recorded, invalidParameter }: CheckedRequest,
  requestSpec: RequestSpec,
): ExpectedBehavior {
  const isAnonymous = !sendsCredentials(operation, interaction.request);
  const hasExpectedRejection = !recorded.hasRealCredentials && isAccessDenied(interaction.response.status);
  if (requiresCredential(operation) && (isAnonymous || hasExpectedRejection))
    return { expectation: 'deny', place: operation.security[0]?.schemes[0]?.place ?? operation.place };
  const invalidPlace = invalidParameter ?? findInvalidPlace(operation, requestSpec);
  if (invalidPlace !== undefined) return { expectation: 'reject', place: invalidPlace };
  return { expectation: 'accept', place: operation.place };
}

/** The first place in the contract that the body of the request violates. */
function findInvalidPlace({ requestBody, place }: Operation, { headers, body, value }: RequestSpec): Place | undefined {
  if (requestBody === undefined) return undefined;
  if (body === undefined || body.length === 0) return requestBody.required ? place : undefined;
  const type = headerValue(headers, 'content-type') ?? '';
  const media = findMediaType(requestBody.content, type);
  if (media === undefined) return undefined;
  // No schema allows a body that is declared as JSON but is not, such as a text with bytes that are not UTF-8.
  if (value === undefined) return isJsonType(type) ? media.place : undefined;
  if (media.schema === undefined) return undefined;
  return validate(media.schema, value, 'request')[0]?.place;
}

/** Decodes the usual content codings of the response. */
export function decodeContent(exchange: Exchange): Exchange {
  if (exchange.outcome.kind !== 'response') return exchange;
  const { response } = exchange.outcome;
  const contentCoding = headerValue(response.headers, 'content-encoding')?.trim().toLowerCase() ?? '';
  const decode = decoders.get(contentCoding);
  if (decode === undefined) return exchange;
  const headers = response.headers.filter(([name]) => name.toLowerCase() !== 'content-encoding');
  const body = decodeBytes(decode, response.body);
  return { ...exchange, outcome: { kind: 'response', response: { ...response, headers, body } } };
}

type Decoder = (body: Uint8Array, limits: { readonly maxOutputLength: number }) => Buffer;

const decoders: ReadonlyMap<string, Decoder> = new Map([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
]);

/** Limits decompression bombs. */
const MAX_DECODED_BYTES = 64_000_000;

/** A body that cannot be decoded stays unchanged, and is then not JSON. */
function decodeBytes(decode: Decoder, body: Uint8Array): Uint8Array {
  try {
    return decode(body, { maxOutputLength: MAX_DECODED_BYTES });
  } catch {
    return body;
  }
}
