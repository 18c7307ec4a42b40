/**
 * Which statuses a conforming implementation may respond with, which declared responses govern them, and which are
 * recorded.
 */
import { findResponse, type Operation, type Response } from '../../../spec/model/contract.ts';
import { declaresInvalid } from '../../lint/rules/responses.ts';
import type { RecordedInteraction } from './recording-model.ts';

export interface ExpectedStatuses {
  /** The status of the example. */
  readonly status: number;
  /** All allowed statuses; a class if the contract declares a range or `default`. */
  readonly allowed: readonly number[] | 'success' | 'clientError';
  /** The declared responses of the allowed statuses. */
  readonly responses: readonly Response[];
  /** Some allowed statuses are not declared, so only the status of the response can be expected. */
  readonly hasUndeclared: boolean;
}

/** For a valid request. `default` counts only if no success is declared; otherwise it describes errors. */
export function successStatuses(operation: Operation): ExpectedStatuses | undefined {
  const declared = operation.responses.filter(({ status }) => /^2/.test(status));
  const responses = declared.length > 0 ? declared : defaultResponses(operation);
  const [first] = responses;
  if (first === undefined) return undefined;
  const status = /^2\d\d$/.test(first.status) ? Number(first.status) : findGovernedStatus(first, operation, [200]);
  const isListed = declared.length > 0 && declared.every((response) => /^\d{3}$/.test(response.status));
  return {
    status,
    allowed: isListed ? declared.map((response) => Number(response.status)) : 'success',
    responses,
    hasUndeclared: false,
  };
}

/**
 * For an invalid request: any declared client error, since a server may detect another problem first. Undefined if the
 * contract declares none.
 */
export function rejectionStatuses(
  operation: Operation,
  additionalStatuses: readonly number[],
): ExpectedStatuses | undefined {
  if (!declaresInvalid(operation)) return undefined;
  const responses = clientErrorResponses(operation);
  const status = [400, 422].find((one) => findResponse(operation, one) !== undefined) ?? 400;
  return withUndeclared({ status, responses }, operation, additionalStatuses);
}

/** For a request without valid credentials: 401 and 403, declared or not, and any declared client error. */
export function unauthorizedStatuses(operation: Operation): ExpectedStatuses {
  const declares = (status: string) => operation.responses.some((response) => response.status === status);
  const status = declares('403') && !declares('401') ? 403 : 401;
  return withUndeclared({ status, responses: clientErrorResponses(operation) }, operation, [401, 403]);
}

/** For exactly one declared response. */
export function exactStatus(response: Response, operation: Operation): ExpectedStatuses {
  const status = concreteStatus(response, operation);
  return { status, allowed: [status], responses: [response], hasUndeclared: false };
}

/**
 * A concrete status that this response governs: its own; for a range, the lowest that no other response governs; for
 * `default`, the lowest server error that no other response governs, else client error, else success.
 */
function concreteStatus(response: Response, operation: Operation): number {
  if (/^\d{3}$/.test(response.status)) return Number(response.status);
  const starts = response.status === 'default' ? [500, 400, 200] : [Number(response.status.slice(0, 1)) * 100];
  return findGovernedStatus(response, operation, starts);
}

function findGovernedStatus(response: Response, operation: Operation, starts: readonly number[]): number {
  const candidates = starts.flatMap((start) => Array.from({ length: 100 }, (_item, n) => start + n));
  return candidates.find((status) => findResponse(operation, status) === response) ?? starts[0] ?? 500;
}

function withUndeclared(
  { status, responses }: Pick<ExpectedStatuses, 'status' | 'responses'>,
  operation: Operation,
  undeclared: readonly number[],
): ExpectedStatuses {
  const hasUndeclared = undeclared.some((one) => findResponse(operation, one) === undefined);
  const isListed = responses.every((response) => /^\d{3}$/.test(response.status));
  const listed = [...responses.map((response) => Number(response.status)), ...undeclared];
  const allowed = isListed ? [...new Set(listed)].toSorted((a, b) => a - b) : 'clientError';
  return { status, allowed, responses, hasUndeclared };
}

function clientErrorResponses(operation: Operation): readonly Response[] {
  return operation.responses.filter(({ status }) => /^(4\d\d|4XX|default)$/.test(status));
}

function defaultResponses({ responses }: Operation): readonly Response[] {
  return responses.filter(({ status }) => status === 'default');
}

/** The interactions of an operation that need no provider state. */
export interface CoveredInteractions {
  readonly valid: readonly RecordedInteraction[];
  readonly invalid: readonly RecordedInteraction[];
  readonly unauthorized: readonly RecordedInteraction[];
}

/** Why a response with this status cannot be recorded; completes "is omitted: ". */
export function whyUnrecordable(status: number): string | undefined {
  if (status < 200) return "Pact's verifier does not return it, because another response follows";
  if (status >= 300 && status < 400 && status !== 304)
    return "Pact's verifier follows redirects and would check a different response";
  return undefined;
}

/**
 * Whether a response is already recorded without a provider state. If several responses are allowed, each has a
 * separate interaction that accepts only that one.
 */
export function isCovered(
  response: Response,
  operation: Operation,
  { valid, invalid, unauthorized }: CoveredInteractions,
): boolean {
  const success = successStatuses(operation);
  const rejection = rejectionStatuses(operation, []);
  const [onlySuccess, ...otherSuccesses] = success?.responses ?? [];
  if (valid.length > 0 && onlySuccess === response && otherSuccesses.length === 0) return true;
  if (invalid.length > 0 && governsStatus(response, operation, rejection?.status)) return true;
  return unauthorized.length > 0 && governsStatus(response, operation, unauthorizedStatuses(operation).status);
}

/** `default` also stands for other errors, so it never counts as covered. */
function governsStatus(response: Response, operation: Operation, status = 0): boolean {
  return response.status !== 'default' && findResponse(operation, status) === response;
}
