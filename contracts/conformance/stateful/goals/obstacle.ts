/** Why a sequence did not reach a goal, from its exchanges. */
import type { Operation } from '../../../../spec/model/contract.ts';
import type { Schema } from '../../../../spec/model/schema.ts';
import { successMedia } from '../../../../spec/resources/record-views.ts';
import { flattenSchema } from '../../../../spec/sampling/flatten-schema.ts';
import { type Exchange, isSuccessfulExchange, statusOf } from '../../model/exchange.ts';
import type { ExecutedStep, Step } from '../../model/sequence.ts';
import { isIdentifier } from '../../request/values/identifier-names.ts';

interface GoalOperations {
  /** The operation that the goal is about. */
  readonly operation: Operation;
  readonly create: Operation;
  /** Names of properties that hold the identifier. */
  readonly idNames: readonly string[];
  /** The operations that show the result. */
  readonly observers: readonly Operation[];
  /** What the contract lacks, if the responses do not show it. */
  readonly lack?: string;
}

/** Undefined when no request failed, and the kit could not build the ones that are missing. */
export function obstacleIn(
  steps: readonly ExecutedStep[],
  { operation, create, observers, idNames, lack }: GoalOperations,
): string | undefined {
  const isExpectedToSucceed = ({ step }: ExecutedStep) =>
    step.expectation !== 'unspecified' && step.expectation !== 'reject' && step.expectedState?.expects !== 'nothing';
  const isRejected = (one: ExecutedStep) => isExpectedToSucceed(one) && !isSuccessfulExchange(one.exchange);
  const own = steps.findLast((one) => one.step.operation === operation && isRejected(one));
  const related = steps.find(({ step, ...rest }) => isRelated(step.operation) && isRejected({ step, ...rest }));
  const rejected = own ?? related ?? steps.find(isRejected);
  if (rejected !== undefined) return describeRejection(rejected);
  // A sequence ends with the first record that it cannot name.
  const [unnamed, ...others] = steps.filter(
    ({ step, exchange }) => step.operation === create && isSuccessfulExchange(exchange),
  );
  if (unnamed !== undefined && others.length === 0 && !steps.some(({ step }) => isAboutRecord(step)))
    return `the response to ${requestLine(unnamed)} does not identify the new record${canIdentify(create, idNames) ? '' : SUPPLY_NAME}`;
  const wasObserved = steps.some(({ step }) => observers.includes(step.operation));
  const wasRequested = steps.some(({ step }) => step.operation === operation);
  const unshown = `the responses do not show it${lack === undefined ? '' : `: ${lack}`}`;
  return wasObserved && wasRequested ? unshown : undefined;

  function isRelated(one: Operation): boolean {
    return one === create || observers.includes(one);
  }
}

/** Whether a step needs a record that the sequence has created. */
function isAboutRecord({ expectedState }: Step): boolean {
  if (expectedState?.expects === 'list') return expectedState.records.length > 0;
  return expectedState !== undefined && expectedState.expects !== 'new';
}

const SUPPLY_NAME =
  ', and nothing else shows it: declare its identifier or a Location in that response, or the values that were sent in a list of the records';

/** Whether the contract declares where a response to the creation names the record. */
function canIdentify(create: Operation, idNames: readonly string[]): boolean {
  const successes = create.responses.filter(({ status }) => /^(?:2..|2XX|default)$/.test(status));
  const hasPointer = successes.some(
    ({ headers, links = [] }) => links.length > 0 || headers.some(({ name }) => name.toLowerCase() === 'location'),
  );
  const schema = successMedia(create)?.schema;
  return hasPointer || (schema !== undefined && namesRecord(schema, idNames));
}

/** In the record, or in an object around it. */
function namesRecord(schema: Schema, idNames: readonly string[], depth = 2): boolean {
  return [...flattenSchema(schema).properties].some(
    ([name, property]) =>
      isIdentifier(name) || idNames.includes(name) || (depth > 0 && namesRecord(property, idNames, depth - 1)),
  );
}

/** `POST /items returned 409` */
export function describeRejection({ step, exchange }: ExecutedStep): string {
  const status = statusOf(exchange);
  return `${requestLine({ step })} ${status === undefined ? 'got no response' : `returned ${status}`}`;
}

function requestLine({ step: { operation } }: Pick<ExecutedStep, 'step'>): string {
  return `${operation.method} ${operation.path}`;
}

/** The response says whether there is a record: no rejection of the client, and no failure of the server. */
export function hasDefiniteStatus(exchange: Exchange): boolean {
  const status = statusOf(exchange);
  return status !== undefined && status < 500 && ![401, 403, 429].includes(status);
}
