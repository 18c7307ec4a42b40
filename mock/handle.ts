/** One request from target to reply: route, rules, door, wishes, validation, answer. Knows no sockets. */
import type { Mask } from '../secrets/masking.ts';
import type { Contract, Operation } from '../spec/model/contract.ts';
import type { Answerer } from './answer/answer.ts';
import { type Reply, refusalReply } from './answer/replies.ts';
import { ruleReply, ruleViolations, withHeaders } from './answer/rule-reply.ts';
import { breaksContract, type Fault, Refusal } from './refusals.ts';
import { createDoorkeeper, type Doorkeeper } from './request/auth.ts';
import type { Call } from './request/call.ts';
import { isPreflight, preflightHeaders } from './request/cors.ts';
import { readWish } from './request/prefer.ts';
import { createRouter, type Router } from './request/router.ts';
import { parseTarget, type Target } from './request/target.ts';
import { createVisit, type Visit } from './request/visit.ts';
import { type Delay, parseDelay } from './scenario/delay.ts';
import type { ConnectionFault, RuleEffect, StoredRule } from './scenario/rule.ts';
import type { RuleFacts, Scenario } from './scenario/scenario.ts';

/** What is to be sent, how it is to be broken on purpose, and what the journal wants to know. */
export interface Handled {
  readonly reply: Reply;
  readonly delay: Delay | undefined;
  readonly fault: ConnectionFault | undefined;
  readonly operation: Operation | undefined;
  /** `undefined` where it was not read. */
  readonly body: Buffer | undefined;
  /** What the request breaks. */
  readonly violations: readonly Fault[];
  /** What an answer breaks that is not the kit's own. */
  readonly answerViolations: readonly Fault[];
  /** The id of the rule that had its say. */
  readonly rule: string | undefined;
  /** The prefix of the contract that it was for, which the dispatcher puts in. */
  readonly mount: string;
  /** A browser's question, not a request of the app: it stays out of the journal. */
  readonly isPreflight: boolean;
  /** Takes out the credentials of this one exchange, where they are not the store's own. */
  readonly mask?: Mask;
}

export type Handler = (call: Call) => Promise<Handled>;

export interface HandlerParts {
  /** `undefined` leaves every door open. */
  readonly tokens: readonly string[] | undefined;
  readonly answer: Answerer;
  readonly scenario: Scenario;
  /** Where the contract stands; none unless given. */
  readonly prefix?: string;
}

export function createHandler(contract: Contract, parts: HandlerParts): Handler {
  const { answer, scenario } = parts;
  const store = {
    router: createRouter(contract, parts.prefix),
    admit: createDoorkeeper(parts.tokens),
    answer,
  };
  return async (call) => {
    const target = parseTarget(call.target);
    if (target instanceof Refusal) return refused(target, operationAt(store.router, call));
    if (isPreflight(call.method, call.headers))
      return { ...nothingSpecial, reply: preflightReply(call, methodsOf(store, target)), isPreflight: true };
    const visit = createVisit(call, target, store.router.find(call.method, target));
    const rule = scenario.isEmpty() ? undefined : await scenario.find(ruleFacts(store, visit));
    if (rule === undefined) return handledAs(visit, await serve(store, visit));
    const served = isAnswer(rule.then)
      ? await obey(store, visit, rule)
      : decorated(await serve(store, visit), rule);
    return { ...handledAs(visit, served), ...effects(rule) };
  };
}

function handledAs(visit: Visit, served: Served): Handled {
  return {
    reply: served.reply,
    delay: served.delay,
    fault: served.fault,
    operation: visit.operation,
    body: visit.body(),
    violations: served.violations,
    answerViolations: served.answerViolations ?? nothingSpecial.answerViolations,
    rule: undefined,
    mount: '',
    isPreflight: false,
  };
}

interface Store {
  readonly router: Router;
  readonly admit: Doorkeeper;
  readonly answer: Answerer;
}

export const nothingSpecial: Omit<Handled, 'reply'> = {
  delay: undefined,
  fault: undefined,
  operation: undefined,
  body: undefined,
  violations: [],
  answerViolations: [],
  rule: undefined,
  mount: '',
  isPreflight: false,
};

/** A refusal before the request was looked at; in the shape of `operation` where the path alone names one. */
export function refused(refusal: Refusal, operation?: Operation): Handled {
  const reply = refusalReply(refusal, operation);
  return { ...nothingSpecial, operation, reply, violations: refusal.faults };
}

