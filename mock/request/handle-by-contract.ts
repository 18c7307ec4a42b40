/** Responds as the contract says: credentials, preferences, validation, then the response or the error. */
import { memoize, memoizePair } from '../../spec/memoize.ts';
import type { Operation } from '../../spec/model/contract.ts';
import { declaresStatus } from '../../spec/resources/record-views.ts';
import { HttpError, isContractViolation } from '../http/http-error.ts';
import { currentToken } from '../login/login-step.ts';
import { type MaybePromise, whenReady } from '../model/when-ready.ts';
import { errorResponse, type MockResponse } from '../respond/error-response.ts';
import { type Preferences, parsePreferences } from '../respond/preferences.ts';
import { basePathOf } from '../routing/requested-base-path.ts';
import type { Router } from '../routing/router.ts';
import { parameterKey } from '../validate/validate-parameter.ts';
import type { ValidRequest } from '../validate/validate-request.ts';
import { type HandlerResult, plainResult } from './handled-request.ts';
import type { HandlingContext } from './handling-context.ts';
import { allowedMethods, optionsResponse, withAllow } from './method-responses.ts';
import type { RequestContext } from './request-context.ts';
import { respondToValid } from './respond-to-valid.ts';

export function handleByContract(
  handlingContext: HandlingContext,
  context: RequestContext,
): MaybePromise<HandlerResult> {
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
