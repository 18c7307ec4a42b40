/** Handles a request in proxy mode: validates it, forwards it even if it is invalid, and validates the response. */
import type { Contract } from '../../spec/model/contract.ts';
import { createCredentialLocations } from '../authentication/credential-locations.ts';
import { decodeContent } from '../http/content-coding.ts';
import { isPreflight } from '../http/cors.ts';
import { type ContractViolation, HttpError } from '../http/http-error.ts';
import { parseListHeader } from '../http/http-message.ts';
import type { IncomingRequest } from '../http/incoming-request.ts';
import { parseTarget } from '../http/request-target.ts';
import type { ConnectionFault, MatchedRule } from '../model/rule.ts';
import { setsResponse } from '../request/handle-with-rule.ts';
import {
  createHandledRequest,
  type HandlerResult,
  plainResult,
  rejectedWithoutContext,
} from '../request/handled-request.ts';
import { renderRule, withMissing } from '../request/render-rule.ts';
import {
  type CheckedRequest,
  checkRequest,
  createRequestContext,
  type RequestContext,
} from '../request/request-context.ts';
import type { Handler } from '../request/request-handler.ts';
import { errorResponse } from '../respond/error-response.ts';
import { parsePreferences } from '../respond/preferences.ts';
import type { ResponseGenerator } from '../respond/response-generator.ts';
import { ruleResponse, ruleViolations } from '../respond/rule-response.ts';
import { createRouter, type Router } from '../routing/router.ts';
import type { Scenario } from '../rules/scenario.ts';
import { createSecretMemory, exchangeSecrets, missingCredentials } from './exchange-secrets.ts';
import {
  type ForwardResult,
  forwardAndCheck,
  type ObservedExchange,
  type ProxyExchange,
  passThrough,
  resultReason,
} from './forward-exchange.ts';
import type { Forwarder } from './forwarder.ts';

export interface ProxyHandlerOptions {
  readonly forwarder: Forwarder;
  readonly scenario: Scenario;
  /** The prefix of the contract. */
  readonly mount: string;
  /** For scenario rules that generate a response from the contract. */
  readonly generateResponse: ResponseGenerator;
  /** Larger bodies are not decoded. */
  readonly maxResponseBytes: number;
  /** Whether the mock responds where the upstream says that it has not implemented the operation yet (501). */
  readonly mocksUnimplemented: boolean;
  /** Called for every exchange with the upstream; must not throw. */
  readonly observe: (observed: ObservedExchange) => void;
}

export function createProxyHandler(contract: Contract, parts: ProxyHandlerOptions): Handler {
  const proxy = { ...parts, contract, router: createRouter(contract) };
  const locations = createCredentialLocations(contract.securitySchemes);
  const maskSecrets = createSecretMemory();
  return async (incoming) => {
    const request = withBodyReadOnce(incoming);
    const httpError = forwardingError(request);
    if (httpError !== undefined) return rejectedWithoutContext(parts.mount, httpError);
    const context = createContext(proxy, withDecodedBody(request, parts.maxResponseBytes));
    const mask = maskSecrets(exchangeSecrets(locations, request));
    const { rule, missing } = await renderRule(await parts.scenario.find(context.ruleInput()), context);
    const exchange = { request, context, mask };
    const isPassedThrough = isPreflight(request.method, request.headers) && context.operation === undefined;
    const served = isPassedThrough
      ? plainResult(await passThrough(proxy, exchange))
      : await handleRequest(proxy, exchange, rule);
    return { ...createHandledRequest(context, withMissing(served, missing), rule), isPreflight: isPassedThrough, mask };
  };
}

interface ProxyContext extends ProxyHandlerOptions {
  readonly contract: Contract;
  readonly router: Router;
}

