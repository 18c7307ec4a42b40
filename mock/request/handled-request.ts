/** The result of handling a request: the response, and what the log and journal record. */
import type { Mask } from '../../secrets/masking.ts';
import type { Operation } from '../../spec/model/contract.ts';
import type { ContractViolation, HttpError } from '../http/http-error.ts';
import type { OutgoingRequest } from '../model/outgoing-request.ts';
import { type ConnectionFault, type Delay, type MatchedRule, parseDelay } from '../model/rule.ts';
import { errorResponse, type MockResponse } from '../respond/error-response.ts';
import type { RequestContext } from './request-context.ts';

export interface HandledRequest {
  readonly response: MockResponse;
  readonly delay: Delay | undefined;
  /** The connection fault to simulate. */
  readonly connectionFault: ConnectionFault | undefined;
  readonly operation: Operation | undefined;
  /** `undefined` if it was not read. */
  readonly body: Uint8Array | undefined;
  /** The violations of the request. */
  readonly violations: readonly ContractViolation[];
  /** The violations of a response that was not generated from the contract. */
  readonly responseViolations: readonly ContractViolation[];
  /** The id of the rule that was applied. */
  readonly ruleId: string | undefined;
  /** The prefix of the contract; empty if there is none. */
  readonly mount: string;
  /** CORS preflights come from the browser, not from the app, and are not recorded in the journal. */
  readonly isPreflight: boolean;
  /** Sent after the response. */
  readonly callbacks: readonly OutgoingRequest[];
  /** Masks the credentials of this exchange that are not tokens of the server. */
  readonly mask: Mask | undefined;
}

/** The result before a rule is applied. */
export interface HandlerResult {
  readonly response: MockResponse;
  readonly violations: readonly ContractViolation[];
  readonly responseViolations: readonly ContractViolation[];
  readonly delay: Delay | undefined;
  readonly connectionFault: ConnectionFault | undefined;
}

/** By default the result of a request without preferences and without violations. */
export function plainResult(
  response: MockResponse,
  violations: readonly ContractViolation[] = noViolations,
  { delay, connectionFault }: Pick<HandlerResult, 'delay' | 'connectionFault'> = noPreferences,
): HandlerResult {
  return {
    response,
    violations,
    responseViolations: noViolations,
    delay,
    connectionFault,
  };
}

const noViolations: readonly ContractViolation[] = [];
const noPreferences = { delay: undefined, connectionFault: undefined };

/** The delay and the connection fault of the rule take precedence over those in `Prefer`. */
export function createHandledRequest(
  context: RequestContext,
  result: HandlerResult,
  rule: MatchedRule | undefined,
): HandledRequest {
  const { delay, fault: connectionFault } = rule?.then ?? {};
  return {
    response: result.response,
    delay: (delay === undefined ? undefined : parseDelay(delay)) ?? result.delay,
    connectionFault: connectionFault ?? result.connectionFault,
    operation: context.operation,
    body: context.body(),
    violations: result.violations,
    responseViolations: result.responseViolations,
    ruleId: rule?.id,
    mount: context.mount,
    isPreflight: false,
    callbacks: [],
    mask: undefined,
  };
}

/** For a request without a context. */
export function handledWithoutContext(mount: string, response: MockResponse): HandledRequest {
  return {
    response,
    delay: undefined,
    connectionFault: undefined,
    operation: undefined,
    body: undefined,
    violations: noViolations,
    responseViolations: noViolations,
    ruleId: undefined,
    mount,
    isPreflight: false,
    callbacks: [],
    mask: undefined,
  };
}

/**
 * For a request that is rejected before its context exists; the error has the format of `operation` if the path
 * identifies one.
 */
export function rejectedWithoutContext(mount: string, httpError: HttpError, operation?: Operation): HandledRequest {
  const response = errorResponse(httpError, operation);
  return { ...handledWithoutContext(mount, response), operation, violations: httpError.violations };
}
