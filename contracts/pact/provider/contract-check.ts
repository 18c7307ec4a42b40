/**
 * Holds an exchange to the contract, besides what the pact expects of it: a pact only sees what its consumer uses.
 * The checks are those of the verifier, so that the same fault is the same finding wherever it is seen.
 */
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import {
  isJsonArray,
  isJsonObject,
  type Json,
  parseJsonBytes,
  sameJson,
} from '../../../spec/json/exact-json.ts';
import {
  isJsonType,
  isSecured,
  mediaTypeFor,
  type Operation,
  type Place,
  responseFor,
} from '../../../spec/model/contract.ts';
import { validate } from '../../../spec/validation/validate.ts';
import type { Check, Violation } from '../../conformance/checks/check.ts';
import { createdIsEchoed } from '../../conformance/checks/created-is-echoed.ts';
import { statusDeclared } from '../../conformance/checks/status-declared.ts';
import { validAccepted } from '../../conformance/checks/valid-accepted.ts';
import { judge } from '../../conformance/judging/judge.ts';
import type { CaseFacts } from '../../conformance/model/case.ts';
import type { Draft, Expectation } from '../../conformance/model/draft.ts';
import { type Exchange, isRefusal, statusOf } from '../../conformance/model/exchange.ts';
import type { BodyPath } from '../../http/body-path.ts';
import { headerOf } from '../../http/headers.ts';
import type { Interaction } from '../file/interaction.ts';
import { sendsCredentials } from '../file/operation-for.ts';
import type { Recorded } from './check.ts';

/** One way in which an answer breaks the contract. */
export interface Breach {
  readonly check: Check;
  readonly violation: Violation;
}

interface CheckInput extends Asked {
  /** Of the base URL, without a trailing slash. */
  readonly basePath: string;
}

interface Asked {
  readonly interaction: Interaction;
  readonly operation: Operation;
  readonly recorded: Recorded;
  /** The first place of the contract that a parameter of the request breaks. */
  readonly wrongParameter?: Place | undefined;
}

/** Empty when the answer conforms, and where the contract is silent. Advice is left to the verifier. */
export function breaches(input: CheckInput): readonly Breach[] {
  const { interaction, operation, recorded, basePath } = input;
  const told = decoded(recorded.exchange);
  const exchange = { ...told, request: { ...told.request, ...recorded.sent } };
  const draft = draftOf(exchange, basePath);
  const withoutSecrets = draftOf(told, basePath);
  const demand = demandOn(input, draft);
  const { broken } = judge(caseOf(operation, interaction, demand), draft, exchange);
  return broken
    .filter(({ check, violation }) => (violation.severity ?? check.severity) === 'fault')
    .filter((breach) => !isOfCredential(breach, draft, withoutSecrets))
    .flatMap((breach) => weighed(breach, { interaction, operation, exchange }));
}

/** Nobody has to send a credential back, and what differs of one is nothing to show. */
function isOfCredential({ check, violation: { at } }: Breach, sent: Draft, withoutSecrets: Draft): boolean {
  if (check.id !== createdIsEchoed.id || at?.in !== 'body' || !('path' in at)) return false;
  const [real, shown] = [sent, withoutSecrets].map(({ value }) => valueBelow(value, at.path));
  return real !== undefined && shown !== undefined && !sameJson(real, shown);
}

function valueBelow(value: Json | undefined, path: BodyPath): Json | undefined {
  return path.reduce<Json | undefined>((inner, step) => {
    if (isJsonArray(inner)) return inner[Number(step)];
    return isJsonObject(inner) && Object.hasOwn(inner, step) ? inner[step] : undefined;
  }, value);
}

interface Scene {
  readonly interaction: Interaction;
  readonly operation: Operation;
  readonly exchange: Exchange;
}

/**
 * A provider state may be why a valid request is refused, and the contract knows no states: that is held against nobody
 * here, only whether the status is declared.
 */
function weighed(breach: Breach, scene: Scene): readonly Breach[] {
  if (breach.check.id === 'no-server-error') return isExpected(scene) ? [] : [breach];
  if (breach.check.id !== validAccepted.id || !mayBeState(scene)) return [breach];
  const { operation, exchange, interaction } = scene;
  const status = statusOf(exchange) ?? 0;
  // Of several credentials one may be wrong on purpose.
  if (isRefusal(status) && isRefusal(interaction.response.status)) return [];
  if (responseFor(operation, status) !== undefined) return [];
  const declared = operation.responses.map((response) => response.status).join(', ');
  const violation: Violation = {
    expected: `a declared status: ${declared}`,
    received: `status ${status}`,
    at: { in: 'status' },
    place: operation.place,
    key: `accept ${status}`,
  };
  return [{ check: statusDeclared, violation }];
}

