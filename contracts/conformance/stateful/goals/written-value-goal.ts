/** What a sequence has to show about values that are written to a path: other ones are read there than before. */
import { isEqualJson, isJsonObject } from '../../../../spec/json/exact-json.ts';
import { type Exchange, isSuccessfulExchange, statusOf } from '../../model/exchange.ts';
import type { ExecutedStep, KnownRecord, SequenceGoal } from '../../model/sequence.ts';
import type { BaselineRequest } from '../../request/baseline-request.ts';
import { getProperty, parseBody } from '../model/response-records.ts';
import { describeRejection, hasDefiniteStatus } from './obstacle.ts';

interface WrittenValue {
  readonly write: BaselineRequest;
  readonly read: BaselineRequest;
  readonly description: string;
}

export function writtenValueGoal({ write, read, description }: WrittenValue): SequenceGoal {
  const { operation, isVerbatim } = write;
  return {
    operation,
    description,
    isReached: (steps) =>
      steps.some(
        ({ step: { expectedState }, exchange }) =>
          expectedState?.expects === 'record' &&
          hasDefiniteStatus(exchange) &&
          isOtherThanBefore(expectedState.record, exchange),
      ),
    obstacle(steps) {
      // Whether an accepted request is done at once is left open.
      if (steps.some(({ step, exchange }) => step.operation === operation && statusOf(exchange) === 202))
        return undefined;
      const isOwn = ({ step, exchange }: ExecutedStep) =>
        step.operation === operation && !isSuccessfulExchange(exchange);
      const rejected = steps.findLast(isOwn) ?? steps.findLast(isRejectedRead);
      if (rejected !== undefined) return describeRejection(rejected);
      if (isVerbatim) return NO_OTHER_VALUES;
      const bodies = steps
        .filter(({ step }) => step.operation === operation)
        .map(({ exchange }) => exchange.request.body);
      const [first, ...others] = bodies.map((body) => Buffer.from(body ?? ''));
      // A schema may allow one value only.
      return others.every((body) => first?.equals(body)) ? undefined : 'the responses do not show it';
    },
  };

  function isRejectedRead({ step, exchange }: ExecutedStep): boolean {
    return step.operation === read.operation && step.expectedState !== undefined && !isSuccessfulExchange(exchange);
  }
}

const NO_OTHER_VALUES =
  'no values other than those before could be written: give the request an example whose values may change';

/** Whether the last write sent a value that the read before it did not show, and the response would show it. */
function isOtherThanBefore({ writes, lastShown }: KnownRecord, exchange: Exchange): boolean {
  const { value } = writes.at(-1)?.requestSpec ?? {};
  if (value === undefined || !isJsonObject(value)) return false;
  const [before, after] = [parseBody(lastShown), parseBody(exchange)];
  return Object.entries(value).some(
    ([name, sent]) =>
      !isEqualJson(sent, getProperty(before, name) ?? null) &&
      (!isSuccessfulExchange(exchange) || getProperty(after, name) !== undefined),
  );
}
