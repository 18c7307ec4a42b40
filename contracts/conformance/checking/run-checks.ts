/** Brings an exchange and the contract together, and runs every check that applies. */
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

/** What the checks say of one exchange. */
export interface CheckResult {
  readonly context: CheckContext;
  /** The checks that had something to say, passed or not. */
  readonly appliedChecks: readonly Check[];
  readonly violations: readonly CheckViolation[];
}

interface CheckViolation {
  readonly check: Check;
  readonly violation: Violation;
}

/** Asks every check that applies. */
export function runChecks(
  testCase: CaseFacts,
  requestSpec: RequestSpec,
  exchange: Exchange,
  earlier: readonly Exchange[] = [],
): CheckResult {
  return applyChecks(createCheckContext(testCase, requestSpec, exchange, earlier));
}

/** The same of a step of a story, which is a request of its own operation. */
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

/** What the contract says of an answer, before anything is held against it. */
export function createCheckContext(
  testCase: CaseFacts,
  requestSpec: RequestSpec,
  exchange: Exchange,
  earlier: readonly Exchange[] = [],
): CheckContext {
  const response = exchange.outcome.kind === 'answer' ? exchange.outcome.response : undefined;
  const type = response === undefined ? undefined : headerValue(response.headers, 'content-type');
  const declared = response === undefined ? undefined : governingResponse(testCase, requestSpec, exchange, response);
  const media = declared === undefined || type === undefined ? undefined : findMediaType(declared.content, type);
  const isJson = declared !== undefined && type !== undefined && isJsonType(type) && hasBody(exchange, response);
  return {
    testCase,
    requestSpec,
    exchange,
    precedingExchanges: earlier,
    response,
    declared,
    media,
    json: isJson ? parseJsonBytes(response.body) : undefined,
  };
}

/** What the contract says of an operation says nothing of its neighbours, which silent cases call on. */
function governingResponse(
  { operation, expectation }: CaseFacts,
  requestSpec: RequestSpec,
  { request }: Exchange,
  { status }: ReceivedResponse,
): Response | undefined {
  const isDeclaredRequest = () => request.method === operation.method && matchesPath(operation, requestSpec.path);
  return expectation !== 'silent' || isDeclaredRequest() ? findResponse(operation, status) : undefined;
}

const pathPatterns = new WeakMap<Operation, RegExp>();

/** Whether a path without its query fits a template such as `/things/{id}`. */
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
 * As the plainly valid request of its operation: what breaks it in a story has the cause that breaks it alone, and is
 * told once.
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
