/** Validates an upstream response against the contract: status, media type, body and headers. */
import type { Json } from '../../spec/json/exact-json.ts';
import {
  findResponse,
  type Header,
  type MediaType,
  type Operation,
  type Parameter,
  type Response,
} from '../../spec/model/contract.ts';
import { declaredTypes } from '../../spec/model/schema-view.ts';
import { validate } from '../../spec/validation/validate.ts';
import type { DecodedContent } from '../http/content-coding.ts';
import { type ContractViolation, HttpError, responseViolationCode, toContractViolation } from '../http/http-error.ts';
import { hasNoResponseBody, headerLines, headerValue, type RawHeaders } from '../http/http-message.ts';
import { readRequestBody } from './request-body.ts';
import { validateParameter } from './validate-parameter.ts';

export interface ReceivedResponse {
  readonly status: number;
  readonly rawHeaders: RawHeaders;
  /** The body with its content codings decoded. */
  readonly content: DecodedContent;
}

/** The parts of the request on which the response depends. */
export interface RequestInfo {
  /** In upper case. */
  readonly method: string;
  /** Whether it has If-None-Match or If-Modified-Since. */
  readonly isConditional: boolean;
}

export interface ValidatedResponse {
  readonly violations: readonly ContractViolation[];
  /** The declared response; undefined if there is none. */
  readonly declaredResponse: Response | undefined;
  /** The declared media type; undefined if there is none. */
  readonly media: MediaType | undefined;
  /** Undefined if there is none, or if its media type cannot be parsed. */
  readonly body: Json | undefined;
  /** Why the body was not validated. */
  readonly uncheckedReason: string | undefined;
}

export async function validateResponse(
  operation: Operation,
  request: RequestInfo,
  received: ReceivedResponse,
): Promise<ValidatedResponse> {
  const declaredResponse = findResponse(operation, received.status);
  const unchecked = {
    declaredResponse,
    media: undefined,
    body: undefined,
    uncheckedReason: undefined,
  };
  if (declaredResponse === undefined) {
    const violations = isImplied(operation, request, received.status)
      ? []
      : [undeclaredStatus(operation, received.status)];
    return { ...unchecked, violations };
  }
  const headerViolations = declaredResponse.headers.flatMap((header) => validateHeader(header, received.rawHeaders));
  if (hasNoResponseBody(request.method, received.status)) return { ...unchecked, violations: headerViolations };
  const body = await validateResponseBody(declaredResponse, received);
  return { ...unchecked, ...body, violations: [...headerViolations, ...body.violations] };
}

/**
 * Statuses that HTTP itself allows: 401 for rejected credentials, which the proxy cannot verify, and 304 for a
 * conditional request.
 */
function isImplied({ security }: Operation, { isConditional }: RequestInfo, status: number): boolean {
  return (status === 401 && security.length > 0) || (status === 304 && isConditional);
}

function undeclaredStatus({ responses }: Operation, status: number): ContractViolation {
  const declared = responses.map((declaredResponse) => declaredResponse.status).join(', ');
  const message = `response.status: expected one of ${declared}, got ${status}`;
  return { rule: 'status', code: responseViolationCode('status'), at: ['response', 'status'], message };
}

type ValidatedBody = Pick<ValidatedResponse, 'violations'> & Partial<ValidatedResponse>;

/** A response without declared content allows any body. */
async function validateResponseBody(
  { content: declared, place }: Response,
  { rawHeaders, content }: ReceivedResponse,
): Promise<ValidatedBody> {
  if (declared.length === 0) return { violations: [] };
  if (content.kind === 'unread') return { violations: [], uncheckedReason: content.reason };
  if (content.kind === 'broken') return { violations: [invalidCoding(content.coding)] };
  const type = headerValue(rawHeaders, 'content-type');
  const payload = await readRequestBody({ required: true, content: declared, place }, type, content.bytes);
  if (payload instanceof HttpError) return { violations: payload.violations.map(toResponseViolation) };
  const { media, value } = payload ?? {};
  if (value === undefined) return { media, violations: [], uncheckedReason: `the media type ${type}` };
  if (media?.schema === undefined) return { media, body: value, violations: [] };
  const schemaViolations = validate(media.schema, value, 'response');
  const violations = schemaViolations.map((violation) => toResponseViolation(toContractViolation(violation, ['body'])));
  return { media, body: value, violations };
}

function invalidCoding(coding: string): ContractViolation {
  const message = `response.body: expected bytes in the coding ${coding} of Content-Encoding, got invalid bytes`;
  return {
    rule: 'body-encoding',
    code: responseViolationCode('body-encoding'),
    at: ['response', 'body'],
    message,
  };
}

/** `body.name: ...` becomes `response.body.name: ...`, with the response code of its rule. */
function toResponseViolation({ rule, at, message }: ContractViolation): ContractViolation {
  return { rule, code: responseViolationCode(rule), at: ['response', ...at], message: `response.${message}` };
}

/** Each Set-Cookie line is validated separately, because they cannot be joined. */
function validateHeader(header: Header, raw: RawHeaders): readonly ContractViolation[] {
  const joined = headerValue(raw, header.name);
  const texts = header.name.toLowerCase() === 'set-cookie' ? headerLines(raw, header.name) : [joined];
  if (joined !== undefined && isHttpDate(header, joined)) return [];
  const attempts = texts.flatMap((text) => [
    validateHeaderText(header, text, { explode: false }),
    validateHeaderText(header, text, { explode: true }),
  ]);
  const [first = validateHeaderText(header, undefined, { explode: false })] = attempts;
  return attempts.some((violations) => violations.length === 0) ? [] : first.map(toResponseViolation);
}

/** Response headers are serialized like parameters of the style `simple`. */
function validateHeaderText(
  { name, required, place, schema }: Header,
  text: string | undefined,
  { explode }: Pick<Parameter, 'explode'>,
): readonly ContractViolation[] {
  const described = { name, required, place, schema, content: [], examples: [] };
  const parameter: Parameter = { ...described, in: 'header', style: 'simple', explode };
  const sources = { captures: new Map<string, string>(), query: [], cookies: new Map<string, string>() };
  return validateParameter(parameter, { ...sources, header: () => text }).violations.map((headerViolation) => ({
    ...headerViolation,
    message: headerViolation.message.replace(' (the header parameter is required)', ' (the header is required)'),
  }));
}

/** HTTP has its own date format, which differs from that of JSON Schema. */
const dateHeaders = /^(?:date|expires|last-modified|retry-after|sunset)$/i;
const httpDatePattern = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} [\d:]{8} GMT$/;

function isHttpDate({ name, schema }: Header, text: string): boolean {
  const isText = schema !== undefined && declaredTypes(schema).has('string');
  return isText && dateHeaders.test(name) && httpDatePattern.test(text);
}
