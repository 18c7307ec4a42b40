/** A rule of a scenario that matched: it sets the response, or adds to the one of the contract. */
import type { MatchedRule, RuleEffect } from '../model/rule.ts';
import { ruleResponse, ruleViolations, withHeaders } from '../respond/rule-response.ts';
import { handleByContract } from './handle-by-contract.ts';
import { createHandledRequest, type HandledRequest, type HandlerResult, plainResult } from './handled-request.ts';
import type { HandlingContext } from './handling-context.ts';
import { renderRule, withMissing } from './render-rule.ts';
import { checkRequest, type RequestContext } from './request-context.ts';

export async function handleWithRule(
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

/** Rules with only a delay or a connection fault do not change the response. */
export function setsResponse({ status, body, example }: RuleEffect): boolean {
  return status !== undefined || body !== undefined || example !== undefined;
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
