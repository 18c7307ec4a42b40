/** The end of a call: its time is up, or the caller gives up. */

export interface Deadline {
  /** Aborted with the caller's reason, or with a TimeoutError. */
  readonly signal: AbortSignal;
  readonly remainingMs: () => number;
  /** Leaves no timer, and no listener on the caller's signal, which may live as long as the process. */
  readonly end: () => void;
}

export function startDeadline(timeoutMs: number, caller: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  const giveUp = () => controller.abort(caller?.reason);
  const endsAt = performance.now() + timeoutMs;
  const timer = setTimeout(() => controller.abort(tooLate(timeoutMs)), timeoutMs);
  if (caller?.aborted === true) giveUp();
  caller?.addEventListener('abort', giveUp);
  return {
    signal: controller.signal,
    remainingMs: () => endsAt - performance.now(),
    end() {
      clearTimeout(timer);
      caller?.removeEventListener('abort', giveUp);
    },
  };
}

function tooLate(timeoutMs: number): Error {
  return new DOMException(`no complete answer within ${timeoutMs} ms`, 'TimeoutError');
}
