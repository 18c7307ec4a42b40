/** One request through the proxy: judged, passed on whatever it is worth, and its answer judged and passed back. */
import type { Contract } from '../../spec/model/contract.ts';
import type { Answerer } from '../answer/answer.ts';
import { ruleReply, ruleViolations } from '../answer/rule-reply.ts';
import { effects, type Handled, type Handler, isAnswer, nothingSpecial, refused } from '../handle.ts';
import { listOf } from '../judge/headers.ts';
import { type Fault, Refusal } from '../refusals.ts';
import type { Call } from '../request/call.ts';
import { isPreflight } from '../request/cors.ts';
import { createCredentialPlaces } from '../request/credential-places.ts';
import { createRouter, type Router } from '../request/router.ts';
import { parseTarget } from '../request/target.ts';
import { createVisit, type Visit } from '../request/visit.ts';
import type { ConnectionFault, StoredRule } from '../scenario/rule.ts';
import type { RuleFacts, Scenario } from '../scenario/scenario.ts';
import { createMemory, missingCredentials, secretsOf } from './credentials.ts';
import type { Forwarder } from './forward.ts';
import { type JudgedRequest, judgeRequestOf } from './judge-request.ts';
import { judgingCall, readingOnce } from './judging-call.ts';
import type { Observed } from './observed.ts';
import { outcomeOf, type Passage, passOn, whyOf } from './outcome.ts';

export interface ProxyHandlerParts {
  readonly forwarder: Forwarder;
  readonly scenario: Scenario;
  /** For rules of the scenario that want an answer of the contract. */
  readonly answer: Answerer;
  /** Larger bodies are not decoded. */
  readonly answerBytes: number;
  /** Told of every exchange with the upstream; must not throw. */
  readonly observe: (observed: Observed) => void;
}

export function createProxyHandler(contract: Contract, parts: ProxyHandlerParts): Handler {
  const proxy = { ...parts, contract, router: createRouter(contract) };
  const places = createCredentialPlaces(contract.securitySchemes);
  const maskOf = createMemory();
  return async (received) => {
    const call = readingOnce(received);
    const refusal = unforwardable(call);
    if (refusal !== undefined) return refused(refusal);
    const visit = visitOf(proxy.router, judgingCall(call, parts.answerBytes));
    const mask = maskOf(secretsOf(places, call));
    const rule = await parts.scenario.find(ruleFacts(visit));
    const served = await serve(proxy, { call, visit, mask }, rule);
    return { ...nothingSpecial, operation: visit.operation, body: visit.body(), ...served, ...effects(rule) };
  };
}

/** Without credentials a request keeps no contract that asks for them. */
function ruleFacts({ operation, sources, ruleFacts: facts }: Visit): RuleFacts {
  const judged = async () => {
    const { body, isValid } = await facts.judged();
    const isWelcome = operation === undefined || missingCredentials(operation, sources) === undefined;
    return { body, isValid: isValid && isWelcome };
  };
  return { ...facts, judged };
}

interface Proxy extends ProxyHandlerParts {
  readonly contract: Contract;
  readonly router: Router;
}

type Served = Pick<Handled, 'reply'> & Partial<Handled>;

function unforwardable({ headers, target }: Call): Refusal | undefined {
  if (listOf(headers.upgrade).includes('websocket'))
    return new Refusal(
      'upgrade-refused',
      'header.Upgrade: expected none (WebSockets are not proxied), got websocket',
    );
  if (target.startsWith('/') || /^[a-z][a-z0-9+.-]*:\/\//i.test(target)) return undefined;
  return new Refusal(
    'target-malformed',
    'request target: expected a path that starts with "/", got another form',
  );
}

/** A target that cannot be read is passed on all the same: the upstream may refuse it, too. */
function visitOf(router: Router, call: Call): Visit {
  const target = parseTarget(call.target);
  if (target instanceof Refusal) return createVisit(call, { path: '/', query: [] }, target);
  return createVisit(call, target, router.find(call.method, target));
}

async function serve(proxy: Proxy, passage: Passage, rule: StoredRule | undefined): Promise<Served> {
  const { call, visit, mask } = passage;
  if (isPreflight(call.method, call.headers) && visit.operation === undefined)
    return { reply: await passOn(proxy, passage), isPreflight: true, mask };
  const judged = await judgeRequestOf(visit);
  return rule !== undefined && isStandIn(rule)
    ? standIn(proxy, { passage, rule, judged })
    : forwarded(proxy, passage, judged);
}

const unanswered: readonly (ConnectionFault | undefined)[] = ['reset', 'empty', 'hang'];

/** Faults of the connection that leave no answer never reach the upstream. */
function isStandIn({ then }: StoredRule): boolean {
  return isAnswer(then) || unanswered.includes(then.fault);
}

interface StandIn {
  readonly passage: Passage;
  readonly rule: StoredRule;
  readonly judged: JudgedRequest;
}

async function standIn(proxy: Proxy, { passage, rule, judged }: StandIn): Promise<Served> {
  const { call, visit, mask } = passage;
  const { then } = rule;
  const { operation } = visit;
  const wanted = { then, operation, accept: visit.header('accept'), valid: judged.valid };
  const reply = await ruleReply(wanted, proxy.answer);
  const answerViolations = await ruleViolations({ then, operation, method: call.method, reply });
  return { reply, violations: judged.violations, answerViolations, mask };
}

async function forwarded(proxy: Proxy, passage: Passage, judged: JudgedRequest): Promise<Served> {
  const outcome = await outcomeOf(proxy, passage);
  const { answerViolations, reply } = outcome;
  const violations = toldOf(judged, reply.status);
  proxy.observe({
    contract: proxy.contract,
    operation: passage.visit.operation,
    violations,
    answerViolations,
    valid: judged.valid,
    answer: outcome.judged,
    mask: passage.mask,
  });
  const why = whyOf([...violations, ...answerViolations], outcome);
  return {
    reply: why === undefined ? reply : { ...reply, why },
    violations,
    answerViolations,
    mask: passage.mask,
  };
}

/** Where nobody got in without credentials the contract works as it should. */
function toldOf({ violations, unwelcome }: JudgedRequest, status: number): readonly Fault[] {
  const isRefused = unwelcome !== undefined && (status === 401 || status === 403);
  return isRefused ? violations.filter((fault) => !unwelcome.faults.includes(fault)) : violations;
}
