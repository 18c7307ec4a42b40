/** The statuses that a server may answer with, and what is in each answer. */
import type { Operation, Response } from '../../model/contract.ts';
import { NONE, type PartChange, partChange, type Sides } from '../pairing/part.ts';
import { bodyRules } from '../rules/bodies.ts';
import type { ChangeRule } from '../rules/change.ts';
import { responseRules } from '../rules/responses.ts';
import { compareContent } from './bodies.ts';
import { compareHeaders } from './headers.ts';

type Declared = readonly Response[];

/** Each status of either side with the response that governs it on the other. */
export function* compareResponses({ before, after }: Sides<Operation>): Generator<PartChange> {
  const sides = { before: before.responses, after: after.responses };
  for (const response of sides.after) {
    const old = governing(sides.before, response.status);
    if (old === undefined) yield* added(sides, response);
    else yield* compareResponse({ before: old, after: response }, response.status);
  }
  for (const response of sides.before) {
    if (sides.after.some(({ status }) => status === response.status)) continue;
    const fresh = governing(sides.after, response.status);
    if (fresh === undefined) yield removed(sides, response);
    else if (!isRangeOf(response.status, fresh.status))
      yield* compareResponse({ before: response, after: fresh }, response.status);
  }
}

function* compareResponse({ before, after }: Sides<Response>, status: string): Generator<PartChange> {
  const at = `response ${status}`;
  yield* compareHeaders({ before: before.headers, after: after.headers }, `${at} header`);
  yield* compareBodies({ before, after }, at);
}

type Message = Pick<Response, 'content' | 'place'>;

/** Of a server. Of one with no body there is no media type to speak of. `at` is the message: `response 200`. */
export function* compareBodies({ before, after }: Sides<Message>, at: string): Generator<PartChange> {
  const [had, has] = [before.content.length > 0, after.content.length > 0];
  const body = `${at} body`;
  if (had && has)
    yield* compareContent({
      before: before.content,
      after: after.content,
      direction: 'response',
      at: body,
    });
  else if (had !== has)
    yield partChange(bodyRules.rule(has ? 'response-body-added' : 'response-body-removed'), {
      at: body,
      before: before.place,
      after: after.place,
      was: contentWord(before),
      is: contentWord(after),
    });
}

/** `application/json, text/csv`; `none` where there are none. */
export function contentWord({ content }: Pick<Message, 'content'>): string {
  return content.map(({ range }) => range).join(', ') || NONE;
}

function* added(sides: Sides<Declared>, response: Response): Generator<PartChange> {
  // A redirection is followed, or answers a condition that a client of the new contract alone sends.
  const rule = response.status.startsWith('2') ? successAdded(sides.before, response) : otherAdded;
  if (rule !== undefined)
    yield partChange(rule, {
      at: `response ${response.status}`,
      after: response.place,
      was: undeclaredBeside(sides.before),
      is: 'declared',
    });
}

const otherAdded = responseRules.rule('response-error-status-added');

/** Undefined where a client was told of this very content under `default`. */
function successAdded(before: Declared, response: Response): ChangeRule | undefined {
  const fits = (old: Response) => isAlike({ before: old, after: response });
  if (before.some((old) => old.status === 'default' && fits(old))) return undefined;
  const successes = before.filter(({ status }) => isSuccess(status));
  // RFC 9110, section 15: a status that a client does not know is to it the first of its class.
  const first = successes.filter(({ status }) => status === '200');
  const isKnown = (first.length > 0 ? first : successes).some(fits);
  return responseRules.rule(
    isKnown ? 'response-success-status-added-alike' : 'response-success-status-added',
  );
}

/** A client that is ready for the one is ready for the other. */
function isAlike(sides: Sides<Response>): boolean {
  return [...compareResponse(sides, sides.after.status)].every(({ rule }) => rule.impact !== 'breaking');
}

function removed({ before, after }: Sides<Declared>, response: Response): PartChange {
  return partChange(responseRules.rule(removedId({ before, after }, response)), {
    at: `response ${response.status}`,
    before: response.place,
    was: 'declared',
    is: undeclaredBeside(after),
  });
}

function removedId({ before, after }: Sides<Declared>, { status }: Response) {
  const isNew = (other: Response) => !before.some((old) => old.status === other.status);
  if (after.some((other) => isNew(other) && isRangeOf(status, other.status)))
    return 'response-status-narrowed';
  if (!isSuccess(status)) return 'response-error-status-removed';
  const isLeft = after.some((other) => isSuccess(other.status) && governing(before, other.status));
  return isLeft ? 'response-success-alternative-removed' : 'response-success-status-removed';
}

/** `not declared; only 200, 404` */
function undeclaredBeside(others: Declared): string {
  const statuses = others.map(({ status }) => status).join(', ');
  return statuses === '' ? 'not declared' : `not declared; only ${statuses}`;
}

/**
 * The response that a status falls under: its own, its range, `default`. Where a success is declared, `default` is for
 * the rest: the errors.
 */
export function governing(responses: readonly Response[], status: string): Response | undefined {
  const find = (key: string) => responses.find((response) => response.status === key);
  const own = find(status) ?? find(`${status[0]}XX`);
  if (own !== undefined) return own;
  if (status === 'default') return find('5XX') === undefined ? undefined : find('4XX');
  return isSuccess(status) && responses.some((other) => isSuccess(other.status))
    ? undefined
    : find('default');
}

/** 2xx, and 3xx, which are no errors either. */
export function isSuccess(status: string): boolean {
  return /^[23]/.test(status);
}

/** Whether the first is a range (or `default`) that the second is a part of. */
function isRangeOf(range: string, status: string): boolean {
  if (range === status) return false;
  return range === 'default' || (range.endsWith('XX') && range[0] === status[0]);
}
