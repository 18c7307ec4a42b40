/** Handles one request: route, rules, credentials, preferences, validation and response. Independent of sockets. */
import { percentEncode } from '../../sanitize.ts';
import { memoize, memoizePair } from '../../spec/memoize.ts';
import type { Contract, Operation } from '../../spec/model/contract.ts';
import { declaresStatus } from '../../spec/resources/record-views.ts';
import { createAuthenticator } from '../authentication/authenticate.ts';
import type { PresentedTokens } from '../authentication/issued-tokens.ts';
import type { HandlerStore } from '../handlers/config-types.ts';
import type { NamedHandler } from '../handlers/find-handlers.ts';
import { type HandlerCall, type HandlerOutcome, respondByHandler } from '../handlers/respond-by-handler.ts';
import { isPreflight, preflightHeaders } from '../http/cors.ts';
import { HttpError, isContractViolation } from '../http/http-error.ts';
import type { IncomingRequest } from '../http/incoming-request.ts';
import { parseTarget, percentDecode, type RequestTarget } from '../http/request-target.ts';
import type { LoginService } from '../login/login-service.ts';
import { currentToken } from '../login/login-step.ts';
import type { Faker } from '../made-up/faker.ts';
import type { OutgoingRequest } from '../model/outgoing-request.ts';
import type { MatchedRule, RuleEffect } from '../model/rule.ts';
import { type MaybePromise, whenReady } from '../model/when-ready.ts';
import { errorResponse, type GeneratedResponse, type MockResponse } from '../respond/error-response.ts';
import { type Preferences, parsePreferences } from '../respond/preferences.ts';
import type { ResponseGenerator } from '../respond/response-generator.ts';
import { ruleResponse, ruleViolations, withHeaders } from '../respond/rule-response.ts';
import { basePathOf } from '../routing/requested-base-path.ts';
import { createRouter, type Router } from '../routing/router.ts';
import type { Scenario } from '../rules/scenario.ts';
import { parameterKey } from '../validate/validate-parameter.ts';
import type { ValidRequest } from '../validate/validate-request.ts';
import {
  createHandledRequest,
  type HandledRequest,
  type HandlerResult,
  handledWithoutContext,
  plainResult,
  rejectedWithoutContext,
} from './handled-request.ts';
import { renderRule, withMissing } from './render-rule.ts';
import type { RepeatedRequests } from './repeated-requests.ts';
import { checkRequest, createRequestContext, credentialSources, type RequestContext } from './request-context.ts';
import { respondWithLogin } from './respond-with-login.ts';

export type Handler = (request: IncomingRequest) => MaybePromise<HandledRequest>;

export interface HandlerOptions {
  /** With `undefined` every request is accepted without credentials. */
  readonly tokens: readonly string[] | undefined;
  readonly generateResponse: ResponseGenerator;
  readonly login: LoginService;
  /** Whether each user who logs in has records of their own. */
  readonly hasRecordsPerUser?: boolean | undefined;
  readonly scenario: Scenario;
  /** Functions of the user that respond instead. */
  readonly code?: CodeOptions | undefined;
  /** What requests with an idempotency key get again; without it, each has its effect. */
  readonly repeated?: RepeatedRequests | undefined;
  /** The prefix of the contract: `/shop`, or the empty string. */
  readonly mount: string;
  /** The callbacks that follow a response; without it, none are sent. */
  readonly prepareCallbacks?:
    | ((context: RequestContext, response: GeneratedResponse) => Promise<readonly OutgoingRequest[]>)
    | undefined;
}

export interface CodeOptions {
  readonly handlers: ReadonlyMap<Operation, NamedHandler>;
  /** The records of this user, or those of the mock. */
  readonly storeOf: (owner: string | undefined) => HandlerStore;
  /** For one call of the handler of this operation. */
  readonly createFaker: (operation: Operation) => () => Faker;
}

export function createHandler(
  contract: Contract,
  {
    tokens,
    generateResponse,
    login,
    hasRecordsPerUser = false,
    scenario,
    code,
    repeated,
    mount,
    prepareCallbacks,
  }: HandlerOptions,
): Handler {
  const router = createRouter(contract, mount);
  const authenticate = createAuthenticator(tokens);
  const handle = (
    context: RequestContext,
    presented: PresentedTokens,
    rule: MatchedRule | undefined,
  ): MaybePromise<HandledRequest> => {
    const handlerContext = { contract, router, generateResponse, login, code, repeated, hasRecordsPerUser, presented };
    const handled =
      rule === undefined
        ? whenReady(handleByContract(handlerContext, context), (result) =>
            createHandledRequest(context, result, undefined),
          )
        : handleWithRule(handlerContext, context, rule);
    if (prepareCallbacks === undefined) return handled;
    return whenReady(handled, (handledRequest) => {
      const { response } = handledRequest;
      if (response.upstream !== undefined) return handledRequest;
      return whenReady(prepareCallbacks(context, response), (callbacks) => ({ ...handledRequest, callbacks }));
    });
  };
  return (request) => {
    const target = parseTarget(request.target);
    if (target instanceof HttpError) return rejectedWithoutContext(mount, target, operationOfPath(router, request));
    if (isPreflight(request.method, request.headers)) {
      const response = preflightResponse(request, allowedMethods(router, target));
      return { ...handledWithoutContext(mount, response), isPreflight: true };
    }
    const route = router.find(request.method, target);
    const credentials = credentialSources(request, target);
    return whenReady(login.findTokens(credentials), (presented) => {
      const context = createRequestContext({ request, mount, target, route, credentials, authenticate, presented });
      const found = scenario.isEmpty() ? undefined : scenario.find(context.ruleInput());
      return whenReady(found, (rule) => handle(context, presented, rule));
    });
  };
}

