/** Sends the steps of a story, each when the one before it has been answered. */
import { setTimeout as pause } from 'node:timers/promises';
import { type Exchange, isRateLimited } from '../model/exchange.ts';
import type { ExecutedStep, Step, StepGenerator } from '../model/sequence.ts';

type SendStep = (step: Step) => Promise<Exchange>;
type IsFulfilled = (step: Step, exchange: Exchange) => boolean;

/** How the steps are sent. */
interface StepOptions {
  readonly send: SendStep;
  /** Whether an answer shows what the step is to show; what it may take a moment for is asked for again until then. */
  readonly isFulfilled: IsFulfilled;
  /** Without a pause: what is not there at once counts as not there. */
  readonly skipsPauses?: boolean | undefined;
}

/** Never empty. */
export async function executeSteps(
  steps: StepGenerator<void>,
  { send, isFulfilled, skipsPauses = false }: StepOptions,
): Promise<readonly ExecutedStep[]> {
  const done: ExecutedStep[] = [];
  const neverFulfilled = new Set<string | undefined>();
  const [fulfilledLate, awaited] = [new Set<string | undefined>(), new Set<string | undefined>()];
  let next = steps.next();
  while (next.done !== true) {
    if (next.value.delayMs !== undefined && !skipsPauses) await pause(next.value.delayMs);
    const expects = next.value.expectedState?.expects;
    const sendsOnce = skipsPauses || neverFulfilled.has(expects);
    // What has only been waited for comes by itself; what comes when it is asked for again is not there by then.
    const waitsLonger = !sendsOnce && fulfilledLate.has(expects) && !awaited.has(expects);
    if (waitsLonger) {
      awaited.add(expects);
      await pause(LONG_PAUSE_MS);
    }
    const executed = await (sendsOnce || waitsLonger
      ? sendOnce(next.value, send)
      : sendUntilFulfilled(next.value, send, isFulfilled));
    done.push(...executed);
    // Where it has not come in all that time, more of its kind will not either; of a list, pages that are old already.
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

/** Together more than a second, for which lists are kept by some. */
const PAUSES_MS = [100, 250, 500, 400];

/** More than all of them. */
const LONG_PAUSE_MS = 2_000;

/** What a store may take a moment for is asked for again: where it comes, the first and the last answer are given. */
async function sendUntilFulfilled(
  step: Step,
  send: SendStep,
  isFulfilled: IsFulfilled,
): Promise<readonly ExecutedStep[]> {
  const first = await send(step);
  let [exchange, waited] = [first, 0];
  for (const ms of PAUSES_MS) {
    if (isStepFulfilled(step, exchange, isFulfilled)) break;
    await pause(ms);
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

/** Where there is no answer, waiting shows no more. */
function isStepFulfilled(step: Step, exchange: Exchange, isFulfilled: IsFulfilled): boolean {
  if (step.expectedState === undefined || exchange.outcome.kind === 'failure' || isRateLimited(exchange)) return true;
  return isFulfilled(step, exchange);
}
