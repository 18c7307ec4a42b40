/** The answer that a rule of the scenario has set. */
import { isJsonType, type Operation } from '../../spec/contract.ts';
import { stringifyJson } from '../../spec/exact-json.ts';
import { Refusal } from '../refusals.ts';
import type { ValidRequest } from '../request/validate.ts';
import type { RuleEffect } from '../scenario/rule.ts';
import type { Answerer } from './answer.ts';
import { type Reply, refusalReply, retryAfter, undeclaredReply } from './replies.ts';

export interface RuleReplyRequest {
  readonly then: RuleEffect;
  readonly operation: Operation | undefined;
  readonly accept: string | undefined;
  /** `undefined` where the request breaks the contract. */
  readonly valid: ValidRequest | undefined;
}

export async function ruleReply(request: RuleReplyRequest, answer: Answerer): Promise<Reply> {
  const { then } = request;
  const reply = then.body === undefined ? await usualReply(request, answer) : ownReply(then);
  return { ...reply, headers: { ...reply.headers, ...then.headers }, why: 'a rule of the scenario' };
}

const invalid: ValidRequest = { parameters: new Map(), body: undefined, bodyType: undefined };

/** As if the request had asked for it with `Prefer`. */
async function usualReply(request: RuleReplyRequest, answer: Answerer): Promise<Reply> {
  const { then, operation, accept, valid = invalid } = request;
  const { status, example } = then;
  if (operation === undefined) return undeclaredReply(status ?? 200, operation);
  const wish = {
    ...(status === undefined ? {} : { code: status }),
    ...(example === undefined ? {} : { example }),
  };
  const reply = await answer({ operation, wish, accept, valid });
  return reply instanceof Refusal ? refusalReply(reply, operation) : reply;
}

function ownReply({ status = 200, headers = {}, body = null }: RuleEffect): Reply {
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const isText = typeof body === 'string' && type !== undefined && !isJsonType(type);
  return {
    status,
    headers: { ...(type === undefined ? { 'Content-Type': 'application/json' } : {}), ...retryAfter(status) },
    body: isText ? body : stringifyJson(body),
  };
}
