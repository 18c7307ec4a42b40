import type { Json } from '../../../spec/json/exact-json.ts';
import { describeValue } from '../../../spec/validation/validate.ts';
import { type Exchange, isSuccessfulExchange, statusOf } from '../model/exchange.ts';
import { isSameName } from '../request/values/identifier-names.ts';
import { bodyPlace, type Check, type CheckContext, type Violation } from './check.ts';

export const idempotencyKeyRespected: Check = {
  id: 'idempotency-key-respected',
  severity: 'error',
  invariant:
    'a repeated request with the same idempotency key returns the first response, and creates no second record',
  title: 'An idempotency key is not respected',
  why: 'A client repeats a request when it got no response, and the key is its only protection against a second order or payment. Likely causes: the key is not read, it is stored after the record, or two requests look it up before either stores it. Store the key together with the record, in one transaction with a unique index.',
  references:
    'the contract; draft-ietf-httpapi-idempotency-key-header, section 2 (The Idempotency-Key HTTP Request Header Field)',
  appliesTo: (context) =>
    (isSuccessfulExchange(context.exchange) || isRepetitionRejected(context)) && earlierSuccesses(context).length > 0,
  violations(context) {
    const { keyRepetition } = context.testCase;
    if (keyRepetition === undefined) return [];
    if (isRepetitionRejected(context)) return [rejectedRepetition(context)];
    if (keyRepetition.body === 'same') return anotherRecord(context);
    const wasOtherBody = earlierSuccesses(context).some(
      ({ request }) => !Buffer.from(request.body ?? []).equals(context.exchange.request.body ?? Buffer.alloc(0)),
    );
    if (!wasOtherBody) return [];
    if (keyRepetition.isRejectionDeclared) return [acceptedOtherBody(context)];
    // The draft leaves it open whether a key covers one body or all.
    return anotherRecord(context).map((violation) => ({ ...violation, severity: 'warning' }));
  },
};

/** The statuses of a server that treats the repetition as a duplicate, or as invalid. */
const rejectionStatuses = new Set([400, 409, 412, 422]);

/** The first request was complete before, so nothing is in progress. */
function isRepetitionRejected({ testCase, exchange }: CheckContext): boolean {
  const { keyRepetition, sendMode, tolerated } = testCase;
  const status = statusOf(exchange) ?? 0;
  const isTolerated = tolerated.some((one) => one.status === status);
  const isLater = keyRepetition?.body === 'same' && sendMode?.kind === 'preceded';
  return isLater && rejectionStatuses.has(status) && !isTolerated;
}

/** The exchanges with the same key. */
function earlierSuccesses({ testCase, precedingExchanges, repeatedExchanges = [] }: CheckContext): readonly Exchange[] {
  if (testCase.keyRepetition === undefined) return [];
  return [...precedingExchanges, ...repeatedExchanges].filter(isSuccessfulExchange);
}

function anotherRecord(context: CheckContext): readonly Violation[] {
  const name = recordName(context, context.exchange);
  const other = earlierSuccesses(context)
    .map((exchange) => recordName(context, exchange))
    .find((one) => one !== undefined && name !== undefined && !isSameName(one, name));
  if (name === undefined || other === undefined) return [];
  return [
    {
      ...commonParts(context),
      expected: `the record of the other request with the same key: ${describeValue(other)}`,
      received: `another record: ${describeValue(name)}`,
      key: `${context.testCase.topic} record`,
    },
  ];
}

function recordName({ requestSpec, testCase }: CheckContext, exchange: Exchange): Json | undefined {
  return testCase.keyRepetition?.identify(requestSpec, exchange);
}

function acceptedOtherBody(context: CheckContext): Violation {
  return {
    ...commonParts(context),
    expected: 'a rejection, since the contract says that the same key with another body is rejected',
    received: `status ${context.response?.status}`,
    responsePart: { in: 'status' },
    key: 'other body',
  };
}

function rejectedRepetition(context: CheckContext): Violation {
  return {
    ...commonParts(context),
    expected: 'the first response, since the same request with the same key was accepted',
    received: `status ${context.response?.status}`,
    responsePart: { in: 'status' },
    key: 'rejected repetition',
  };
}

function commonParts(context: CheckContext) {
  return { responsePart: { in: 'body', path: [] }, place: bodyPlace(context) } as const;
}
