/** Calls a handler within a time limit; whatever it does, the mock goes on. */
import { KitError } from '../../errors.ts';
import { callWithin, Unfinished } from '../../spec/modules/call-within.ts';
import { describeError, positionOfError, positionOfName } from '../../spec/modules/module-source.ts';
import type { HandlerContext } from './config-types.ts';
import type { NamedHandler } from './find-handlers.ts';

/** For one request. */
export const HANDLER_TIME_LIMIT_MS = 10_000;

/** The handler threw an error, or did not end. */
export class HandlerFailure {
  /** For the client: without the text of the error, which may contain paths and secrets of this machine. */
  readonly message: string;
  /** For the log and the journal. */
  readonly cause: string;

  constructor(message: string, cause: string) {
    this.message = message;
    this.cause = cause;
  }
}

export async function callHandler(
  named: NamedHandler,
  context: HandlerContext,
  timeLimitMs: number,
): Promise<{ readonly returned: unknown } | HandlerFailure> {
  try {
    return { returned: await callWithin<unknown>(timeLimitMs, () => named.handler(context)) };
  } catch (error) {
    return handlerFailure(named, error, timeLimitMs);
  }
}

/** `the handler createOrder (plant-store.config.ts:12)` */
export function handlerName({ name, source }: NamedHandler, where = positionOfName(source, name)): string {
  // Clients see it: not the folders of this machine.
  const shown = where?.replace(ABSOLUTE_FOLDER, '');
  return `the handler ${name}${shown === undefined ? '' : ` (${shown})`}`;
}

/** Up to the last separator, of Windows too. */
const ABSOLUTE_FOLDER = /^(?:\/(?:.*\/)?|(?:[a-z]:[\\/]|\\\\)(?:.*[\\/])?)/is;

/** The failure for what the handler threw, or what it returned threw when it was read. */
export function handlerFailure(named: NamedHandler, error: unknown, timeLimitMs: number): HandlerFailure {
  const name = handlerName(named, positionOfError(named.source, error) ?? positionOfName(named.source, named.name));
  if (error instanceof Unfinished) {
    const text = `${name} did not end within ${timeLimitMs / 1000} s`;
    return new HandlerFailure(text, text);
  }
  const text = error instanceof KitError ? error.detail : describeError(error);
  return new HandlerFailure(`${name} threw an error. The log of the mock server contains it.`, `${name}: ${text}`);
}
