/** One request through the proxy: judged, passed on whatever it is worth, and its answer judged and passed back. */
import type { Contract } from '../../spec/model/contract.ts';
import { createCredentialPlaces } from '../authenticate/credential-places.ts';
import type { Call } from '../http/call.ts';
import { decodeContent } from '../http/content-coding.ts';
import { isPreflight } from '../http/cors.ts';
import { listOf } from '../http/message.ts';
import { type Fault, Refusal } from '../http/refusals.ts';
import { parseTarget } from '../http/target.ts';
import type { ConnectionFault, StoredRule } from '../model/rule.ts';
import {
  type CheckedRequest,
  checkedRequest,
  createRequestContext,
  type RequestContext,
} from '../request/context.ts';
import { type Handler, setsAnswer } from '../request/handle.ts';
import { handled, plainlyServed, refusedEarly, type Served } from '../request/handled.ts';
import type { Answerer } from '../respond/respond.ts';
import { ruleReply, ruleViolations } from '../respond/rule-reply.ts';
import { createRouter, type Router } from '../routing/routing.ts';
import type { Scenario } from '../rules/rules.ts';
import { createMemory, missingCredentials, secretsOf } from './credentials.ts';
import type { Forwarder } from './forward.ts';
import { type Observed, outcomeOf, type Passage, passOn, whyOf } from './outcome.ts';

export interface ProxyHandlerParts {
  readonly forwarder: Forwarder;
  readonly scenario: Scenario;
  /** The prefix of the contract. */
  readonly mount: string;
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
    if (refusal !== undefined) return refusedEarly(parts.mount, refusal);
    const context = contextOf(proxy, judgingCall(call, parts.answerBytes));
    const mask = maskOf(secretsOf(places, call));
    const rule = await parts.scenario.find(context.ruleFacts);
    const passage = { call, context, mask };
    const isPassedOn = isPreflight(call.method, call.headers) && context.operation === undefined;
    const served = isPassedOn
      ? plainlyServed(await passOn(proxy, passage))
      : await serve(proxy, passage, rule);
    return { ...handled(context, served, rule), isPreflight: isPassedOn, mask };
  };
}

interface Proxy extends ProxyHandlerParts {
  readonly contract: Contract;
  readonly router: Router;
}

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
function contextOf({ router, mount }: Proxy, call: Call): RequestContext {
  const target = parseTarget(call.target);
  const parts = { call, mount, authenticate: missingCredentials };
  if (target instanceof Refusal)
    return createRequestContext({ ...parts, target: { path: '/', query: [] }, route: target });
  return createRequestContext({ ...parts, target, route: router.find(call.method, target) });
}

async function serve(proxy: Proxy, passage: Passage, rule: StoredRule | undefined): Promise<Served> {
  const checked = await checkedRequest(passage.context);
  return rule !== undefined && isStandIn(rule)
    ? standIn(proxy, { passage, rule, checked })
    : forwarded(proxy, passage, checked);
}

const unanswered: readonly (ConnectionFault | undefined)[] = ['reset', 'empty', 'hang'];

/** Faults of the connection that leave no answer never reach the upstream. */
function isStandIn({ then }: StoredRule): boolean {
  return setsAnswer(then) || unanswered.includes(then.fault);
}

interface StandIn {
  readonly passage: Passage;
  readonly rule: StoredRule;
  readonly checked: CheckedRequest;
}

async function standIn(proxy: Proxy, { passage, rule, checked }: StandIn): Promise<Served> {
  const { operation, header, call } = passage.context;
  const { then } = rule;
  const wanted = { then, operation, accept: header('accept'), valid: checked.valid, origin: undefined };
  const reply = await ruleReply(wanted, proxy.answer);
  const answerViolations = await ruleViolations({ then, operation, method: call.method, reply });
  return { ...plainlyServed(reply, checked.violations), answerViolations };
}

async function forwarded(proxy: Proxy, passage: Passage, checked: CheckedRequest): Promise<Served> {
  const { context, mask } = passage;
  const outcome = await outcomeOf(proxy, passage);
  const { answerViolations, reply } = outcome;
  const violations = reportedOf(checked, context, reply.status);
  proxy.observe({
    contract: proxy.contract,
    operation: context.operation,
    violations,
    answerViolations,
    valid: checked.valid,
    answer: outcome.judged,
    mask,
  });
  const why = whyOf([...violations, ...answerViolations], outcome);
  const explained = why === undefined ? reply : { ...reply, why };
  return { ...plainlyServed(explained, violations), answerViolations };
}

/** Where the upstream rejects a request without credentials the contract works as it should. */
function reportedOf(
  { violations }: CheckedRequest,
  { authenticationError }: RequestContext,
  status: number,
): readonly Fault[] {
  const isRefused = authenticationError !== undefined && (status === 401 || status === 403);
  return isRefused ? violations.filter((fault) => !authenticationError.faults.includes(fault)) : violations;
}

/** For both sides: the one that judges and the one that passes on. */
function readingOnce(call: Call): Call {
  let bytes: ReturnType<Call['readBody']> | undefined;
  return {
    ...call,
    readBody: () => {
      bytes ??= call.readBody();
      return bytes;
    },
  };
}

/** A body that is encoded, which contracts do not speak of, is judged as what it holds. */
function judgingCall(call: Call, limit: number): Call {
  const coding = call.headers['content-encoding'];
  if (coding === undefined) return call;
  const { 'content-encoding': _coding, ...headers } = call.headers;
  return {
    ...call,
    headers,
    readBody: async () => {
      const bytes = await call.readBody();
      if (bytes instanceof Refusal) return bytes;
      const decoded = await decodeContent(bytes, coding, limit);
      if (decoded.kind === 'content') return decoded.bytes;
      const got = decoded.kind === 'broken' ? 'bytes that are not' : decoded.reason;
      return new Refusal(
        'body-encoding',
        `body: expected bytes in the coding that Content-Encoding names, got ${got}`,
      );
    },
  };
}
