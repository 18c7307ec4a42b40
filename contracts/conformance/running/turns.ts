/** The operations of a run take turns, so that each gets its share of the time: none starves because it is the last. */
import { setTimeout as wait } from 'node:timers/promises';
import type { CaseFinished } from '../model/run-result.ts';

/** An operation lets the next one go on, and continues in its next turn. */
export interface Pause {
  readonly type: 'pause';
  readonly reason: 'time' | 'rate limit';
  /** The implementation accepts no requests until then, in milliseconds of the clock. */
  readonly until?: number;
}

/** What the operation whose turn it is has to know. */
export interface Turn {
  /** Its share of the time is used up. */
  isOver(): boolean;
  /** There is time for a few requests only, before the others have had a turn. */
  isShort(): boolean;
  /** It gets no other turn, and no time in this one. */
  isLast(): boolean;
}

export interface Turns extends Turn {
  /** In milliseconds. */
  now(): number;
  /** Milliseconds until the run has to end. */
  remaining(): number;
  /** Starts a turn that may take this long. */
  start(ms: number): void;
  /** Starts a turn for a few requests. */
  startShort(): void;
  /** Starts a turn in which an operation only reports what it did not do. */
  startLast(): void;
  wait(ms: number): Promise<unknown>;
  /** Nothing more is sent. */
  isStopped(): boolean;
}

interface TurnOptions {
  readonly now?: () => number;
  readonly isStopped?: () => boolean;
  readonly wait?: (ms: number) => Promise<unknown>;
}

/** `endsAt`: when the run has to end, in milliseconds of the clock. */
export function createTurns(endsAt: number, { now = () => performance.now(), ...rest }: TurnOptions = {}): Turns {
  let [turnEnd, isShort, isLast] = [Number.POSITIVE_INFINITY, false, false];
  return {
    now,
    wait,
    isStopped: () => false,
    ...rest,
    isOver: () => now() >= turnEnd,
    isShort: () => isShort,
    isLast: () => isLast,
    remaining: () => Math.max(endsAt - now(), 0),
    start(ms) {
      turnEnd = now() + ms;
      [isShort, isLast] = [false, false];
    },
    startShort() {
      turnEnd = Number.POSITIVE_INFINITY;
      isShort = true;
    },
    startLast() {
      [isShort, isLast] = [false, true];
    },
  };
}

/** The work of one operation. */
export type TurnTask = AsyncGenerator<CaseFinished | Pause, void>;

/** The preflight of an operation may take longer: with less for each, all have a short turn first. */
const SHORT_MS = 1_000;

/**
 * Runs the tasks of each phase in turns; those of the next phase must not begin earlier. A phase gets as much of the
 * remaining time as it has tasks.
 */
export async function* takeTurns(
  phases: readonly (readonly TurnTask[])[],
  turns: Turns,
): AsyncGenerator<CaseFinished, void> {
  let tasksLeft = phases.flat().length;
  if (turns.remaining() < tasksLeft * SHORT_MS) yield* runShortTurns(phases.flat(), turns);
  for (const phase of phases) {
    const endsAt = turns.now() + (turns.remaining() * phase.length) / Math.max(tasksLeft, 1);
    tasksLeft -= phase.length;
    yield* runPhase(phase, turns, endsAt);
  }
  turns.start(Number.POSITIVE_INFINITY);
}

async function* runShortTurns(tasks: readonly TurnTask[], turns: Turns): AsyncGenerator<CaseFinished, void> {
  turns.startShort();
  for (const task of tasks) yield* continueTask(task);
}

async function* runPhase(tasks: readonly TurnTask[], turns: Turns, endsAt: number): AsyncGenerator<CaseFinished, void> {
  const limited: TurnTask[] = [];
  let acceptsAt = 0;
  const runRound = async function* (round: readonly TurnTask[]): AsyncGenerator<CaseFinished, readonly TurnTask[]> {
    const outOfTime: TurnTask[] = [];
    for (const [index, task] of round.entries()) {
      turns.start((endsAt - turns.now()) / (round.length - index));
      const pause = yield* continueTask(task);
      if (pause?.reason === 'time') outOfTime.push(task);
      if (pause?.reason === 'rate limit') limited.push(task);
      acceptsAt = Math.max(acceptsAt, pause?.until ?? 0);
    }
    return outOfTime;
  };
  let round = yield* runRound(tasks);
  while (round.length > 0 && turns.now() < endsAt) round = yield* runRound(round);
  // Later than the others, so that the limit may be over.
  if (limited.length > 0 && !turns.isStopped())
    await turns.wait(waitingTime(acceptsAt - turns.now(), endsAt - turns.now()));
  round = [...round, ...(yield* runRound(limited.splice(0)))];
  while (round.length > 0 && turns.now() < endsAt) round = yield* runRound(round);
  turns.startLast();
  for (const task of [...round, ...limited]) yield* continueTask(task);
}

/** Longer ones outlast most runs; then a single attempt shows that the limit still applies. */
const MAX_WAIT_MS = 60_000;

function waitingTime(ms: number, timeLeft: number): number {
  return ms > MAX_WAIT_MS || ms > timeLeft ? 0 : Math.max(ms, 0);
}

/** Until it pauses; undefined when it has ended. */
async function* continueTask(task: TurnTask): AsyncGenerator<CaseFinished, Pause | undefined> {
  let isPaused = false;
  try {
    for (;;) {
      const next = await task.next();
      if (next.done === true) return undefined;
      isPaused = next.value.type === 'pause';
      if (next.value.type === 'pause') return next.value;
      yield next.value;
    }
  } finally {
    // When the consumer stops early, the task must not send anything more.
    if (!isPaused) await task.return();
  }
}
