/**
 * All that is wrong with a request in one header, for tools. Name and shape of the entries are Prism's, so that whatever
 * reads its `sl-violations` reads ours. Always valid JSON in ASCII, since other characters are no header text.
 */
import type { Fault } from '../http/refusals.ts';

const VIOLATIONS_HEADER = 'sl-violations';

/** Many servers and proxies take no more than 8 KB for all headers together. */
const MOST_BYTES = 4_095;
/** For the entry that says how many more there are. */
const RESERVE = 128;
const MOST_TEXT = 200;
const MOST_STEPS = 12;

export function violationsHeader(faults: readonly Fault[]): Readonly<Record<string, string>> {
  if (faults.length === 0) return {};
  const entries: string[] = [];
  let left = MOST_BYTES - RESERVE;
  for (const fault of faults) {
    const entry = fitting(fault);
    left -= entry.length + 1;
    if (left < 0) break;
    entries.push(entry);
  }
  const untold = faults.length - entries.length;
  if (untold > 0) entries.push(asciiJson(entryOf([], 'more', `and ${untold} more`)));
  return { [VIOLATIONS_HEADER]: `[${entries.join(',')}]` };
}

function entryOf(at: readonly (string | number)[], code: string, message: string) {
  return { location: ['request', ...at], severity: 'Error', code, message };
}

/** Whole where that is short enough; names and texts of the client can be as long as a body. */
function fitting({ at, rule, message }: Fault): string {
  const whole = asciiJson(entryOf(at, rule, message));
  if (whole.length <= MOST_BYTES / 3) return whole;
  const steps = at.slice(0, MOST_STEPS).map((step) => (typeof step === 'number' ? step : cut(step, 20)));
  return asciiJson(entryOf(steps, rule, cut(message, MOST_TEXT)));
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 3)}...` : text;
}

function asciiJson(value: object): string {
  return JSON.stringify(value).replaceAll(
    /[\u007f-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
