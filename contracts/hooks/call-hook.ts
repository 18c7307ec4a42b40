/** Calls a hook, and ends the run where it throws or does not end: then nothing can be said about the implementation. */
import { KitError } from '../../errors.ts';
import { sanitizeLine } from '../../sanitize.ts';
import { callWithin, Unfinished } from '../../spec/modules/call-within.ts';
import { describeError, type ModuleSource, positionOfError, positionOfName } from '../../spec/modules/module-source.ts';
import { sourceName } from './hook-source.ts';

export interface HookCall {
  readonly source: ModuleSource;
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
  try {
    return await callWithin(call.timeLimitMs, run);
  } catch (error) {
    throw hookFailedError(call, error);
  }
}

/** Throws `hook-failed`: what the hook did is not allowed. */
export function misusedHookError(call: HookCall, problem: string, fix: string): KitError {
  return createError(call, { problem, fix, where: positionOfName(call.source, call.name) });
}

function hookFailedError(call: HookCall, error: unknown): KitError {
  if (error instanceof KitError) return error;
  const { source, name, timeLimitMs } = call;
  const isEndless = error instanceof Unfinished;
  return createError(call, {
    problem: isEndless ? `it did not end within ${timeLimitMs / 1000} s` : describeError(error),
    fix: isEndless
      ? 'Make it end: give requests of its own a time limit, and await only what is certain to happen.'
      : 'Fix the hook; the run says nothing about the implementation.',
    where: positionOfError(source, error) ?? positionOfName(source, name),
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
