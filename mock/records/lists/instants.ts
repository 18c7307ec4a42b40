/** Compares dates and times of any zone exactly, also beyond milliseconds. */

interface Instant {
  /** Milliseconds since 1970 of the whole second. */
  readonly second: number;
  /** The digits after the decimal point. */
  readonly fraction: string;
  readonly isDate: boolean;
}

const DATE = /^\d{4}-\d\d-\d\d$/;
const TIME = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d(?::\d\d)?)(?:\.(\d+))?(Z|[+-]\d\d:?\d\d)?$/i;

/** Negative where the value is earlier than the bound; undefined where one of them is no date or time. */
export function compareTimes(value: string, bound: string): number | undefined {
  const [first, second] = [parseInstant(value), parseInstant(bound)];
  if (first === undefined || second === undefined) return undefined;
  // A day has no hours: it is compared with the day of the bound, in UTC.
  if (first.isDate && !second.isDate) return first.second - Math.floor(second.second / DAY) * DAY;
  return first.second - second.second || comparesDigits(first.fraction, second.fraction);
}

const DAY = 24 * 60 * 60 * 1_000;

/** The last moment of a day, so that it is included with all of its hours. */
export function endOfDay(bound: string): string {
  return DATE.test(bound) ? `${bound}T23:59:59.999999999Z` : bound;
}

/** Without a zone, a time is in UTC. */
function parseInstant(text: string): Instant | undefined {
  if (DATE.test(text)) return toInstant(Date.parse(text), '', true);
  const [, day, time = '', fraction = '', zone = 'Z'] = TIME.exec(text) ?? [];
  if (day === undefined) return undefined;
  const zoneText = zone.toUpperCase().replace(/^([+-]\d\d):?(\d\d)$/, '$1:$2');
  return toInstant(Date.parse(`${day}T${time}${zoneText}`), fraction, false);
}

function toInstant(second: number, fraction: string, isDate: boolean): Instant | undefined {
  return Number.isNaN(second) ? undefined : { second, fraction, isDate };
}

function comparesDigits(one: string, other: string): number {
  const length = Math.max(one.length, other.length);
  const [first, second] = [one.padEnd(length, '0'), other.padEnd(length, '0')];
  if (first === second) return 0;
  return first < second ? -1 : 1;
}
