/** Sends the steps of a story, each when the one before it has been answered. */
import { setTimeout as pause } from 'node:timers/promises';
import { type Exchange, isLimited } from '../model/exchange.ts';
import type { Step, StepGenerator, Stepped } from '../model/sequence.ts';

type Send = (step: Step) => Promise<Exchange>;
type Holds = (step: Step, exchange: Exchange) => boolean;

/** How the steps are sent. */
interface Manner {
  readonly send: Send;
  /** Whether an answer shows what the step is to show; what it may take a moment for is asked for again until then. */
  readonly holds: Holds;
  /** Without a pause: what is not there at once counts as not there. */
  readonly isHasty?: boolean | undefined;
}

/** Never empty. */
export async function stepsOf(
  telling: StepGenerator<void>,
  { send, holds, isHasty = false }: Manner,
): Promise<readonly Stepped[]> {
  const done: Stepped[] = [];
  const inVain = new Set<string | undefined>();
  const [late, awaited] = [new Set<string | undefined>(), new Set<string | undefined>()];
  let next = telling.next();
  while (next.done !== true) {
    if (next.value.afterMs !== undefined && !isHasty) await pause(next.value.afterMs);
    const expects = next.value.recall?.expects;
    const isAsked = isHasty || inVain.has(expects);
    // What has only been waited for comes by itself; what comes when it is asked for again is not there by then.
    const isAwaited = !isAsked && late.has(expects) && !awaited.has(expects);
    if (isAwaited) {
      awaited.add(expects);
      await pause(PATIENT_MS);
    }
    const stepped = await (isAsked || isAwaited
      ? once(next.value, send)
      : untilItHolds(next.value, send, holds));
    done.push(...stepped);
    // Where it has not come in all that time, more of its kind will not either; of a list, pages that are old already.
    if (stepped.some(({ isWrong }) => isWrong)) inVain.add(expects);
    else if (stepped.some(({ lateMs }) => lateMs !== undefined)) late.add(expects);
    const last = stepped.at(-1)?.exchange;
    if (last === undefined || last.outcome.kind === 'failure' || isLimited(last)) break;
    next = telling.next(last);
  }
  return done;
}

async function once(step: Step, send: Send): Promise<readonly Stepped[]> {
  return [{ step, exchange: await send(step) }];
}

/** Together more than a second, for which lists are kept by some. */
const PAUSES_MS = [100, 250, 500, 400];

/** More than all of them. */
const PATIENT_MS = 2_000;

/** What a store may take a moment for is asked for again: where it comes, the first and the last answer are given. */
async function untilItHolds(step: Step, send: Send, holds: Holds): Promise<readonly Stepped[]> {
  const first = await send(step);
  let [exchange, waited] = [first, 0];
  for (const ms of PAUSES_MS) {
    if (isShown(step, exchange, holds)) break;
    await pause(ms);
    waited += ms;
    exchange = await send(step);
  }
  if (waited === 0) return [{ step, exchange }];
  if (!isShown(step, exchange, holds)) return [{ step, exchange, isWrong: true }];
  return [
    { step, exchange: first, lateMs: waited },
    { step, exchange },
  ];
}

/** Where there is no answer, waiting shows no more. */
function isShown(step: Step, exchange: Exchange, holds: Holds): boolean {
  if (step.recall === undefined || exchange.outcome.kind === 'failure' || isLimited(exchange)) return true;
  return holds(step, exchange);
}
