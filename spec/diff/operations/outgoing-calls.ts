/**
 * Compares callbacks and webhooks, where the server is the client. The old contract must allow what it may send by the
 * new one, as in a response; the new contract must accept what clients could respond by the old one, as in a request.
 */
import type { Header, Operation, OutgoingCall, Response } from '../../model/contract.ts';
import type { MatchedSchemes } from '../matching/match-security-schemes.ts';
import { createPartChange, NONE, type PartChange, type Sides } from '../matching/sides.ts';
import { compareContent } from '../messages/bodies.ts';
import { compareClientHeaders } from '../messages/client-headers.ts';
import { compareHeaders } from '../messages/headers.ts';
import { describeRequired } from '../messages/parameter.ts';
import { compareMessageBodies, describeContent, findGoverningResponse, isSuccess } from '../messages/responses.ts';
import { outgoingCallRules } from '../rules/outgoing-calls.ts';
import { compareCallSecurity } from '../security/security-alternatives.ts';
import { compareOperationDetails } from './operations.ts';

type CallRuleId = Parameters<typeof outgoingCallRules.rule>[0];

export interface CallChange {
  /** The call in the old contract; in the new one if it was added. */
  readonly call: OutgoingCall;
  readonly change: PartChange;
}

/** Compares webhooks, or the callbacks of one operation, matched by name, method and expression. */
export function* compareOutgoingCalls(
  { before, after }: Sides<readonly OutgoingCall[]>,
  schemes: MatchedSchemes,
): Generator<CallChange> {
  const newCallsByKey = new Map(after.map((call) => [callKey(call), call]));
  for (const call of before) {
    const other = newCallsByKey.get(callKey(call));
    const changes =
      other === undefined
        ? [callRemoved(call)]
        : compareOutgoingCall({ before: call.operation, after: other.operation }, schemes);
    for (const change of changes) yield { call, change };
  }
  const old = new Set(before.map(callKey));
  for (const call of after) if (!old.has(callKey(call))) yield { call, change: callAdded(call, before) };
}

function callKey({ name, operation: { method, path } }: OutgoingCall): string {
  return `${method} ${name} ${path}`;
}

function callRemoved({ operation }: OutgoingCall): PartChange {
  const id = operation.deprecated ? 'api-call-removed-with-deprecation' : 'api-call-removed-without-deprecation';
  return callChange(id, { at: '', before: operation, was: methodAndExpression(operation), is: NONE });
}

function callAdded({ operation }: OutgoingCall, before: readonly OutgoingCall[]): PartChange {
  const isKnown = operation.path !== '' && before.some((old) => old.operation.path === operation.path);
  const id = isKnown ? 'api-call-added-at-known-url' : 'api-call-added';
  return callChange(id, { at: '', after: operation, was: NONE, is: methodAndExpression(operation) });
}

function methodAndExpression({ method, path }: Operation): string {
  return `${method} ${path}`.trimEnd();
}

function* compareOutgoingCall(sides: Sides<Operation>, schemes: MatchedSchemes): Generator<PartChange> {
  const { before, after } = sides;
  yield* compareOperationDetails(sides);
  yield* compareCallSecurity(sides, schemes);
  for (const where of ['query', 'header', 'cookie'] as const) {
    const sent = { before: sentParameters(before, where), after: sentParameters(after, where) };
    yield* compareHeaders(sent, `request ${where}`);
  }
  yield* compareMessageBodies({ before: requestContent(before), after: requestContent(after) }, 'request');
  yield* compareBodyRequired(sides);
  yield* compareCallResponses(sides);
}

/** Parameters of a call are compared like response headers: named texts that clients read. */
function sentParameters({ parameters }: Operation, location: string): readonly Header[] {
  return parameters.filter((parameter) => parameter.in === location);
}

function requestContent({ requestBody, place }: Operation): Pick<Response, 'content' | 'place'> {
  return requestBody ?? { content: [], place };
}

function* compareBodyRequired({ before, after }: Sides<Operation>): Generator<PartChange> {
  const [was, is] = [before.requestBody, after.requestBody];
  if (was === undefined || is === undefined || was.required === is.required) return;
  const id = is.required ? 'api-call-body-became-required' : 'api-call-body-became-optional';
  const text = { was: describeRequired(was), is: describeRequired(is) };
  yield callChange(id, {
    at: 'request body',
    before: was,
    after: is,
    ...text,
  });
}

/** Compares the responses that clients may send. */
function* compareCallResponses({ before, after }: Sides<Operation>): Generator<PartChange> {
  for (const old of before.responses) {
    const current = findGoverningResponse(after.responses, old.status);
    const at = `response ${old.status}`;
    if (current === undefined) {
      const id = isSuccess(old.status) ? 'api-call-response-status-removed' : 'api-call-response-error-removed';
      yield callChange(id, { at, before: old, was: 'declared', is: 'not declared' });
    } else yield* compareCallResponse({ before: old, after: current }, at);
  }
  for (const current of after.responses) {
    if (findGoverningResponse(before.responses, current.status) !== undefined) continue;
    const text = { was: 'not declared', is: 'declared' };
    yield callChange('api-call-response-status-added', {
      at: `response ${current.status}`,
      after: current,
      ...text,
    });
  }
}

function* compareCallResponse(sides: Sides<Response>, at: string): Generator<PartChange> {
  const headers = { before: sides.before.headers, after: sides.after.headers };
  yield* compareClientHeaders(headers, `${at} header`);
  yield* compareResponseBodies(sides, `${at} body`);
}

function* compareResponseBodies({ before, after }: Sides<Response>, at: string): Generator<PartChange> {
  const [oldContent, newContent] = [before.content, after.content];
  if (oldContent.length > 0 && newContent.length > 0)
    return yield* compareContent({ before: oldContent, after: newContent, direction: 'request', at });
  if (oldContent.length === newContent.length) return;
  const id = newContent.length > 0 ? 'api-call-response-body-added' : 'api-call-response-body-removed';
  yield callChange(id, { at, before, after, was: describeContent(before), is: describeContent(after) });
}

type WithPlace = Pick<Operation, 'place'>;

interface CallChangeInput {
  readonly at: string;
  readonly before?: WithPlace;
  readonly after?: WithPlace;
  readonly was: string;
  readonly is: string;
}

function callChange(id: CallRuleId, { at, before, after, was, is }: CallChangeInput): PartChange {
  return createPartChange(outgoingCallRules.rule(id), {
    at,
    before: before?.place,
    after: after?.place,
    was,
    is,
  });
}
