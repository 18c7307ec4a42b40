/** Sends the steps of a sequence, each after the response to the previous one. */
import { setTimeout as pause } from 'node:timers/promises';
import { type Exchange, isRateLimited } from '../model/exchange.ts';
import type { ExecutedStep, Step, StepGenerator } from '../model/sequence.ts';

type SendStep = (step: Step) => Promise<Exchange>;
type IsFulfilled = (step: Step, exchange: Exchange) => boolean;

/** How the steps are sent. */
interface StepOptions {
  readonly send: SendStep;
  /** Whether a response shows the expected state of its step; a step with an expected state is repeated until then. */
  readonly isFulfilled: IsFulfilled;
  /** Multiplies the pauses; with 0, nothing is repeated either: the first response to each step counts. */
  readonly pauseFactor?: number | undefined;
}

interface WaitingStepOptions extends StepOptions {
  readonly pauseFactor: number;
}

/** Runs the steps to the end, or to the first failed or rate-limited exchange. The result is never empty. */
export async function executeSteps(
  steps: StepGenerator<void>,
  { send, isFulfilled, pauseFactor = 1 }: StepOptions,
): Promise<readonly ExecutedStep[]> {
  const done: ExecutedStep[] = [];
  const neverFulfilled = new Set<string | undefined>();
  const [fulfilledLate, awaited] = [new Set<string | undefined>(), new Set<string | undefined>()];
  let next = steps.next();
  while (next.done !== true) {
    if (next.value.delayMs !== undefined && pauseFactor > 0) await pause(next.value.delayMs * pauseFactor);
    const expects = next.value.expectedState?.expects;
    const sendsOnce = pauseFactor === 0 || neverFulfilled.has(expects);
    // One wait without repeats: a state that appears only when it is read again is then reported as missing.
    const waitsLonger = !sendsOnce && fulfilledLate.has(expects) && !awaited.has(expects);
    if (waitsLonger) {
      awaited.add(expects);
      await pause(LONG_PAUSE_MS * pauseFactor);
    }
    const executed = await (sendsOnce || waitsLonger
      ? sendOnce(next.value, send)
      : sendUntilFulfilled(next.value, { send, isFulfilled, pauseFactor }));
    done.push(...executed);
    // A kind of state that never appeared is not waited for again, and neither are pages of a list that are old
    // already.
    if (executed.some(({ isUnfulfilled }) => isUnfulfilled)) neverFulfilled.add(expects);
    else if (executed.some(({ fulfilledAfterMs }) => fulfilledAfterMs !== undefined)) fulfilledLate.add(expects);
    const last = executed.at(-1)?.exchange;
    if (last === undefined || last.outcome.kind === 'failure' || isRateLimited(last)) break;
    next = steps.next(last);
  }
  return done;
}

async function sendOnce(step: Step, send: SendStep): Promise<readonly ExecutedStep[]> {
  return [{ step, exchange: await send(step) }];
}

/** Together more than a second, the time for which some servers cache lists. */
const PAUSES_MS = [100, 250, 500, 400];

/** Longer than all pauses together. */
const LONG_PAUSE_MS = 2_000;

/** Repeats a step until the expected state appears; then the result has the first and the last exchange. */
async function sendUntilFulfilled(
  step: Step,
  { send, isFulfilled, pauseFactor }: WaitingStepOptions,
): Promise<readonly ExecutedStep[]> {
  const first = await send(step);
  let [exchange, waited] = [first, 0];
  for (const ms of PAUSES_MS) {
    if (isStepFulfilled(step, exchange, isFulfilled)) break;
    await pause(ms * pauseFactor);
    waited += ms;
    exchange = await send(step);
  }
  if (waited === 0) return [{ step, exchange }];
  if (!isStepFulfilled(step, exchange, isFulfilled)) return [{ step, exchange, isUnfulfilled: true }];
  return [
    { step, exchange: first, fulfilledAfterMs: waited },
    { step, exchange },
  ];
}

/** True also without a response, since waiting would show nothing more. */
function isStepFulfilled(step: Step, exchange: Exchange, isFulfilled: IsFulfilled): boolean {
  if (step.expectedState === undefined || exchange.outcome.kind === 'failure' || isRateLimited(exchange)) return true;
  return isFulfilled(step, exchange);
}