function operationAt({ find }: Router, { method, target }: Call): Operation | undefined {
  const path = parseTarget(target.replace(/[?#].*$/s, ''));
  const route = path instanceof Refusal ? path : find(method, path);
  return route instanceof Refusal ? undefined : route.operation;
}

/** Rules that only slow down or break the connection leave the answer as it is. */
export function isAnswer({ status, body, example }: RuleEffect): boolean {
  return status !== undefined || body !== undefined || example !== undefined;
}

/** The rule's own wins over what the request asked for with `Prefer`. */
export function effects(rule: StoredRule | undefined): Partial<Handled> {
  const delay = rule?.then.delay === undefined ? undefined : parseDelay(rule.then.delay);
  const fault = rule?.then.fault;
  return {
    ...(rule === undefined ? {} : { rule: rule.id }),
    ...(delay === undefined ? {} : { delay }),
    ...(fault === undefined ? {} : { fault }),
  };
}

type Served = Pick<Handled, 'reply' | 'violations'> &
  Partial<Pick<Handled, 'answerViolations' | 'delay' | 'fault'>>;

const allMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

function methodsOf({ router }: Pick<Store, 'router'>, target: Target): readonly string[] {
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
async function obey({ admit, answer }: Store, visit: Visit, { then }: StoredRule): Promise<Served> {
  const { route, operation } = visit;
  const judged = await visit.judged();
  const unwelcome = operation === undefined ? undefined : admit(operation, visit.sources);
  const refusals = [route, unwelcome, judged].filter((one) => one instanceof Refusal);
  const valid = judged instanceof Refusal || refusals.length > 0 ? undefined : judged;
  const { origin } = visit.call;
  const wanted = { then, operation, accept: visit.header('accept'), valid, origin };
  const reply = await ruleReply(wanted, answer);
  const answerViolations = await ruleViolations({ then, operation, method: visit.call.method, reply });
  return { reply, violations: refusals.flatMap(({ faults }) => faults), answerViolations };
}

/** A rule can add headers to the usual answer. */
function decorated(served: Served, { then }: StoredRule): Served {
  return { ...served, reply: withHeaders(served.reply, then.headers) };
}

/** Without credentials a request keeps no contract that asks for them. */
function ruleFacts({ admit }: Store, { operation, sources, ruleFacts: facts }: Visit): RuleFacts {
  const judged = async () => {
    const { body, isValid } = await facts.judged();
    const isWelcome = operation === undefined || admit(operation, sources) === undefined;
    return { body, isValid: isValid && isWelcome };
  };
  return { ...facts, judged };
}

async function serve(store: Store, visit: Visit): Promise<Served> {
  const { route, target } = visit;
  if (route instanceof Refusal) return unrouted(store, visit, route);
  const { operation } = route;
  const unwelcome = store.admit(operation, visit.sources);
  if (unwelcome !== undefined) return refuse(unwelcome, operation);
  const wish = readWish(visit.header('prefer'), target.query);
  if (wish instanceof Refusal) return refuse(wish, operation);
  const valid = await visit.judged();
  const reply =
    valid instanceof Refusal
      ? valid
      : await store.answer({
          operation,
          wish,
          accept: visit.header('accept'),
          valid,
          origin: visit.call.origin,
        });
  const { delay, fault } = wish;
  if (!(reply instanceof Refusal)) return { reply, violations: noFaults, delay, fault };
  const violations = breaksContract(reply) ? reply.faults : noFaults;
  return { reply: refusalReply(reply, operation), violations, delay, fault };
}

const noFaults: readonly Fault[] = [];

function unrouted({ router }: Store, visit: Visit, route: Refusal): Served {
  const { call, target } = visit;
  const methods = call.method === 'OPTIONS' ? methodsOf({ router }, target) : [];
  if (methods.length > 0) return { reply: optionsReply(methods), violations: noFaults };
  const declaring = router.operations(target).find((one) => declares(one, route.status));
  return refuse(route, declaring);
}

function refuse(refusal: Refusal, operation: Operation | undefined): Served {
  return { reply: refusalReply(refusal, operation), violations: refusal.faults };
}

function declares(operation: Operation, status: number): boolean {
  return operation.responses.some((response) => response.status === String(status));
}
