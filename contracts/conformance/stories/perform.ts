/** Sends the steps of a story, each when the one before it has been answered. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Case } from '../case.ts';
import { type Exchange, isLimited } from '../exchange.ts';
import { judgeStep } from '../judge.ts';
import type { Step, Telling } from './story.ts';

/** A step, and what came of it. */
export interface Stepped {
  readonly step: Step;
  readonly exchange: Exchange;
  /** What is wrong with it was right so many milliseconds later. */
  readonly lateMs?: number;
  /** It was waited for, and did not come. */
  readonly isWrong?: boolean;
}

type Send = (step: Step) => Promise<Exchange>;

/** How the steps are sent. */
interface Manner {
  readonly send: Send;
  /** Without a pause: what is not there at once counts as not there. */
  readonly isHasty?: boolean | undefined;
}

/** Never empty. */
export async function stepsOf(
  tried: Case,
  telling: Telling<void>,
  { send, isHasty = false }: Manner,
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
      : untilItHolds(tried, next.value, send));
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
async function untilItHolds(tried: Case, step: Step, send: Send): Promise<readonly Stepped[]> {
  const first = await send(step);
  let [exchange, waited] = [first, 0];
  for (const ms of PAUSES_MS) {
    if (holds(tried, step, exchange)) break;
    await pause(ms);
    waited += ms;
    exchange = await send(step);
  }
  if (waited === 0) return [{ step, exchange }];
  if (!holds(tried, step, exchange)) return [{ step, exchange, isWrong: true }];
  return [
    { step, exchange: first, lateMs: waited },
    { step, exchange },
  ];
}

/** Where there is no answer, waiting shows no more. */
function holds(tried: Case, step: Step, exchange: Exchange): boolean {
  if (step.recall === undefined || exchange.outcome.kind === 'failure' || isLimited(exchange)) return true;
  return !judgeStep(tried, step, exchange).broken.some(({ check }) => check.mayTakeTime === true);
}
