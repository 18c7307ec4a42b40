/** What a request has come to: the reply to send, and what log and journal record of it. */
import type { Mask } from '../../secrets/masking.ts';
import type { Operation } from '../../spec/model/contract.ts';
import type { ContractViolation, HttpError } from '../http/http-error.ts';
import { type ConnectionFault, type Delay, parseDelay, type StoredRule } from '../model/rule.ts';
import { errorResponse, type MockResponse } from '../respond/error-response.ts';
import type { RequestContext } from './request-context.ts';

export interface HandledRequest {
  readonly response: MockResponse;
  readonly delay: Delay | undefined;
  /** How the connection is to break deliberately. */
  readonly connectionFault: ConnectionFault | undefined;
  readonly operation: Operation | undefined;
  /** `undefined` where it was not read. */
  readonly body: Buffer | undefined;
  /** What the request breaks. */
  readonly violations: readonly ContractViolation[];
  /** What a response breaks that is not the kit's own. */
  readonly responseViolations: readonly ContractViolation[];
  /** The id of the rule that was applied. */
  readonly ruleId: string | undefined;
  /** The prefix of the contract that it was for; empty where there is none. */
  readonly mount: string;
  /** A browser's question, not a request of the app: it stays out of the journal. */
  readonly isPreflight: boolean;
  /** Takes out the credentials of this one exchange, where they are not the store's own. */
  readonly mask: Mask | undefined;
}

/** What the store or an upstream makes of a request, before a rule adds to it. */
export interface HandlerResult {
  readonly response: MockResponse;
  readonly violations: readonly ContractViolation[];
  readonly responseViolations: readonly ContractViolation[];
  readonly delay: Delay | undefined;
  readonly connectionFault: ConnectionFault | undefined;
}

/** A reply to a request that breaks nothing and prefers nothing. */
export function plainResult(
  response: MockResponse,
  violations: readonly ContractViolation[] = noViolations,
): HandlerResult {
  return {
    response,
    violations,
    responseViolations: noViolations,
    delay: undefined,
    connectionFault: undefined,
  };
}

const noViolations: readonly ContractViolation[] = [];

/** Delay and fault of the rule apply first: over what the request asked for with `Prefer`. */
export function createHandledRequest(
  context: RequestContext,
  result: HandlerResult,
  rule: StoredRule | undefined,
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
    mask: undefined,
  };
}

/** Of a request that no context was made for. */
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
    mask: undefined,
  };
}

/** A refusal before the request was looked at; in the shape of `operation` where the path alone names one. */
export function rejectedWithoutContext(mount: string, httpError: HttpError, operation?: Operation): HandledRequest {
  const response = errorResponse(httpError, operation);
  return { ...handledWithoutContext(mount, response), operation, violations: httpError.violations };
}
