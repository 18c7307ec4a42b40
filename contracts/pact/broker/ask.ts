/** Asks the broker, again when it stumbles, never for long: the native client would go on for two minutes. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, Exchange } from '../../conformance/model/exchange.ts';
import { headerOf } from '../../http/headers.ts';
import { type Outgoing, sendOn, type Target } from '../provider/send-on.ts';

export interface Tried {
  readonly outcome: Exchange['outcome'];
  readonly tries: number;
}

const MAX_TRIES = 3;
/** Milliseconds from the first try within which another one may begin. */
const PATIENCE_MS = 10_000;
const FIRST_PAUSE_MS = 500;

/** The last outcome. Everything that is asked of a broker may be asked twice: it keeps what it has. */
export async function askBroker(target: Target, outgoing: Outgoing): Promise<Tried> {
  const started = performance.now();
  for (let tries = 1; ; tries += 1) {
    const outcome = await sendOn(target, outgoing);
    const wait = pauseAfter(outcome, tries);
    const spent = performance.now() - started;
    if (wait === undefined || tries === MAX_TRIES || spent + wait > PATIENCE_MS) return { outcome, tries };
    await pause(wait);
  }
}

/** Undefined where asking again is of no use. */
function pauseAfter(outcome: Exchange['outcome'], tries: number): number | undefined {
  const usual = FIRST_PAUSE_MS * 2 ** (tries - 1);
  if (outcome.kind === 'failure') return usual;
  return mayPass(outcome.answer.status) ? (retryAfter(outcome.answer) ?? usual) : undefined;
}

/** RFC 9110 and 6585: of these another try may end differently. */
export function mayPass(status: number): boolean {
  return status >= 500 || status === 429 || status === 408;
}

/** RFC 9110 10.2.3: seconds, or a date. In milliseconds. */
function retryAfter({ headers }: Answer): number | undefined {
  const given = headerOf(headers, 'retry-after')?.trim();
  if (given === undefined) return undefined;
  if (/^\d+$/.test(given)) return Number(given) * 1_000;
  const date = Date.parse(given);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
