/** The response that a scenario rule sets, and its violations of the contract. */
import { toBytes } from '../../platform/bytes.ts';
import { stringifyJson } from '../../spec/json/exact-json.ts';
import { findResponse, isJsonType, type Operation } from '../../spec/model/contract.ts';
import { challengeFor } from '../authentication/challenge.ts';
import { type ContractViolation, HttpError } from '../http/http-error.ts';
import type { RuleEffect } from '../model/rule.ts';
import { mediaTypeOf } from '../rules/check-effect.ts';
import type { ValidRequest } from '../validate/validate-request.ts';
import { validateResponse } from '../validate/validate-response.ts';
import {
  errorResponse,
  type GeneratedResponse,
  type MockResponse,
  retryAfterHeader,
  undeclaredStatusResponse,
} from './error-response.ts';
import type { ResponseGenerator } from './response-generator.ts';

export interface RuleResponseRequest {
  readonly then: RuleEffect;
  readonly operation: Operation | undefined;
  readonly accept: string | undefined;
  /** `undefined` if the request does not conform to the contract. */
  readonly valid: ValidRequest | undefined;
  /** The server's origin as the client addressed it. */
  readonly origin: string | undefined;
}

export async function ruleResponse(
  request: RuleResponseRequest,
  generateResponse: ResponseGenerator,
): Promise<GeneratedResponse> {
  const { then, operation } = request;
  const response =
    then.body === undefined
      ? await generatedRuleResponse(request, generateResponse)
      : fixedRuleResponse(then, operation);
  const reason = response.reason === undefined ? RULE_REASON : `${RULE_REASON}: ${response.reason}`;
  return { ...withHeaders(response, then.headers), reason };
}

const RULE_REASON = 'scenario rule';

/** Replaces headers of the same names. */
export function withHeaders<Kind extends MockResponse>(response: Kind, headers: RuleEffect['headers'] = {}): Kind {
  const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const others = Object.entries(response.headers).filter(([name]) => !names.has(name.toLowerCase()));
  return { ...response, headers: { ...Object.fromEntries(others), ...headers } };
}

export interface AppliedRule {
  readonly then: RuleEffect;
  readonly operation: Operation | undefined;
  /** The method of the request. */
  readonly method: string;
  readonly response: GeneratedResponse;
}

/**
 * Violations by the rule's own body and headers, which are sent unchanged. The status is deliberate, declared or not.
 */
export async function ruleViolations(appliedRule: AppliedRule): Promise<readonly ContractViolation[]> {
  const { then, operation, method, response } = appliedRule;
  if (operation === undefined || (then.body === undefined && then.headers === undefined)) return [];
  const rawHeaders = Object.entries(response.headers).flat();
  const content = { kind: 'content', bytes: toBytes(response.body) } as const;
  const requestInfo = { method, isConditional: false };
  const { violations } = await validateResponse(operation, requestInfo, {
    status: response.status,
    rawHeaders,
    content,
  });
  return violations.filter(({ rule }) => rule !== 'status');
}

/** As if the request had a `Prefer` header; for an invalid request the records are not used. */
async function generatedRuleResponse(
  request: RuleResponseRequest,
  generateResponse: ResponseGenerator,
): Promise<GeneratedResponse> {
  const { then, operation, accept, origin, valid } = request;
  const { status, example } = then;
  if (operation === undefined) return undeclaredStatusResponse(status ?? 200, operation);
  const preferences = {
    ...(status === undefined ? {} : { code: status }),
    ...(example === undefined ? {} : { example }),
  };
  const response = await generateResponse({ operation, preferences, accept, origin, valid });
  return response instanceof HttpError ? errorResponse(response, operation) : response;
}

function fixedRuleResponse(
  { status = 200, headers = {}, body = null }: RuleEffect,
  operation: Operation | undefined,
): GeneratedResponse {
  const type = mediaTypeOf(headers) ?? declaredJsonType(status, operation);
  const challenge = status === 401 && operation !== undefined ? challengeFor(operation) : {};
  return {
    status,
    headers: { 'Content-Type': type, ...challenge, ...retryAfterHeader(status) },
    body: typeof body === 'string' && !isJsonType(type) ? body : stringifyJson(body),
  };
}

/** The declared JSON type, such as `application/problem+json`. */
function declaredJsonType(status: number, operation: Operation | undefined): string {
  const declared = operation === undefined ? undefined : findResponse(operation, status);
  return declared?.content.find(({ range }) => isJsonType(range))?.range ?? 'application/json';
}
