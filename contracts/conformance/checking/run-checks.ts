/** Finds what the contract declares for an exchange, and runs every check that applies. */
import { escapeRegExp } from '../../../sanitize.ts';
import { parseJsonBytes } from '../../../spec/json/exact-json.ts';
import {
  findMediaType,
  findResponse,
  isJsonType,
  type Operation,
  type Response,
} from '../../../spec/model/contract.ts';
import { headerValue } from '../../http/headers.ts';
import { bodyIsJson } from '../checks/body-is-json.ts';
import { bodyIsXml } from '../checks/body-is-xml.ts';
import { bodyMatchesSchema } from '../checks/body-matches-schema.ts';
import { charsetIsUtf8 } from '../checks/charset-is-utf-8.ts';
import { type Check, type CheckContext, reasonForNoBody, type Violation } from '../checks/check.ts';
import { framingRejected } from '../checks/framing-rejected.ts';
import { headersDeclared } from '../checks/headers-declared.ts';
import { headersWellFormed } from '../checks/headers-well-formed.ts';
import { checks } from '../checks/index.ts';
import { keysAreUnique } from '../checks/keys-are-unique.ts';
import { mediaTypeDeclared } from '../checks/media-type-declared.ts';
import { noForbiddenBody } from '../checks/no-forbidden-body.ts';
import { noServerError } from '../checks/no-server-error.ts';
import { responseArrives } from '../checks/response-arrives.ts';
import { type Exchange, type ReceivedResponse, statusOf } from '../model/exchange.ts';
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

/** What else the case sent. */
type OtherRequests = Partial<Pick<CheckContext, 'precedingExchanges' | 'concurrentWrites' | 'repeatedExchanges'>>;

/** Runs every check that applies. */
export function runChecks(
  testCase: CaseFacts,
  requestSpec: RequestSpec,
  exchange: Exchange,
  { precedingExchanges, concurrentWrites, repeatedExchanges }: OtherRequests = {},
): CheckResult {
  const context = createCheckContext(testCase, requestSpec, exchange, precedingExchanges);
  const applicable = exchange.request.delivery === 'verbatim head' ? malformedRequestChecks : checks;
  return applyChecks({ ...context, concurrentWrites, repeatedExchanges }, applicable);
}

/** The HTTP library may reject such a request before the implementation sees it, in a form that no contract describes. */
const malformedRequestChecks: readonly Check[] = [responseArrives, noServerError, framingRejected];

/** The same for a step of a sequence, which is a request of the step's operation. */
export function runChecksForStep(testCase: CaseFacts, step: Step, exchange: Exchange): CheckResult {
  return checksForStep(testCase, step, exchange, checks);
}

/** Whether no check that waits for a state reports anything, now that this is the response to the step. */
export function showsExpectedState(testCase: CaseFacts, step: Step, exchange: Exchange): boolean {
  return checksForStep(testCase, step, exchange, delayableChecks).violations.length === 0;
}

const delayableChecks: readonly Check[] = checks.filter(({ mayBeDelayed }) => mayBeDelayed === true);

function checksForStep(testCase: CaseFacts, step: Step, exchange: Exchange, applicable: readonly Check[]): CheckResult {
  const context = createCheckContext(caseForStep(testCase, step), step.requestSpec, exchange);
  return applyChecks({ ...context, expectedState: step.expectedState, query: step.query }, applicable);
}

/**
 * A response to a request that the server limited, and that was sent again: only whether the message is the declared
 * one, by the checks on messages. Undefined where the contract does not declare exactly this status: a gateway in front
 * of the implementation may have sent it.
 */
export function runChecksForLimited(
  testCase: CaseFacts,
  requestSpec: RequestSpec,
  exchange: Exchange,
): CheckResult | undefined {
  const context = createCheckContext({ ...testCase, expectation: 'unspecified' }, requestSpec, exchange);
  const isDeclared = context.declared !== undefined && context.declared.status === String(statusOf(exchange));
  return isDeclared ? applyChecks(context, messageChecks) : undefined;
}

const messageChecks: readonly Check[] = [
  headersWellFormed,
  noForbiddenBody,
  mediaTypeDeclared,
  charsetIsUtf8,
  bodyIsJson,
  bodyIsXml,
  keysAreUnique,
  bodyMatchesSchema,
  headersDeclared,
];

function applyChecks(context: CheckContext, applicable: readonly Check[] = checks): CheckResult {
  const appliedChecks = applicable.filter((check) => check.appliesTo(context));
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
  const parts = path.split(/\{[^}]*\}/).map((part) => escapeRegExp(part));
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
