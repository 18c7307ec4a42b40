/** Brings an exchange and the contract together, and runs every check that applies. */
import { isJsonType, mediaTypeFor, responseFor } from '../../spec/contract.ts';
import { parseJsonBytes } from '../../spec/exact-json.ts';
import { headerOf } from '../headers.ts';
import type { Case, Draft } from './case.ts';
import type { Check, Judged, Violation } from './checks/check.ts';
import { checks } from './checks/index.ts';
import type { Answer, Exchange } from './exchange.ts';

export interface Verdict {
  /** The checks that had something to say, passed or not. */
  readonly applied: readonly Check[];
  readonly broken: readonly { readonly check: Check; readonly violation: Violation }[];
}

export function judge(tried: Case, draft: Draft, exchange: Exchange): Verdict {
  const judged = judgedOf(tried, draft, exchange);
  const applied = checks.filter((check) => check.appliesTo(judged));
  return {
    applied,
    broken: applied.flatMap((check) => check.violations(judged).map((violation) => ({ check, violation }))),
  };
}

export function judgedOf(tried: Case, draft: Draft, exchange: Exchange): Judged {
  const answer = exchange.outcome.kind === 'answer' ? exchange.outcome.answer : undefined;
  const type = answer === undefined ? undefined : headerOf(answer.headers, 'content-type');
  const response = answer === undefined ? undefined : responseFor(tried.operation, answer.status);
  const media =
    response === undefined || type === undefined ? undefined : mediaTypeFor(response.content, type);
  const isJson = response !== undefined && type !== undefined && isJsonType(type) && hasBody(tried, answer);
  return {
    case: tried,
    draft,
    exchange,
    answer,
    response,
    media,
    json: isJson ? parseJsonBytes(answer.body) : undefined,
  };
}

/** RFC 9110, section 6.4.1: these answers have none, whatever their headers say. */
function hasBody({ operation }: Case, answer: Answer | undefined): answer is Answer {
  return answer !== undefined && operation.method !== 'HEAD' && ![204, 205, 304].includes(answer.status);
}
