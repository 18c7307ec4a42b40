/** The answer that a rule of the scenario has set, and what of it breaks the contract. */
import { stringifyJson } from '../../spec/json/exact-json.ts';
import { isJsonType, type Operation, responseFor } from '../../spec/model/contract.ts';
import { challengeFor } from '../authenticate/authenticate.ts';
import { type Fault, Refusal } from '../http/refusals.ts';
import type { RuleEffect } from '../model/rule.ts';
import { typeIn } from '../rules/check-effect.ts';
import { judgeAnswer } from '../validate/response.ts';
import type { ValidRequest } from '../validate/validate.ts';
import { type Reply, refusalReply, retryAfter, type StoreReply, undeclaredReply } from './replies.ts';
import type { Answerer } from './respond.ts';

export interface RuleReplyRequest {
  readonly then: RuleEffect;
  readonly operation: Operation | undefined;
  readonly accept: string | undefined;
  /** `undefined` where the request breaks the contract. */
  readonly valid: ValidRequest | undefined;
  /** Of this store, as the client named it. */
  readonly origin: string | undefined;
}

export async function ruleReply(request: RuleReplyRequest, answer: Answerer): Promise<StoreReply> {
  const { then, operation } = request;
  const reply = then.body === undefined ? await usualReply(request, answer) : ownReply(then, operation);
  const why = reply.why === undefined ? BY_RULE : `${BY_RULE}: ${reply.why}`;
  return { ...withHeaders(reply, then.headers), why };
}

const BY_RULE = 'a rule of the scenario';

/** In place of those of the same names. */
export function withHeaders<Kind extends Reply>(reply: Kind, headers: RuleEffect['headers'] = {}): Kind {
  const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const others = Object.entries(reply.headers).filter(([name]) => !names.has(name.toLowerCase()));
  return { ...reply, headers: { ...Object.fromEntries(others), ...headers } };
}

export interface AnsweredByRule {
  readonly then: RuleEffect;
  readonly operation: Operation | undefined;
  /** Of the request. */
  readonly method: string;
  readonly reply: StoreReply;
}

/** What the rule's own body and headers break: they are sent as told. The status is wanted, declared or not. */
export async function ruleViolations(answered: AnsweredByRule): Promise<readonly Fault[]> {
  const { then, operation, method, reply } = answered;
  if (operation === undefined || (then.body === undefined && then.headers === undefined)) return [];
  const rawHeaders = Object.entries(reply.headers).flat();
  const content = { kind: 'content', bytes: Buffer.from(reply.body) } as const;
  const asked = { method, isConditional: false };
  const { faults } = await judgeAnswer(operation, asked, { status: reply.status, rawHeaders, content });
  return faults.filter(({ rule }) => rule !== 'status');
}

/** As if the request had asked for it with `Prefer`; where it breaks the contract, nothing happens to the records. */
async function usualReply(request: RuleReplyRequest, answer: Answerer): Promise<StoreReply> {
  const { then, operation, accept, origin, valid } = request;
  const { status, example } = then;
  if (operation === undefined) return undeclaredReply(status ?? 200, operation);
  const wish = {
    ...(status === undefined ? {} : { code: status }),
    ...(example === undefined ? {} : { example }),
  };
  const reply = await answer({ operation, wish, accept, origin, valid });
  return reply instanceof Refusal ? refusalReply(reply, operation) : reply;
}

function ownReply(
  { status = 200, headers = {}, body = null }: RuleEffect,
  operation: Operation | undefined,
): StoreReply {
  const given = typeIn(headers);
  const type = given ?? jsonTypeFor(status, operation);
  const challenge = status === 401 && operation !== undefined ? challengeFor(operation) : {};
  return {
    status,
    headers: { 'Content-Type': type, ...challenge, ...retryAfter(status) },
    body: typeof body === 'string' && !isJsonType(type) ? body : stringifyJson(body),
  };
}

/** The declared one, such as `application/problem+json`. */
function jsonTypeFor(status: number, operation: Operation | undefined): string {
  const response = operation === undefined ? undefined : responseFor(operation, status);
  return response?.content.find(({ range }) => isJsonType(range))?.range ?? 'application/json';
}