/** A failure that the contract declares and the consumer asks for in a state of its own. */
function isExpected({ interaction, operation, exchange }: Scene): boolean {
  const status = statusOf(exchange) ?? 0;
  return interaction.response.status === status && responseFor(operation, status) !== undefined;
}

function mayBeState({ interaction, operation, exchange }: Scene): boolean {
  if (interaction.response.status >= 300) return true;
  return (
    (operation.path.includes('{') || presumesState(interaction)) && aboutState.has(statusOf(exchange) ?? 0)
  );
}

/** Pacts made from a contract name a state for every operation, and say where it matters. */
function presumesState({ states }: Interaction): boolean {
  return states.some(({ params }) => params.needsState === true || params.operationId === undefined);
}

/** Not found, in conflict, gone, a precondition failed, locked. */
const aboutState = new Set([404, 409, 410, 412, 423]);

function caseOf(
  operation: Operation,
  { description }: Interaction,
  { expectation, place }: Demand,
): CaseFacts {
  return {
    id: description,
    operation,
    family: 'pact',
    expectation,
    mutation: description,
    place,
    topic: description,
    open: [],
    fixed: undefined,
  };
}

function draftOf({ request: { url, headers, body } }: Exchange, basePath: string): Draft {
  const { pathname, search } = new URL(url);
  const value = body === undefined || body.length === 0 ? undefined : jsonOf(body);
  return { path: `${pathname.slice(basePath.length)}${search}`, headers, body, value, credentials: 'right' };
}

function jsonOf(body: Uint8Array): Json | undefined {
  const parsed = parseJsonBytes(body);
  return parsed.ok ? parsed.value : undefined;
}

/** What the contract demands of the answer to an interaction, by what was really sent. */
interface Demand {
  readonly expectation: Expectation;
  /** What it rests on in the contract. */
  readonly place: Place;
}

function demandOn({ interaction, operation, recorded, wrongParameter }: Asked, draft: Draft): Demand {
  const isAnonymous = !sendsCredentials(operation, interaction.request);
  const isWrong = !recorded.isAuthorised && isRefusal(interaction.response.status);
  if (isSecured(operation) && (isAnonymous || isWrong))
    return { expectation: 'refuse', place: operation.security[0]?.schemes[0]?.place ?? operation.place };
  const wrong = wrongParameter ?? invalidAt(operation, draft);
  if (wrong !== undefined) return { expectation: 'reject', place: wrong };
  return { expectation: 'accept', place: operation.place };
}

/** The first place of the contract that the body of the request breaks. */
function invalidAt({ requestBody, place }: Operation, { headers, body, value }: Draft): Place | undefined {
  if (requestBody === undefined) return undefined;
  if (body === undefined || body.length === 0) return requestBody.required ? place : undefined;
  const type = headerOf(headers, 'content-type') ?? '';
  const media = mediaTypeFor(requestBody.content, type);
  if (media === undefined) return undefined;
  // What it says to be JSON and is none, such as a text with bytes that are not UTF-8, no schema allows.
  if (value === undefined) return isJsonType(type) ? media.place : undefined;
  if (media.schema === undefined) return undefined;
  return validate(media.schema, value, 'request')[0]?.place;
}

/** The same exchange where the answer has none of the usual codings. */
export function decoded(exchange: Exchange): Exchange {
  if (exchange.outcome.kind !== 'answer') return exchange;
  const { answer } = exchange.outcome;
  const coding = headerOf(answer.headers, 'content-encoding')?.trim().toLowerCase() ?? '';
  const decode = decoders.get(coding);
  if (decode === undefined) return exchange;
  const headers = answer.headers.filter(([name]) => name.toLowerCase() !== 'content-encoding');
  const body = bytesBy(decode, answer.body);
  return { ...exchange, outcome: { kind: 'answer', answer: { ...answer, headers, body } } };
}

type Decode = (body: Uint8Array, limits: { readonly maxOutputLength: number }) => Buffer;

const decoders: ReadonlyMap<string, Decode> = new Map([
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
]);

/** A few kilobytes may be made to unfold into all the memory that there is. */
const MAX_DECODED_BYTES = 64_000_000;

/** What cannot be decoded stays as it is, and is no JSON then. */
function bytesBy(decode: Decode, body: Uint8Array): Uint8Array {
  try {
    return decode(body, { maxOutputLength: MAX_DECODED_BYTES });
  } catch {
    return body;
  }
}
