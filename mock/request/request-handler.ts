/** Handles one request: route, rules, credentials, preferences, validation and response. Independent of sockets. */
import { percentEncode } from '../../sanitize.ts';
import type { Contract, Operation } from '../../spec/model/contract.ts';
import { createAuthenticator } from '../authentication/authenticate.ts';
import type { PresentedTokens } from '../authentication/issued-tokens.ts';
import { isPreflight } from '../http/cors.ts';
import { HttpError } from '../http/http-error.ts';
import type { IncomingRequest } from '../http/incoming-request.ts';
import { parseTarget, percentDecode } from '../http/request-target.ts';
import type { MatchedRule } from '../model/rule.ts';
import { type MaybePromise, whenReady } from '../model/when-ready.ts';
import { createRouter, type Router } from '../routing/router.ts';
import { handleByContract } from './handle-by-contract.ts';
import { handleWithRule } from './handle-with-rule.ts';
import {
  createHandledRequest,
  type HandledRequest,
  handledWithoutContext,
  rejectedWithoutContext,
} from './handled-request.ts';
import type { HandlerOptions } from './handling-context.ts';
import { allowedMethods, preflightResponse } from './method-responses.ts';
import { createRequestContext, credentialSources, type RequestContext } from './request-context.ts';

export type Handler = (request: IncomingRequest) => MaybePromise<HandledRequest>;

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

/** A segment that cannot be decoded is a value of a parameter at best, so it is read as it was sent. */
function operationOfPath({ find }: Router, { method, target }: IncomingRequest): Operation | undefined {
  const segments = target.replace(/[?#].*$/s, '').split('/');
  const path = parseTarget(
    segments.map((one) => (percentDecode(one) === undefined ? percentEncode(one) : one)).join('/'),
  );
  const route = path instanceof HttpError ? path : find(method, path);
  return route instanceof HttpError ? undefined : route.operation;
}
