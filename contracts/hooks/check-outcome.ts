/** What a check of the user says about a response. */
import { suggestionHint } from '../../spec/options/suggest-name.ts';
import type { Severity } from '../finding/finding.ts';
import { type HookCall, misusedHookError } from './call-hook.ts';
import { describeValue, findUnknownKey, isObject } from './hook-values.ts';

/** A violation. */
export interface CheckOutcome {
  readonly message: string;
  readonly expected?: string;
  /** A JSON Pointer into the document. */
  readonly pointer?: string;
  readonly severity?: Severity;
}

/** Of `node:assert`, Vitest, Chai and others. */
function isAssertion(error: unknown): error is Error {
  return error instanceof Error && error.name.startsWith('AssertionError');
}

/** A failed assertion is what the check says about the response; other errors are failures of the check. */
export async function withAssertions(run: () => unknown): Promise<unknown> {
  try {
    return await run();
  } catch (error) {
    if (isAssertion(error))
      return { message: error.message.trim() === '' ? 'an assertion failed' : error.message.trim() };
    throw error;
  }
}

const outcomeKeys = ['message', 'expected', 'pointer', 'severity'];

/** Undefined if the check passes. Throws `hook-failed`. */
export function readOutcome(returned: unknown, call: HookCall): CheckOutcome | undefined {
  if (returned === undefined) return undefined;
  const createError = (problem: string) =>
    misusedHookError(
      call,
      problem,
      'Return a text or { message, expected, pointer, severity } that says what is wrong; otherwise nothing.',
    );
  if (typeof returned === 'string' && returned !== '') return { message: returned };
  if (!isObject(returned))
    throw createError(`it returned ${returned === '' ? 'an empty text' : describeValue(returned)}`);
  const unknown = findUnknownKey(returned, outcomeKeys);
  if (unknown !== undefined)
    throw createError(`it returned an unknown key ${unknown}${suggestionHint(unknown, outcomeKeys)}`);
  const [message, expected, pointer, severity] = outcomeKeys.map((key): unknown => Reflect.get(returned, key));
  if (typeof message !== 'string' || message === '') throw createError('it returned no message');
  if (severity !== undefined && severity !== 'error' && severity !== 'warning')
    throw createError('it returned an unknown severity');
  if (![expected, pointer].every((text) => text === undefined || typeof text === 'string'))
    throw createError('it returned expected or pointer that is no text');
  return {
    message,
    ...(typeof expected === 'string' && { expected }),
    ...(typeof pointer === 'string' && { pointer }),
    ...(severity !== undefined && { severity }),
  };
}
