/** Calls a function of the user with a time limit, also where it never returns. */
import { inNode } from '../../platform/node-modules.ts';

/** It did not end in time. */
export class Unfinished extends Error {}

/** Rejects with `Unfinished`, and with what the function throws. Returns its result as soon as it is there. */
export function callWithin<Result>(timeLimitMs: number, run: () => Result | Promise<Result>): Result | Promise<Result> {
  const result = runWithin(timeLimitMs, run);
  return isThenable(result) ? awaitWithin(timeLimitMs, Promise.resolve(result)) : result;
}

/** Also what is awaited like a promise without being one. */
function isThenable<Result>(result: Result | Promise<Result>): result is Promise<Result> {
  return typeof result === 'object' && result !== null && 'then' in result && typeof result.then === 'function';
}

const GRACE_MS = 100;

async function awaitWithin<Result>(timeLimitMs: number, result: Promise<Result>): Promise<Result> {
  const limit = Promise.withResolvers<never>();
  const end = () => limit.reject(new Unfinished());
  // Where the process was busy, both the timer and what the function waits for are due: that comes first.
  let timer = setTimeout(() => {
    timer = setTimeout(end, GRACE_MS);
  }, timeLimitMs);
  try {
    return await Promise.race([result, limit.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const SLOT = 'plant-store function';
const vm = inNode?.getBuiltinModule('node:vm');
const script = vm && new vm.Script(`globalThis[${JSON.stringify(SLOT)}]()`);

/** The part until the first await, which a timer could not interrupt. In a browser it has no limit. */
function runWithin<Result>(timeLimitMs: number, run: () => Result): Result {
  if (script === undefined) return run();
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
  } catch (error) {
    throw isTimeout(error) ? new Unfinished() : error;
  } finally {
    Reflect.deleteProperty(globalThis, SLOT);
  }
  if (outcome === undefined) throw new Unfinished();
  if ('error' in outcome) throw outcome.error;
  return outcome.result;
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
