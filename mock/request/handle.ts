/** One request in, its reply and what is known of it out: route, rules, credentials, preferences, validation, response. Knows no sockets. */
import type { Contract, Operation } from '../../spec/model/contract.ts';
import { declares } from '../../spec/resources/views.ts';
import { createAuthenticator } from '../authenticate/authenticate.ts';
import type { Call } from '../http/call.ts';
import { isPreflight, preflightHeaders } from '../http/cors.ts';
import { breaksContract, Refusal } from '../http/refusals.ts';
import { parseTarget, type Target } from '../http/target.ts';
import type { RuleEffect, StoredRule } from '../model/rule.ts';
import { readWish } from '../respond/preferences.ts';
import { type Reply, refusalReply } from '../respond/replies.ts';
import type { Answerer } from '../respond/respond.ts';
import { ruleReply, ruleViolations, withHeaders } from '../respond/rule-reply.ts';
import { createRouter, type Router } from '../routing/routing.ts';
import type { Scenario } from '../rules/rules.ts';
import { checkedRequest, createRequestContext, type RequestContext } from './context.ts';
import { type Handled, handled, handledEarly, plainlyServed, refusedEarly, type Served } from './handled.ts';

export type Handler = (call: Call) => Promise<Handled>;

export interface HandlerParts {
  /** `undefined` accepts every call without credentials. */
  readonly tokens: readonly string[] | undefined;
  readonly answer: Answerer;
  readonly scenario: Scenario;
  /** Where the contract is mounted: `/shop`, or the empty string. */
  readonly mount: string;
}

export function createHandler(
  contract: Contract,
  { tokens, answer, scenario, mount }: HandlerParts,
): Handler {
  const router = createRouter(contract, mount);
  const authenticate = createAuthenticator(tokens);
  const store = { router, answer };
  return async (call) => {
    const target = parseTarget(call.target);
    if (target instanceof Refusal) return refusedEarly(mount, target, operationAt(router, call));
    if (isPreflight(call.method, call.headers)) {
      const reply = preflightReply(call, methodsOf(router, target));
      return { ...handledEarly(mount, reply), isPreflight: true };
    }
    const route = router.find(call.method, target);
    const context = createRequestContext({ call, mount, target, route, authenticate });
    const rule = scenario.isEmpty() ? undefined : await scenario.find(context.ruleFacts);
    if (rule === undefined) return handled(context, await serve(store, context), undefined);
    const served = setsAnswer(rule.then)
      ? await applyRule(store, context, rule)
      : withRuleHeaders(await serve(store, context), rule);
    return handled(context, served, rule);
  };
}

interface Store {
  readonly router: Router;
  readonly answer: Answerer;
}

function operationAt({ find }: Router, { method, target }: Call): Operation | undefined {
  const path = parseTarget(target.replace(/[?#].*$/s, ''));
  const route = path instanceof Refusal ? path : find(method, path);
  return route instanceof Refusal ? undefined : route.operation;
}

/** Rules that only slow down or break the connection leave the answer as it is. */
export function setsAnswer({ status, body, example }: RuleEffect): boolean {
  return status !== undefined || body !== undefined || example !== undefined;
}

const allMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

function methodsOf(router: Router, target: Target): readonly string[] {
  return target.path === '*' ? allMethods : router.methods(target);
}

function optionsReply(methods: readonly string[]): Reply {
  return { status: 204, headers: { Allow: methods.join(', ') }, body: '' };
}

/** Also for unknown paths, so that the page gets to see the 404 of the request itself. */
function preflightReply({ headers }: Call, methods: readonly string[]): Reply {
  const allowed = methods.length > 0 ? methods : allMethods;
  return {
    status: 204,
    headers: { Allow: allowed.join(', '), ...preflightHeaders(headers, allowed) },
    body: '',
  };
}

/** The rule's answer stands whatever the request is worth; the journal still learns what is wrong with it. */
async function applyRule({ answer }: Store, context: RequestContext, { then }: StoredRule): Promise<Served> {
  const { operation, call, header } = context;
  const { valid, violations } = await checkedRequest(context);
  const wanted = { then, operation, accept: header('accept'), valid, origin: call.origin };
  const reply = await ruleReply(wanted, answer);
  const answerViolations = await ruleViolations({ then, operation, method: call.method, reply });
  return { ...plainlyServed(reply, violations), answerViolations };
}

/** A rule can add headers to the usual answer. */
function withRuleHeaders(served: Served, { then }: StoredRule): Served {
  return { ...served, reply: withHeaders(served.reply, then.headers) };
}

async function serve({ router, answer }: Store, context: RequestContext): Promise<Served> {
  const { route, target, header, authenticationError } = context;
  if (route instanceof Refusal) return unrouted(router, context, route);
  const { operation } = route;
  if (authenticationError !== undefined) return refuse(authenticationError, operation);
  const wish = readWish(header('prefer'), target.query);
  if (wish instanceof Refusal) return refuse(wish, operation);
  const valid = await context.validated();
  const { origin } = context.call;
  const reply =
    valid instanceof Refusal
      ? valid
      : await answer({ operation, wish, accept: header('accept'), valid, origin });
  const { delay, fault } = wish;
  if (!(reply instanceof Refusal)) return { ...plainlyServed(reply), delay, fault };
  const violations = breaksContract(reply) ? reply.faults : [];
  return { ...plainlyServed(refusalReply(reply, operation), violations), delay, fault };
}

function unrouted(router: Router, { call, target }: RequestContext, route: Refusal): Served {
  const methods = call.method === 'OPTIONS' ? methodsOf(router, target) : [];
  if (methods.length > 0) return plainlyServed(optionsReply(methods));
  const declaring = router.operations(target).find((one) => declares(one, route.status));
  return refuse(route, declaring);
}

function refuse(refusal: Refusal, operation: Operation | undefined): Served {
  return plainlyServed(refusalReply(refusal, operation), refusal.faults);
}
