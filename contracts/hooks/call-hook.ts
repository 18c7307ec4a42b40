/** Calls a hook, and ends the run where it throws or does not end: then nothing can be said about the implementation. */
import { Script } from 'node:vm';
import { KitError } from '../../errors.ts';
import { sanitizeLine } from '../../sanitize.ts';
import { describeError, type HookSource, positionOfError, positionOfHook, sourceName } from './hook-source.ts';

export interface HookCall {
  readonly source: HookSource;
  /** Of the hook or check. */
  readonly name: string;
  /** What it was called for: the id of a case, or the request that prepares others. */
  readonly subject: string | undefined;
  readonly timeLimitMs: number;
  /** For the text of its errors. */
  readonly mask: (text: string) => string;
}

/** Throws `hook-failed`. */
export async function callHook<Result>(call: HookCall, run: () => Result | Promise<Result>): Promise<Result> {
  const limit = Promise.withResolvers<never>();
  let timer: NodeJS.Timeout | undefined;
  try {
    const result = runWithin(call.timeLimitMs, run);
    if (!(result instanceof Promise)) return result;
    const end = () => limit.reject(new Unfinished());
    // Where the process was busy, both the timer and what the hook waits for are due: that comes first.
    timer = setTimeout(() => {
      timer = setTimeout(end, GRACE_MS);
    }, call.timeLimitMs);
    return await Promise.race([result, limit.promise]);
  } catch (error) {
    throw hookFailedError(call, error);
  } finally {
    clearTimeout(timer);
  }
}

/** Throws `hook-failed`: what the hook did is not allowed. */
export function misusedHookError(call: HookCall, problem: string, fix: string): KitError {
  return createError(call, { problem, fix, where: positionOfHook(call.source, call.name) });
}

const GRACE_MS = 100;

/** Does not end in time. */
class Unfinished extends Error {}

function hookFailedError(call: HookCall, error: unknown): KitError {
  if (error instanceof KitError) return error;
  const { source, name, timeLimitMs } = call;
  const isEndless = error instanceof Unfinished || hasCode(error, 'ERR_SCRIPT_EXECUTION_TIMEOUT');
  return createError(call, {
    problem: isEndless ? `it did not end within ${timeLimitMs / 1000} s` : describeError(error),
    fix: isEndless
      ? 'Make it end: give requests of its own a time limit, and await only what is certain to happen.'
      : 'Fix the hook; the run says nothing about the implementation.',
    where: positionOfError(source, error) ?? positionOfHook(source, name),
    cause: error,
  });
}

interface HookProblem {
  readonly problem: string;
  readonly fix: string;
  readonly where: string | undefined;
  readonly cause?: unknown;
}

function createError({ source, name, subject, mask }: HookCall, { problem, fix, where, cause }: HookProblem): KitError {
  const about = subject === undefined ? '' : ` at ${sanitizeLine(subject)}`;
  return new KitError('hook-failed', mask(`${name} of ${sourceName(source)}${about}: ${problem}`), {
    fix,
    ...(where === undefined ? {} : { where }),
    ...(cause === undefined ? {} : { cause }),
  });
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

const SLOT = 'plant-store hook';
const script = new Script(`globalThis[${JSON.stringify(SLOT)}]()`);

/** The part until the first await, which a timer could not interrupt. */
function runWithin<Result>(timeLimitMs: number, run: () => Result): Result {
  let outcome: { readonly result: Result } | { readonly error: unknown } | undefined;
  const value = () => {
    try {
      outcome = { result: run() };
    } catch (error) {
      outcome = { error };
    }
  };
  Object.defineProperty(globalThis, SLOT, { value, configurable: true });
  try {
    script.runInThisContext({ timeout: timeLimitMs });
  } finally {
    Reflect.deleteProperty(globalThis, SLOT);
  }
  if (outcome === undefined) throw new Unfinished();
  if ('error' in outcome) throw outcome.error;
  return outcome.result;
}
