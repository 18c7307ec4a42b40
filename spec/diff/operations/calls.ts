/**
 * Callbacks and webhooks: there the server is the client. What it may send by the new contract must have been allowed by
 * the old one, as in an answer; what clients could answer by the old one must still be taken, as in a request.
 */
import type { Call, Header, Operation, Response } from '../../model/contract.ts';
import { compareContent } from '../messages/bodies.ts';
import { compareHeaders } from '../messages/headers.ts';
import { requiredWord } from '../messages/parameter.ts';
import { compareBodies, contentWord, governing, isSuccess } from '../messages/responses.ts';
import { compareWrittenHeaders } from '../messages/written-headers.ts';
import { NONE, type PartChange, partChange, type Sides } from '../pairing/part.ts';
import type { SchemePairs } from '../pairing/schemes.ts';
import { callRules } from '../rules/calls.ts';
import { compareCallSecurity } from '../security/ways-in.ts';
import { compareHeads } from './operations.ts';

type Id = Parameters<typeof callRules.rule>[0];

export interface CallChange {
  /** Of the old contract where it has it. */
  readonly call: Call;
  readonly change: PartChange;
}

/** Webhooks, or the callbacks of one operation: by name, method and expression. */
export function* compareCalls(
  { before, after }: Sides<readonly Call[]>,
  schemes: SchemePairs,
): Generator<CallChange> {
  const known = new Map(after.map((call) => [keyOf(call), call]));
  for (const call of before) {
    const other = known.get(keyOf(call));
    const changes =
      other === undefined
        ? [gone(call)]
        : compareCall({ before: call.operation, after: other.operation }, schemes);
    for (const change of changes) yield { call, change };
  }
  const old = new Set(before.map(keyOf));
  for (const call of after) if (!old.has(keyOf(call))) yield { call, change: added(call, before) };
}

function keyOf({ name, operation: { method, path } }: Call): string {
  return `${method} ${name} ${path}`;
}

function gone({ operation }: Call): PartChange {
  const id = operation.deprecated
    ? 'api-call-removed-with-deprecation'
    : 'api-call-removed-without-deprecation';
  return changed(id, { at: '', before: operation, was: callOf(operation), is: NONE });
}

function added({ operation }: Call, before: readonly Call[]): PartChange {
  const isKnown = operation.path !== '' && before.some((old) => old.operation.path === operation.path);
  const id = isKnown ? 'api-call-added-at-known-url' : 'api-call-added';
  return changed(id, { at: '', after: operation, was: NONE, is: callOf(operation) });
}

function callOf({ method, path }: Operation): string {
  return `${method} ${path}`.trimEnd();
}

function* compareCall(sides: Sides<Operation>, schemes: SchemePairs): Generator<PartChange> {
  const { before, after } = sides;
  yield* compareHeads(sides);
  yield* compareCallSecurity(sides, schemes);
  for (const where of ['query', 'header', 'cookie'] as const) {
    const sent = { before: sentIn(before, where), after: sentIn(after, where) };
    yield* compareHeaders(sent, `request ${where}`);
  }
  yield* compareBodies({ before: messageOf(before), after: messageOf(after) }, 'request');
  yield* compareBodyRequired(sides);
  yield* compareAnswers(sides);
}

/** Whatever the server sends in a call is what the headers are in an answer: named texts that clients read. */
function sentIn({ parameters }: Operation, where: string): readonly Header[] {
  return parameters.filter((parameter) => parameter.in === where);
}

function messageOf({ requestBody, place }: Operation): Pick<Response, 'content' | 'place'> {
  return requestBody ?? { content: [], place };
}

function* compareBodyRequired({ before, after }: Sides<Operation>): Generator<PartChange> {
  const [was, is] = [before.requestBody, after.requestBody];
  if (was === undefined || is === undefined || was.required === is.required) return;
  const id = is.required ? 'api-call-body-became-required' : 'api-call-body-became-optional';
  const words = { was: requiredWord(was), is: requiredWord(is) };
  yield changed(id, {
    at: 'request body',
    before: was,
    after: is,
    ...words,
  });
}

/** What clients may answer with. */
function* compareAnswers({ before, after }: Sides<Operation>): Generator<PartChange> {
  for (const old of before.responses) {
    const fresh = governing(after.responses, old.status);
    const at = `response ${old.status}`;
    if (fresh === undefined) {
      const id = isSuccess(old.status)
        ? 'api-call-response-status-removed'
        : 'api-call-response-error-removed';
      yield changed(id, { at, before: old, was: 'declared', is: 'not declared' });
    } else yield* compareAnswer({ before: old, after: fresh }, at);
  }
  for (const fresh of after.responses) {
    if (governing(before.responses, fresh.status) !== undefined) continue;
    const words = { was: 'not declared', is: 'declared' };
    yield changed('api-call-response-status-added', {
      at: `response ${fresh.status}`,
      after: fresh,
      ...words,
    });
  }
}

function* compareAnswer(sides: Sides<Response>, at: string): Generator<PartChange> {
  const headers = { before: sides.before.headers, after: sides.after.headers };
  yield* compareWrittenHeaders(headers, `${at} header`);
  yield* compareAnswerBodies(sides, `${at} body`);
}

function* compareAnswerBodies({ before, after }: Sides<Response>, at: string): Generator<PartChange> {
  const [had, has] = [before.content, after.content];
  if (had.length > 0 && has.length > 0)
    return yield* compareContent({ before: had, after: has, direction: 'request', at });
  if (had.length === has.length) return;
  const id = has.length > 0 ? 'api-call-response-body-added' : 'api-call-response-body-removed';
  yield changed(id, { at, before, after, was: contentWord(before), is: contentWord(after) });
}

type Placed = Pick<Operation, 'place'>;

interface Words {
  readonly at: string;
  readonly before?: Placed;
  readonly after?: Placed;
  readonly was: string;
  readonly is: string;
}

function changed(id: Id, { at, before, after, was, is }: Words): PartChange {
  return partChange(callRules.rule(id), { at, before: before?.place, after: after?.place, was, is });
}