interface HandlingContext {
  readonly contract: Contract;
  readonly router: Router;
  readonly generateResponse: ResponseGenerator;
  readonly login: LoginService;
  readonly hasRecordsPerUser: boolean;
  /** The tokens of logins that the request has. */
  readonly presented: PresentedTokens;
  readonly code: CodeOptions | undefined;
  readonly repeated: RepeatedRequests | undefined;
}

async function handleWithRule(
  handlerContext: HandlingContext,
  context: RequestContext,
  found: MatchedRule,
): Promise<HandledRequest> {
  const { rule = found, missing } = await renderRule(found, context);
  const handlerResult = setsResponse(rule.then)
    ? await applyRule(handlerContext, context, rule)
    : withRuleHeaders(await handleByContract(handlerContext, context), rule);
  return createHandledRequest(context, withMissing(handlerResult, missing), rule);
}

/** A segment that cannot be decoded is a value of a parameter at best, so it is read as it was sent. */
function operationOfPath({ find }: Router, { method, target }: IncomingRequest): Operation | undefined {
  const segments = target.replace(/[?#].*$/s, '').split('/');
  const path = parseTarget(
    segments.map((one) => (percentDecode(one) === undefined ? percentEncode(one) : one)).join('/'),
  );
  const route = path instanceof HttpError ? path : find(method, path);
  return route instanceof HttpError ? undefined : route.operation;
}

/** Rules with only a delay or a connection fault do not change the response. */
export function setsResponse({ status, body, example }: RuleEffect): boolean {
  return status !== undefined || body !== undefined || example !== undefined;
}

const allMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

function allowedMethods(router: Router, target: RequestTarget): readonly string[] {
  return target.path === '*' ? allMethods : router.methods(target);
}

function optionsResponse(methods: readonly string[]): MockResponse {
  return { status: 204, headers: { Allow: methods.join(', ') }, body: '' };
}

/** Also for unknown paths, so that the page receives the 404 of the actual request. */
function preflightResponse({ headers }: IncomingRequest, methods: readonly string[]): MockResponse {
  const allowed = methods.length > 0 ? methods : allMethods;
  return {
    status: 204,
    headers: { Allow: allowed.join(', '), ...preflightHeaders(headers, allowed) },
    body: '',
  };
}

/** The rule sets the response even for an invalid request; the journal still records the violations. */
async function applyRule(
  { generateResponse }: HandlingContext,
  context: RequestContext,
  { then }: MatchedRule,
): Promise<HandlerResult> {
  const { operation, request, header } = context;
  const { valid, violations } = await checkRequest(context);
  const ruleRequest = { then, operation, accept: header('accept'), valid, origin: request.origin };
  const response = await ruleResponse(ruleRequest, generateResponse);
  const responseViolations = await ruleViolations({ then, operation, method: request.method, response });
  return { ...plainResult(response, violations), responseViolations };
}

/** A rule can add headers to the regular response. */
function withRuleHeaders(handlerResult: HandlerResult, { then }: MatchedRule): HandlerResult {
  return { ...handlerResult, response: withHeaders(handlerResult.response, then.headers) };
}

function handleByContract(handlingContext: HandlingContext, context: RequestContext): MaybePromise<HandlerResult> {
  const { contract, router } = handlingContext;
  const { route, target, header, authenticationError } = context;
  if (route instanceof HttpError) return handleUnrouted(router, context, route);
  const { operation } = route;
  if (authenticationError !== undefined) return rejectCredentials(authenticationError, operation);
  const preferences = parsePreferences(header('prefer'), target.query);
  if (preferences instanceof HttpError) return rejectWith(preferences, operation);
  return whenReady(context.validated(), (valid) => {
    if (valid instanceof HttpError) return rejectPreferring(valid, operation, preferences);
    const { origin } = context.request;
    const basePath = basePathOf(contract, operation, target.path);
    const owner = handlingContext.hasRecordsPerUser
      ? currentToken(handlingContext.presented)?.token.user.subject
      : undefined;
    const actor = () => handlingContext.login.findActor(handlingContext.presented);
    const generation = { operation, preferences, accept: header('accept'), origin, basePath, actor, owner, valid };
    return whenReady(respondToValid(handlingContext, context, generation), ({ response, responseViolations }) => {
      if (response instanceof HttpError) return rejectPreferring(response, operation, preferences);
      const allowed = response.status === 405 ? withAllow(response, router.operations(target)) : response;
      const described = withDeprecation(allowed, operation, valid);
      const { delay, fault: connectionFault } = preferences;
      return { ...plainResult(described, undefined, { delay, connectionFault }), responseViolations };
    });
  });
}

function rejectPreferring(httpError: HttpError, operation: Operation, preferences: Preferences): HandlerResult {
  const violations = isContractViolation(httpError) ? httpError.violations : [];
  const rejection = errorResponse(httpError, operation, preferences.example);
  return plainResult(rejection, violations, { delay: preferences.delay, connectionFault: preferences.fault });
}

/** A client that requests a status or an example gets it without a handler, and again with the same idempotency key. */
function respondToValid(
  handlingContext: HandlingContext,
  context: RequestContext,
  generation: HandlerCall['generation'],
): MaybePromise<ValidOutcome> {
  const { operation } = generation;
  if (handlingContext.repeated !== undefined || handlingContext.code?.handlers.has(operation) === true)
    return respondOnce(handlingContext, context, generation);
  return whenReady(respondWithLogin(handlingContext, generation, context.sources), (response) => ({
    response,
    responseViolations: noViolations,
  }));
}

interface ValidOutcome extends Pick<HandlerResult, 'responseViolations'> {
  readonly response: GeneratedResponse | HttpError;
}

async function respondOnce(
  handlingContext: HandlingContext,
  context: RequestContext,
  generation: HandlerCall['generation'],
): Promise<ValidOutcome> {
  const { repeated, presented } = handlingContext;
  const { operation, preferences, valid } = generation;
  let responseViolations = noViolations;
  const isRequested = preferences.code !== undefined || preferences.example !== undefined;
  const respond = async () => {
    const outcome = isRequested ? undefined : await runHandler(handlingContext, context, generation);
    if (outcome === undefined) return respondWithLogin(handlingContext, generation, context.sources);
    responseViolations = outcome.violations;
    return outcome.response;
  };
  const user = currentToken(presented)?.token.user.subject;
  const once = isRequested ? undefined : repeated?.({ operation, valid, path: context.target.path, user });
  return { response: await (once === undefined ? respond() : once(respond)), responseViolations };
}

const noViolations: HandlerResult['responseViolations'] = [];

async function runHandler(
  handlingContext: HandlingContext,
  { request, sources }: RequestContext,
  generation: HandlerCall['generation'],
): Promise<HandlerOutcome | undefined> {
  const { code } = handlingContext;
  const { operation } = generation;
  const named = code?.handlers.get(operation);
  if (code === undefined || named === undefined) return undefined;
  return respondByHandler({
    ...{ named, request, generation, store: code.storeOf(generation.owner) },
    user: await handlingContext.login.currentUser(handlingContext.presented),
    faker: code.createFaker(operation),
    generateResponse: ({ valid, ...changed }) =>
      valid === undefined
        ? handlingContext.generateResponse({ ...changed, valid })
        : respondWithLogin(handlingContext, { ...changed, valid }, sources),
  });
}

/** A contract may declare a 405 for a method; RFC 9110, section 15.5.6, requires the other methods in Allow. */
function withAllow(response: MockResponse, operations: readonly Operation[]): MockResponse {
  if (response.headers['Allow'] !== undefined) return response;
  const isAllowed = ({ responses }: Operation) => responses.some(({ status }) => status !== '405');
  const methods = operations.filter(isAllowed).map(({ method }) => method);
  return withHeaders(response, { Allow: [...methods, 'OPTIONS'].join(', ') });
}

function handleUnrouted(router: Router, { request, target }: RequestContext, route: HttpError): HandlerResult {
  const methods = request.method === 'OPTIONS' ? allowedMethods(router, target) : [];
  if (methods.length > 0) return plainResult(optionsResponse(methods));
  const declaring = router.operations(target).find((one) => declaresStatus(one, route.status));
  return rejectWith(route, declaring);
}

/** The errors of an operation are the same for most requests. */
const rejectCredentials = memoizePair((httpError: HttpError, operation: Operation): HandlerResult => {
  const rejection = rejectWith(httpError, operation);
  return { ...rejection, response: { ...rejection.response, hasSharedHeaders: true } };
});

function rejectWith(httpError: HttpError, operation: Operation | undefined): HandlerResult {
  return plainResult(errorResponse(httpError, operation), httpError.violations);
}

/** Says in the log and the journal that clients should stop using the operation, or parameters that they sent. */
function withDeprecation<Kind extends MockResponse>(
  response: Kind,
  operation: Operation,
  { parameters: sent }: ValidRequest,
): Kind {
  const isDeprecated = operation.deprecated === true;
  const deprecatedKeys = deprecatedParameters(operation);
  if (!isDeprecated && deprecatedKeys.length === 0) return response;
  const all = [...(isDeprecated ? ['the operation'] : []), ...deprecatedKeys.filter((key) => sent.has(key))];
  if (all.length === 0) return response;
  const note = `deprecated: ${all.join(', ')}`;
  return { ...response, reason: response.reason === undefined ? note : `${response.reason}; ${note}` };
}

const deprecatedParameters = memoize(({ parameters }: Operation) =>
  parameters.filter(({ deprecated }) => deprecated === true).map(parameterKey),
);
