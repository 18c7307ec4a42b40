/** A request of a sequence as a case for reports: with the steps before it and their responses. */
import { sanitizeLine } from '../../../sanitize.ts';
import type { CheckedExchange } from '../checking/checked-case.ts';
import { caseForStep } from '../checking/run-checks.ts';
import { type Exchange, statusOf } from '../model/exchange.ts';
import type { ListQuery } from '../model/list-query.ts';
import type { ExecutedStep, ExpectedState, KnownRecord, Step } from '../model/sequence.ts';
import type { CaseFacts, TestCase } from '../model/test-case.ts';

/** The case of a finding, with the steps of its sequence. */
export interface ShownCase extends CaseFacts {
  /** It is a step of a sequence; `replay` sends the whole sequence. */
  readonly isOfSequence: boolean;
  /**
   * Numbered: `1. a record is created (POST /todos {"title":"Water"} -> 201 {"id":7})`; only the first and last of
   * many.
   */
  readonly steps?: readonly string[];
}

/** The case itself when it has no sequence. Its text is not masked. */
export function createShownCase(
  testCase: TestCase,
  { step, previousSteps = [], exchange }: CheckedExchange,
): ShownCase {
  if (step === undefined) return { ...testCase, isOfSequence: false };
  const { category, topic } = testCase;
  const failureText = exchange.outcome.kind === 'response' ? '' : ', and no complete response arrives';
  const stepTexts = [
    ...relevantSteps(previousSteps, step).map(summarizeExchange),
    `${step.description} (${summarizeRequest(step, exchange)})${failureText}`,
  ];
  const mutation = firstAndLast(stepTexts).join('; then ');
  const shown = { ...caseForStep(testCase, step), category, topic, mutation, isOfSequence: true };
  return stepTexts.length === 1 ? shown : { ...shown, steps: firstAndLast(stepTexts.map(numberStep)) };
}

/** How many requests the report of this exchange shows. */
export function countShownRequests({ step, previousSteps = [] }: CheckedExchange): number {
  return step === undefined ? 1 : relevantSteps(previousSteps, step).length + 1;
}

function numberStep(stepText: string, index: number): string {
  return `${index + 1}. ${stepText}`;
}

const FIRST_STEPS = 2;
const LAST_STEPS = 3;

/** A sequence on a list has dozens of requests: the first ones, and the last ones before the failure. */
function firstAndLast(steps: readonly string[]): readonly string[] {
  const omittedCount = steps.length - FIRST_STEPS - LAST_STEPS;
  if (omittedCount <= 1) return steps;
  return [...steps.slice(0, FIRST_STEPS), `... ${omittedCount} more requests ...`, ...steps.slice(-LAST_STEPS)];
}

/** The steps that led to the record, the records or the list that the step is about. */
function relevantSteps(previousSteps: readonly ExecutedStep[], step: Step): readonly ExecutedStep[] {
  if (step.query !== undefined) return stepsOfList(previousSteps, step, step.query);
  // What the two users were shown before is the evidence.
  const isBetweenUsers = step.expectedState !== undefined && 'rule' in step.expectedState;
  return isBetweenUsers ? previousSteps : stepsOfRecords(previousSteps, step);
}

function stepsOfRecords(
  previousSteps: readonly ExecutedStep[],
  { expectedState, requestSpec }: Step,
): readonly ExecutedStep[] {
  const records = expectedState === undefined ? [] : recordsOfState(expectedState);
  const writeExchanges = new Set(
    records.flatMap(({ writes, removal }) => [...writes.map((write) => write.exchange), removal]),
  );
  const path = withoutQuery(requestSpec.path);
  return previousSteps.filter(
    ({ step, exchange, fulfilledAfterMs }) =>
      fulfilledAfterMs === undefined &&
      (writeExchanges.has(exchange) || (records.length < 2 && withoutQuery(step.requestSpec.path) === path)),
  );
}

/** The writes, the last read of the same list, and the pages that the response is checked against. */
function stepsOfList(
  previousSteps: readonly ExecutedStep[],
  { requestSpec }: Step,
  query: ListQuery,
): readonly ExecutedStep[] {
  const reads = previousSteps.filter(({ step }) => step.operation.method === 'GET');
  const parts = query.kind === 'pages' ? query.pages.length : Number(query.kind === 'omitted');
  const whole = reads.filter(({ step }) => step.requestSpec.path === requestSpec.path).slice(-1);
  const shownReads = new Set([...whole, ...reads.slice(Math.max(0, reads.length - parts))]);
  return previousSteps.filter((one) => !reads.includes(one) || shownReads.has(one));
}

function recordsOfState(expectedState: ExpectedState): readonly KnownRecord[] {
  if (expectedState.expects === 'new') return expectedState.otherRecords;
  if (expectedState.expects === 'list') return expectedState.records;
  return 'record' in expectedState ? [expectedState.record] : [];
}

function withoutQuery(path: string): string {
  return path.split('?')[0] ?? '';
}

/** `a record is created (POST /todos {"title":"Water"} -> 201 {"id":7})`. */
function summarizeExchange({ step, exchange }: ExecutedStep): string {
  const { outcome } = exchange;
  const body = outcome.kind === 'response' ? abbreviate(Buffer.from(outcome.response.body).toString('utf8')) : '';
  const responseText = `${statusOf(exchange) ?? 'no complete response'}${body === '' ? '' : ` ${body}`}`;
  return `${step.description} (${summarizeRequest(step, exchange)} -> ${responseText})`;
}

/** With the body that a hook put in its place. */
function summarizeRequest({ operation: { method }, requestSpec }: Step, { hookChange, request }: Exchange): string {
  const sent = hookChange?.body === undefined ? requestSpec.body : Buffer.from(request.body ?? []).toString('utf8');
  const body = typeof sent === 'string' ? ` ${abbreviate(sent)}` : '';
  return `${method} ${requestSpec.path}${body}`;
}

const HEAD_LENGTH = 40;
const TAIL_LENGTH = 14;

/** Keeps the beginning and the end, where the id of a record usually is. */
function abbreviate(text: string): string {
  const shown = sanitizeLine(text);
  return shown.length > HEAD_LENGTH + TAIL_LENGTH + 3
    ? `${shown.slice(0, HEAD_LENGTH)}...${shown.slice(-TAIL_LENGTH)}`
    : shown;
}
