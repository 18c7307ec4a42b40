/** Fills the templates of a rule with the values of a request. */
import { HttpError } from '../http/http-error.ts';
import { decodeFormValue, percentDecode } from '../http/request-target.ts';
import type { MatchedRule } from '../model/rule.ts';
import { hasTemplates, renderEffect } from '../rules/render-effect.ts';
import type { TemplateSource } from '../rules/template.ts';
import type { HandlerResult } from './handled-request.ts';
import type { RequestContext } from './request-context.ts';

interface RenderedRule {
  readonly rule: MatchedRule | undefined;
  /** The templates without a value. */
  readonly missing: readonly string[];
}

/** The body is only read for rules with templates. */
export async function renderRule(rule: MatchedRule | undefined, context: RequestContext): Promise<RenderedRule> {
  if (rule === undefined || !hasTemplates(rule.then)) return { rule, missing: [] };
  const { then, missing } = renderEffect(rule.then, await templateSource(context));
  return { rule: { ...rule, then }, missing };
}

async function templateSource({
  validated,
  ruleInput,
  sources,
  header,
  target,
}: RequestContext): Promise<TemplateSource> {
  const valid = await validated();
  const { body } = await ruleInput().validate();
  const typed = (key: string) => (valid instanceof HttpError ? undefined : valid.parameters.get(key));
  const captured = (name: string) => {
    const text = sources.captures.get(name);
    return text === undefined ? undefined : (percentDecode(text) ?? text);
  };
  const sent = (name: string) => {
    const field = target.query.find((one) => one.name === name);
    return field && (decodeFormValue(field.rawValue) ?? field.rawValue);
  };
  return {
    body,
    path: (name) => typed(`path.${name}`) ?? captured(name),
    query: (name) => typed(`query.${name}`) ?? sent(name),
    header,
    now: () => new Date(),
    uuid: () => crypto.randomUUID(),
  };
}

/** Templates without a value, for the log and the journal. */
export function withMissing(handlerResult: HandlerResult, missing: readonly string[]): HandlerResult {
  if (missing.length === 0) return handlerResult;
  const { response } = handlerResult;
  const note = `no value for ${missing.map((name) => `{{${name}}}`).join(', ')}`;
  const reason = response.reason === undefined ? note : `${response.reason}; ${note}`;
  return { ...handlerResult, response: { ...response, reason } };
}
