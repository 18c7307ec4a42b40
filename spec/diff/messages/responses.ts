/** Compares the response statuses of an operation, and the content of each. */
import type { Operation, Response } from '../../model/contract.ts';
import { createPartChange, NONE, type PartChange, type Sides } from '../matching/sides.ts';
import { bodyRules } from '../rules/bodies.ts';
import type { ChangeRule } from '../rules/change.ts';
import { responseRules } from '../rules/responses.ts';
import { compareContent } from './bodies.ts';
import { compareHeaders } from './headers.ts';

type DeclaredResponses = readonly Response[];

/** Compares each status of either side with the response that governs it on the other. */
export function* compareResponses({ before, after }: Sides<Operation>): Generator<PartChange> {
  const sides = { before: before.responses, after: after.responses };
  for (const response of sides.after) {
    const old = findGoverningResponse(sides.before, response.status);
    if (old === undefined) yield* responseAdded(sides, response);
    else yield* compareResponse({ before: old, after: response }, response.status);
  }
  for (const response of sides.before) {
    if (sides.after.some(({ status }) => status === response.status)) continue;
    const current = findGoverningResponse(sides.after, response.status);
    if (current === undefined) yield responseRemoved(sides, response);
    else if (!isRangeOf(response.status, current.status))
      yield* compareResponse({ before: response, after: current }, response.status);
  }
}

function* compareResponse({ before, after }: Sides<Response>, status: string): Generator<PartChange> {
  const at = `response ${status}`;
  yield* compareHeaders({ before: before.headers, after: after.headers }, `${at} header`);
  yield* compareMessageBodies({ before, after }, at);
}

type MessageContent = Pick<Response, 'content' | 'place'>;

/**
 * Compares bodies sent by a server. Media types are only compared if both sides have a body. `at` is the message:
 * `response 200`.
 */
export function* compareMessageBodies({ before, after }: Sides<MessageContent>, at: string): Generator<PartChange> {
  const [hadContent, hasContent] = [before.content.length > 0, after.content.length > 0];
  const body = `${at} body`;
  if (hadContent && hasContent)
    yield* compareContent({
      before: before.content,
      after: after.content,
      direction: 'response',
      at: body,
    });
  else if (hadContent !== hasContent)
    yield createPartChange(bodyRules.rule(hasContent ? 'response-body-added' : 'response-body-removed'), {
      at: body,
      before: before.place,
      after: after.place,
      was: describeContent(before),
      is: describeContent(after),
    });
}

/** `application/json, text/csv`; `none` without content. */
export function describeContent({ content }: Pick<MessageContent, 'content'>): string {
  return content.map(({ range }) => range).join(', ') || NONE;
}

function* responseAdded(sides: Sides<DeclaredResponses>, response: Response): Generator<PartChange> {
  // Clients follow redirects, or only get them for conditions that clients of the new contract send.
  const rule = response.status.startsWith('2') ? successAddedRule(sides.before, response) : errorStatusAdded;
  if (rule !== undefined)
    yield createPartChange(rule, {
      at: `response ${response.status}`,
      after: response.place,
      was: describeUndeclared(sides.before),
      is: 'declared',
    });
}

const errorStatusAdded = responseRules.rule('response-error-status-added');

/** Undefined if the old contract declared compatible content under `default`. */
function successAddedRule(before: DeclaredResponses, response: Response): ChangeRule | undefined {
  const isCompatibleWith = (old: Response) => isCompatible({ before: old, after: response });
  if (before.some((old) => old.status === 'default' && isCompatibleWith(old))) return undefined;
  const successes = before.filter(({ status }) => isSuccess(status));
  // RFC 9110, section 15: clients treat an unknown status as the x00 status of its class.
  const first = successes.filter(({ status }) => status === '200');
  const isKnown = (first.length > 0 ? first : successes).some(isCompatibleWith);
  return responseRules.rule(isKnown ? 'response-success-status-added-same-content' : 'response-success-status-added');
}

/** A client that supports the old response also supports the new one. */
function isCompatible(sides: Sides<Response>): boolean {
  return [...compareResponse(sides, sides.after.status)].every(({ rule }) => rule.impact !== 'breaking');
}

function responseRemoved({ before, after }: Sides<DeclaredResponses>, response: Response): PartChange {
  return createPartChange(responseRules.rule(removedRuleId({ before, after }, response)), {
    at: `response ${response.status}`,
    before: response.place,
    was: 'declared',
    is: describeUndeclared(after),
  });
}

function removedRuleId({ before, after }: Sides<DeclaredResponses>, { status }: Response) {
  const isNew = (other: Response) => !before.some((old) => old.status === other.status);
  if (after.some((other) => isNew(other) && isRangeOf(status, other.status))) return 'response-status-narrowed';
  if (!isSuccess(status)) return 'response-error-status-removed';
  const hasSuccessLeft = after.some((other) => isSuccess(other.status) && findGoverningResponse(before, other.status));
  return hasSuccessLeft ? 'response-success-alternative-removed' : 'response-success-status-removed';
}

/** `not declared; only 200, 404` */
function describeUndeclared(others: DeclaredResponses): string {
  const statuses = others.map(({ status }) => status).join(', ');
  return statuses === '' ? 'not declared' : `not declared; the contract declares ${statuses}`;
}

/**
 * Returns the response that governs a status: its own, its range, or `default`. If a success is declared, `default`
 * only covers errors.
 */
export function findGoverningResponse(responses: readonly Response[], status: string): Response | undefined {
  const find = (key: string) => responses.find((response) => response.status === key);
  const specific = find(status) ?? find(`${status[0]}XX`);
  if (specific !== undefined) return specific;
  if (status === 'default') return find('5XX') === undefined ? undefined : find('4XX');
  return isSuccess(status) && responses.some((other) => isSuccess(other.status)) ? undefined : find('default');
}

/** 2xx and 3xx, which is not an error either. */
export function isSuccess(status: string): boolean {
  return /^[23]/.test(status);
}

/** Whether the first is a range (or `default`) that contains the second. */
function isRangeOf(range: string, status: string): boolean {
  if (range === status) return false;
  return range === 'default' || (range.endsWith('XX') && range[0] === status[0]);
}
