/** Finds what the contract declares for an exchange, and runs every check that applies. */
import { parseJsonBytes } from '../../../spec/json/exact-json.ts';
import {
  findMediaType,
  findResponse,
  isJsonType,
  type Operation,
  type Response,
} from '../../../spec/model/contract.ts';
import { headerValue } from '../../http/headers.ts';
import { type Check, type CheckContext, reasonForNoBody, type Violation } from '../checks/check.ts';
import { checks } from '../checks/index.ts';
import type { Exchange, ReceivedResponse } from '../model/exchange.ts';
import type { RequestSpec } from '../model/request-spec.ts';
import type { Step } from '../model/sequence.ts';
import type { CaseFacts } from '../model/test-case.ts';

/** The results of the checks for one exchange. */
export interface CheckResult {
  readonly context: CheckContext;
  /** The checks that applied, passed or not. */
  readonly appliedChecks: readonly Check[];
  readonly violations: readonly CheckViolation[];
}

interface CheckViolation {
  readonly check: Check;
  readonly violation: Violation;
}

/** Runs every check that applies. `precedingExchanges`: the exchanges before it on the same connection. */
export function runChecks(
  testCase: CaseFacts,
  requestSpec: RequestSpec,
  exchange: Exchange,
  precedingExchanges: readonly Exchange[] = [],
): CheckResult {
  return applyChecks(createCheckContext(testCase, requestSpec, exchange, precedingExchanges));
}

/** The same for a step of a sequence, which is a request of the step's operation. */
export function runChecksForStep(testCase: CaseFacts, step: Step, exchange: Exchange): CheckResult {
  const context = createCheckContext(caseForStep(testCase, step), step.requestSpec, exchange);
  return applyChecks({ ...context, expectedState: step.expectedState, query: step.query });
}

function applyChecks(context: CheckContext): CheckResult {
  const appliedChecks = checks.filter((check) => check.appliesTo(context));
  const violations: CheckViolation[] = [];
  for (const check of appliedChecks)
    for (const violation of check.violations(context)) violations.push({ check, violation });
  return { context, appliedChecks, violations };
}

/** What the contract declares for a response: the input of the checks. */
export function createCheckContext(
  testCase: CaseFacts,
  requestSpec: RequestSpec,
  exchange: Exchange,
  precedingExchanges: readonly Exchange[] = [],
): CheckContext {
  const response = exchange.outcome.kind === 'response' ? exchange.outcome.response : undefined;
  const type = response === undefined ? undefined : headerValue(response.headers, 'content-type');
  const declared = response === undefined ? undefined : governingResponse(testCase, requestSpec, exchange, response);
  const media = declared === undefined || type === undefined ? undefined : findMediaType(declared.content, type);
  const isJson = declared !== undefined && type !== undefined && isJsonType(type) && hasBody(exchange, response);
  return {
    testCase,
    requestSpec,
    exchange,
    precedingExchanges,
    response,
    declared,
    media,
    json: isJson ? parseJsonBytes(response.body) : undefined,
  };
}

/**
 * Undefined when a silent case sends a request to another method or path: the declared responses are those of the
 * operation alone.
 */
function governingResponse(
  { operation, expectation }: CaseFacts,
  requestSpec: RequestSpec,
  { request }: Exchange,
  { status }: ReceivedResponse,
): Response | undefined {
  const isDeclaredRequest = () => request.method === operation.method && matchesPath(operation, requestSpec.path);
  return expectation !== 'unspecified' || isDeclaredRequest() ? findResponse(operation, status) : undefined;
}

const pathPatterns = new WeakMap<Operation, RegExp>();

/** Whether a path, its query ignored, matches the operation's template (`/things/{id}`). */
function matchesPath(operation: Operation, path: string): boolean {
  const pattern = pathPatterns.get(operation) ?? pathPattern(operation);
  pathPatterns.set(operation, pattern);
  return pattern.test(path.split('?')[0] ?? '');
}

function pathPattern({ path }: Operation): RegExp {
  const parts = path.split(/\{[^}]*\}/).map((part) => RegExp.escape(part));
  return new RegExp(`^${parts.join('[^/]*')}$`);
}

function hasBody({ request }: Exchange, response: ReceivedResponse | undefined): response is ReceivedResponse {
  return response !== undefined && reasonForNoBody(request.method, response.status) === undefined;
}

/**
 * A step has the facts of the valid request of its operation: a failure in a sequence then has the same fingerprint as
 * the failure of that request alone, and is reported once.
 */
export function caseForStep(
  testCase: CaseFacts,
  { operation, expectation = 'accept', tolerated = [], description }: Step,
): CaseFacts {
  const content = operation.requestBody?.content ?? [];
  const { id, constantPart, isExclusive } = testCase;
  return {
    id,
    constantPart,
    isExclusive,
    operation,
    expectation,
    tolerated,
    category: 'valid-bodies',
    topic: 'valid',
    mutation: description,
    place: content[0]?.place ?? operation.place,
  };
}
