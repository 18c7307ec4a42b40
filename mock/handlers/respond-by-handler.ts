/** The response of a handler: what it leaves out is filled in from the contract, and the result is validated. */
import { toBytes } from '../../platform/bytes.ts';
import type { Json } from '../../spec/json/exact-json.ts';
import { findMediaType, findResponse, type Operation } from '../../spec/model/contract.ts';
import { callWithin } from '../../spec/modules/call-within.ts';
import { bodyText } from '../format/body-text.ts';
import { type ContractViolation, HttpError } from '../http/http-error.ts';
import { isBodiless } from '../http/http-message.ts';
import type { IncomingRequest } from '../http/incoming-request.ts';
import type { Faker } from '../made-up/faker.ts';
import { errorResponse, type GeneratedResponse } from '../respond/error-response.ts';
import type { GenerationRequest, ResponseGenerator } from '../respond/response-generator.ts';
import { withHeaders } from '../respond/rule-response.ts';
import type { ValidRequest } from '../validate/validate-request.ts';
import { validateResponse } from '../validate/validate-response.ts';
import { callHandler, HANDLER_TIME_LIMIT_MS, HandlerFailure, handlerFailure, handlerName } from './call-handler.ts';
import type { HandlerContext, HandlerStore } from './config-types.ts';
import type { NamedHandler } from './find-handlers.ts';
import { createHandlerContext } from './handler-context.ts';
import { type ReturnedBody, type ReturnedResponse, readResult, UnusableResult } from './read-result.ts';

export interface HandlerCall {
  readonly named: NamedHandler;
  readonly request: IncomingRequest;
  /** Its `valid` is the request that the handler gets. */
  readonly generation: GenerationRequest & { readonly valid: ValidRequest };
  /** The response without the handler. */
  readonly generateResponse: ResponseGenerator;
  readonly store: HandlerStore;
  readonly user: HandlerContext['user'];
  readonly faker: () => Faker;
  readonly timeLimitMs?: number;
}

export interface HandlerOutcome {
  readonly response: GeneratedResponse;
  /** Of the contract, by the response of the handler; the response says so. */
  readonly violations: readonly ContractViolation[];
}

export async function respondByHandler(call: HandlerCall): Promise<HandlerOutcome> {
  const { named, request, generation, generateResponse, timeLimitMs = HANDLER_TIME_LIMIT_MS } = call;
  const { store, user, faker } = call;
  let regular: RegularResponse | undefined;
  const respond = async () => {
    const generated = await generateResponse(generation);
    regular = { response: toResponse(generated, generation), isError: generated instanceof HttpError };
    return regular.response;
  };
  const context = createHandlerContext({ request, valid: generation.valid, store, user, faker, respond });
  const result = await callHandler(named, context, timeLimitMs);
  if (result instanceof HandlerFailure) return failed('handler-failed', result.message, result.cause);
  const returned = await readReturned(named, result.returned, timeLimitMs);
  if (returned instanceof HandlerFailure) return failed('handler-failed', returned.message, returned.cause);
  if (returned instanceof UnusableResult) return invalid(named, returned.problem, []);
  return complete(call, returned, regular);
}

/** What the handler got from `next`. */
interface RegularResponse {
  readonly response: GeneratedResponse;
  /** The mock rejects the request, also with a status that the contract does not declare, such as 406. */
  readonly isError: boolean;
}

/** Reading may call code of the user, such as `toJSON`. */
async function readReturned(
  named: NamedHandler,
  returned: unknown,
  timeLimitMs: number,
): Promise<ReturnedResponse | UnusableResult | HandlerFailure> {
  try {
    return await callWithin(timeLimitMs, () => readResult(returned));
  } catch (error) {
    return handlerFailure(named, error, timeLimitMs);
  }
}

async function complete(
  { named, request, generation, generateResponse }: HandlerCall,
  returned: ReturnedResponse,
  regular: RegularResponse | undefined,
): Promise<HandlerOutcome> {
  const { operation, preferences } = generation;
  const { status } = returned;
  const isRegular = status !== undefined && status === regular?.response.status;
  const frame = isRegular
    ? regular.response
    : await generateResponse({
        ...generation,
        preferences: status === undefined ? preferences : { ...preferences, code: status },
        valid: undefined,
      });
  if (frame instanceof HttpError) return { response: toResponse(frame, generation), violations: [] };
  const problem = bodyProblem(frame, returned, operation);
  if (problem !== undefined) return invalid(named, problem, []);
  const framed = withHeaders(frame, returned.headers);
  const response = returned.body === undefined ? framed : withBody(framed, returned.body, operation);
  const violations = isRegular && regular.isError ? [] : await findViolations(operation, request, response);
  if (violations.length > 0) return invalid(named, violations.map(({ message }) => message).join('; '), violations);
  return { response: { ...response, reason: handlerName(named) }, violations };
}

function bodyProblem(frame: GeneratedResponse, { body, status }: ReturnedResponse, operation: Operation) {
  if (isBodiless(frame.status)) {
    const isEmpty = body === undefined || (body.kind === 'bytes' && body.bytes.length === 0);
    return isEmpty ? undefined : `response.body: expected none, because a ${frame.status} response has no body`;
  }
  const hasContent = (findResponse(operation, frame.status)?.content.length ?? 0) > 0;
  return body === undefined && status === undefined && hasContent
    ? 'response.body: expected a value, but the handler returned nothing; return a body, { status, headers, body } or next()'
    : undefined;
}

function withBody(frame: GeneratedResponse, body: ReturnedBody, operation: Operation): GeneratedResponse {
  if (isBodiless(frame.status)) return frame;
  const declared = Object.entries(frame.headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const type = declared ?? (body.kind === 'json' ? 'application/json' : 'application/octet-stream');
  const content = body.kind === 'bytes' ? body.bytes : textOf(body.value, type, { operation, ...frame });
  if (content === frame.body) return frame;
  // The pieces are those of the body that the mock would have sent.
  const { pieces: _pieces, ...typed } = declared === undefined ? withHeaders(frame, { 'Content-Type': type }) : frame;
  return { ...typed, body: content };
}

function textOf(
  value: Json,
  type: string,
  { operation, status }: { readonly operation: Operation; readonly status: number },
): string {
  const content = findResponse(operation, status)?.content ?? [];
  return bodyText(value, type, findMediaType(content, type)?.schema);
}

async function findViolations(
  operation: Operation,
  { method, headers }: IncomingRequest,
  { status, headers: sent, body }: GeneratedResponse,
): Promise<readonly ContractViolation[]> {
  const isConditional = headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined;
  const rawHeaders = Object.entries(sent).flat();
  const content = { kind: 'content', bytes: toBytes(body) } as const;
  const { violations } = await validateResponse(operation, { method, isConditional }, { status, rawHeaders, content });
  return violations;
}

function toResponse(
  generated: GeneratedResponse | HttpError,
  { operation, preferences }: GenerationRequest,
): GeneratedResponse {
  return generated instanceof HttpError ? errorResponse(generated, operation, preferences.example) : generated;
}

function invalid(named: NamedHandler, problem: string, violations: readonly ContractViolation[]): HandlerOutcome {
  const message = `${handlerName(named)} returned a response that the contract does not allow: ${problem}`;
  return failed('handler-invalid', message, message, violations);
}

function failed(
  kind: 'handler-failed' | 'handler-invalid',
  message: string,
  reason: string,
  violations: readonly ContractViolation[] = [],
): HandlerOutcome {
  return { response: { ...errorResponse(new HttpError(kind, message), undefined), reason }, violations };
}
