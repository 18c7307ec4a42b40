/** Responds to a valid request: by a handler of the user, or from records and samples. */
import { type HandlerCall, type HandlerOutcome, respondByHandler } from '../handlers/respond-by-handler.ts';
import type { HttpError } from '../http/http-error.ts';
import { currentToken } from '../login/login-step.ts';
import { type MaybePromise, whenReady } from '../model/when-ready.ts';
import type { GeneratedResponse } from '../respond/error-response.ts';
import type { HandlerResult } from './handled-request.ts';
import type { HandlingContext } from './handling-context.ts';
import type { RequestContext } from './request-context.ts';
import { respondWithLogin } from './respond-with-login.ts';

/** A client that requests a status or an example gets it without a handler, and again with the same idempotency key. */
export function respondToValid(
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
    named,
    request,
    generation,
    store: code.storeOf(generation.owner),
    user: await handlingContext.login.currentUser(handlingContext.presented),
    faker: code.createFaker(operation),
    generateResponse: ({ valid, ...changed }) =>
      valid === undefined
        ? handlingContext.generateResponse({ ...changed, valid })
        : respondWithLogin(handlingContext, { ...changed, valid }, sources),
  });
}
