/** Instants of RFC 3339, with any zone. */
import type { JsonObject } from '../json.ts';

/** In milliseconds since 1970; a leap second is the second after it. */
export function instantOf(text: string): number {
  const leap = /:60(?=[.\dzZ+-])/.test(text.slice(16)) ? 1_000 : 0;
  return Date.parse(text.toUpperCase().replace(/(T\d\d:\d\d):60/, '$1:59')) + leap;
}

/** Of a member that is a date-time. */
export function timeIn(fields: JsonObject, name: string): number {
  const text = fields[name];
  return typeof text === 'string' ? instantOf(text) : Number.NaN;
}

/** Milliseconds of an offset such as `+05:30`. */
export function offsetOf(text: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(text) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/** The same instant on a clock with this offset. */
export function withOffset(text: string, offset: string): string {
  return new Date(instantOf(text) + offsetOf(offset)).toISOString().replace('Z', offset);
}
