/** Holds an answer to the contract, besides what the pact expects of it: a pact only sees what its consumer uses. */
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import {
  isJsonType,
  isSecured,
  type MediaType,
  mediaTypeFor,
  type Operation,
  type Place,
  type Response,
  responseFor,
} from '../../../spec/contract.ts';
import { type ParsedJson, parseJsonBytes } from '../../../spec/exact-json.ts';
import { formatPath, validate } from '../../../spec/validate.ts';
import { headerOf } from '../../headers.ts';
import type { PactRequest } from '../file/interaction.ts';
import { sendsCredentials } from '../file/operation-for.ts';
import type { Answer } from './exchange.ts';

/** One way in which an answer breaks the contract. */
export interface ContractViolation {
  /** `status`, `header content-type`, `body.name` */
  readonly at: string;
  readonly received: string;
  readonly expected: string;
  /** `body.name: received integer 5; the contract says string` */
  readonly message: string;
  /** In the document. */
  readonly place: Place;
}

/** Empty when the answer conforms, and where the contract is silent: on how a call without credentials is refused. */
export function checkAnswer(
  operation: Operation,
  request: PactRequest,
  answer: Answer,
): readonly ContractViolation[] {
  const anonymous = isSecured(operation) && !sendsCredentials(operation, request);
  if (anonymous && answer.status >= 200 && answer.status < 300) return [acceptedAnonymous(operation, answer)];
  const response = responseFor(operation, answer.status);
  if (response !== undefined) return checkBody(response, answer);
  return anonymous && isRefusal(answer.status) ? [] : [undeclaredStatus(operation, answer)];
}

/** The statuses that refuse credentials; a contract need not declare them. */
export function isRefusal(status: number): boolean {
  return status === 401 || status === 403;
}

function acceptedAnonymous(operation: Operation, { status }: Answer): ContractViolation {
  const names = operation.security
    .map(({ schemes }) => schemes.map(({ name }) => name).join(' and '))
    .join(' or ');
  return violation(
    'status',
    `${status} to a call without credentials`,
    `${names} is required`,
    operation.place,
  );
}

function undeclaredStatus(operation: Operation, { status }: Answer): ContractViolation {
  const declared = operation.responses.map((response) => response.status).join(', ');
  return violation('status', String(status), declared, operation.place);
}

function checkBody(response: Response, answer: Answer): readonly ContractViolation[] {
  if (response.content.length === 0) return [];
  const type = headerOf(answer.headers, 'content-type');
  const media = type === undefined ? undefined : mediaTypeFor(response.content, type);
  if (media !== undefined) return isJsonType(type ?? '') ? checkJson(media, answer) : [];
  const declared = response.content.map(({ range }) => range).join(', ');
  return [violation('header content-type', type ?? 'none', declared, response.place)];
}

function checkJson(media: MediaType, answer: Answer): readonly ContractViolation[] {
  const parsed = parseBody(answer);
  if (!parsed.ok) return [violation('body', `no JSON (${parsed.reason})`, media.range, media.place)];
  if (media.schema === undefined) return [];
  return validate(media.schema, parsed.value, 'response').map(({ at, received, expected, place }) =>
    violation(formatPath(at), received, expected, place),
  );
}

function parseBody(answer: Answer): ParsedJson {
  try {
    return parseJsonBytes(decoded(answer));
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
}

function decoded({ headers, body }: Answer): Buffer {
  const coding = headerOf(headers, 'content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (coding === 'gzip' || coding === 'x-gzip') return gunzipSync(body);
  if (coding === 'deflate') return inflateSync(body);
  return coding === 'br' ? brotliDecompressSync(body) : body;
}

function violation(at: string, received: string, expected: string, place: Place): ContractViolation {
  return {
    at,
    received,
    expected,
    place,
    message: `${at}: received ${received}; the contract says ${expected}`,
  };
}
