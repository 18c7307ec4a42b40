/**
 * A header with all violations of a request, for tools. Name and format are those of Prism's `sl-violations`, so that
 * tools for Prism can read it. The value is valid JSON in ASCII, because headers cannot contain other characters.
 */
import type { ContractViolation } from '../http/http-error.ts';

const VIOLATIONS_HEADER = 'sl-violations';

/** Many servers and proxies limit all headers together to 8 KB. */
const MAX_HEADER_BYTES = 4_095;
/** Reserved for the entry with the number of omitted violations. */
const RESERVED_BYTES = 128;
const MAX_TEXT = 200;
const MAX_STEPS = 12;

export function violationsHeader(violations: readonly ContractViolation[]): Readonly<Record<string, string>> {
  if (violations.length === 0) return {};
  const entries: string[] = [];
  let remainingBytes = MAX_HEADER_BYTES - RESERVED_BYTES;
  for (const violation of violations) {
    const entry = fittingEntry(violation);
    remainingBytes -= entry.length + 1;
    if (remainingBytes < 0) break;
    entries.push(entry);
  }
  const omitted = violations.length - entries.length;
  if (omitted > 0) entries.push(asciiJson(createEntry([], 'more', `and ${omitted} more`)));
  return { [VIOLATIONS_HEADER]: `[${entries.join(',')}]` };
}

function createEntry(at: readonly (string | number)[], code: string, message: string) {
  return { location: ['request', ...at], severity: 'Error', code, message };
}

/** The complete entry if it is short enough; names and values from the client can be as long as a body. */
function fittingEntry({ at, rule, message }: ContractViolation): string {
  const whole = asciiJson(createEntry(at, rule, message));
  if (whole.length <= MAX_HEADER_BYTES / 3) return whole;
  const steps = at.slice(0, MAX_STEPS).map((step) => (typeof step === 'number' ? step : truncate(step, 20)));
  return asciiJson(createEntry(steps, rule, truncate(message, MAX_TEXT)));
}

function truncate(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 3)}...` : text;
}

function asciiJson(value: object): string {
  return JSON.stringify(value).replaceAll(
    /[\u007f-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
