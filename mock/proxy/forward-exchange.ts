/** Forwards a request and validates the response. */
import type { Mask } from '../../secrets/masking.ts';
import type { Contract, Operation } from '../../spec/model/contract.ts';
import { type DecodedContent, decodeContent } from '../http/content-coding.ts';
import { type ContractViolation, HttpError } from '../http/http-error.ts';
import { endToEndHeaders, hasNoResponseBody, headersByName, headerValue } from '../http/http-message.ts';
import type { IncomingRequest } from '../http/incoming-request.ts';
import { originForm } from '../http/request-target.ts';
import type { RequestContext } from '../request/request-context.ts';
import { errorResponse, type MockResponse, type RawUpstreamResponse } from '../respond/error-response.ts';
import type { ValidRequest } from '../validate/validate-request.ts';
import { type ValidatedResponse, validateResponse } from '../validate/validate-response.ts';
import type { Forwarder, UpstreamResponse } from './forwarder.ts';

export interface ProxyExchange {
  /** As received. */
  readonly request: IncomingRequest;
  /** The validation context, with the content coding decoded. */
  readonly context: RequestContext;
  readonly mask: Mask;
}

export interface ForwardOptions {
  readonly forwarder: Forwarder;
  /** Larger bodies are not decoded. */
  readonly maxResponseBytes: number;
}

export interface ForwardResult {
  readonly response: MockResponse;
  readonly responseViolations: readonly ContractViolation[];
  readonly observedResponse: ObservedResponse | undefined;
  /** Why the body was not validated. */
  readonly uncheckedReason?: string | undefined;
}

export async function forwardAndCheck(options: ForwardOptions, exchange: ProxyExchange): Promise<ForwardResult> {
  const upstreamResponse = await sendUpstream(options, exchange);
  return upstreamResponse instanceof HttpError
    ? failedResult(upstreamResponse)
    : checkedResult(options, exchange, upstreamResponse);
}

/** Forwards an exchange that the contract does not describe. */
export async function passThrough(options: ForwardOptions, exchange: ProxyExchange): Promise<MockResponse> {
  const upstreamResponse = await sendUpstream(options, exchange);
  return upstreamResponse instanceof HttpError
    ? errorResponse(upstreamResponse, undefined)
    : forwardedResponse(exchange, upstreamResponse, undefined);
}

async function sendUpstream(
  { forwarder }: ForwardOptions,
  { request }: ProxyExchange,
): Promise<UpstreamResponse | HttpError> {
  const { method, rawHeaders } = request;
  const body = await request.readBody();
  if (body instanceof HttpError) return body;
  return forwarder.send({ method, target: ensureLeadingSlash(originForm(request.target)), rawHeaders, body });
}

function ensureLeadingSlash(target: string): string {
  return target.replace(/^(?!\/)/, '/');
}

/** A body over the limit is an error of the client; all other errors are the upstream's. */
function failedResult(httpError: HttpError): ForwardResult {
  const responseViolations = httpError.kind === 'body-too-large' ? [] : httpError.violations;
  return { response: errorResponse(httpError, undefined), responseViolations, observedResponse: undefined };
}

async function checkedResult(
  { maxResponseBytes }: ForwardOptions,
  exchange: ProxyExchange,
  upstreamResponse: UpstreamResponse,
): Promise<ForwardResult> {
  const { operation, request } = exchange.context;
  const { status, rawHeaders } = upstreamResponse;
  const content = await decodedContent(upstreamResponse, maxResponseBytes);
  const response = forwardedResponse(exchange, upstreamResponse, content);
  if (operation === undefined) return { response, responseViolations: [], observedResponse: undefined };
  const requestInfo = { method: request.method, isConditional: isConditional(request) };
  const validated = await validateResponse(operation, requestInfo, { status, rawHeaders, content });
  const { violations, uncheckedReason } = validated;
  return {
    response,
    responseViolations: violations,
    observedResponse: { ...validated, status },
    uncheckedReason,
  };
}

function isConditional({ headers }: IncomingRequest): boolean {
  return headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined;
}

async function decodedContent(
  { bytes, remainder, rawHeaders }: UpstreamResponse,
  limit: number,
): Promise<DecodedContent> {
  if (remainder !== undefined) return { kind: 'unread', reason: `a stream, or more than ${limit} bytes` };
  return decodeContent(bytes, headerValue(rawHeaders, 'content-encoding'), limit);
}

function forwardedResponse(
  { request }: ProxyExchange,
  upstreamResponse: UpstreamResponse,
  content: DecodedContent | undefined,
): MockResponse {
  const { status, statusText, bytes, remainder } = upstreamResponse;
  const rawHeaders = withContentLength(request.method, upstreamResponse);
  const upstream: RawUpstreamResponse = {
    statusText,
    rawHeaders,
    bytes,
    content: content?.kind === 'content' ? content.bytes : undefined,
    ...(remainder === undefined ? {} : { remainder }),
  };
  return { status, headers: headersByName(rawHeaders), upstream };
}

/** Adds the length of a complete body that was received in chunks. */
function withContentLength(
  method: string,
  { status, rawHeaders, bytes, remainder }: UpstreamResponse,
): readonly string[] {
  const kept = endToEndHeaders(rawHeaders);
  const isComplete = remainder === undefined && !hasNoResponseBody(method, status);
  if (!isComplete || headerValue(kept, 'content-length') !== undefined) return kept;
  return [...kept, 'Content-Length', String(bytes.length)];
}

const MAX_MESSAGES = 3;

/** For the log. */
export function resultReason(
  violations: readonly ContractViolation[],
  { uncheckedReason, response }: ForwardResult,
): string | undefined {
  const messages = violations.slice(0, MAX_MESSAGES).map(({ message }) => message);
  const more = violations.length > MAX_MESSAGES ? [`and ${violations.length - MAX_MESSAGES} more`] : [];
  const note = uncheckedReason === undefined ? [] : [`the body is not checked: ${uncheckedReason}`];
  const all = [...messages, ...more, ...note];
  return all.length === 0 ? response.reason : all.join('; ');
}

/** An exchange with the upstream as the proxy observed it, for the summary and the recorder. */
export interface ObservedExchange {
  readonly contract: Contract;
  readonly operation: Operation | undefined;
  readonly violations: readonly ContractViolation[];
  readonly responseViolations: readonly ContractViolation[];
  /** Set if the request conforms to the contract. */
  readonly valid: ValidRequest | undefined;
  /** Set if a response was received and the contract has an operation for the request. */
  readonly response: ObservedResponse | undefined;
  /** The mock responded, because the upstream has not implemented the operation. */
  readonly isMocked?: true;
  /** Masks the credentials of the exchange. */
  readonly mask: Mask;
}

interface ObservedResponse extends ValidatedResponse {
  readonly status: number;
}