function forwardingError({ headers, target }: IncomingRequest): HttpError | undefined {
  if (parseListHeader(headers.upgrade).includes('websocket'))
    return new HttpError(
      'upgrade-unsupported',
      'header.Upgrade: expected none (WebSockets are not proxied), got websocket',
    );
  if (target.startsWith('/') || /^[a-z][a-z0-9+.-]*:\/\//i.test(target)) return undefined;
  return new HttpError('target-malformed', 'request target: expected a path that starts with "/", got another form');
}

/** A malformed target is forwarded too, because the upstream may reject it itself. */
function createContext({ router, mount }: ProxyContext, request: IncomingRequest): RequestContext {
  const target = parseTarget(request.target);
  const parts = { request, mount, authenticate: missingCredentials };
  if (target instanceof HttpError)
    return createRequestContext({ ...parts, target: { path: '/', query: [] }, route: target });
  return createRequestContext({ ...parts, target, route: router.find(request.method, target) });
}

async function handleRequest(
  proxy: ProxyContext,
  exchange: ProxyExchange,
  rule: MatchedRule | undefined,
): Promise<HandlerResult> {
  const { valid, violations } = await checkRequest(exchange.context);
  // What the document cannot describe is no violation of the client: the upstream may serve it.
  const checkedRequest = { valid, violations: violations.filter((one) => one.rule !== 'operation-disabled') };
  return rule !== undefined && respondsLocally(rule)
    ? respondByRule(proxy, { exchange, rule, checkedRequest })
    : forwardRequest(proxy, exchange, checkedRequest);
}

const faultsWithoutResponse: readonly (ConnectionFault | undefined)[] = ['reset', 'empty', 'hang'];

/** Connection faults without a response never reach the upstream. */
function respondsLocally({ then }: MatchedRule): boolean {
  return setsResponse(then) || faultsWithoutResponse.includes(then.fault);
}

interface LocalResponse {
  readonly exchange: ProxyExchange;
  readonly rule: MatchedRule;
  readonly checkedRequest: CheckedRequest;
}

async function respondByRule(
  proxy: ProxyContext,
  { exchange, rule, checkedRequest }: LocalResponse,
): Promise<HandlerResult> {
  const { operation, header, request } = exchange.context;
  const { then } = rule;
  const ruleRequest = {
    then,
    operation,
    accept: header('accept'),
    valid: checkedRequest.valid,
    origin: undefined,
  };
  const response = await ruleResponse(ruleRequest, proxy.generateResponse);
  const responseViolations = await ruleViolations({ then, operation, method: request.method, response });
  return { ...plainResult(response, checkedRequest.violations), responseViolations };
}

async function forwardRequest(
  proxy: ProxyContext,
  exchange: ProxyExchange,
  checkedRequest: CheckedRequest,
): Promise<HandlerResult> {
  const { context, mask } = exchange;
  const forwardResult = await forwardAndCheck(proxy, exchange);
  const mocked = await mockUnimplemented(proxy, exchange, { checkedRequest, forwardResult });
  if (mocked !== undefined) return mocked;
  const { responseViolations, response } = forwardResult;
  const violations = reportedViolations(checkedRequest, context, response.status);
  proxy.observe({
    contract: proxy.contract,
    operation: context.operation,
    violations,
    responseViolations,
    valid: checkedRequest.valid,
    response: forwardResult.observedResponse,
    mask,
  });
  const reason = resultReason([...violations, ...responseViolations], forwardResult);
  const responseWithReason = reason === undefined ? response : { ...response, reason };
  return { ...plainResult(responseWithReason, violations), responseViolations };
}

interface Unimplemented {
  readonly checkedRequest: CheckedRequest;
  readonly forwardResult: ForwardResult;
}

/** The generated response to a valid request to which the upstream responded with 501; undefined for every other exchange. */
async function mockUnimplemented(
  proxy: ProxyContext,
  { context, request, mask }: ProxyExchange,
  { checkedRequest: { valid }, forwardResult }: Unimplemented,
): Promise<HandlerResult | undefined> {
  const { operation, header, target } = context;
  if (!proxy.mocksUnimplemented || forwardResult.response.status !== 501) return undefined;
  const preferences = parsePreferences(header('prefer'), target.query);
  if (operation === undefined || valid === undefined || preferences instanceof HttpError) return undefined;
  const { origin } = request;
  const generated = await proxy.generateResponse({ operation, preferences, accept: header('accept'), valid, origin });
  const response = generated instanceof HttpError ? errorResponse(generated, operation) : generated;
  proxy.observe({
    ...{ contract: proxy.contract, operation, valid, mask },
    ...{ violations: [], responseViolations: [], response: undefined, isMocked: true },
  });
  return plainResult({ ...response, reason: 'mocked, because the upstream responded with 501' });
}

/** If the upstream rejects a request without credentials, it conforms to the contract. */
function reportedViolations(
  { violations }: CheckedRequest,
  { authenticationError }: RequestContext,
  status: number,
): readonly ContractViolation[] {
  const isRejected = authenticationError !== undefined && (status === 401 || status === 403);
  return isRejected
    ? violations.filter((violation) => !authenticationError.violations.includes(violation))
    : violations;
}

/** The body is read by validation and by forwarding. */
function withBodyReadOnce(request: IncomingRequest): IncomingRequest {
  let bytes: ReturnType<IncomingRequest['readBody']> | undefined;
  return {
    ...request,
    readBody: () => {
      bytes ??= request.readBody();
      return bytes;
    },
  };
}

/** Contracts do not describe content codings, so the decoded body is validated. */
function withDecodedBody(request: IncomingRequest, limit: number): IncomingRequest {
  const coding = request.headers['content-encoding'];
  if (coding === undefined) return request;
  const { 'content-encoding': _coding, ...headers } = request.headers;
  return {
    ...request,
    headers,
    readBody: async () => {
      const bytes = await request.readBody();
      if (bytes instanceof HttpError) return bytes;
      const decoded = await decodeContent(bytes, coding, limit);
      if (decoded.kind === 'content') return decoded.bytes;
      const got = decoded.kind === 'broken' ? 'invalid bytes' : decoded.reason;
      return new HttpError('body-encoding', `body: expected bytes in the coding of Content-Encoding, got ${got}`);
    },
  };
}
